/** `engine info|calibrate|pin` */

import type { CalibrationReport } from '../../shared/domain/training.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { spawnHere } from '../processes/spawn-here.ts';
import { Calibration, pinExecutor } from '../services/executors/calibration.ts';
import {
  type EngineInfo,
  engineInfo,
  type NamedReport,
  withName,
} from '../services/executors/engine-info.ts';
import type { Session } from '../services/session/session.ts';
import {
  actions,
  headed,
  heading,
  inSession,
  note,
  only,
  print,
  printJson,
  table,
  withSession,
} from './command.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';

type EngineOptions = Options<'engine'>;

const spawn = () => spawnHere('measurer');

export const engine = actions<EngineOptions>('engine', {
  info: inSession(async (session, _args, options) =>
    printInfo(await engineInfo(session, { spawn }), options),
  ),
  calibrate: inSession(async (session, _args, options) => printReport(await calibrate(session), options)),
  pin: async (args, options) => {
    const name = only(args, 'NAME | auto');
    return withSession(options, 'starter', async (session) =>
      printReport(pinExecutor(session, name), options),
    );
  },
});

/** Ctrl-C stops it, and nothing is stored. */
async function calibrate(session: Session): Promise<CalibrationReport> {
  const calibration = new Calibration(session, {
    spawn,
    onBegin: (name) => note(message('executors.measuring', { name })),
  });
  const stop = () => void calibration.close();
  process.once('SIGINT', stop);
  try {
    return await calibration.measure();
  } finally {
    process.off('SIGINT', stop);
  }
}

function printReport(report: CalibrationReport, { json }: EngineOptions): void {
  const { executors, at, chosen, pinned } = report;
  const named = executors.map(withName);
  if (json) return printJson({ calibratedAt: at ?? null, executors: named, chosen, pinned });
  if (named.length > 0) print(executorTable(named));
  print(choice(report));
}

function printInfo(info: EngineInfo, { json }: EngineOptions): void {
  if (json) return printJson(info);
  const { versions, processor, memory } = info;
  print(
    table([
      ['meridian', versions.meridian],
      ['node', versions.node],
      ['onnxruntime', versions.onnxruntime ?? said(message('cli.does-not-load'))],
      ['tfjs', versions.tfjs],
      [
        heading('processor'),
        said(message('cli.processor', { model: processor.model, cores: processor.cores })),
      ],
      [
        heading('memory'),
        said(message('cli.memory', { total: gigabytes(memory.total), free: gigabytes(memory.free) })),
      ],
      [heading('measured'), info.calibratedAt ?? said(message('cli.never-measured'))],
    ]),
  );
  print(`\n${executorTable(info.executors)}\n`);
  print(choice(info));
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

function executorTable(reports: readonly NamedReport[]): string {
  const rows = reports.map(({ name, available, reason, msPerStep, maxError }) => [
    name,
    said(message(available ? 'cli.executor-works' : 'cli.executor-absent')),
    msPerStep === undefined ? '' : msPerStep.toFixed(1),
    maxError === undefined ? '' : maxError.toExponential(1),
    reason === undefined ? '' : said(reason),
  ]);
  return headed(['executor', 'state', 'ms/step', 'error', 'why not'], rows);
}

const choice = ({ chosen, pinned }: Pick<CalibrationReport, 'chosen' | 'pinned'>): Message =>
  message(pinned === 'auto' ? 'cli.executor-chosen' : 'cli.executor-pinned', { chosen });
