/** Recall and precision on the labelled samples. The floors are what was measured; a rule that loses a field fails. */
import { expect, it } from 'vitest';
import { evaluateDeid, type FieldScore, wilsonInterval } from '../../../main/deid/evaluate.ts';
import { DeidField } from '../../../shared/domain/deid.ts';
import { detector, isTerm, labelledSamples } from '../../helpers/deid.ts';

const samples = labelledSamples();
const report = evaluateDeid(samples, (text) => detector.detect(text, { isTerm }));
const scoreOf = (field: FieldScore['field']) => report.scores.find((score) => score.field === field);

/** Fields of which something is missed; every other field is found whole. */
const FLOORS: Partial<Record<DeidField, number>> = {
  name: 0.94,
  contact: 0.87,
  doctor: 0.96,
  'native-place': 0.5,
};

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
  expect(right / found).toBe(1);
});

it('says what is missed', () => {
  // Names that are ordinary words, away from a label; foreign names, rare relatives, a province that no list has.
  expect(report.missed.map(({ text }) => text)).toEqual([
    '任何',
    '小林纯子',
    '鹿川省',
    '艾力',
    '邓丽君',
    '成功',
    '简单',
    '周',
    '卓越',
  ]);
});

it('texts that were held out at first', () => {
  const unseen = evaluateDeid(labelledSamples('held-out.jsonl'), (text) => detector.detect(text, { isTerm }));
  const { covered = 0, gold = 1, right = 0, found = 1 } = unseen.scores.at(-1) ?? {};
  expect(unseen.missed.map(({ text }) => text)).toEqual(['顾']);
  expect(covered / gold).toBeGreaterThanOrEqual(0.98);
  expect(right / found).toBe(1);
});

/**
 * 36 texts unlike the others: nursing, transfer and telephone notes, laboratory slips, forms with blanks between all
 * characters. Labelled before the rules were looked at; first measured: open 81 of 148 (precision 87 of 88), closed
 * 76 of 153 (81 of 81). Rules may be mended by the open half: then 140 of 148. The closed half is only ever measured,
 * never mended by: 89 of 153 (98 of 98). That is what to expect of a hospital whose notes nobody has looked at yet.
 */
it.each([
  { file: 'unseen-open.jsonl', recall: 0.94, precision: 1 },
  { file: 'unseen-closed.jsonl', recall: 0.58, precision: 1 },
])('texts in other styles: $file', ({ file, recall, precision }) => {
  const { scores } = evaluateDeid(labelledSamples(file), (text) => detector.detect(text, { isTerm }));
  const { covered = 0, gold = 1, right = 0, found = 1 } = scores.at(-1) ?? {};
  expect(covered / gold).toBeGreaterThanOrEqual(recall);
  expect(right / found).toBeGreaterThanOrEqual(precision);
});

/**
 * The strict search, built on principles and the open texts; the closed ones are only measured: first
 * 126 of 153 (143 of 149 right), then 134 (143 of 151).
 */
it.each([
  { file: 'samples.jsonl', recall: 0.98, precision: 0.98 },
  { file: 'held-out.jsonl', recall: 1, precision: 1 },
  { file: 'unseen-open.jsonl', recall: 0.99, precision: 0.96 },
  { file: 'registers-open.jsonl', recall: 0.65, precision: 0.98 },
  { file: 'registers-closed.jsonl', recall: 0.5, precision: 0.86 },
  { file: 'styles-open.jsonl', recall: 0.66, precision: 0.96 },
  { file: 'styles-closed.jsonl', recall: 0.5, precision: 0.9 },
  { file: 'unseen-closed.jsonl', recall: 0.87, precision: 0.94 },
])('the strict search: $file', ({ file, recall, precision }) => {
  const { scores } = evaluateDeid(labelledSamples(file), (text) =>
    detector.detect(text, { isTerm, level: 'strict' }),
  );
  const { covered = 0, gold = 1, right = 0, found = 1 } = scores.at(-1) ?? {};
  expect(covered / gold).toBeGreaterThanOrEqual(recall);
  expect(right / found).toBeGreaterThanOrEqual(precision);
});

it('counts a piece as found only when nothing of it stays readable', () => {
  const text = '姓名：王建国';
  const gold = [{ id: '1', text, entities: [{ start: 3, end: 6, type: 'name' as const }] }];
  const half = evaluateDeid(gold, () => [{ start: 3, end: 5, field: 'name', confidence: 1, rule: 'test' }]);
  expect(half.scores.at(-1)).toMatchObject({ gold: 1, covered: 0, found: 1, right: 1 });
  expect(half.missed).toEqual([{ id: '1', field: 'name', text: '王建国' }]);
});

it("gives Wilson's interval of a share", () => {
  // Newcombe 1998, table I: 81 of 263 and 0 of 20.
  expect(wilsonInterval(81, 263).map((end) => end.toFixed(4))).toEqual(['0.2553', '0.3662']);
  expect(wilsonInterval(0, 20).map((end) => end.toFixed(4))).toEqual(['0.0000', '0.1611']);
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
});
