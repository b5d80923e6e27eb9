/**
 * Records an ONNX graph: nodes, constants, inputs. Equal nodes are recorded once; nodes that no output depends on are
 * dropped. `Graph` (graph.ts) adds operators with shape rules.
 */
import { invariant } from '../../../shared/assert.ts';
import { type RewriteContext, takeOverSums } from './graph-rewrites.ts';
import { inSlices, slicedAsGemm } from './graph-slices.ts';
import { bytesOf, type Shape, type Value } from './graph-value.ts';
import {
  type AttributeModel,
  type ElementType,
  type GraphModel,
  type NodeModel,
  type OnnxModel,
  plainNode,
  type TensorModel,
} from './onnx-model.ts';

export type { ElementType } from './onnx-model.ts';
export type Attributes = Readonly<Record<string, AttributeModel>>;

/** Elements of constants; bool is one byte, 0 or 1. */
export type Values = Float32Array | Float64Array | Int32Array | Uint8Array | Int8Array | BigInt64Array;

const OPSETS = { '': 21, 'com.microsoft': 1 } as const;
type Domain = keyof typeof OPSETS;

export interface NodeOptions {
  readonly attributes?: Attributes;
  readonly domain?: Domain;
}

/** Constants up to this many elements are shared by content. */
const SHARED_CONSTANT = 64;

/** State shared by a graph and the bodies of its loops. */
interface Recording {
  counter: number;
  readonly initializers: Map<string, TensorModel>;
  readonly constants: Map<string, Values>;
  readonly shared: Map<string, Value>;
}

/** Sign of eight-bit codes of weights. */
export type Int8Codes = 'signed' | 'unsigned';

export interface GraphOptions {
  /**
   * Computes products with constant matrices on eight-bit weights and activations quantised on the fly. `unsigned` moves
   * the codes by 128, with the same results where signed ones are computed exactly; see `int8-codes.ts`.
   */
  readonly int8?: Int8Codes;
  /** Computes products of rows with `parameters` in eight bits, with codes of that sign; see `mixed-graph.ts`. */
  readonly mixed?: Int8Codes | undefined;
  /** Names of the inputs that are parameters. */
  readonly parameters?: ReadonlySet<string>;
  /** Whether no gradient follows, so that forward passes save nothing for one. */
  readonly inference?: boolean;
}

export interface ModelOptions {
  /** Splits products with very many rows into slices, for onnxruntime on the processor. */
  readonly slices?: boolean;
}

export class GraphCore {
  readonly options: GraphOptions;
  readonly inputs: Value[] = [];
  /** Node of each computed value, by the value's name. */
  protected readonly producers = new Map<string, NodeModel>();
  protected readonly parent: GraphCore | undefined;
  private readonly recording: Recording;
  private readonly nodes: NodeModel[] = [];
  private readonly equalNodes = new Map<string, readonly Value[]>();
  private readonly values = new Map<string, Value>();

  constructor(options: GraphOptions = {}, parent?: GraphCore) {
    this.options = options;
    this.parent = parent;
    this.recording = parent?.recording ?? {
      counter: 0,
      initializers: new Map(),
      constants: new Map(),
      shared: new Map(),
    };
  }

  input(name: string, shape: Shape, dtype: ElementType): Value {
    invariant(!this.values.has(name), `graph: there is an input ${name} already`);
    const value = { name, shape: [...shape], dtype };
    this.inputs.push(value);
    this.values.set(name, value);
    return value;
  }

  protected freshName(stem: string): string {
    this.recording.counter += 1;
    return `${stem}_${this.recording.counter}`;
  }

  /** Adds a constant tensor. Its bytes are not copied and must not change until the model is encoded. */
  constant(values: Values, shape: Shape, dtype: ElementType): Value {
    const { shared, initializers, constants } = this.recording;
    const key =
      values.length <= SHARED_CONSTANT ? `${dtype}|${shape.join()}|${fingerprint(values)}` : undefined;
    const known = key === undefined ? undefined : shared.get(key);
    if (known) return known;
    const value = { name: this.freshName('const'), shape: [...shape], dtype };
    const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    initializers.set(value.name, { name: value.name, dims: value.shape, dataType: dtype, rawData });
    constants.set(value.name, values);
    if (key !== undefined) shared.set(key, value);
    return value;
  }

  /** Returns a value of this graph or its parents by name. */
  protected valueNamed(name: string): Value | undefined {
    return this.values.get(name) ?? this.parent?.valueNamed(name);
  }

  /** Returns the elements of a constant, `undefined` for computed values. */
  constantOf(value: Value): Values | undefined {
    return this.recording.constants.get(value.name);
  }

  /** Adds a 1-D int64 constant, the form of axes, shapes and starts in ONNX. */
  int64(values: readonly number[]): Value {
    return this.constant(BigInt64Array.from(values, BigInt), [values.length], 'int64');
  }

  /** Adds a float32 scalar. */
  scalar(value: number): Value {
    return this.constant(Float32Array.of(value), [], 'float32');
  }

  /** Adds a node of any operator. `undefined` omits an optional input. */
  node(
    op: string,
    inputs: readonly (Value | undefined)[],
    outputs: readonly { shape: Shape; dtype: ElementType }[],
    { attributes = {}, domain = '' }: NodeOptions = {},
  ): Value[] {
    const names = inputs.map((input) => input?.name ?? '');
    const key = nodeKey(op, domain, names, outputs.length, attributes);
    const known = key === undefined ? undefined : this.equalNodes.get(key);
    if (known) return [...known];
    const results = outputs.map(({ shape, dtype }) => ({
      name: this.freshName(op),
      shape: [...shape],
      dtype,
    }));
    const outputNames = results.map(({ name }) => name);
    const node = { ...plainNode(op, names, outputNames, attributes), domain };
    this.nodes.push(node);
    for (const value of results) {
      this.producers.set(value.name, node);
      this.values.set(value.name, value);
    }
    if (key !== undefined) this.equalNodes.set(key, results);
    return results;
  }

  /** Returns the graph that computes `outputs`, without other nodes. */
  toGraph(name: string, outputs: readonly Value[], options: ModelOptions = {}): GraphModel {
    const nodes = this.parent ? this.reaching(outputs) : this.rewritten(outputs, options);
    return {
      name,
      nodes: nodes.map((node, index) => ({ ...node, name: `${node.op}_${index}` })),
      initializers: this.parent ? [] : this.usedInitializers(nodes, outputs),
      inputs: this.usedInputs(nodes),
      outputs,
    };
  }

  /**
   * Returns the model that computes `outputs`, and the name of each output. ONNX requires distinct computed outputs:
   * inputs, constants and repeated values get an Identity node.
   */
  toModel(outputs: readonly Value[], options?: ModelOptions): { model: OnnxModel; outputNames: string[] } {
    const seen = new Set<string>();
    const computed = outputs.map((value) => {
      const usable = this.producers.has(value.name) && !seen.has(value.name);
      const result = usable ? value : this.copyOf(value);
      seen.add(result.name);
      return result;
    });
    const model = { graph: this.toGraph('graph', computed, options), opsets: OPSETS, producer: 'meridian' };
    return { model, outputNames: computed.map(({ name }) => name) };
  }

  /** Returns the nodes that `outputs` depend on, with sums fused into the operators before them. */
  private rewritten(outputs: readonly Value[], { slices = false }: ModelOptions): NodeModel[] {
    const context: RewriteContext = {
      valueNamed: (name) => this.values.get(name) ?? this.constantNamed(name),
      isZero: (name) => isAllZero(this.recording.constants.get(name)),
      create: (stem, { dtype }, shape) => {
        const value = { name: this.freshName(stem), shape, dtype };
        this.values.set(value.name, value);
        return value;
      },
      int64: (values) => this.int64(values),
      outputs: new Set(outputs.map(({ name }) => name)),
    };
    const recorded = this.reaching(outputs);
    const summed = takeOverSums(slices ? slicedAsGemm(recorded, context) : recorded, context);
    // drops zeros that fused sums no longer use
    return reachingIn(slices ? inSlices(summed, context) : summed, outputs);
  }

  private constantNamed(name: string): Value {
    const model = this.recording.initializers.get(name);
    invariant(model, `graph: there is no value ${name}`);
    return { name, shape: model.dims, dtype: model.dataType };
  }

  private copyOf(value: Value): Value {
    const copy = { ...value, name: this.freshName('Identity') };
    const node = plainNode('Identity', [value.name], [copy.name]);
    this.nodes.push(node);
    this.producers.set(copy.name, node);
    this.values.set(copy.name, copy);
    return copy;
  }

  /**
   * Returns the peak bytes of intermediate results when nodes run in recorded order: an upper estimate, before fusion.
   */
  peakBytes(outputs: readonly Value[]): number {
    const nodes = this.reaching(outputs);
    const lastUse = new Map<string, number>();
    nodes.forEach((node, index) => {
      for (const name of readNames(node)) lastUse.set(name, index);
    });
    for (const { name } of outputs) lastUse.delete(name); // outputs live in buffers of their own
    const outputNames = new Set(outputs.map(({ name }) => name));
    const endsAt = new Map<number, number>();
    let live = 0;
    let peak = 0;
    nodes.forEach((node, index) => {
      for (const name of node.outputs) {
        const value = this.values.get(name);
        if (!value || outputNames.has(name)) continue;
        live += bytesOf(value);
        const end = lastUse.get(name) ?? index;
        endsAt.set(end, (endsAt.get(end) ?? 0) + bytesOf(value));
      }
      peak = Math.max(peak, live);
      live -= endsAt.get(index) ?? 0;
    });
    return peak;
  }

  /** Returns the nodes that `outputs` depend on, in recorded order. */
  private reaching(outputs: readonly Value[]): NodeModel[] {
    return reachingIn(this.nodes, outputs);
  }

  /** Returns all inputs of a loop's body, but only the used inputs of the model itself. */
  private usedInputs(nodes: readonly NodeModel[]): readonly Value[] {
    if (this.parent) return this.inputs;
    const used = new Set(nodes.flatMap((node) => [...readNames(node)]));
    return this.inputs.filter(({ name }) => used.has(name));
  }

  private usedInitializers(nodes: readonly NodeModel[], outputs: readonly Value[]): TensorModel[] {
    const used = new Set(nodes.flatMap((node) => [...readNames(node)]));
    for (const { name } of outputs) used.add(name);
    return [...this.recording.initializers.values()].filter(({ name }) => used.has(name));
  }
}

function reachingIn(nodes: readonly NodeModel[], outputs: readonly Value[]): NodeModel[] {
  const wanted = new Set(outputs.map(({ name }) => name));
  const kept: NodeModel[] = [];
  for (const node of nodes.toReversed()) {
    if (!node.outputs.some((name) => wanted.has(name))) continue;
    kept.push(node);
    for (const name of readNames(node)) wanted.add(name);
  }
  return kept.reverse();
}

function isAllZero(values: Values | undefined): boolean {
  if (values === undefined) return false;
  return values instanceof BigInt64Array
    ? values.every((value) => value === 0n)
    : values.every((value) => value === 0);
}

/** Yields the names that a node reads, including those read by its loop bodies. */
function* readNames(node: NodeModel): Generator<string> {
  for (const name of node.inputs) if (name !== '') yield name;
  for (const attribute of Object.values(node.attributes)) {
    if (!('graph' in attribute)) continue;
    for (const inner of attribute.graph.nodes) yield* readNames(inner);
    for (const { name } of attribute.graph.outputs) yield name;
  }
}

function fingerprint(values: Values): string {
  // bytes rather than decimals: distinguishes -0 from 0 and equates NaN
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return bytes.join();
}

/** Returns a key that is equal for equal results, or `undefined` for nodes with bodies. */
function nodeKey(
  op: string,
  domain: string,
  inputs: readonly string[],
  outputs: number,
  attributes: Attributes,
): string | undefined {
  const entries = Object.entries(attributes);
  if (entries.some(([, value]) => 'graph' in value)) return undefined;
  return [op, domain, outputs, inputs.join(','), JSON.stringify(entries)].join('|');
}
