import type * as OnnxRuntime from 'onnxruntime-node';
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import { invariant } from '../../../shared/assert.ts';
import { runtimeError } from './errors.ts';
import type { OnnxProvider, Precision } from './executor-name.ts';
import { encodeModel, type OnnxModel } from './onnx-model.ts';

export type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';

let loaded: typeof OnnxRuntime | undefined;

/** Loads the native library, which some platforms lack. Must be called before other functions of this file. */
export async function loadOnnxRuntime(): Promise<typeof OnnxRuntime> {
  if (!loaded) {
    process.env.ORT_DISABLE_TELEMETRY = '1'; // otherwise it records its use and sends the record to its maker
    loaded = await import('onnxruntime-node');
    loaded.env.logLevel = 'fatal'; // errors are thrown, so that printing them is redundant
  }
  return loaded;
}

function onnxRuntime(): typeof OnnxRuntime {
  invariant(loaded, 'onnxruntime is used before it was loaded');
  return loaded;
}

export interface SessionSettings {
  readonly provider: OnnxProvider;
  /** Threads inside an operator; 0 leaves the choice to onnxruntime: one per physical core. */
  readonly threads: number;
  /** Number format of training steps; default float32. */
  readonly precision?: Precision | undefined;
  /** Outputs that stay in GPU buffers (webgpu only). */
  readonly onDevice?: readonly string[];
  /** Keeps the memory of intermediate results for the next run: faster by a tenth. Default true. */
  readonly keepMemory?: boolean;
}

const ERRORS_ONLY = 3;

/** Opens a session. Providers fall back to the cpu for operators that they lack. */
export async function openSession(model: OnnxModel, settings: SessionSettings): Promise<InferenceSession> {
  const { provider, threads, onDevice, keepMemory = true } = settings;
  const options: InferenceSession.SessionOptions = {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: keepMemory,
    // a planned block for intermediate results would add to the memory of the first run
    enableMemPattern: false,
    logSeverityLevel: ERRORS_ONLY,
    extra: {
      // Threads that wait actively gain a twentieth on an idle machine and cost nearly half of the speed where anything
      // else runs, such as the editor beside a training run.
      session: { intra_op: { allow_spinning: '0' } },
      // the fused operator takes four times as long as addition and LayerNormalization on the cpu
      optimization: { disable_specified_optimizers: 'SkipLayerNormFusion' },
    },
    ...(onDevice && {
      preferredOutputLocation: Object.fromEntries(onDevice.map((name) => [name, 'gpu-buffer'])),
    }),
  };
  try {
    return await onnxRuntime().InferenceSession.create(encodeModel(model), options);
  } catch (error) {
    throw runtimeError(`building the graph for onnxruntime (${provider})`, error);
  }
}

/** Returns a tensor over `data` without a copy. */
export function tensorOver(
  data: Float32Array | Int32Array | Uint8Array,
  shape: readonly number[],
  dtype: 'float32' | 'int32' | 'uint8' | 'bool',
): OrtTensor {
  const { Tensor } = onnxRuntime();
  return dtype === 'bool' && data instanceof Uint8Array
    ? new Tensor('bool', data, shape)
    : new Tensor(data, shape);
}
