/** Elementwise kernels with broadcasting. */
import type { ClipByValueAttrs, LeakyReluAttrs, StepAttrs } from '@tensorflow/tfjs-core';
import type { Operand, TensorType } from '../capture-operand.ts';
import { broadcast, type Graph, type Shape, sameShape, type Value } from '../graph.ts';
import { input, type Kernel, type KernelTable, kernel, result } from './kernel.ts';

type Unary = (graph: Graph, x: Value) => Value;
type Binary = (graph: Graph, a: Value, b: Value) => Value;

/** Applies an operator to the stored elements; the result repeats like x. */
const unary = <A = unknown>(build: (graph: Graph, x: Value, attrs: A) => Value, dtype?: TensorType): Kernel =>
  kernel<A>(({ graph, inputs, attrs }) => {
    const x = input(inputs, 'x');
    return result(graph, build(graph, x.stored, attrs), dtype ?? x.dtype, x.shape);
  });

/** ONNX computes these on floats only; tfjs truncates the result back to the type of x. */
const float = (build: Unary): Kernel =>
  unary((graph, x) => graph.cast(build(graph, graph.cast(x, 'float32')), x.dtype));
const direct = (op: string): Kernel => unary((graph, x) => graph.unary(op, x));

function pair(inputs: Readonly<Record<string, Operand>>): { a: Operand; b: Operand; shape: Shape } {
  const a = input(inputs, 'a');
  const b = input(inputs, 'b');
  return { a, b, shape: broadcast(a.shape, b.shape) };
}

/** Arithmetic; bool counts as 0 and 1. */
const arithmetic = (build: Binary, neutral?: Neutral): Kernel =>
  kernel(({ graph, inputs }) => {
    const { a, b, shape } = pair(inputs);
    const same = neutral?.(a, b);
    if (same && sameShape(same.shape, shape)) return same;
    if (a.dtype !== 'bool') return result(graph, build(graph, a.stored, b.stored), a.dtype, shape);
    const number = build(graph, graph.cast(a.stored, 'int32'), graph.cast(b.stored, 'int32'));
    return result(graph, graph.cast(number, 'bool'), 'bool', shape);
  });

/** Returns the operand that equals the result, such as x in x · 1. */
type Neutral = (a: Operand, b: Operand) => Operand | undefined;
const eitherIs =
  (value: number): Neutral =>
  (a, b) =>
    b.uniform === value ? a : a.uniform === value ? b : undefined;
const rightIs =
  (value: number): Neutral =>
  (a, b) =>
    b.uniform === value ? a : undefined;

const op =
  (name: string): Binary =>
  (graph, a, b) =>
    graph.binary(name, a, b);

/** Comparisons; ONNX orders numbers only. */
const comparison = (build: Binary): Kernel =>
  kernel(({ graph, inputs }) => {
    const { a, b, shape } = pair(inputs);
    const number = (x: Operand) => (x.dtype === 'bool' ? graph.cast(x.stored, 'int32') : x.stored);
    return result(graph, build(graph, number(a), number(b)), 'bool', shape);
  });
const logic = (name: string): Kernel =>
  kernel(({ graph, inputs }) => {
    const { a, b, shape } = pair(inputs);
    const value = graph.binary(name, graph.cast(a.stored, 'bool'), graph.cast(b.stored, 'bool'));
    return result(graph, value, 'bool', shape);
  });

/** a − b · ⌊a / b⌋ has the sign of b; on integers ONNX's Mod has it too. */
const floorMod: Binary = (graph, a, b) =>
  a.dtype === 'float32'
    ? graph.binary('Sub', a, graph.binary('Mul', b, graph.unary('Floor', graph.binary('Div', a, b))))
    : graph.binary('Mod', a, b);
const floorDivision: Binary = (graph, a, b) =>
  a.dtype === 'float32'
    ? graph.unary('Floor', graph.binary('Div', a, b))
    : graph.binary('Div', graph.binary('Sub', a, floorMod(graph, a, b)), b);
const squaredDifference: Binary = (graph, a, b) => {
  const difference = graph.binary('Sub', a, b);
  return graph.binary('Mul', difference, difference);
};

/** eˣ − 1 = tanh(x / 2) · (eˣ + 1), which keeps its digits near 0. */
const expm1: Unary = (graph, x) =>
  graph.binary(
    'Mul',
    graph.unary('Tanh', graph.withScalar('Mul', x, 0.5)),
    graph.withScalar('Add', graph.unary('Exp', x), 1),
  );

/** log(1 + x) · x / ((1 + x) − 1), which keeps its digits near 0 (Kahan). */
const log1p: Unary = (graph, x) => {
  const onePlus = graph.withScalar('Add', x, 1);
  const rounded = graph.withScalar('Sub', onePlus, 1);
  const tiny = graph.withScalar('Equal', rounded, 0);
  const ratio = graph.binary('Div', x, graph.where(tiny, graph.scalar(1), rounded));
  return graph.where(tiny, x, graph.binary('Mul', graph.unary('Log', onePlus), ratio));
};

/** x > 0: 1, else alpha; NaN stays. */
const step = unary<StepAttrs>((graph, value, { alpha }) => {
  const x = graph.cast(value, 'float32');
  const stepped = graph.where(graph.withScalar('Greater', x, 0), graph.scalar(1), graph.scalar(alpha));
  return graph.cast(graph.where(nan(graph, x), x, stepped), value.dtype);
});
const nan: Unary = (graph, x) => graph.op('IsNaN', [x], x.shape, 'bool');
const infinite: Unary = (graph, x) => graph.op('IsInf', [x], x.shape, 'bool');
const not: Unary = (graph, x) => graph.unary('Not', graph.cast(x, 'bool'));
/** Tests of floats; integers are always finite numbers. */
const test = (build: Unary): Kernel => unary((graph, x) => build(graph, graph.cast(x, 'float32')), 'bool');

const clip = unary<ClipByValueAttrs>((graph, x, { clipValueMin, clipValueMax }) =>
  graph.op(
    'Clip',
    [x, graph.scalarLike(x, clipValueMin), graph.scalarLike(x, clipValueMax)],
    x.shape,
    x.dtype,
  ),
);

export const ELEMENTWISE: KernelTable = {
  Abs: direct('Abs'),
  Add: arithmetic(op('Add'), eitherIs(0)),
  Ceil: float((graph, x) => graph.unary('Ceil', x)),
  ClipByValue: clip,
  Cos: float((graph, x) => graph.unary('Cos', x)),
  Elu: float((graph, x) => graph.unary('Elu', x)),
  Equal: comparison(op('Equal')),
  Erf: float((graph, x) => graph.unary('Erf', x)),
  Exp: float((graph, x) => graph.unary('Exp', x)),
  Expm1: float(expm1),
  Floor: float((graph, x) => graph.unary('Floor', x)),
  FloorDiv: arithmetic(floorDivision),
  Greater: comparison(op('Greater')),
  GreaterEqual: comparison(op('GreaterOrEqual')),
  IsFinite: test((graph, x) => not(graph, graph.binary('Or', nan(graph, x), infinite(graph, x)))),
  IsInf: test(infinite),
  IsNan: test(nan),
  LeakyRelu: unary<LeakyReluAttrs>((graph, x, { alpha }) =>
    graph.unary('LeakyRelu', x, { attributes: { alpha: { float: alpha } } }),
  ),
  Less: comparison(op('Less')),
  LessEqual: comparison(op('LessOrEqual')),
  Log: float((graph, x) => graph.unary('Log', x)),
  Log1p: float(log1p),
  LogicalAnd: logic('And'),
  LogicalNot: unary(not, 'bool'),
  LogicalOr: logic('Or'),
  Maximum: arithmetic(op('Max')),
  Minimum: arithmetic(op('Min')),
  Mod: arithmetic(floorMod),
  Multiply: arithmetic(op('Mul'), eitherIs(1)),
  Neg: direct('Neg'),
  NotEqual: comparison((graph, a, b) => graph.unary('Not', graph.binary('Equal', a, b))),
  Pow: arithmetic(op('Pow'), rightIs(1)),
  RealDiv: arithmetic(op('Div'), rightIs(1)),
  Reciprocal: float((graph, x) => graph.unary('Reciprocal', x)),
  Relu: float((graph, x) => graph.unary('Relu', x)),
  Relu6: float((graph, x) => graph.op('Clip', [x, graph.scalar(0), graph.scalar(6)], x.shape, x.dtype)),
  Round: float((graph, x) => graph.unary('Round', x)),
  Rsqrt: float((graph, x) => graph.unary('Reciprocal', graph.unary('Sqrt', x))),
  Selu: float((graph, x) => graph.unary('Selu', x)),
  Sigmoid: float((graph, x) => graph.unary('Sigmoid', x)),
  Sign: direct('Sign'),
  Sin: float((graph, x) => graph.unary('Sin', x)),
  Softplus: float((graph, x) => graph.unary('Softplus', x)),
  Sqrt: float((graph, x) => graph.unary('Sqrt', x)),
  Square: unary((graph, x) => graph.binary('Mul', x, x)),
  SquaredDifference: arithmetic(squaredDifference),
  Step: step,
  Sub: arithmetic(op('Sub'), rightIs(0)),
  Tanh: float((graph, x) => graph.unary('Tanh', x)),
};
