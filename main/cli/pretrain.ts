/** `train --task pretrain`: which corpus is meant, and what became of the encoder. */
import { existsSync } from 'node:fs';
import { type RunEstimate, withinHours } from '../../shared/domain/estimate.ts';
import type { PretrainReport, PretrainSettings } from '../../shared/domain/pretraining.ts';
import type { DataSet } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { ensureCorpus, findDataSet, listDataSets } from '../services/data/data-sets.ts';
import { pretrainingEstimate } from '../services/runs/run-estimate.ts';
import type { RunRequest } from '../services/runs/run-plan.ts';
import type { Session } from '../services/session/session.ts';
import { note, number, print, UsageError } from './command.ts';

export interface CorpusFlags {
  /** Files and folders, or the name of a corpus in the workspace. */
  readonly corpus: readonly string[];
  readonly dev?: string | undefined;
  readonly train?: string | undefined;
  readonly out?: string | undefined;
  readonly hours?: string | undefined;
  /** Sequences to show in place of a run. */
  readonly samples?: string | undefined;
  readonly steps?: unknown;
  readonly epochs?: unknown;
}

/** @throws UsageError when the flags do not fit the task */
export function checkCorpusFlags(
  task: string,
  { corpus, train, hours, steps, epochs, samples }: CorpusFlags,
): void {
  if (task === 'pretrain') {
    const other = steps !== undefined ? '--steps' : epochs !== undefined ? '--epochs' : undefined;
    if (hoursOf(hours) !== undefined && other !== undefined)
      throw new UsageError('cli.excludes', { option: '--hours', other });
    if (train !== undefined)
      throw new UsageError('cli.excludes', { option: '--train', other: '--task pretrain' });
    if (corpus.length === 0)
      throw new UsageError('cli.needs', { command: '--task pretrain', what: '--corpus PATH…' });
    return;
  }
  for (const [option, value] of Object.entries({ '--hours': hours, '--samples': samples }))
    if (value !== undefined) throw new UsageError('cli.belongs-to', { option, other: '--task pretrain' });
  if (corpus.length > 0)
    throw new UsageError('cli.belongs-to', {
      option: `--corpus ${corpus.join(' ')}`,
      other: '--task pretrain',
    });
}

/** Returns a run's request, and what it needs. */
export async function pretrainRequest(
  session: Session,
  settings: PretrainSettings,
  { corpus, dev, out, hours }: CorpusFlags,
): Promise<{ readonly request: RunRequest; readonly estimate: RunEstimate }> {
  const train = await corpusSet(session, corpus);
  const { name, documents, characters } = train;
  note(message('cli.corpus-size', { name, documents, characters }));
  const budget = hoursOf(hours);
  const chosen =
    budget === undefined
      ? settings
      : {
          ...settings,
          ...withinHours(budget, (await pretrainingEstimate(session, settings, train)).updates),
        };
  const request = {
    name: out ?? `${settings.encoder}-pretrained`,
    settings: chosen,
    train: train.id,
    dev: (dev === undefined ? train : await corpusSet(session, [dev])).id,
  };
  return { request, estimate: await pretrainingEstimate(session, chosen, train) };
}

function hoursOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const hours = number(value, '--hours');
  if (hours > 0) return hours;
  throw new UsageError('cli.takes', { option: '--hours', value, form: message('cli.positive-number') });
}

/** Files and folders make up one corpus; a name that is no file is that of a data set. */
export async function corpusSet(session: Session, paths: readonly string[]): Promise<DataSet> {
  const [name = ''] = paths;
  const isName =
    paths.length === 1 && !existsSync(name) && listDataSets(session).some((set) => set.name === name);
  return isName ? findDataSet(session, name) : ensureCorpus(session, paths);
}

export function printPretraining({
  loss,
  perplexity,
  accuracy,
  pairAccuracy,
  guesses,
  corpus,
}: PretrainReport): void {
  print(
    message('cli.pretraining-scores', {
      loss: loss.toFixed(4),
      perplexity: perplexity.toFixed(2),
      accuracy: (100 * accuracy).toFixed(2),
      guesses,
    }),
  );
  if (pairAccuracy !== undefined)
    print(message('cli.pairs-accuracy', { accuracy: (100 * pairAccuracy).toFixed(2) }));
  const { documents, duplicates, characters, tokens, devDocuments, trainSequences, devSequences } = corpus;
  print(message('cli.pretraining-corpus', { documents, duplicates, characters, tokens, devDocuments }));
  print(message('cli.pretraining-sequences', { trainSequences, devSequences }));
}
