/** Parameters in main memory and programs captured as ONNX graphs, run by onnxruntime. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { AppError } from '../../../shared/result.ts';
import { type Captured, type CaptureTools, capture } from './capture-backend.ts';
import { runtimeError } from './errors.ts';
import { lossAndGradients } from './gradients-of.ts';
import { allocateSlots } from './host-memory.ts';
import { HostOptimizer, type TrainedParameter } from './host-optimizer.ts';
import {
  type InferenceSession,
  type OrtTensor,
  openSession,
  type SessionSettings,
  tensorOver,
} from './onnx-session.ts';
import {
  type AdamWSettings,
  checkFeeds,
  checkValues,
  elementCount,
  type Feeds,
  type ForwardSpec,
  type HostTensor,
  type InputSpec,
  type MemoryEstimate,
  type Optimizer,
  type ParameterSpec,
  type ParameterStore,
  type Program,
  ProgramCache,
  type StepResult,
  type StepSpec,
  type TrainingStep,
  type Values,
} from './program.ts';

const FLOAT = 4;
const parameterName = (name: string): string => `param/${name}`;
const inputName = (name: string): string => `input/${name}`;
const gradientName = (name: string): string => `gradient/${name}`;
const metricName = (name: string): string => `metric/${name}`;

interface Held {
  readonly spec: ParameterSpec;
  /** The values; views of the optimizer's memory once there is one. */
  tensor: OrtTensor;
  data: Float32Array;
}

/** An opened graph: where its named outputs are found. */
interface Opened {
  readonly session: InferenceSession;
  readonly outputs: ReadonlyMap<string, string>;
  readonly activations: number;
}

export class OnnxStore implements ParameterStore {
  readonly specs: readonly ParameterSpec[];
  private readonly held: readonly Held[];
  private readonly settings: SessionSettings;
  private readonly forwards = new ProgramCache<OnnxProgram>();
  private readonly steps = new ProgramCache<OnnxStep>();
  private readonly open = new Set<{ dispose(): Promise<void> }>();
  private trained: readonly TrainedParameter[] = [];
  private hasOptimizer = false;

  constructor(specs: readonly ParameterSpec[], settings: SessionSettings) {
    this.specs = specs;
    this.settings = settings;
    this.held = specs.map((spec) => {
      const data = new Float32Array(elementCount(spec.shape));
      return { spec, data, tensor: tensorOver(data, spec.shape, 'float32') };
    });
  }

  async read(): Promise<Record<string, Float32Array>> {
    return Object.fromEntries(this.held.map(({ spec, data }) => [spec.name, data.slice()]));
  }

  async write(values: Values): Promise<void> {
    checkValues(this.specs, values);
    for (const { spec, data } of this.held) {
      const replacement = values[spec.name];
      if (replacement) data.set(replacement);
    }
  }

  compile(spec: ForwardSpec): Promise<Program> {
    return this.forwards.get(spec.key, async () => {
      const { weights = 'live' } = spec;
      const captured = capture(
        (tools) => {
          const params = weights === 'live' ? this.parameterTensors(tools) : this.constants(tools);
          return spec.build(params, inputTensors(tools, spec.inputs));
        },
        { int8: weights === 'int8' },
      );
      const opened = await this.openGraph(captured);
      const program = new OnnxProgram(this, spec.inputs, opened, () => this.forwards.forget(program));
      return this.remember(program);
    });
  }

  compileTrainingStep(spec: StepSpec): Promise<TrainingStep> {
    return this.steps.get(spec.key, async () => {
      const trainable = this.specs.filter(({ trainable: on }) => on ?? true).map(({ name }) => name);
      const captured = capture((tools) => {
        const params = this.parameterTensors(tools);
        const { loss, metrics, gradients } = lossAndGradients(
          spec,
          params,
          trainable,
          inputTensors(tools, spec.inputs),
        );
        return {
          loss,
          ...Object.fromEntries(Object.entries(metrics).map(([name, value]) => [metricName(name), value])),
          ...Object.fromEntries(
            Object.entries(gradients).map(([name, value]) => [gradientName(name), value]),
          ),
        };
      });
      this.prepareTraining();
      const opened = await this.openGraph(captured);
      const step = new OnnxStep(this, spec.inputs, opened, this.trained, () => this.steps.forget(step));
      return this.remember(step);
    });
  }

  private remember<P extends { dispose(): Promise<void> }>(program: P): P {
    this.open.add(program);
    return program;
  }

  private async openGraph({ graph, outputs }: Captured): Promise<Opened> {
    const values = Object.values(outputs);
    const { model, outputNames } = graph.toModel(values);
    const session = await openSession(model, this.settings);
    const found = new Map(Object.keys(outputs).map((name, index) => [name, outputNames[index]!]));
    return { session, outputs: found, activations: graph.peakBytes(values) };
  }

  createOptimizer(settings: AdamWSettings): Optimizer {
    if (this.hasOptimizer) throw new AppError('internal', 'these parameters have an optimizer already');
    this.prepareTraining();
    this.hasOptimizer = true;
    return new HostOptimizer(this.trained, settings, () => {
      this.hasOptimizer = false;
    });
  }

  /** Moves the trainable parameters to where their moments and gradients are. */
  private prepareTraining(): void {
    if (this.trained.length > 0) return;
    const moving = this.held.filter(({ spec }) => spec.trainable ?? true);
    const slots = allocateSlots(moving.map(({ data }) => data.length));
    this.trained = moving.map((parameter, index) => {
      const slot = slots[index]!;
      slot.view.value.set(parameter.data);
      parameter.data = slot.view.value;
      parameter.tensor = tensorOver(slot.view.value, parameter.spec.shape, 'float32');
      return { spec: parameter.spec, slot, weight: 0 };
    });
  }

  private parameterTensors({ input }: CaptureTools): Record<string, Tensor> {
    return Object.fromEntries(
      this.specs.map(({ name, shape }) => [name, input(parameterName(name), shape, 'float32')]),
    );
  }

  private constants({ constant }: CaptureTools): Record<string, Tensor> {
    return Object.fromEntries(this.held.map(({ spec, data }) => [spec.name, constant(data, spec.shape)]));
  }

  /** Parameters and inputs under the names of the graph. */
  feeds(inputs: readonly InputSpec[], feeds: Feeds): Record<string, OrtTensor> {
    checkFeeds(inputs, feeds);
    const given = inputs.map(({ name, shape, dtype }): [string, OrtTensor] => [
      inputName(name),
      tensorOver(feeds[name]!, shape, dtype),
    ]);
    const held = this.held.map(({ spec, tensor }): [string, OrtTensor] => [parameterName(spec.name), tensor]);
    return Object.fromEntries([...held, ...given]);
  }

  memory(activations: number, training: boolean): MemoryEstimate {
    const bytes = (specs: readonly ParameterSpec[]) =>
      specs.reduce((total, { shape }) => total + elementCount(shape) * FLOAT, 0);
    const trainable = training ? bytes(this.specs.filter(({ trainable: on }) => on ?? true)) : 0;
    return { parameters: bytes(this.specs), gradients: trainable, moments: 2 * trainable, activations };
  }

  release(program: { dispose(): Promise<void> }): void {
    this.open.delete(program);
  }

  async dispose(): Promise<void> {
    for (const program of [...this.open]) await program.dispose();
  }
}

const inputTensors = ({ input }: CaptureTools, inputs: readonly InputSpec[]): Record<string, Tensor> =>
  Object.fromEntries(inputs.map(({ name, shape, dtype }) => [name, input(inputName(name), shape, dtype)]));

class OnnxProgram implements Program {
  readonly memory: MemoryEstimate;
  private readonly store: OnnxStore;
  private readonly inputs: readonly InputSpec[];
  private readonly opened: Opened;
  private readonly onDispose: () => void;

  constructor(store: OnnxStore, inputs: readonly InputSpec[], opened: Opened, onDispose: () => void) {
    this.store = store;
    this.inputs = inputs;
    this.opened = opened;
    this.onDispose = onDispose;
    this.memory = store.memory(opened.activations, false);
  }

  async run(feeds: Feeds): Promise<Record<string, HostTensor>> {
    const results = await runSession(this.opened.session, this.store.feeds(this.inputs, feeds));
    return Object.fromEntries(
      [...this.opened.outputs].map(([name, inGraph]) => [name, hostTensor(results[inGraph]!)]),
    );
  }

  async dispose(): Promise<void> {
    this.store.release(this);
    this.onDispose();
    await this.opened.session.release();
  }
}

/** Where a parameter's gradient goes: straight to its place, or beside it to be added. */
interface Target {
  readonly parameter: TrainedParameter;
  readonly output: string;
  readonly direct: OrtTensor;
  readonly beside: OrtTensor;
}

class OnnxStep implements TrainingStep {
  readonly memory: MemoryEstimate;
  private readonly store: OnnxStore;
  private readonly inputs: readonly InputSpec[];
  private readonly opened: Opened;
  private readonly targets: readonly Target[];
  private readonly onDispose: () => void;

  constructor(
    store: OnnxStore,
    inputs: readonly InputSpec[],
    opened: Opened,
    trained: readonly TrainedParameter[],
    onDispose: () => void,
  ) {
    this.store = store;
    this.inputs = inputs;
    this.opened = opened;
    this.onDispose = onDispose;
    this.memory = store.memory(opened.activations, true);
    this.targets = trained.flatMap((parameter) => {
      const output = opened.outputs.get(gradientName(parameter.spec.name));
      if (output === undefined) return [];
      const { view } = parameter.slot;
      const direct = tensorOver(view.gradient, parameter.spec.shape, 'float32');
      const beside = tensorOver(view.scratch, parameter.spec.shape, 'float32');
      return [{ parameter, output, direct, beside }];
    });
  }

  async accumulate(feeds: Feeds, weight = 1): Promise<StepResult> {
    const fetches: Record<string, OrtTensor | null> = {};
    for (const output of this.opened.outputs.values()) fetches[output] = null;
    for (const { parameter, output, direct, beside } of this.targets) {
      fetches[output] = parameter.weight === 0 ? direct : beside;
    }
    const results = await runSession(this.opened.session, this.store.feeds(this.inputs, feeds), fetches);
    for (const { parameter } of this.targets) add(parameter, weight);
    const scalar = (name: string) => Number(results[this.opened.outputs.get(name)!]!.data[0]);
    const prefix = metricName('');
    const metrics = [...this.opened.outputs.keys()].filter((name) => name.startsWith(prefix));
    return {
      loss: scalar('loss'),
      metrics: Object.fromEntries(metrics.map((name) => [name.slice(prefix.length), scalar(name)])),
    };
  }

  async dispose(): Promise<void> {
    this.store.release(this);
    this.onDispose();
    await this.opened.session.release();
  }
}

/** The first gradient is in its place already; further ones are added from beside it. */
function add(parameter: TrainedParameter, weight: number): void {
  const { slot } = parameter;
  if (parameter.weight === 0) {
    parameter.weight = weight;
    return;
  }
  slot.kernel.blend(slot.address.gradient, slot.address.scratch, slot.count, parameter.weight, weight);
  parameter.weight = 1;
}

async function runSession(
  session: InferenceSession,
  feeds: Record<string, OrtTensor>,
  fetches?: Record<string, OrtTensor | null>,
): Promise<Record<string, OrtTensor>> {
  try {
    const results = await (fetches ? session.run(feeds, fetches) : session.run(feeds));
    return results as Record<string, OrtTensor>; // safe: our graphs give tensors only
  } catch (error) {
    throw runtimeError('running the graph', error);
  }
}

function hostTensor({ data, dims, type }: OrtTensor): HostTensor {
  return { data, shape: dims, dtype: type } as HostTensor; // safe: captured graphs give these three types only
}
