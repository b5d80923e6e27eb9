/**
 * Derivatives of tfjs kernels, of which tfjs-core registers none. They keep recorded graphs small: sums before
 * broadcasts, no multiplication by ones.
 */
import { type NamedAttrMap, reshape, sum, type Tensor, zeros } from '@tensorflow/tfjs-core';

/** Arguments of a derivative. */
export interface GradientCall<A> {
  /** Gradient of each output. */
  readonly dys: readonly Tensor[];
  readonly dy: Tensor;
  /** Saved inputs, then saved outputs. */
  readonly saved: readonly Tensor[];
  readonly attrs: A;
}

export interface Derivative {
  /** Inputs kept for the derivative; `all` for kernels that take lists. */
  readonly inputs?: readonly string[] | 'all';
  /** Outputs kept for the derivative, by position. */
  readonly outputs?: readonly boolean[];
  /** Returns one thunk per input, run only when that gradient is needed. */
  readonly of: (call: RawGradientCall) => Record<string, () => Tensor>;
}
type RawGradientCall = GradientCall<NamedAttrMap>;
export type DerivativeTable = Readonly<Record<string, Derivative>>;

export function derivative<A = NamedAttrMap>(
  keep: Omit<Derivative, 'of'>,
  of: (call: GradientCall<A>) => Record<string, () => Tensor>,
): Derivative {
  return { ...keep, of: (call) => of({ ...call, attrs: call.attrs as A }) }; // safe: tfjs's own attributes
}

/** Derivative of y = f(x) from dy and x. */
export const fromInput = <A = NamedAttrMap>(
  dx: (dy: Tensor, x: Tensor, attrs: A) => Tensor,
  name = 'x',
): Derivative =>
  derivative<A>({ inputs: [name] }, ({ dy, saved, attrs }) => ({ [name]: () => dx(dy, saved[0]!, attrs) }));

/** Derivative of y = f(x) from dy and y. */
export const fromOutput = (dx: (dy: Tensor, y: Tensor) => Tensor): Derivative =>
  derivative({ outputs: [true] }, ({ dy, saved }) => ({ x: () => dx(dy, saved[0]!) }));

/** Zero derivative of piecewise constant kernels. */
export const constantIn = (...names: string[]): Derivative =>
  derivative({ inputs: names }, ({ saved }) =>
    Object.fromEntries(names.map((name, index) => [name, () => zeros(saved[index]!.shape)])),
  );

/** Sums x over the axes along which `shape` was broadcast to x's shape. */
export function sumTo(x: Tensor, shape: readonly number[]): Tensor {
  const leading = x.rank - shape.length;
  const axes = x.shape.flatMap((dim, axis) =>
    axis < leading || (shape[axis - leading] === 1 && dim > 1) ? [axis] : [],
  );
  return axes.length === 0 ? x : reshape(sum(x, axes), [...shape]);
}
