/** Errors of the runtime that callers tell apart. */
import { AppError } from '../../../shared/result.ts';

/** A model uses something that has no ONNX translation; an eager executor can still run it. */
export class CaptureError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('internal', `capture: ${message}`, {
      hint: 'Choose another executor for this model. (请为该模型选择其他执行器)',
      cause,
    });
    this.name = 'CaptureError';
  }
}

const OUT_OF_MEMORY =
  /bad_?alloc|failed to allocate|out of memory|allocation failed|invalid (typed )?array (buffer )?length|not enough memory|\boom\b/i;

/** True for what allocators of onnxruntime, V8, WebGPU and CUDA say when memory is short. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  OUT_OF_MEMORY.test(thrown instanceof Error ? thrown.message : String(thrown));

/** Makes errors of native libraries ones that people can act on; `doing` completes "… failed". */
export function runtimeError(doing: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isOutOfMemory(thrown)) {
    return new AppError('too-large', `Out of memory: ${doing}. (内存不足)`, {
      kept: 'Parameters and checkpoints saved before are intact. (此前保存的参数与检查点完好)',
      hint: 'Use a smaller batch with more accumulation steps, or shorter texts. (请减小批大小并增加梯度累积步数，或缩短文本长度)',
      cause: thrown,
    });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', `${doing} failed: ${message}`, { cause: thrown });
}
