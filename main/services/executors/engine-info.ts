/** Describes the runtime of models: libraries, processor, memory, executors. */
import { cpus, totalmem } from 'node:os';
import type { CalibrationReport, ExecutorReport } from '../../../shared/domain/training.ts';
import { tfjsVersion } from '../../engine/runtime/backend-scope.ts';
import { formatExecutor } from '../../engine/runtime/executor-name.ts';
import { loadOnnxRuntime } from '../../engine/runtime/onnx-session.ts';
import { appVersion } from '../../resources.ts';
import type { Session } from '../session/session.ts';
import { readCalibration } from './calibration.ts';
import { type ChildOptions, calibrateInChildren } from './measurer.ts';

/** Executor with its name and its measurements, if any. */
export type NamedReport = ExecutorReport & { readonly name: string };

export interface EngineInfo {
  /** `onnxruntime` is null where its library does not load. */
  readonly versions: {
    readonly meridian: string;
    readonly node: string;
    readonly onnxruntime: string | null;
    readonly tfjs: string;
  };
  readonly processor: { readonly model: string; readonly cores: number };
  /** Bytes; `free` is what a process may still take. */
  readonly memory: { readonly total: number; readonly free: number };
  /** Availability of each executor, with its calibration. */
  readonly executors: readonly NamedReport[];
  readonly calibratedAt: string | null;
  readonly chosen: string;
  readonly pinned: string;
}

export const withName = (report: ExecutorReport): NamedReport => ({
  name: formatExecutor(report),
  ...report,
});

export async function engineInfo(session: Session, options: ChildOptions): Promise<EngineInfo> {
  const calibration = readCalibration(session);
  const probed = await calibrateInChildren('probe', options);
  const processors = cpus();
  return {
    versions: {
      meridian: appVersion(),
      node: process.versions.node,
      onnxruntime: await onnxRuntimeVersion(),
      tfjs: tfjsVersion,
    },
    processor: { model: processors[0]?.model ?? 'unknown', cores: processors.length },
    memory: { total: totalmem(), free: process.availableMemory() },
    executors: probed.map((report) => withName(withMeasurements(report, calibration))),
    calibratedAt: calibration.at ?? null,
    chosen: calibration.chosen,
    pinned: calibration.pinned,
  };
}

async function onnxRuntimeVersion(): Promise<string | null> {
  try {
    return (await loadOnnxRuntime()).env.versions.node ?? null;
  } catch {
    return null; // the executor reports give the reason
  }
}

function withMeasurements(report: ExecutorReport, { executors }: CalibrationReport): ExecutorReport {
  const measured = executors.find((one) => formatExecutor(one) === formatExecutor(report));
  return report.available && measured?.available === true ? { ...measured, ...report } : report;
}
