/**
 * Splits products with very many rows into slices. onnxruntime reads all rows once per few columns of the result; rows
 * that do not fit into the cache cost a fifth to a third of its speed.
 */
import { type Shape, sizeOf, type Value } from './graph-value.ts';
import { type NodeModel, plainNode } from './onnx-model.ts';

export interface SliceContext {
  readonly valueNamed: (name: string) => Value;
  /** Creates a value of a shape, with the type of `like`. */
  readonly create: (stem: string, like: Value, shape: Shape) => Value;
  /** Adds a 1-D int64 constant. */
  readonly int64: (values: readonly number[]) => Value;
}

/** Limits on the rows of a slice. */
const ROWS = { most: 256, least: 64 };
/** Least elements of a left matrix that exceeds caches: 16 MiB. */
const LARGE = 2 ** 22;
/** Least multiplications of a slice that repay waking threads. */
const WORTHWHILE = 2 ** 27;

/** Returns the rows of a slice of a · b; `undefined` where slices gain nothing. */
function sliceRows({ op, inputs, attributes }: NodeModel, { valueNamed }: SliceContext): number | undefined {
  if (op !== 'MatMul' && op !== 'Gemm') return undefined;
  const [a, b] = [valueNamed(inputs[0]!), valueNamed(inputs[1]!)];
  if (a.shape.length !== 2 || b.shape.length !== 2 || isSet(attributes.transA)) return undefined;
  const [count = 0, inner = 0] = a.shape;
  const columns = b.shape[isSet(attributes.transB) ? 0 : 1]!;
  const rows = largestDivisor(count, ROWS.most);
  const enough = count * inner >= LARGE && rows * inner * columns >= WORTHWHILE;
  return enough && rows >= ROWS.least ? rows : undefined;
}

const isSet = (attribute: NodeModel['attributes'][string] | undefined): boolean =>
  attribute !== undefined && 'int' in attribute && attribute.int === 1;

function largestDivisor(count: number, most: number): number {
  for (let divisor = Math.min(most, count); divisor > 1; divisor--) if (count % divisor === 0) return divisor;
  return 1;
}

/** Converts products that will be sliced to `Gemm`, which can start from a summand. */
export const slicedAsGemm = (nodes: readonly NodeModel[], context: SliceContext): NodeModel[] =>
  nodes.map((node) =>
    node.op === 'MatMul' && sliceRows(node, context) !== undefined ? { ...node, op: 'Gemm' } : node,
  );

/** Replaces every large `Gemm` by a `Scan` over slices of its rows, between reshapes. */
export const inSlices = (nodes: readonly NodeModel[], context: SliceContext): NodeModel[] =>
  nodes.flatMap((node) => {
    const rows = sliceRows(node, context);
    return rows === undefined ? [node] : sliced(node, rows, context);
  });

function sliced(node: NodeModel, rows: number, { valueNamed, create, int64 }: SliceContext): NodeModel[] {
  const result = valueNamed(node.outputs[0]!);
  const [count = 0, columns = 0] = result.shape;
  const reshape = (from: string, to: Value): NodeModel =>
    plainNode('Reshape', [from, int64(to.shape).name], [to.name]);
  const inputs = node.inputs.map(valueNamed);
  // slices a summand with one row per row of the result, not one shared by all rows
  const scanned = inputs.flatMap((value, index) => {
    const own = index === 0 || (index === 2 && value.shape.length === 2 && value.shape[0] === count);
    if (!own) return [];
    const width = sizeOf(value.shape) / count;
    const stacked = create('Reshape', value, [count / rows, rows, width]);
    return [{ value, index, stacked, slice: create('slice', value, [rows, width]) }];
  });
  // transposes once rather than in every slice
  const right = inputs[1]!;
  const turned = isSet(node.attributes.transB)
    ? create('Transpose', right, right.shape.toReversed())
    : undefined;
  const stackedResult = create('Scan', result, [count / rows, rows, columns]);
  const sliceResult = create('Gemm', result, [rows, columns]);
  const body: NodeModel = {
    ...node,
    name: 'Gemm_0',
    inputs: node.inputs.map((name, index) => {
      if (index === 1) return turned?.name ?? name;
      return scanned.find((one) => one.index === index)?.slice.name ?? name;
    }),
    outputs: [sliceResult.name],
    attributes: { ...node.attributes, transB: { int: 0 } },
  };
  const graph = {
    name: 'body',
    nodes: [body],
    initializers: [],
    inputs: scanned.map(({ slice }) => slice),
    outputs: [sliceResult],
  };
  const stacked = scanned.map((one) => one.stacked.name);
  const attributes = { body: { graph }, num_scan_inputs: { int: scanned.length } };
  const scan = plainNode('Scan', stacked, [stackedResult.name], attributes);
  return [
    ...(turned ? [plainNode('Transpose', [right.name], [turned.name], { perm: { ints: [1, 0] } })] : []),
    ...scanned.map(({ value, stacked }) => reshape(value.name, stacked)),
    scan,
    reshape(stackedResult.name, result),
  ];
}
