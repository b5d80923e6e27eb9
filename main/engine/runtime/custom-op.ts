/**
 * Ops with their own gradient and a native form: tfjs on eager executors, ONNX nodes under capture.
 */
import { customGrad, type GradSaveFunc, type Tensor, zeros } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import './gradients/index.ts';
import { type ActiveCapture, activeCapture } from './capture-scope.ts';
import type { Graph, Value } from './graph.ts';

export type { Graph, Value } from './graph.ts';
export type { Attributes } from './graph-core.ts';

/** Inputs and results of the forward pass, for the gradient. */
interface ForwardValues<T> {
  readonly inputs: readonly T[];
  readonly output: T;
  readonly saved: readonly T[];
}

/** `saved`: intermediate results for the gradient. */
type Outcome<T> = { output: T; saved?: readonly T[] };

/** Forward pass and gradient over tensors. */
interface Forms {
  readonly forward: (inputs: readonly Tensor[]) => Outcome<Tensor>;
  /** Returns one gradient per input; null where it is zero or undefined (integer inputs). */
  readonly gradient: (dy: Tensor, values: ForwardValues<Tensor>) => readonly (Tensor | null)[];
}

export interface NativeOp extends Forms {
  readonly name: string;
  /** The same over graph values; absent: the tensor forms are recorded op by op. */
  readonly emit?: {
    readonly forward: (graph: Graph, inputs: readonly Value[]) => Outcome<Value>;
    readonly gradient: (graph: Graph, dy: Value, values: ForwardValues<Value>) => readonly (Value | null)[];
  };
}

/** Applies `op`, which has one output and is differentiable once. Both forms must compute the same. */
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

/** Wraps the graph form of an op as an op over tensors. */
function captured(op: NativeOp, { graph, toValue, toTensor }: ActiveCapture): Forms {
  const { emit } = op;
  if (!emit) return op;
  const values = (tensors: readonly Tensor[]) => tensors.map((tensor) => toValue(tensor));
  // kept outside of tfjs, which does not know all element types
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
