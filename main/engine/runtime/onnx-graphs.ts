/** Captures and opens the graphs of a store's programs, and names their inputs and outputs. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type Captured, type CaptureTools, capture } from './capture-backend.ts';
import { runtimeError } from './errors.ts';
import type { Int8Codes } from './graph-core.ts';
import { lossAndGradients } from './loss-and-gradients.ts';
import { type InferenceSession, type OrtTensor, openSession, type SessionSettings } from './onnx-session.ts';
import type { ForwardSpec, InputSpec, ParameterSpec, StepSpec, Values } from './program.ts';

export const parameterName = (name: string): string => `param/${name}`;
export const inputName = (name: string): string => `input/${name}`;
const GRADIENT = 'gradient/';
const METRIC = 'metric/';

const prefixed = (prefix: string, tensors: Readonly<Record<string, Tensor>>): Record<string, Tensor> =>
  Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [`${prefix}${name}`, tensor]));

const parameterTensors = ({ input }: CaptureTools, specs: readonly ParameterSpec[]): Record<string, Tensor> =>
  Object.fromEntries(specs.map(({ name, shape }) => [name, input(parameterName(name), shape, 'float32')]));

const constantTensors = (
  { constant }: CaptureTools,
  specs: readonly ParameterSpec[],
  values: Values,
): Record<string, Tensor> =>
  Object.fromEntries(specs.map(({ name, shape }) => [name, constant(values[name]!, shape)]));

const inputTensors = ({ input }: CaptureTools, inputs: readonly InputSpec[]): Record<string, Tensor> =>
  Object.fromEntries(inputs.map(({ name, shape, dtype }) => [name, input(inputName(name), shape, dtype)]));

/**
 * Captures the forward graph.
 * @param values makes the parameters constants of the graph
 * @param int8 has large ones among these in eight bits
 */
export const captureForward = (
  specs: readonly ParameterSpec[],
  spec: ForwardSpec,
  values?: Values,
  int8?: Int8Codes,
): Captured =>
  capture(
    (tools) => {
      const params = values ? constantTensors(tools, specs, values) : parameterTensors(tools, specs);
      return spec.build(params, inputTensors(tools, spec.inputs));
    },
    { ...(int8 && { int8 }), inference: true },
  );

/**
 * Captures forward pass, loss and gradients as one graph.
 * @param mixed computes products with large weights in eight bits, with codes of that sign
 */
export const captureStep = (
  specs: readonly ParameterSpec[],
  trainable: readonly string[],
  spec: StepSpec,
  mixed?: Int8Codes,
): Captured =>
  capture(
    (tools) => {
      const params = parameterTensors(tools, specs);
      const result = lossAndGradients(spec, params, trainable, inputTensors(tools, spec.inputs));
      return {
        loss: result.loss,
        ...prefixed(METRIC, result.metrics),
        ...prefixed(GRADIENT, result.gradients),
      };
    },
    { mixed, parameters: new Set(specs.map(({ name }) => parameterName(name))) },
  );

/** Session, and the names of its outputs by name of the program. */
export interface Opened {
  readonly session: InferenceSession;
  readonly outputs: ReadonlyMap<string, string>;
  /** Estimated bytes of intermediate results. */
  readonly activations: number;
}

/** Share of free memory that a session may keep between runs; there is one session per length of texts. */
const KEPT_SHARE = 1 / 16;

/** Opens a captured graph. @param onDevice whether an output stays in GPU buffers */
export async function openGraph(
  { graph, outputs }: Captured,
  settings: SessionSettings,
  onDevice: (name: string) => boolean = () => false,
): Promise<Opened> {
  const values = Object.values(outputs);
  const { model, outputNames } = graph.toModel(values, { slices: settings.provider === 'cpu' });
  const names = Object.keys(outputs);
  const staying = names.flatMap((name, index) => (onDevice(name) ? [outputNames[index]!] : []));
  const activations = graph.peakBytes(values);
  const session = await openSession(model, {
    ...settings,
    ...(staying.length > 0 && { onDevice: staying }),
    keepMemory: activations < process.availableMemory() * KEPT_SHARE,
  });
  return { session, outputs: new Map(names.map((name, index) => [name, outputNames[index]!])), activations };
}

export const isGradient = (output: string): boolean => output.startsWith(GRADIENT);

/** Returns the outputs of a training step with a prefix, by name of the metric or parameter. */
export function named(opened: Opened, prefix: 'gradient' | 'metric'): [name: string, output: string][] {
  const start = `${prefix}/`;
  return [...opened.outputs].flatMap(([name, output]): [string, string][] =>
    name.startsWith(start) ? [[name.slice(start.length), output]] : [],
  );
}

/** Runs a session. @param fetches buffers for outputs; onnxruntime allocates the others */
export async function runSession(
  { session, outputs }: Opened,
  feeds: Readonly<Record<string, OrtTensor>>,
  fetches?: Readonly<Record<string, OrtTensor | null>>,
): Promise<Record<string, OrtTensor>> {
  const all = Object.fromEntries([...outputs.values()].map((output) => [output, fetches?.[output] ?? null]));
  try {
    return (await session.run(feeds, all)) as Record<string, OrtTensor>; // safe: our graphs give tensors only
  } catch (error) {
    throw runtimeError('running the graph', error);
  }
}
