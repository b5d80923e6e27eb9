/** Recall and precision on the labelled samples. The floors are what was measured; a rule that loses a field fails. */
import { expect, it } from 'vitest';
import { evaluateDeid, type FieldScore } from '../../main/deid/evaluate.ts';
import { DeidField } from '../../shared/domain/deid.ts';
import { detector, isTerm, labelledSamples } from '../helpers/deid.ts';

const samples = labelledSamples();
const report = evaluateDeid(samples, (text) => detector.detect(text, { isTerm }));
const scoreOf = (field: FieldScore['field']) => report.scores.find((score) => score.field === field);

/** Fields of which something is missed; every other field is found whole. */
const FLOORS: Partial<Record<DeidField, number>> = { name: 0.96, doctor: 0.97 };

it('has texts for every field', () => {
  expect(samples.length).toBeGreaterThanOrEqual(40);
  expect(DeidField.options.filter((field) => (scoreOf(field)?.gold ?? 0) === 0)).toEqual([]);
});

it.each(DeidField.options)('recall of %s', (field) => {
  const { covered = 0, gold = 0 } = scoreOf(field) ?? {};
  expect(covered / gold).toBeGreaterThanOrEqual(FLOORS[field] ?? 1);
});

it('precision', () => {
  const { right = 0, found = 0 } = scoreOf('all') ?? {};
  expect(right / found).toBeGreaterThanOrEqual(0.99);
});

it('says what is missed', () => {
  // A surname that is an ordinary word, away from its label; a Japanese name without a label.
  expect(report.missed.map(({ text }) => text)).toEqual(['任何', '小林纯子']);
});

it('counts a piece as found only when nothing of it stays readable', () => {
  const text = '姓名：王建国';
  const gold = [{ id: '1', text, entities: [{ start: 3, end: 6, type: 'name' as const }] }];
  const half = evaluateDeid(gold, () => [{ start: 3, end: 5, field: 'name', confidence: 1, rule: 'test' }]);
  expect(half.scores.at(-1)).toMatchObject({ gold: 1, covered: 0, found: 1, right: 1 });
  expect(half.missed).toEqual([{ id: '1', field: 'name', text: '王建国' }]);
});
