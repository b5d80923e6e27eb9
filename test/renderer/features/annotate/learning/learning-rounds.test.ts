import { describe, expect, it } from 'vitest';
import {
  learningCurves,
  roundWord,
} from '../../../../../renderer/features/annotate/learning/learning-rounds.ts';
import { LearningRound } from '../../../../../shared/domain/learning.ts';

const round = (more: Partial<LearningRound>): LearningRound =>
  LearningRound.parse({
    id: 1,
    projectId: 1,
    at: '2026-01-01T00:00:00Z',
    by: '甲',
    runId: 3,
    run: 'finished',
    documents: 20,
    devDocuments: 4,
    labels: 60,
    state: 'finished',
    model: { id: 2, name: '心内科 1' },
    f1: 0.7,
    previous: null,
    adopted: true,
    error: null,
    ...more,
  });

describe('rounds of learning', () => {
  it('are told by what people want to know', () => {
    expect(roundWord(round({}))).toBe('adopted');
    expect(roundWord(round({ adopted: false }))).toBe('kept');
    expect(roundWord(round({ state: 'training', run: 'running' }))).toBe('training');
    expect(roundWord(round({ state: 'training', run: 'interrupted' }))).toBe('interrupted');
    expect(roundWord(round({ state: 'failed', run: 'finished' }))).toBe('failed');
  });

  it('give a curve of the new models and one of those before, on the same documents', () => {
    const rounds = [
      round({}),
      round({ documents: 40, f1: 0.8, previous: { name: '心内科 1', f1: 0.72 } }),
      round({ documents: 50, state: 'training', f1: null }),
    ];
    expect(learningCurves(rounds)).toEqual({
      fresh: [
        [20, 0.7],
        [40, 0.8],
      ],
      before: [[40, 0.72]],
    });
  });
});
