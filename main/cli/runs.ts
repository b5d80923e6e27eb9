/** `runs list|show|delete|report|export|import` */

import { writeFileSync } from 'node:fs';
import type { RunSummary } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { exportRunReport } from '../services/runs/run-report.ts';
import { Runs } from '../services/runs/runs.ts';
import { type Session, unknownName } from '../services/session/session.ts';
import {
  actions,
  choice,
  headed,
  needed,
  note,
  only,
  print,
  printFields,
  printJson,
  printList,
  UsageError,
  valueName,
  withSession,
} from './command.ts';
import { saidData } from './language.ts';
import type { CommonOptions, Options } from './options.ts';
import { printPretraining } from './pretrain.ts';

type RunsOptions = Options<'runs'>;

/** A run by its number, or the newest of that name. */
export function findRun(all: Runs, which: string): RunSummary {
  const list = all.list();
  const found = list.find(({ id }) => String(id) === which) ?? list.find(({ name }) => name === which);
  if (found !== undefined) return found;
  const names = list.map(({ id, name, state }) => `${id} ${name} (${valueName(state)})`);
  throw unknownName(message('runs.not-found', { run: which }), names, 'hint.nothing-trained');
}

export const runs = actions<RunsOptions>('runs', {
  list: (_args, options) => withRuns('runs', options, (_session, all) => printRuns(all.list(), options)),
  show: (args, options) =>
    withRuns('runs', options, (_session, all) => printRun(all, only(args, 'RUN'), options)),
  delete: (args, options) =>
    withRuns('runs', options, (_session, all) => {
      const { id, name } = findRun(all, only(args, 'RUN'));
      all.remove(id);
      if (options.json) printJson({ deleted: id });
      else print(message('cli.run-deleted', { id, name }));
    }),
  export: (args, options) => {
    const out = needed(options.out, 'runs export', '--out DIR');
    choice('--for', options.for ?? 'torch', ['torch']);
    return withRuns('runs', options, async (session, all) => {
      const { exportRunForTorch } = await import('../services/runs/run-torch.ts');
      const { id } = findRun(all, only(args, 'RUN'));
      const path = await exportRunForTorch(session, all, id, out);
      if (options.json) printJson({ path });
      else print(message('runs.torch-exported', { path, run: id }));
    });
  },
  import: (args, options) => {
    const from = needed(options.from, 'runs import', '--from DIR');
    return withRuns('runs', options, async (session, all) => {
      const { importRunFromTorch } = await import('../services/runs/run-torch.ts');
      const { id } = findRun(all, only(args, 'RUN'));
      const step = await importRunFromTorch(session, all, id, from);
      if (options.json) printJson({ run: id, step });
      else print(message('runs.torch-imported', { run: id, step }));
    });
  },
  report: (args, options) => report(only(args, 'RUN'), options),
});

/** Runs `body` with the runs of the workspace, none of which can be started. */
export function withRuns(
  command: string,
  options: CommonOptions,
  body: (session: Session, all: Runs) => void | Promise<void>,
): Promise<void> {
  return withSession(options, 'starter', async (session) => {
    const startTraining = () => {
      throw new UsageError('cli.nothing-trained-here', { command });
    };
    await body(session, new Runs(session, { startTraining }));
  });
}

async function report(which: string, options: RunsOptions): Promise<void> {
  const format = choice('--format', options.format ?? 'html', ['html', 'json']);
  const out = needed(options.out, 'runs report', '--out FILE');
  return withRuns('runs', options, (session, all) => {
    const { bytes } = exportRunReport(session, all, findRun(all, which).id, format);
    writeFileSync(out, bytes, { mode: 0o600 });
    note(message('cli.report-written', { out }));
  });
}

function printRuns(all: readonly RunSummary[], options: RunsOptions): void {
  const headings = ['id', 'name', 'state', 'network', 'trained on', 'steps', 'best', 'created'] as const;
  printList(all, options, headings, ({ id, name, state, settings, train, best, progress, createdAt }) => [
    id,
    name,
    valueName(state),
    'network' in settings ? settings.network : settings.encoder,
    train.name,
    progress === undefined ? '' : `${progress.step}/${progress.totalSteps}`,
    best?.score.toFixed(4) ?? '',
    createdAt.slice(0, 19),
  ]);
}

function printRun(all: Runs, which: string, options: RunsOptions): void {
  const run = all.get(findRun(all, which).id);
  if (options.json) return printJson(run);
  const { settings, report: scores, warnings, error, progress, best, train, dev, ...plain } = run;
  printFields(plain);
  print(message('cli.run-data', { train: train.name, dev: dev.name }));
  if (progress !== undefined)
    print(
      message('cli.run-steps', {
        step: progress.step,
        total: progress.totalSteps,
        seconds: progress.seconds.toFixed(0),
      }),
    );
  if (best !== undefined) print(message('cli.run-best', { score: best.score.toFixed(4), epoch: best.epoch }));
  if (scores?.task === 'pretrain') printPretraining(scores);
  else if (scores !== undefined) {
    const labels = scores.task === 'ner' ? scores.scores.perType : scores.perLabel;
    const rows = Object.entries(labels).map(([type, score]) => [
      type,
      ...[score.precision, score.recall, score.f1].map((value) => value.toFixed(4)),
      score.support,
    ]);
    print(headed([scores.task === 'ner' ? 'type' : 'label', 'precision', 'recall', 'F1', 'support'], rows));
  }
  for (const warning of warnings) print(message('cli.warning', { warning }));
  if (error !== undefined) print(message('cli.error', { error: saidData(error) }));
  print(message('cli.settings', { settings: JSON.stringify(settings) }));
}
