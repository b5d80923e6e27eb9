/**
 * tfjs backend whose kernels record ONNX nodes instead of computing. Automatic differentiation uses the same kernels, so
 * that a loss and its gradients become one graph.
 */
import {
  type BackendValues,
  type DataId,
  DataStorage,
  type DataType,
  engine,
  KernelBackend,
  type NamedAttrMap,
  type NamedTensorInfoMap,
  registerBackend,
  registerKernel,
  type Tensor,
  type TensorInfo,
  tensor,
} from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { withBackend } from './backend-scope.ts';
import { type Content, elementsAs, Operand, spreadValues, tensorType } from './capture-operand.ts';
import { type ActiveCapture, withCapture } from './capture-scope.ts';
import { CaptureError } from './errors.ts';
import { Graph, type GraphOptions, type Value } from './graph.ts';
import { foldConstants } from './kernels/fold.ts';
import { KERNELS } from './kernels/index.ts';
import type { KernelInputs } from './kernels/kernel.ts';
import { MixedGraph } from './mixed-graph.ts';

const NAME = 'capture';

interface Entry {
  readonly content: Content;
  readonly shape: readonly number[];
  /** Graph of a symbol; `undefined` for constants. */
  readonly graph: Graph | undefined;
  refCount: number;
}

class CaptureBackend extends KernelBackend implements ActiveCapture {
  graph = new Graph();
  /** Kernels recorded since `begin`. */
  readonly met = new Set<string>();
  private readonly data = new DataStorage<Entry>(this, engine());

  begin(options: GraphOptions): Graph {
    this.graph = options.mixed === undefined ? new Graph(options) : new MixedGraph(options);
    this.met.clear();
    return this.graph;
  }

  override write(values: BackendValues, shape: number[], dtype: DataType): DataId {
    const id = {};
    this.move(id, values, shape, dtype, 1);
    return id;
  }

  override move(id: DataId, values: BackendValues, shape: number[], dtype: DataType, refCount: number): void {
    const type = tensorType(dtype);
    invariant(!Array.isArray(values), 'capture: strings cannot be captured');
    const known = elementsAs(type, values);
    // stores one element of tf.ones and tf.zeros, which write all
    const uniform = known.length > 1 && known.every((value) => Object.is(value, known[0]));
    this.data.set(id, {
      content: uniform
        ? { kind: 'constant', values: known.slice(0, 1), storedShape: [] }
        : { kind: 'constant', values: known, storedShape: shape },
      shape,
      graph: undefined,
      refCount,
    });
  }

  /** Registers an operand and returns its tfjs tensor handle. */
  hold(operand: Operand): TensorInfo {
    const dataId = {};
    const graph = operand.content.kind === 'symbol' ? this.graph : undefined;
    this.data.set(dataId, { content: operand.content, shape: operand.shape, graph, refCount: 1 });
    return { dataId, shape: [...operand.shape], dtype: operand.dtype };
  }

  operandOf({ dataId, shape, dtype }: TensorInfo): Operand {
    const { content, graph } = this.data.get(dataId);
    if (graph && graph !== this.graph) throw new CaptureError('a tensor of an earlier capture is used again');
    return new Operand(this.graph, shape, tensorType(dtype), content);
  }

  readonly toValue = (tensor: Tensor): Value => this.operandOf(tensor).value;

  readonly toTensor = (value: Value): Tensor => {
    const operand = new Operand(this.graph, value.shape, tensorType(value.dtype), { kind: 'symbol', value });
    return engine().makeTensorFromTensorInfo(this.hold(operand), this);
  };

  /** Records one kernel call. */
  run(name: string, inputs: NamedTensorInfoMap, attrs: NamedAttrMap): TensorInfo | TensorInfo[] {
    const kernel = KERNELS[name];
    if (!kernel) throw new CaptureError(`the tfjs kernel ${name} has no ONNX translation`);
    this.met.add(name);
    const operands: KernelInputs = Object.fromEntries(
      Object.entries(inputs).flatMap(([key, info]) => (info ? [[key, this.operandOf(info)]] : [])),
    );
    const call = { name, graph: this.graph, inputs: operands, attrs };
    try {
      const result = foldConstants(call) ?? kernel(call);
      return Array.isArray(result) ? result.map((one) => this.hold(one)) : this.hold(result);
    } catch (error) {
      if (error instanceof CaptureError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new CaptureError(`${name}: ${message}`, error);
    }
  }

  override readSync(id: DataId): BackendValues {
    const { content, shape } = this.data.get(id);
    if (content.kind === 'symbol')
      throw new CaptureError(
        'the model reads a value that only running it would give (dataSync, data or print)',
      );
    return spreadValues(content.values, content.storedShape, shape);
  }

  override async read(id: DataId): Promise<BackendValues> {
    return this.readSync(id);
  }

  override disposeData(id: DataId, force = false): boolean {
    if (!this.data.has(id)) return true;
    const entry = this.data.get(id);
    entry.refCount -= 1;
    if (!force && entry.refCount > 0) return false;
    this.data.delete(id);
    return true;
  }

  override incRef(id: DataId): void {
    this.data.get(id).refCount += 1;
  }

  override refCount(id: DataId): number {
    return this.data.has(id) ? this.data.get(id).refCount : 0;
  }

  override numDataIds(): number {
    return this.data.numDataIds();
  }

  override memory(): { unreliable: boolean } {
    return { unreliable: true };
  }

  override floatPrecision(): 32 {
    return 32;
  }

  override epsilon(): number {
    return 1e-7;
  }

  override timerAvailable(): boolean {
    return false;
  }

  override dispose(): void {}
}

let backend: CaptureBackend | undefined;

function captureBackend(): CaptureBackend {
  if (backend) return backend;
  const created = new CaptureBackend();
  registerBackend(NAME, () => created, 0);
  for (const kernelName of Object.keys(KERNELS)) {
    registerKernel({
      kernelName,
      backendName: NAME,
      kernelFunc: ({ inputs, attrs }) => created.run(kernelName, inputs, attrs ?? {}),
    });
  }
  backend = created;
  return created;
}

/** Tensor factories for the code being recorded. */
export interface CaptureTools {
  input(name: string, shape: readonly number[], dtype: 'float32' | 'int32' | 'bool'): Tensor;
  /** Returns a tensor whose elements become part of the graph; they must not change during the capture. */
  constant(values: Float32Array, shape: readonly number[]): Tensor;
}

export interface Captured {
  readonly graph: Graph;
  /** Graph values of the tensors that the code returned, by name. */
  readonly outputs: Readonly<Record<string, Value>>;
  /** Names of the recorded tfjs kernels. */
  readonly kernels: ReadonlySet<string>;
}

/**
 * Records the tensor ops of `build` as nodes of one graph. Disposes of all tensors created inside.
 * @throws CaptureError for kernels without translation and for reads of values
 */
export function capture(
  build: (tools: CaptureTools) => Readonly<Record<string, Tensor>>,
  options: GraphOptions = {},
): Captured {
  const recorder = captureBackend();
  return withBackend(NAME, () => {
    const graph = recorder.begin(options);
    const tf = engine();
    return withCapture(recorder, () => {
      tf.startScope(NAME);
      try {
        const results = build({
          input: (name, shape, dtype) => recorder.toTensor(graph.input(name, shape, dtype)),
          constant: (values, shape) => tensor(values, [...shape], 'float32'),
        });
        const outputs = Object.fromEntries(
          Object.entries(results).map(([name, tensor]) => [name, recorder.toValue(tensor)]),
        );
        for (const tensor of Object.values(results)) tensor.dispose(); // some are kept beyond the scope
        return { graph, outputs, kernels: new Set(recorder.met) };
      } catch (error) {
        throw unmappedKernel(error) ?? error;
      } finally {
        tf.endScope();
      }
    });
  });
}

/** Returns a CaptureError for tfjs's error about an unregistered kernel, otherwise `undefined`. */
function unmappedKernel(error: unknown): CaptureError | undefined {
  const message = error instanceof Error ? error.message : '';
  const kernel = /Kernel '(\w+)' not registered for backend 'capture'/.exec(message)?.[1];
  return kernel === undefined
    ? undefined
    : new CaptureError(`the tfjs kernel ${kernel} has no ONNX translation`, error);
}
