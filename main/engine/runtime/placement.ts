/** Where onnxruntime's parameters, gradients and moments live: in main memory, or in buffers of a GPU. */
import type { Opened } from './onnx-graphs.ts';
import type { OrtTensor } from './onnx-session.ts';
import type { AdamWSettings, Optimizer, Values } from './program.ts';

export interface Placement {
  /** Gradients stay in GPU buffers. */
  readonly onDevice: boolean;
  /** The parameters as they are now. */
  tensors(): Promise<ReadonlyMap<string, OrtTensor>>;
  read(): Promise<Record<string, Float32Array>>;
  write(values: Values): Promise<void>;
  /** Called before the first training step. */
  prepareTraining(): void;
  /** Buffers that the next run of a step writes its gradients to, by output name. */
  targets(step: Opened): Readonly<Record<string, OrtTensor>>;
  /** Adds weight · the gradients that a run gave. */
  accumulate(step: Opened, results: Readonly<Record<string, OrtTensor>>, weight: number): Promise<void>;
  /** With zero moments. */
  createOptimizer(settings: AdamWSettings, onDispose: () => void): Optimizer;
  dispose(): Promise<void>;
}
