/** `runs list|show|delete|report` */

import { writeFileSync } from 'node:fs';
import type { RunSummary } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { exportRunReport } from '../services/runs/run-report.ts';
import { Runs } from '../services/runs/runs.ts';
import type { Session } from '../services/session/session.ts';
import { note, only, print, printJson, table, UsageError, withSession } from './command.ts';
import { said, saidData } from './language.ts';
import type { CommandOptions } from './options.ts';
import { printPretraining } from './pretrain.ts';

/** A run by its number, or the newest of that name. */
export function findRun(all: Runs, which: string): RunSummary {
  const list = all.list();
  const found = list.find(({ id }) => String(id) === which) ?? list.find(({ name }) => name === which);
  if (found !== undefined) return found;
  const known = list.map(({ id, name, state }) => `${id} ${name} (${state})`).join(', ');
  throw new AppError(
    'not-found',
    'runs.not-found',
    { run: which },
    { hint: known === '' ? 'hint.nothing-trained' : message('hint.there-are', { names: known }) },
  );
}

export async function runs(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  switch (action) {
    case 'list':
      return withRuns(options, (_session, all) => printRuns(all.list(), options));
    case 'show':
      return withRuns(options, (_session, all) => printRun(all, only(rest, 'RUN'), options));
    case 'delete':
      return withRuns(options, (_session, all) => {
        const { id, name } = findRun(all, only(rest, 'RUN'));
        all.remove(id);
        if (options.json) printJson({ deleted: id });
        else print(`deleted run ${id} ${name}; models stay`);
      });
    case 'report':
      return report(only(rest, 'RUN'), options);
    default:
      throw new UsageError(`runs ${action ?? ''}: expected list, show, delete or report`);
  }
}

function withRuns(options: CommandOptions, body: (session: Session, all: Runs) => void): Promise<void> {
  return withSession(options, 'starter', async (session) => {
    const startTraining = () => {
      throw new UsageError('runs: nothing is trained here');
    };
    body(session, new Runs(session, { startTraining }));
  });
}

function report(which: string, options: CommandOptions): Promise<void> {
  const { format = 'html', out } = options;
  if (format !== 'html' && format !== 'json')
    throw new UsageError('runs report: --format takes html or json');
  if (out === undefined) throw new UsageError('runs report needs --out FILE');
  return withRuns(options, (session, all) => {
    const { bytes } = exportRunReport(session, all, findRun(all, which).id, format);
    writeFileSync(out, bytes, { mode: 0o600 });
    note(message('cli.report-written', { out }));
  });
}

function printRuns(all: readonly RunSummary[], options: CommandOptions): void {
  if (options.json) return printJson(all);
  const rows = all.map(({ id, name, state, settings, train, best, progress, createdAt }) => [
    id,
    name,
    state,
    'network' in settings ? settings.network : settings.encoder,
    train.name,
    progress === undefined ? '' : `${progress.step}/${progress.totalSteps}`,
    best?.score.toFixed(4) ?? '',
    createdAt.slice(0, 19),
  ]);
  print(table([['id', 'name', 'state', 'network', 'trained on', 'steps', 'best', 'created'], ...rows]));
}

function printRun(all: Runs, which: string, options: CommandOptions): void {
  const run = all.get(findRun(all, which).id);
  if (options.json) return printJson(run);
  const { settings, report: scores, warnings, error, progress, best, train, dev, ...plain } = run;
  for (const [key, value] of Object.entries(plain)) print(`${key}: ${value}`);
  print(`train: ${train.name}  dev: ${dev.name}`);
  if (progress !== undefined)
    print(`steps: ${progress.step} of ${progress.totalSteps}, ${progress.seconds.toFixed(0)} s`);
  if (best !== undefined) print(`best: ${best.score.toFixed(4)} after epoch ${best.epoch}`);
  if (scores?.task === 'pretrain') printPretraining(scores);
  else if (scores !== undefined) {
    const labels = scores.task === 'ner' ? scores.scores.perType : scores.perLabel;
    const rows = Object.entries(labels).map(([type, score]) => [
      type,
      ...[score.precision, score.recall, score.f1].map((value) => value.toFixed(4)),
      score.support,
    ]);
    print(
      table([[scores.task === 'ner' ? 'type' : 'label', 'precision', 'recall', 'F1', 'support'], ...rows]),
    );
  }
  for (const warning of warnings) print(`warning: ${said(warning)}`);
  if (error !== undefined) print(`error: ${saidData(error)}`);
  print(`settings: ${JSON.stringify(settings)}`);
}
