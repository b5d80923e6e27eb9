/** Parameters of onnxruntime, and programs captured as ONNX graphs over them. */
import { DevicePlacement } from './device-placement.ts';
import { HostPlacement } from './host-placement.ts';
import { exactCodes } from './int8-codes.ts';
import {
  captureForward,
  captureStep,
  inputName,
  isGradient,
  named,
  type Opened,
  openGraph,
  parameterName,
  runSession,
} from './onnx-graphs.ts';
import { type OrtTensor, type SessionSettings, tensorOver } from './onnx-session.ts';
import type { Placement } from './placement.ts';
import {
  type AdamWSettings,
  checkFeeds,
  checkValues,
  type Feeds,
  type ForwardSpec,
  type HostTensor,
  type InputSpec,
  isTrainable,
  type MemoryEstimate,
  type Optimizer,
  OptimizerPlace,
  type ParameterSpec,
  type ParameterStore,
  type Program,
  ProgramCache,
  parameterMemory,
  type StepResult,
  type StepSpec,
  type TrainingStep,
  type Values,
} from './program.ts';

export class OnnxStore implements ParameterStore {
  readonly specs: readonly ParameterSpec[];
  private readonly settings: SessionSettings;
  private readonly placement: Placement;
  private readonly forwards = new ProgramCache<Program>();
  private readonly steps = new ProgramCache<TrainingStep>();
  private readonly open = new Set<{ dispose(): Promise<void> }>();
  private readonly optimizer = new OptimizerPlace();

  constructor(specs: readonly ParameterSpec[], settings: SessionSettings) {
    this.specs = specs;
    this.settings = settings;
    // only WebGPU's buffers can be passed from run to run; other providers copy what they need
    this.placement =
      settings.provider === 'webgpu'
        ? new DevicePlacement(specs, settings)
        : new HostPlacement(specs, settings.threads);
  }

  read(): Promise<Record<string, Float32Array>> {
    return this.placement.read();
  }

  async write(values: Values): Promise<void> {
    checkValues(this.specs, values);
    await this.placement.write(values);
  }

  compile(spec: ForwardSpec): Promise<Program> {
    return this.forwards.get(spec.key, async () => {
      const values = (spec.weights ?? 'live') === 'live' ? undefined : await this.placement.read();
      const int8 = spec.weights === 'int8' ? await exactCodes() : undefined;
      const opened = await openGraph(captureForward(this.specs, spec, values, int8), this.settings);
      const program: Program = {
        memory: this.memory(opened, false),
        run: async (feeds) => {
          const results = await runSession(opened, await this.feeds(spec.inputs, feeds));
          return Object.fromEntries(
            [...opened.outputs].map(([name, output]) => [name, hostTensor(results[output]!)]),
          );
        },
        dispose: () => this.close(program, opened, () => this.forwards.forget(program)),
      };
      this.open.add(program);
      return program;
    });
  }

  compileTrainingStep(spec: StepSpec): Promise<TrainingStep> {
    return this.steps.get(spec.key, async () => {
      const trainable = this.specs.filter(isTrainable).map(({ name }) => name);
      const mixed = this.settings.precision === 'mixed-int8' ? await exactCodes() : undefined;
      const captured = captureStep(this.specs, trainable, spec, mixed);
      this.placement.prepareTraining();
      const opened = await openGraph(
        captured,
        this.settings,
        (name) => this.placement.onDevice && isGradient(name),
      );
      const step: TrainingStep = {
        memory: this.memory(opened, true),
        accumulate: (feeds, weight = 1) => this.accumulate(opened, spec.inputs, feeds, weight),
        dispose: () => this.close(step, opened, () => this.steps.forget(step)),
      };
      this.open.add(step);
      return step;
    });
  }

  private async accumulate(
    opened: Opened,
    inputs: readonly InputSpec[],
    feeds: Feeds,
    weight: number,
  ): Promise<StepResult> {
    const results = await runSession(opened, await this.feeds(inputs, feeds), this.placement.targets(opened));
    await this.placement.accumulate(opened, results, weight);
    const scalar = (output: string) => Number(results[output]!.data[0]);
    return {
      loss: scalar(opened.outputs.get('loss')!),
      metrics: Object.fromEntries(named(opened, 'metric').map(([name, output]) => [name, scalar(output)])),
    };
  }

  /** Parameters and inputs under the names of the graph. */
  private async feeds(inputs: readonly InputSpec[], feeds: Feeds): Promise<Record<string, OrtTensor>> {
    checkFeeds(inputs, feeds);
    const all: Record<string, OrtTensor> = {};
    for (const { name, shape, dtype } of inputs)
      all[inputName(name)] = tensorOver(feeds[name]!, shape, dtype);
    for (const [name, tensor] of await this.placement.tensors()) all[parameterName(name)] = tensor;
    return all;
  }

  createOptimizer(settings: AdamWSettings): Optimizer {
    return this.optimizer.create((onDispose) => this.placement.createOptimizer(settings, onDispose));
  }

  private memory({ activations }: Opened, training: boolean): MemoryEstimate {
    const estimate = { ...parameterMemory(this.specs, training), activations };
    return this.settings.provider === 'cpu' ? estimate : { ...estimate, onDevice: true };
  }

  private async close(
    program: { dispose(): Promise<void> },
    opened: Opened,
    forget: () => void,
  ): Promise<void> {
    if (!this.open.delete(program)) return;
    forget();
    await opened.session.release();
  }

  async dispose(): Promise<void> {
    for (const program of [...this.open]) await program.dispose();
    await this.placement.dispose();
  }
}

function hostTensor({ data, dims, type }: OrtTensor): HostTensor {
  return { data, shape: dims, dtype: type } as HostTensor; // safe: captured graphs give these three types only
}
