/** Runtime errors that callers distinguish, since another executor or a smaller batch can help. */
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

/** A model uses an op without ONNX translation; an eager executor can still run it. */
export class CaptureError extends AppError {
  constructor(problem: string, cause?: unknown) {
    super('internal', message('executors.no-capture', { problem }), {
      hint: 'hint.other-executor',
      cause,
    });
    this.name = 'CaptureError';
  }
}

/** @param hint what fits, where that is known */
export class OutOfMemoryError extends AppError {
  constructor(doing: string, { hint, cause }: { hint?: Message; cause?: unknown } = {}) {
    super('too-large', message('executors.out-of-memory', { doing }), {
      kept: 'kept.parameters-and-checkpoints',
      hint: hint ?? 'hint.smaller-batch',
      cause,
    });
    this.name = 'OutOfMemoryError';
  }
}

/** An execution provider lacks an operator of the graph; the cpu provider has it. */
export class UnsupportedError extends AppError {
  constructor(doing: string, cause: unknown) {
    super('internal', message('executors.unsupported', { doing, problem: firstLine(cause) }), {
      hint: 'hint.other-executor-such-as',
      cause,
    });
    this.name = 'UnsupportedError';
  }
}

/** The GPU is lost to this process: driver reset, unplugged, suspended. */
export class DeviceLostError extends AppError {
  constructor(doing: string, cause?: unknown) {
    super('engine-down', message('executors.device-lost', { doing }), {
      kept: 'kept.parameters-and-checkpoints',
      hint: 'hint.go-on-from-checkpoint',
      cause,
    });
    this.name = 'DeviceLostError';
  }
}

/** An executor does not work on this machine, for `reason`. */
export class ExecutorUnavailableError extends AppError {
  readonly reason: Message;

  constructor(executor: string, reason: Message, cause?: unknown) {
    super('engine-down', message('executors.unavailable', { executor, reason }), {
      hint: 'hint.other-executor-in-settings',
      cause,
    });
    this.name = 'ExecutorUnavailableError';
    this.reason = reason;
  }
}

const OUT_OF_MEMORY =
  /bad_?alloc|failed to allocate|out of memory|out_of_memory|outofmemory|allocation failed|invalid (typed )?array (buffer )?length|not enough memory|exceeds the max buffer size|\boom\b/i;
const DEVICE_LOST =
  /device (is |was |has been )?lost|device_lost|devicelost|device[ _](removed|hung|reset)|parent device is lost|CUDA_ERROR_(ILLEGAL|LAUNCH|ECC|UNKNOWN)|cuda failure (4|46|700|702|719|999)\b/i;

const UNSUPPORTED = /not supported yet|not[ _]implemented|could not find an implementation/i;

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

const firstLine = (thrown: unknown): string => messageOf(thrown).split('\n')[0]!.trim();

/** Returns whether an error of onnxruntime, V8, WebGPU or CUDA means that memory is exhausted. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  thrown instanceof OutOfMemoryError || OUT_OF_MEMORY.test(messageOf(thrown));

/** Returns whether an error of Dawn, Direct3D, Vulkan or CUDA means that the device is lost. */
export const isDeviceLost = (thrown: unknown): boolean =>
  thrown instanceof DeviceLostError || DEVICE_LOST.test(messageOf(thrown));

/** Converts an error of a native library to an AppError with advice. @param doing subject of "… failed" */
export function runtimeError(doing: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isOutOfMemory(thrown)) return new OutOfMemoryError(doing, { cause: thrown });
  if (isDeviceLost(thrown)) return new DeviceLostError(doing, thrown);
  if (UNSUPPORTED.test(messageOf(thrown))) return new UnsupportedError(doing, thrown);
  return new AppError(
    'internal',
    'executors.failed',
    { doing, problem: messageOf(thrown) },
    { cause: thrown },
  );
}
