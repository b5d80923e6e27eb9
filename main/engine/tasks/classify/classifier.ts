/** Interface of classifiers of every family: neural networks and linear models. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { BatchOptions } from '../batched-forward.ts';
import type { Coverage } from './coverage.ts';
import type { Between } from './occlusion.ts';

export interface Logits {
  /** Logits [L] of each text, in their order. */
  readonly rows: Float32Array[];
  /** Number of texts longer than what is read of them. */
  readonly cut: number;
}

export interface Classifier {
  logitsOf(texts: readonly string[], options?: BatchOptions): Promise<Logits>;
  /** Returns the logits [L] of a text without each of its parts. */
  logitsWithout(text: string, parts: readonly Span[], between?: Between): Promise<readonly Float32Array[]>;
  /** Returns which parts of a text would be read. */
  look(text: string): Coverage;
  /** Most words that an explanation reads; absent: as many as are affordable when each is a reading. */
  readonly mostWords?: number | undefined;
  dispose(): Promise<void>;
}
