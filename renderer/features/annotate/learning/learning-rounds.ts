/** Rounds of learning as people read them. */
import type { LearningRound } from '../../../../shared/domain/learning.ts';
import type { Place } from '../../../lib/curves.ts';

/** State of a round, as a word of the table. */
export type RoundWord = 'adopted' | 'kept' | 'training' | 'paused' | 'interrupted' | 'queued' | 'failed';

export function roundWord({ state, run, adopted }: LearningRound): RoundWord {
  if (state === 'failed') return 'failed';
  if (state === 'finished') return adopted ? 'adopted' : 'kept';
  return run === 'paused' || run === 'interrupted' || run === 'queued' ? run : 'training';
}

/** F1 of each finished round, and of the model used before it, over the documents labelled then. */
export function learningCurves(rounds: readonly LearningRound[]): { fresh: Place[]; before: Place[] } {
  const finished = rounds.filter(({ state }) => state === 'finished');
  return {
    fresh: finished.flatMap(({ documents, f1 }) => (f1 === null ? [] : [[documents, f1] as const])),
    before: finished.flatMap(({ documents, previous }) =>
      previous === null ? [] : [[documents, previous.f1] as const],
    ),
  };
}
