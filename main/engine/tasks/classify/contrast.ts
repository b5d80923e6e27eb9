/** In-batch negatives: the second texts of a batch that are set against the right one of a pair. */
import type { ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import { isGrade, splitTexts } from '../../../../shared/domain/pairs.ts';
import { AppError } from '../../../../shared/result.ts';

/** Labels that an error names. */
const MOST_NAMED = 10;

/** @throws AppError naming labels that are no grades */
export function requireGrades(labels: readonly string[]): void {
  const others = labels.filter((label) => !isGrade(label));
  if (others.length === 0) return;
  throw new AppError('bad-input', 'training.no-grades', { labels: others.slice(0, MOST_NAMED).join(', ') });
}

export class Contrast {
  readonly #first: readonly number[];
  readonly #second: readonly number[];
  readonly #isRight: readonly boolean[];
  /** Numbers of the right second texts of each first text. */
  readonly #answers = new Map<number, Set<number>>();

  constructor(documents: readonly Pick<ClassifiedDocument, 'text' | 'labels'>[]) {
    const numbers = new Map<string, number>();
    const numberOf = (text: string): number => {
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    };
    const pairs = documents.map(({ text }) => splitTexts(text));
    this.#first = pairs.map(({ first }) => numberOf(first));
    this.#second = pairs.map(({ second }) => numberOf(second));
    this.#isRight = documents.map(({ labels }) => Number(labels[0]) > 0);
    for (const [i, isRight] of this.#isRight.entries()) {
      if (!isRight) continue;
      const answers = this.#answers.get(this.#first[i]!) ?? new Set();
      this.#answers.set(this.#first[i]!, answers.add(this.#second[i]!));
    }
  }

  /** Targets of a batch: `right` [B], and `contrasted` [B, B], in which other right answers and equal texts are 0. */
  targets(
    examples: Int32Array,
    batch: number,
  ): { readonly right: Float32Array; readonly contrasted: Float32Array } {
    const right = new Float32Array(batch);
    const contrasted = new Float32Array(batch * batch);
    for (let row = 0; row < batch; row++) contrasted[row * batch + row] = 1;
    for (const [row, i] of examples.entries()) {
      right[row] = Number(this.#isRight[i]);
      const answers = this.#answers.get(this.#first[i]!);
      const seen = new Set([this.#second[i]!]);
      for (const [column, j] of examples.entries()) {
        const other = this.#second[j]!;
        if (column === row || seen.has(other) || answers?.has(other) === true) continue;
        seen.add(other);
        contrasted[row * batch + column] = 1;
      }
    }
    return { right, contrasted };
  }
}
