/** Sampled softmax over entities (Jean et al. 2015; Zhang et al. 2021, section 3.3): one answer against drawn entities. */
import { add, cast, concat, equal, expandDims, mul, sub, type Tensor, zeros } from '@tensorflow/tfjs-core';
import { softmaxCrossEntropy } from '../layers/cross-entropy.ts';
import type { RandomStream } from '../layers/random.ts';
import type { InputSpec } from '../models/model.ts';
import type { BatchArrays } from './objective.ts';

/**
 * Cross entropy of the first column of scores [N, 1 + C] against the others, each less the logarithm of its chance to be
 * drawn, log Q [N, 1 + C] → [N].
 */
export const sampledSoftmax = (scores: Tensor, logChances: Tensor): Tensor =>
  softmaxCrossEntropy(sub(scores, logChances), zeros([scores.shape[0]!], 'int32'));

/** Subtracted from the score of a drawn entity that is the answer itself. */
const ANSWER = 1e4;

interface DrawnEntities {
  /** Number of each mention's answer and log Q of it, [N]. */
  readonly answers: Tensor;
  readonly answerChances: Tensor;
  /** Numbers of drawn entities and log Q of them, [C]. */
  readonly drawn: Tensor;
  readonly drawnChances: Tensor;
}

/** Returns the part to subtract from scores [N, 1 + C]: log Q, and much where a drawn entity is the answer. */
export function scoreCorrections({ answers, answerChances, drawn, drawnChances }: DrawnEntities): Tensor {
  const same = cast(equal(expandDims(answers, 1), expandDims(drawn, 0)), 'float32'); // [N, C]
  return concat([expandDims(answerChances, 1), add(mul(same, ANSWER), expandDims(drawnChances, 0))], 1);
}

/** Drawn entities of a batch and log Q of them, [C]. */
export const drawnInputs = (count: number): readonly InputSpec[] => [
  { name: 'drawnEntities', shape: [count], dtype: 'int32' },
  { name: 'drawnChances', shape: [count], dtype: 'float32' },
];

/** Draws entities of a type by Q(e) = t_e / C_type, t_e one more than the mentions of e in the corpus. */
export class EntitySampler {
  readonly #types: Int32Array;
  readonly #frequencies: Int32Array;
  /** Entities by type. */
  readonly #entities: Int32Array;
  /** First place of each type, and the end. */
  readonly #starts: number[] = [];
  /** Sums of t_e up to each place within its type. */
  readonly #sums: Float64Array;

  constructor(types: Int32Array, frequencies: Int32Array) {
    this.#types = types;
    this.#frequencies = frequencies;
    this.#entities = Int32Array.from(types.keys()).sort((a, b) => types[a]! - types[b]! || a - b);
    this.#sums = new Float64Array(types.length);
    for (const [place, entity] of this.#entities.entries()) {
      const isFirst = place === 0 || types[this.#entities[place - 1]!] !== types[entity];
      if (isFirst)
        for (let type = this.#starts.length; type <= types[entity]!; type++) this.#starts.push(place);
      this.#sums[place] = (isFirst ? 0 : this.#sums[place - 1]!) + frequencies[entity]! + 1;
    }
    this.#starts.push(types.length);
  }

  logChance(entity: number): number {
    const end = this.#starts[this.#types[entity]! + 1]!;
    return Math.log((this.#frequencies[entity]! + 1) / this.#sums[end - 1]!);
  }

  /** Returns an entity of the type of `like`. */
  draw(like: number, random: RandomStream): number {
    const type = this.#types[like]!;
    let [low, high] = [this.#starts[type]!, this.#starts[type + 1]! - 1];
    const target = random.uniform() * this.#sums[high]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return this.#entities[low]!;
  }

  /**
   * Writes the drawn entities of a row: of the types of entities drawn from `like`, or of any where there are none.
   * @param count of each row
   */
  write(
    { drawnEntities, drawnChances }: BatchArrays,
    {
      number,
      count,
      like,
    }: { readonly number: number; readonly count: number; readonly like: readonly number[] },
    random: RandomStream,
  ): void {
    for (let i = number * count; i < (number + 1) * count; i++) {
      const one = like.length > 0 ? like[random.below(like.length)]! : random.below(this.#types.length);
      const drawn = this.draw(one, random);
      drawnEntities![i] = drawn;
      drawnChances![i] = this.logChance(drawn);
    }
  }
}
