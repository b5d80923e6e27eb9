/** Location of onnxruntime's parameters, gradients and moments: main memory or GPU buffers. */
import type { Opened } from './onnx-graphs.ts';
import type { OrtTensor } from './onnx-session.ts';
import type { AdamWSettings, Optimizer, Values } from './program.ts';

export interface Placement {
  /** Whether gradients stay in GPU buffers. */
  readonly onDevice: boolean;
  /** Returns the current parameters. */
  tensors(): Promise<ReadonlyMap<string, OrtTensor>>;
  read(): Promise<Record<string, Float32Array>>;
  write(values: Values): Promise<void>;
  /** Must be called before the first training step. */
  prepareTraining(): void;
  /** Returns buffers for the gradients of the next step, by output name. */
  targets(step: Opened): Readonly<Record<string, OrtTensor>>;
  /** Adds weight · the gradients of a run. */
  accumulate(step: Opened, results: Readonly<Record<string, OrtTensor>>, weight: number): Promise<void>;
  /** Creates an optimizer with zero moments. */
  createOptimizer(settings: AdamWSettings, onDispose: () => void): Optimizer;
  dispose(): Promise<void>;
}
