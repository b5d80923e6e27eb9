import { describe, expect, it } from 'vitest';
import {
  opinionOn,
  opinionOnLabel,
  shownLabels,
  strengthOf,
} from '../../../../../renderer/lib/model-opinion.ts';
import type { PredictedLabel, TextPrediction } from '../../../../../shared/domain/prediction.ts';

const label = (
  name: string,
  probability: number,
  holds: boolean,
  ids: readonly number[] = [],
): PredictedLabel => {
  const [id, ...others] = ids;
  const entity = { type: 'disease' as const, name };
  return {
    label: name,
    probability,
    holds,
    ...(id === undefined ? {} : { link: { by: 'name', entity: { ...entity, id }, others } }),
  };
};
const INFARCTION = label('心梗', 0.9, true, [1, 11]);
const ANGINA = label('心绞痛', 0.3, false, [2]);
const DEPARTMENT = label('心内科', 0.6, true);
const RARE = label('少见病', 0.01, false, [3]);

const prediction = (
  labels: readonly PredictedLabel[],
  abstained?: TextPrediction['abstained'],
): TextPrediction => ({
  model: { id: 1, name: 'dx', task: 'diagnose', network: 'cnn', createdAt: '', version: '' },
  labels: [...labels],
  read: [],
  ...(abstained === undefined ? {} : { abstained }),
});
const ALL = [INFARCTION, DEPARTMENT, ANGINA, RARE];

describe('what the model says of a suggestion', () => {
  it('agrees, doubts or does not know it', () => {
    expect(opinionOn(1, prediction(ALL))).toEqual({ verdict: 'agree', label: INFARCTION });
    expect(opinionOn(11, prediction(ALL)).verdict).toBe('agree'); // shares its name or code
    expect(opinionOn(2, prediction(ALL))).toEqual({ verdict: 'doubt', label: ANGINA });
    expect(opinionOn(9, prediction(ALL))).toEqual({ verdict: 'unknown', label: undefined });
  });

  it('takes neither side while it abstains', () => {
    expect(opinionOn(1, prediction(ALL, 'unsure'))).toEqual({ verdict: 'silent', label: INFARCTION });
    expect(opinionOn(9, prediction(ALL, 'unsure')).verdict).toBe('unknown');
  });

  it('goes by the label given where several stand for a disease', () => {
    const other = label('急性心梗', 0.95, false, [1]);
    expect(opinionOn(1, prediction([other, INFARCTION])).label).toBe(INFARCTION);
    expect(opinionOn(2, prediction([ANGINA, label('不稳定心绞痛', 0.1, false, [2])])).label).toBe(ANGINA);
  });
});

describe('what the graph says of a label', () => {
  it('agrees with its rank, does not suggest it, or has no such disease', () => {
    expect(opinionOnLabel(INFARCTION, [7, 11], false)).toEqual({ verdict: 'agree', rank: 2 });
    expect(opinionOnLabel(INFARCTION, [7], false)).toEqual({ verdict: 'only-model', rank: undefined });
    expect(opinionOnLabel(DEPARTMENT, [1, 2], false).verdict).toBe('unmatched');
    expect(opinionOnLabel(ANGINA, [2], false)).toEqual({ verdict: 'not-given', rank: 1 });
    expect(opinionOnLabel(INFARCTION, [1], true)).toEqual({ verdict: 'silent', rank: 1 });
    expect(opinionOnLabel(DEPARTMENT, [1], true).verdict).toBe('unmatched');
  });
});

it('shows the labels given, and three at least', () => {
  expect(shownLabels(ALL)).toEqual([INFARCTION, DEPARTMENT, ANGINA]);
  const many = Array.from({ length: 6 }, (_, i) => label(`l${i}`, 0.9, true));
  expect(shownLabels(many)).toHaveLength(6);
  expect(shownLabels([])).toEqual([]);
});

it('tells three strengths apart, whatever the sign', () => {
  expect([3, 2.1, 1.9, -1.1, 0.9, 0].map((weight) => strengthOf(weight, 3))).toEqual([3, 3, 2, 2, 1, 1]);
  expect(strengthOf(0, 0)).toBe(1);
});
