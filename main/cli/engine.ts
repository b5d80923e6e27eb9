/** `engine info|calibrate|pin` */

import type { CalibrationReport } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { spawnHere } from '../processes/spawn-here.ts';
import { Calibration, pinExecutor } from '../services/executors/calibration.ts';
import {
  type EngineInfo,
  engineInfo,
  type NamedReport,
  withName,
} from '../services/executors/engine-info.ts';
import type { Session } from '../services/session/session.ts';
import { note, only, print, printJson, table, UsageError, withSession } from './command.ts';
import { said } from './language.ts';
import type { CommandOptions } from './options.ts';

const spawn = () => spawnHere('measurer');

export async function engine(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  switch (action) {
    case 'info':
      return withSession(options, 'starter', async (session) =>
        printInfo(await engineInfo(session, { spawn }), options),
      );
    case 'calibrate':
      return withSession(options, 'starter', async (session) =>
        printReport(await calibrate(session), options),
      );
    case 'pin': {
      const name = only(rest, 'executor, such as onnx:cpu, or auto');
      return withSession(options, 'starter', async (session) =>
        printReport(pinExecutor(session, name), options),
      );
    }
    default:
      throw new UsageError(`engine ${action ?? ''}: expected info, calibrate or pin`);
  }
}

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

function printReport(report: CalibrationReport, { json }: CommandOptions): void {
  const { executors, at, chosen, pinned } = report;
  const named = executors.map(withName);
  if (json) return printJson({ calibratedAt: at ?? null, executors: named, chosen, pinned });
  if (named.length > 0) print(executorTable(named));
  print(choice(report));
}

function printInfo(info: EngineInfo, { json }: CommandOptions): void {
  if (json) return printJson(info);
  const { versions, processor, memory } = info;
  print(
    table([
      ['meridian', versions.meridian],
      ['node', versions.node],
      ['onnxruntime', versions.onnxruntime ?? 'does not load'],
      ['tfjs', versions.tfjs],
      ['processor', `${processor.model}, ${processor.cores} cores`],
      ['memory', `${gigabytes(memory.total)}, ${gigabytes(memory.free)} free`],
      ['measured', info.calibratedAt ?? 'never: `engine calibrate` does it in half a minute'],
    ]),
  );
  print(`\n${executorTable(info.executors)}\n`);
  print(choice(info));
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

function executorTable(reports: readonly NamedReport[]): string {
  const rows = reports.map(({ name, available, reason, msPerStep, maxError }) => [
    name,
    available ? 'works' : 'absent',
    msPerStep === undefined ? '' : msPerStep.toFixed(1),
    maxError === undefined ? '' : maxError.toExponential(1),
    reason === undefined ? '' : said(reason),
  ]);
  return table([['executor', 'state', 'ms/step', 'error', 'why not'], ...rows]);
}

const choice = ({ chosen, pinned }: Pick<CalibrationReport, 'chosen' | 'pinned'>): string =>
  `auto is ${chosen}${pinned === 'auto' ? '' : ', pinned'}`;
