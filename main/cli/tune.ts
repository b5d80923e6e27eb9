/** `tune`: searches settings as an experiment, and writes the best ones. */
import { writeFileSync } from 'node:fs';
import { SearchMethod } from '../../shared/domain/experiment.ts';
import { message } from '../../shared/messages/message.ts';
import { searchPlan } from '../../shared/search-space.ts';
import { formatExperiment } from '../formats/experiment-table.ts';
import { withRecipe } from '../services/runs/run-recipe.ts';
import { choice, expected, integer, needed, note, number, UsageError } from './command.ts';
import { dataKind, dataSet } from './data-kind.ts';
import { runExperiment } from './grid.ts';
import type { Options } from './options.ts';
import { completeSettings, readGiven } from './settings-flags.ts';

const MINUTES = 60;
const TRIALS = 30;

export async function tune(args: readonly string[], options: Options<'tune'>): Promise<void> {
  if (args.length > 0) throw expected(`tune ${args[0]}`, '--train FILE|NAME --dev FILE|NAME');
  const read = readGiven(options.task ?? 'ner', options, options.config);
  const trainSet = needed(options.train, 'tune', '--train FILE|NAME');
  const devSet = needed(options.dev, 'tune', '--dev FILE|NAME');
  const method = choice('--method', options.method ?? 'halving', SearchMethod.options);
  const trials = integer(options.trials, '--trials', TRIALS);
  const minutes = minutesOf(options.minutes);
  const { text, label, separator, parent, out } = options;
  const kind = dataKind(read.task, options);
  const experiment = await runExperiment(async (session) => {
    const [train, dev] = [await dataSet(session, trainSet, kind), await dataSet(session, devSet, kind)];
    const settings = completeSettings({ ...read, given: withRecipe(session, train, read.given) });
    if (settings.task === 'pretrain')
      throw new UsageError('cli.belongs-to', { option: 'tune', other: '--task ner|classify|diagnose' });
    const plan = searchPlan({ settings, method, minutes, trials, fixed: Object.keys(read.given) });
    const name = options.name ?? `tune ${settings.network}`;
    return { name, plan, train: train.name, dev: dev.name, text, label, separator, parent };
  }, options);
  if (out === undefined || experiment.state !== 'finished') return;
  writeFileSync(out, formatExperiment(experiment, 'config'), { mode: 0o600 });
  note(message('experiments.config-written', { out }));
}

function minutesOf(value: string | undefined): number {
  if (value === undefined) return MINUTES;
  const minutes = number(value, '--minutes');
  if (minutes > 0) return minutes;
  throw new UsageError('cli.takes', { option: '--minutes', value, form: message('cli.positive-number') });
}
