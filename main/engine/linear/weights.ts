/** Weights of a linear classifier as a file, and the scores that they give. */
import { invariant } from '../../../shared/assert.ts';
import { message } from '../../../shared/messages/message.ts';
import { decodeElements, encodeElements } from '../io/elements.ts';
import { readSafetensors, safetensorsChunks } from '../io/safetensors.ts';
import { badFile, formatShape, joinChunks, sameShape, type TensorData } from '../io/tensor-data.ts';
import type { LinearClassifierConfig } from './config.ts';
import type { SparseRow } from './sparse-matrix.ts';

/** Float32 [width + 1, labels]; the last row holds the intercepts. */
export interface LinearWeights {
  readonly weight: Float32Array;
  readonly labels: number;
}

interface LinearTensors {
  readonly own: LinearWeights;
  /** Weights of the labels' parents in models of earlier versions. */
  readonly parents?: LinearWeights;
}

const OWN = 'weight';
const PARENTS = 'parents.weight';
const FILE = 'model.safetensors';

/** Returns weights as files hold them, rounded to half precision, which halves their size. */
export function rounded({ weight, labels }: LinearWeights): LinearWeights {
  const bytes = encodeElements(half(weight, labels));
  return { weight: floatsOf(decodeElements('F16', [weight.length], bytes)), labels };
}

function floatsOf({ type, data }: TensorData): Float32Array {
  invariant(type !== 'I64', 'half precision widens to float32');
  return data;
}

const half = (weight: Float32Array, labels: number): TensorData => ({
  type: 'F16',
  shape: [weight.length / labels, labels],
  data: weight,
});

export const linearToFile = ({ weight, labels }: LinearWeights): Uint8Array[] =>
  safetensorsChunks(new Map([[OWN, half(weight, labels)]]), { format: 'pt' });

/**
 * @param width number of n-grams
 * @throws AppError naming a tensor that is missing, of another shape, or not finite
 */
export function linearFromFile(
  { labels, hierarchy }: Pick<LinearClassifierConfig, 'labels' | 'hierarchy'>,
  width: number,
  chunks: readonly Uint8Array[],
): LinearTensors {
  const { tensors } = readSafetensors(joinChunks(chunks));
  const read = (name: string, count: number): LinearWeights => {
    const tensor = tensors.get(name);
    if (tensor === undefined || tensor.type === 'I64')
      throw badFile(FILE, message('models.tensor-missing', { name }));
    const expected = [width + 1, count];
    if (!sameShape(tensor.shape, expected))
      throw badFile(
        FILE,
        message('models.tensor-shape', {
          name,
          found: formatShape(tensor.shape),
          expected: formatShape(expected),
        }),
      );
    if (!tensor.data.every(Number.isFinite))
      throw badFile(FILE, message('models.tensor-not-finite', { name }));
    return { weight: tensor.data, labels: count };
  };
  const own = read(OWN, labels.length);
  return hierarchy === undefined ? { own } : { own, parents: read(PARENTS, hierarchy.parents.length) };
}

/** w·x of each label, the intercept included: float64 [labels]. */
export function scoresOf({ columns, values }: SparseRow, { weight, labels }: LinearWeights): Float64Array {
  const scores = Float64Array.from(weight.subarray(weight.length - labels));
  for (const [k, column] of columns.entries()) addWeights(scores, { weight, labels }, column, values[k]!);
  return scores;
}

/** Adds the weights of a column times a factor to the scores [labels]. */
export function addWeights(
  scores: Float64Array,
  { weight, labels }: LinearWeights,
  column: number,
  factor: number,
): void {
  const at = column * labels;
  for (let label = 0; label < labels; label++) scores[label]! += factor * weight[at + label]!;
}
