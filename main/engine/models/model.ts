/** The interface of every model: its parameters, the tensors it takes and its functions. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { type DropoutSite, type DropoutSource, dropoutFromInputs, dropoutInput } from '../layers/dropout.ts';
import { type ParamSpec, type Params, sizeOf } from '../layers/params.ts';

export interface BatchSize {
  readonly batch: number;
  /** Tokens a sequence, padding and special tokens included. */
  readonly length: number;
  /** Rows in which an encoder reads the texts of the batch, several a row; absent: each text is a row. */
  readonly rows?: { readonly count: number; readonly length: number } | undefined;
}

/** Returns the size of the rows that an encoder reads. */
export const rowsOf = ({ batch, length, rows }: BatchSize): BatchSize =>
  rows === undefined ? { batch, length } : { batch: rows.count, length: rows.length };

/** Returns a size as part of a program's key. */
export const shapeOf = ({ batch, length, rows }: BatchSize): string =>
  `${batch}x${length}${rows === undefined ? '' : `/${rows.count}x${rows.length}`}`;

export interface InputSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'int32';
}

export type Tensors = Readonly<Record<string, Tensor>>;

export interface Losses {
  /** The scalar that training lowers. */
  readonly loss: Tensor;
  /** Scalars worth a curve of their own. */
  readonly metrics: Tensors;
  /** Absent: the model cannot be compared with itself. */
  readonly predicted?: () => Predicted;
}

/** Distributions that a pass over a batch predicts. */
export interface Predicted {
  /** Scores [..., K]. */
  readonly logits: Tensor;
  /** `classes`: one of the K holds; `labels`: each holds or not. */
  readonly kind: 'classes' | 'labels';
  /** Factor of each distribution in the loss, broadcast to [...] or, for `labels`, to [..., K]. */
  readonly weights: Tensor;
}

/** A model with its configuration filled in. Its functions are pure; all shapes follow from the batch size. */
export interface Model {
  readonly params: readonly ParamSpec[];
  /** Names of the parameters that its settings keep as they are; absent: none. */
  readonly frozen?: ReadonlySet<string>;
  /**
   * Whether texts may share rows; forward then gives what it gives of tokens for the rows, what it gives of texts for each
   * text. Targets and texts have their tokens at `places` of the rows, int32, −1 where there is none.
   */
  readonly packs?: boolean;
  /** Inputs of a forward pass. */
  inputs(size: BatchSize): readonly InputSpec[];
  /** Further inputs of the loss; none for models without a loss of their own. */
  targets(size: BatchSize): readonly InputSpec[];
  /** The dropout masks the loss asks for. */
  dropout(size: BatchSize): readonly DropoutSite[];
  forward(params: Params, inputs: Tensors, source?: DropoutSource): Tensors;
  loss(params: Params, inputs: Tensors, source?: DropoutSource): Losses;
}

/** The input of that name. Throws when it is absent. */
export function input(inputs: Tensors, name: string): Tensor {
  const tensor = inputs[name];
  invariant(tensor !== undefined, `input ${name} is missing`);
  return tensor;
}

/** Everything a recorded training step takes: inputs, targets and dropout masks. */
export function trainingInputs(model: Model, size: BatchSize): readonly InputSpec[] {
  const masks = model
    .dropout(size)
    .map(({ site, shape }): InputSpec => ({ name: dropoutInput(site), shape, dtype: 'float32' }));
  return [...model.inputs(size), ...model.targets(size), ...masks];
}

/** The loss over `trainingInputs`. */
export const trainingLoss = (model: Model, params: Params, inputs: Tensors): Losses =>
  model.loss(params, inputs, dropoutFromInputs(inputs));

/** Numbers that make up the model, and how many of them are learnt. */
export function parameterCount({ params, frozen }: Pick<Model, 'params' | 'frozen'>): {
  readonly total: number;
  readonly trainable: number;
} {
  const count = (specs: readonly ParamSpec[]) => specs.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  return { total: count(params), trainable: count(params.filter(({ name }) => !frozen?.has(name))) };
}
