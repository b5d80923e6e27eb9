/** Executor names as in settings, runs and the command line: `onnx:cpu`, `webgpu` … Loads no library. */
import { assertNever } from '../../../shared/assert.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

export const ONNX_PROVIDERS = ['cpu', 'webgpu', 'cuda', 'dml', 'coreml'] as const;
export type OnnxProvider = (typeof ONNX_PROVIDERS)[number];

export const EAGER_BACKENDS = ['tensorflow', 'webgpu', 'wasm', 'cpu'] as const;
export type EagerBackend = (typeof EAGER_BACKENDS)[number];

const EXECUTOR_IDS = ['onnx', ...EAGER_BACKENDS] as const;
type ExecutorId = (typeof EXECUTOR_IDS)[number];

/** Number format of training steps; `mixed-int8`: products with large weights in eight bits. */
export type Precision = 'float32' | 'mixed-int8';

export interface ExecutorChoice {
  readonly id: ExecutorId;
  /** Execution provider of `onnx`; default cpu. */
  readonly provider?: OnnxProvider;
  /** Threads of `onnx`; default one per physical core. */
  readonly threads?: number;
  /** Precision of training steps of `onnx` on the processor. */
  readonly precision?: Precision | undefined;
}

/** Parses a name; `onnx` means `onnx:cpu`. @throws AppError when there is no such executor */
export function parseExecutor(name: string): ExecutorChoice {
  const [id, provider, ...rest] = name.split(':');
  const eager = EAGER_BACKENDS.find((backend) => backend === id);
  if (eager !== undefined && provider === undefined) return { id: eager };
  const known = ONNX_PROVIDERS.find((candidate) => candidate === (provider ?? 'cpu'));
  if (id === 'onnx' && known !== undefined && rest.length === 0) return { id, provider: known };
  const names = [...ONNX_PROVIDERS.map((one) => `onnx:${one}`), ...EAGER_BACKENDS].join(', ');
  throw new AppError(
    'bad-request',
    'executors.not-found',
    { name },
    { hint: message('hint.choose-one-of', { names }) },
  );
}

/** Formats the name that `parseExecutor` reads, without threads. */
export const formatExecutor = ({
  id,
  provider,
}: {
  readonly id: string;
  readonly provider?: string;
}): string => (id === 'onnx' ? `onnx:${provider ?? 'cpu'}` : id);

/** Returns whether an executor computes in main memory, so that its limits are known without a trial. */
export const isOnProcessor = ({
  id,
  provider,
}: {
  readonly id: string;
  readonly provider?: string;
}): boolean => id === 'wasm' || id === 'cpu' || (id === 'onnx' && (provider ?? 'cpu') === 'cpu');

/** Returns the names of executors possible on a platform; opening one shows whether it works. */
export const knownExecutors = (platform: NodeJS.Platform = process.platform): string[] => [
  ...ONNX_PROVIDERS.filter((provider) => isBuiltFor(provider, platform)).map((one) => `onnx:${one}`),
  ...EAGER_BACKENDS,
];

/** Returns whether onnxruntime-node includes a provider; CUDA's libraries are installed separately. */
function isBuiltFor(provider: OnnxProvider, platform: NodeJS.Platform): boolean {
  switch (provider) {
    case 'cpu':
    case 'webgpu':
      return true;
    case 'cuda':
      return platform === 'linux';
    case 'dml':
      return platform === 'win32';
    case 'coreml':
      return platform === 'darwin';
    default:
      return assertNever(provider);
  }
}
