/** Parameters, gradients and moments in main memory, shared by onnxruntime and the AdamW kernel. */
import { type HelperThreads, helpersFor } from './helper-threads.ts';
import { allocateSlots } from './host-memory.ts';
import { HostOptimizer, type TrainedParameter } from './host-optimizer.ts';
import { named, type Opened } from './onnx-graphs.ts';
import { type OrtTensor, tensorOver } from './onnx-session.ts';
import type { Placement } from './placement.ts';
import {
  type AdamWSettings,
  elementCount,
  isTrainable,
  type Optimizer,
  type ParameterSpec,
  type Values,
} from './program.ts';

interface Held {
  readonly spec: ParameterSpec;
  tensor: OrtTensor;
  /** Elements of the tensor; a view of the optimizer's memory after `prepareTraining`. */
  data: Float32Array;
}

/** Buffers for a gradient: `direct` for the first batch, `beside` for further ones, which are then added. */
interface Target {
  readonly parameter: TrainedParameter;
  readonly direct: OrtTensor;
  readonly beside: OrtTensor;
}

export class HostPlacement implements Placement {
  readonly onDevice = false;
  private readonly held: readonly Held[];
  private readonly threads: number;
  private helpers: HelperThreads | undefined;
  private hadOptimizer = false;
  private trained: ReadonlyMap<string, Target> = new Map();

  /** `threads` as in `SessionSettings`. */
  constructor(specs: readonly ParameterSpec[], threads: number) {
    this.threads = threads;
    this.held = specs.map((spec) => {
      const data = new Float32Array(elementCount(spec.shape));
      return { spec, data, tensor: tensorOver(data, spec.shape, 'float32') };
    });
  }

  async tensors(): Promise<ReadonlyMap<string, OrtTensor>> {
    return new Map(this.held.map(({ spec, tensor }) => [spec.name, tensor]));
  }

  async read(): Promise<Record<string, Float32Array>> {
    return Object.fromEntries(this.held.map(({ spec, data }) => [spec.name, data.slice()]));
  }

  async write(values: Values): Promise<void> {
    for (const { spec, data } of this.held) {
      const replacement = values[spec.name];
      if (replacement) data.set(replacement);
    }
  }

  /** Moves the trainable parameters to the memory of their moments and gradients. */
  prepareTraining(): void {
    if (this.trained.size > 0) return;
    const moving = this.held.filter(({ spec }) => isTrainable(spec));
    const slots = allocateSlots(moving.map(({ data }) => data.length));
    this.trained = new Map(
      moving.map((held, index) => {
        const { spec } = held;
        const slot = slots[index]!;
        slot.view.value.set(held.data);
        held.data = slot.view.value;
        held.tensor = tensorOver(slot.view.value, spec.shape, 'float32');
        const target: Target = {
          parameter: { spec, slot, weight: 0 },
          direct: tensorOver(slot.view.gradient, spec.shape, 'float32'),
          beside: tensorOver(slot.view.scratch, spec.shape, 'float32'),
        };
        return [spec.name, target];
      }),
    );
  }

  targets(step: Opened): Readonly<Record<string, OrtTensor>> {
    return Object.fromEntries(
      named(step, 'gradient').map(([name, output]) => {
        const { parameter, direct, beside } = this.trained.get(name)!;
        return [output, parameter.weight === 0 ? direct : beside];
      }),
    );
  }

  /** Keeps the first gradient in place and adds further ones. */
  async accumulate(step: Opened, _: unknown, weight: number): Promise<void> {
    for (const [name] of named(step, 'gradient')) {
      const { parameter } = this.trained.get(name)!;
      const { slot } = parameter;
      if (parameter.weight === 0) {
        parameter.weight = weight;
        continue;
      }
      slot.arena.loops.blend!(
        slot.address.gradient,
        slot.address.scratch,
        slot.count,
        parameter.weight,
        weight,
      );
      parameter.weight = 1;
    }
  }

  createOptimizer(settings: AdamWSettings, onDispose: () => void): Optimizer {
    this.prepareTraining();
    const parameters = [...this.trained.values()].map(({ parameter }) => parameter);
    if (this.hadOptimizer) clearMoments(parameters);
    this.hadOptimizer = true;
    this.helpers = helpersFor(this.threads);
    return new HostOptimizer(parameters, settings, this.helpers, onDispose);
  }

  async dispose(): Promise<void> {
    for (const { parameter } of this.trained.values()) this.helpers?.forget(parameter.slot.arena);
    this.trained = new Map();
  }
}

function clearMoments(parameters: readonly TrainedParameter[]): void {
  for (const { slot } of parameters) {
    slot.view.first.fill(0);
    slot.view.second.fill(0);
  }
}
