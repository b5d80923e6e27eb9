/**
 * Computations with a gradient of their own and a native form: plain tfjs on eager executors, ONNX nodes under capture.
 */
import { customGrad, type GradSaveFunc, type Tensor, zeros } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import './gradients/index.ts';
import { type ActiveCapture, activeCapture } from './capture-scope.ts';
import type { Graph, Value } from './graph.ts';

export type { Graph, Value } from './graph.ts';

/** What the gradient may use: everything that went into and came out of the forward pass. */
interface Kept<T> {
  readonly inputs: readonly T[];
  readonly output: T;
  readonly saved: readonly T[];
}

type Outcome<T> = { output: T; saved?: readonly T[] };

/** Over tensors; `saved`: intermediate results that the gradient wants. */
interface Forms {
  readonly forward: (inputs: readonly Tensor[]) => Outcome<Tensor>;
  /** One gradient an input; null where it is zero or meaningless (integer inputs). */
  readonly gradient: (dy: Tensor, kept: Kept<Tensor>) => readonly (Tensor | null)[];
}

export interface NativeOp extends Forms {
  readonly name: string;
  /** The same over graph values. Left out: the tensor forms are recorded op by op. */
  readonly emit?: {
    readonly forward: (graph: Graph, inputs: readonly Value[]) => Outcome<Value>;
    readonly gradient: (graph: Graph, dy: Value, kept: Kept<Value>) => readonly (Value | null)[];
  };
}

/** Applies `op`: one output, differentiable once. Both forms must compute the same; tests compare them. */
export function nativeOp(op: NativeOp, inputs: readonly Tensor[]): Tensor {
  const capture = activeCapture();
  const forms = capture ? captured(op, capture) : op;
  const withGradient = customGrad((...args: (Tensor | GradSaveFunc)[]) => {
    const save = args.at(-1) as GradSaveFunc; // safe: tfjs appends it to the inputs
    const tensors = args.slice(0, -1) as Tensor[]; // safe: see above
    const { output, saved = [] } = forms.forward(tensors);
    save([...tensors, output, ...saved]);
    return {
      value: output,
      gradFunc: (dy: Tensor, kept: Tensor[]) => {
        const at = inputs.length;
        const context = { inputs: kept.slice(0, at), output: kept[at]!, saved: kept.slice(at + 1) };
        const gradients = forms.gradient(dy, context);
        invariant(gradients.length === at, `${op.name}: ${gradients.length} gradients for ${at} inputs`);
        return gradients.map((gradient, index) => gradient ?? zeros(inputs[index]!.shape));
      },
    };
  });
  return withGradient(...inputs);
}

/** The op over graph values, seen as an op over the tensors that stand for them. */
function captured(op: NativeOp, { graph, toValue, toTensor }: ActiveCapture): Forms {
  const { emit } = op;
  if (!emit) return op;
  const values = (tensors: readonly Tensor[]) => tensors.map((tensor) => toValue(tensor));
  // values need no upkeep, and may have types that tfjs does not know
  let saved: readonly Value[] = [];
  return {
    forward: (inputs) => {
      const outcome = emit.forward(graph, values(inputs));
      saved = outcome.saved ?? [];
      return { output: toTensor(outcome.output) };
    },
    gradient: (dy, { inputs, output }) => {
      const kept = { inputs: values(inputs), output: toValue(output), saved };
      return emit.gradient(graph, toValue(dy), kept).map((value) => value && toTensor(value));
    },
  };
}
