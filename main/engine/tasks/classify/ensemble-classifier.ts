/** Several classifiers as one, whose probabilities are the weighted mean of theirs (linear opinion pool, Stone 1961). */
import type { Calibration } from '../../../../shared/domain/classification.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { probabilitiesOf } from './calibration.ts';
import type { Classifier, Logits } from './classifier.ts';
import type { Coverage } from './coverage.ts';
import { type HierarchyRule, joinLevels, type Level } from './hierarchy.ts';
import type { Between } from './occlusion.ts';

export interface ClassifierMember {
  readonly classifier: Classifier;
  readonly calibration: Calibration;
  readonly labels: readonly string[];
  readonly weight: number;
  readonly level: Level;
}

const LEAST = 1e-7;

/** Logits [L] of the mean Σ wₘ pₘ of probabilities [L]: its logarithms, or its log odds where labels stand alone. */
export function pooledLogits(
  probabilities: readonly Float32Array[],
  weights: readonly number[],
  mode: 'single' | 'multiple',
): Float32Array {
  return probabilities[0]!.map((_, label) => {
    const sum = probabilities.reduce((total, row, member) => total + weights[member]! * row[label]!, 0);
    const mean = Math.min(1 - LEAST, Math.max(LEAST, sum));
    return mode === 'single' ? Math.log(mean) : Math.log(mean / (1 - mean));
  });
}

/** Returns rows [L] with their values in the order of other labels. */
export function inOrderOf(
  rows: readonly Float32Array[],
  own: readonly string[],
  wanted: readonly string[],
): Float32Array[] {
  const places = wanted.map((label) => own.indexOf(label));
  return rows.map((row) => Float32Array.from(places, (place) => row[place]!));
}

interface EnsembleRule {
  readonly labels: readonly string[];
  readonly mode: 'single' | 'multiple';
  /** Present where some members tell the parents of labels. */
  readonly hierarchy?: HierarchyRule | undefined;
}

export class EnsembleClassifier implements Classifier {
  readonly #members: readonly ClassifierMember[];
  readonly #rule: EnsembleRule;

  constructor(members: readonly ClassifierMember[], rule: EnsembleRule) {
    this.#members = members;
    this.#rule = rule;
  }

  /** Fewest of the members; undefined where one of them reads a text anew for each word. */
  get mostWords(): number | undefined {
    return this.#members.every(({ classifier }) => classifier.mostWords !== undefined)
      ? Math.min(...this.#members.map(({ classifier }) => classifier.mostWords!))
      : undefined;
  }

  async logitsOf(texts: readonly string[], { between, onProgress }: BatchOptions = {}): Promise<Logits> {
    let cut = 0;
    const rows = await this.#pool(async ({ classifier }, member) => {
      const own = await classifier.logitsOf(texts, {
        ...(between === undefined ? {} : { between }),
        onProgress: (done, total) =>
          onProgress?.(Math.floor((member * total + done) / this.#members.length), total),
      });
      cut = Math.max(cut, own.cut);
      return own.rows;
    });
    return { rows, cut };
  }

  logitsWithout(text: string, parts: readonly Span[], between?: Between): Promise<readonly Float32Array[]> {
    return this.#pool(({ classifier }) => classifier.logitsWithout(text, parts, between));
  }

  /** The look of the member that reads most of the text. */
  look(text: string): Coverage {
    const length = ({ read }: Coverage) => read.reduce((sum, { start, end }) => sum + end - start, 0);
    const looks = this.#members.map(({ classifier }) => classifier.look(text));
    return looks.reduce((widest, look) => (length(look) > length(widest) ? look : widest));
  }

  async dispose(): Promise<void> {
    for (const { classifier } of this.#members) await classifier.dispose();
  }

  /** @param ask returns a member's logits, a row for each text or part */
  async #pool(
    ask: (member: ClassifierMember, number: number) => Promise<readonly Float32Array[]>,
  ): Promise<Float32Array[]> {
    const { labels, mode, hierarchy } = this.#rule;
    const probabilities: Float32Array[][] = [];
    for (const [number, member] of this.#members.entries()) {
      const rows = (await ask(member, number)).map((row) => probabilitiesOf(row, member.calibration));
      const names = member.level === 'labels' ? labels : hierarchy!.parents;
      probabilities.push(inOrderOf(rows, member.labels, names));
    }
    const pooled = (level: Level): Float32Array[] => {
      const of = [...this.#members.keys()].filter((number) => this.#members[number]!.level === level);
      const weights = of.map((number) => this.#members[number]!.weight);
      return probabilities[of[0]!]!.map((_, row) => {
        return pooledLogits(
          of.map((number) => probabilities[number]![row]!),
          weights,
          mode,
        );
      });
    };
    const own = pooled('labels');
    if (hierarchy === undefined) return own;
    const parents = pooled('parents');
    return own.map((row, text) => joinLevels(row, parents[text]!, hierarchy));
  }
}
