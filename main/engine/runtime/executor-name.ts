/** Executors by name, as settings, runs and the command line write them: `onnx:cpu`, `webgpu` … Loads no library. */

import { assertNever } from '../../../shared/assert.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

export const ONNX_PROVIDERS = ['cpu', 'webgpu', 'cuda', 'dml', 'coreml'] as const;
export type OnnxProvider = (typeof ONNX_PROVIDERS)[number];

export const EAGER_BACKENDS = ['tensorflow', 'webgpu', 'wasm', 'cpu'] as const;
export type EagerBackend = (typeof EAGER_BACKENDS)[number];

const EXECUTOR_IDS = ['onnx', ...EAGER_BACKENDS] as const;
type ExecutorId = (typeof EXECUTOR_IDS)[number];

export interface ExecutorChoice {
  readonly id: ExecutorId;
  /** Execution provider of `onnx`; default cpu. */
  readonly provider?: OnnxProvider;
  /** Threads of `onnx`; default one per physical core. */
  readonly threads?: number;
}

/** `onnx` alone stands for `onnx:cpu`. @throws AppError when there is no executor of this name. */
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
    {
      hint: message('hint.choose-one-of', { names }),
    },
  );
}

/** The name that `parseExecutor` reads; threads are no part of it. */
export const formatExecutor = ({
  id,
  provider,
}: {
  readonly id: string;
  readonly provider?: string;
}): string => (id === 'onnx' ? `onnx:${provider ?? 'cpu'}` : id);

/** Whether it computes in main memory: what fits and what it can do is then known without a trial. */
export const isOnProcessor = ({
  id,
  provider,
}: {
  readonly id: string;
  readonly provider?: string;
}): boolean => id === 'wasm' || id === 'cpu' || (id === 'onnx' && (provider ?? 'cpu') === 'cpu');

/** Executors that there may be on a platform, by name; whether one works shows when it is opened. */
export function knownExecutors(platform: NodeJS.Platform = process.platform): string[] {
  return [
    ...ONNX_PROVIDERS.filter((provider) => isBuiltFor(provider, platform)).map((one) => `onnx:${one}`),
    ...EAGER_BACKENDS,
  ];
}

/** What onnxruntime-node's packages hold; CUDA's libraries come from elsewhere. */
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
