/**
 * Fuses sums into the operators before them. Gradients of a value with several readers are added; a product or scatter
 * that starts from the other summand saves a pass over both.
 */
import type { SliceContext } from './graph-slices.ts';
import { type Shape, sameShape, sizeOf, type Value } from './graph-value.ts';
import { type NodeModel, plainNode } from './onnx-model.ts';

export interface RewriteContext extends SliceContext {
  /** Returns whether a value is a constant whose elements are all 0. */
  readonly isZero: (name: string) => boolean;
  readonly outputs: ReadonlySet<string>;
}

/** Fuses `Gemm` + x, and `ScatterND` into zeros + x, where nothing else reads the product. */
export function takeOverSums(nodes: readonly NodeModel[], context: RewriteContext): NodeModel[] {
  const producers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node])));
  const readers = countReaders(nodes);
  const readOnce = (name: string) => readers.get(name) === 1 && !context.outputs.has(name);
  const dropped = new Set<NodeModel>();
  const rewritten = nodes.map((node): NodeModel[] => {
    if (node.op !== 'Add') return [node];
    for (const [from, other] of [node.inputs, node.inputs.toReversed()]) {
      const chain = throughReshape(from!, producers, readOnce);
      if (chain === undefined || chain.some((one) => dropped.has(one))) continue;
      const taken = takeOver(node, chain[0]!, other!, { ...context, producers });
      if (taken === undefined) continue;
      for (const one of chain) dropped.add(one);
      return taken;
    }
    return [node];
  });
  return rewritten.flat().filter((node) => !dropped.has(node));
}

function countReaders(nodes: readonly NodeModel[]): Map<string, number> {
  const readers = new Map<string, number>();
  const count = (node: NodeModel): void => {
    for (const name of node.inputs) readers.set(name, (readers.get(name) ?? 0) + 1);
    for (const attribute of Object.values(node.attributes))
      if ('graph' in attribute) attribute.graph.nodes.forEach(count);
  };
  nodes.forEach(count);
  return readers;
}

/** Returns the node that computes `name`, and a reshape after it; `undefined` if other nodes read them. */
function throughReshape(
  name: string,
  producers: ReadonlyMap<string, NodeModel>,
  readOnce: (name: string) => boolean,
): readonly NodeModel[] | undefined {
  const node = producers.get(name);
  if (node === undefined || !readOnce(name)) return undefined;
  if (node.op !== 'Reshape') return [node];
  const source = producers.get(node.inputs[0]!);
  return source !== undefined && readOnce(node.inputs[0]!) ? [source, node] : undefined;
}

type Context = RewriteContext & { readonly producers: ReadonlyMap<string, NodeModel> };

/** Returns nodes that compute `add` by `source` starting from `other`; `undefined` where impossible. */
function takeOver(
  add: NodeModel,
  source: NodeModel,
  other: string,
  context: Context,
): NodeModel[] | undefined {
  const summand = context.valueNamed(other);
  const product = context.valueNamed(source.outputs[0]!);
  const sum = context.valueNamed(add.outputs[0]!);
  if (sizeOf(sum.shape) !== sizeOf(product.shape)) return undefined;
  const whole = sizeOf(summand.shape) === sizeOf(product.shape);
  const isRow = summand.shape.length === 1 && summand.shape[0] === product.shape[1];
  if (source.op === 'DynamicQuantizeMatMul' && !source.inputs[4] && isRow)
    return reshaped(add, summand, summand.shape, context, (row) => ({
      ...source,
      inputs: [...source.inputs.slice(0, 4), row],
    }));
  if (source.op === 'Gemm' && source.inputs.length === 2) {
    if (!whole && !isRow) return undefined;
    return reshaped(add, summand, whole ? product.shape : summand.shape, context, (start) => ({
      ...source,
      inputs: [...source.inputs, start],
    }));
  }
  if (!whole || !scattersIntoZeros(source, context)) return undefined;
  return reshaped(add, summand, product.shape, context, (start) => ({
    ...source,
    inputs: [start, ...source.inputs.slice(1)],
  }));
}

function scattersIntoZeros({ op, attributes, inputs }: NodeModel, { producers, isZero }: Context): boolean {
  const { reduction } = attributes;
  if (op !== 'ScatterND' || reduction === undefined || !('string' in reduction)) return false;
  const base = inputs[0]!;
  const expand = producers.get(base);
  return reduction.string === 'add' && isZero(expand?.op === 'Expand' ? expand.inputs[0]! : base);
}

/** Returns the operator of `make`, between reshapes where its shapes differ from those of the sum. */
function reshaped(
  add: NodeModel,
  summand: Value,
  startShape: Shape,
  { create, int64, valueNamed }: Context,
  make: (start: string) => NodeModel,
): NodeModel[] {
  const reshape = (from: string, to: Value): NodeModel =>
    plainNode('Reshape', [from, int64(to.shape).name], [to.name]);
  const nodes: NodeModel[] = [];
  let start = summand;
  if (!sameShape(summand.shape, startShape)) {
    start = create('Reshape', summand, startShape);
    nodes.push(reshape(summand.name, start));
  }
  const node = make(start.name);
  const sum = valueNamed(add.outputs[0]!);
  const product = valueNamed(node.outputs[0]!);
  if (sameShape(product.shape, sum.shape)) return [...nodes, { ...node, outputs: [sum.name] }];
  const made = create(node.op, product, product.shape);
  return [...nodes, { ...node, outputs: [made.name] }, reshape(made.name, sum)];
}
