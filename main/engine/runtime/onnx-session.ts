/** onnxruntime behind a small door: sessions with our options, tensors over our own buffers. */
import { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import { runtimeError } from './errors.ts';
import { encodeModel, type OnnxModel } from './onnx-model.ts';

export const ONNX_PROVIDERS = ['cpu', 'webgpu', 'cuda', 'dml', 'coreml'] as const;
export type OnnxProvider = (typeof ONNX_PROVIDERS)[number];
export type { InferenceSession } from 'onnxruntime-node';
export { Tensor as OrtTensor } from 'onnxruntime-node';

export interface SessionSettings {
  readonly provider: OnnxProvider;
  /** Threads inside an operator; 0 leaves the choice to onnxruntime (one per physical core). */
  readonly threads: number;
  /** Idle threads wait actively: faster for one session, costly for several side by side. */
  readonly spinning: boolean;
  /** Outputs that stay in GPU buffers (webgpu only). */
  readonly onDevice?: readonly string[];
  /** Writes a Chrome trace of every operator to `<prefix>_<time>.json` at the end. */
  readonly profilePrefix?: string;
}

const ERRORS_ONLY = 3;

/** A session for `model`; other providers fall back to the cpu for operators that they lack. */
export async function openSession(model: OnnxModel, settings: SessionSettings): Promise<InferenceSession> {
  const { provider, threads, spinning, onDevice, profilePrefix } = settings;
  const options: InferenceSession.SessionOptions = {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: ERRORS_ONLY,
    extra: { session: { intra_op: { allow_spinning: spinning ? '1' : '0' } } },
    ...(onDevice && {
      preferredOutputLocation: Object.fromEntries(onDevice.map((name) => [name, 'gpu-buffer'])),
    }),
    ...(profilePrefix !== undefined && { enableProfiling: true, profileFilePrefix: profilePrefix }),
  };
  try {
    return await InferenceSession.create(encodeModel(model), options);
  } catch (error) {
    throw runtimeError(`building the graph for onnxruntime (${provider})`, error);
  }
}

/** A tensor over `data` itself, not a copy. */
export function tensorOver(
  data: Float32Array | Int32Array | Uint8Array,
  shape: readonly number[],
  dtype: 'float32' | 'int32' | 'bool',
): OrtTensor {
  return dtype === 'bool' && data instanceof Uint8Array
    ? new OrtTensor('bool', data, shape)
    : new OrtTensor(data, shape);
}
