import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptedFindings,
  add,
  colourGroupOf,
  countFields,
  decide,
  decideAll,
  goTo,
  isOpen,
  markOf,
  segmentsOf,
  setField,
  setLevel,
  startReview,
  step,
} from '../../../../renderer/features/deidentify/review.ts';
import { DeidField, type DeidFinding, DeidLevel } from '../../../../shared/domain/deid.ts';

const TEXT = '姓名：王建国，电话15400001234，小李来访，小李离开。';
const finding = (start: number, end: number, field: DeidField): DeidFinding => ({
  start,
  end,
  field,
  confidence: 0.9,
  rule: 'label',
});
const review = startReview(TEXT, [finding(3, 6, 'name'), finding(9, 20, 'phone')]);

describe('review', () => {
  it('starts at the first finding with all of them accepted', () => {
    expect(review.current).toBe(0);
    expect(acceptedFindings(review)).toEqual([finding(3, 6, 'name'), finding(9, 20, 'phone')]);
    expect(startReview('x', []).current).toBe(-1);
    expect(step(startReview('x', []), 1).current).toBe(-1);
  });

  it('deciding goes on to the next one and stays at the last', () => {
    const rejected = decide(review, 0, false);
    expect(rejected.current).toBe(1);
    expect(acceptedFindings(rejected).map(({ field }) => field)).toEqual(['phone']);
    const none = decide(rejected, 1, false);
    expect(none.current).toBe(1);
    expect(acceptedFindings(none)).toEqual([]);
    expect(acceptedFindings(decide(goTo(none, 0), 0, true))).toHaveLength(1);
    expect(goTo(review, 7)).toBe(review);
    expect(step(review, -1).current).toBe(0);
  });

  it('decides about a field, or about all', () => {
    expect(countFields(decideAll(review, false, 'phone'))).toEqual([
      { field: 'name', all: 1, accepted: 1 },
      { field: 'phone', all: 1, accepted: 0 },
    ]);
    expect(acceptedFindings(decideAll(review, false))).toEqual([]);
  });

  it('adds the words chosen and all their occurrences, without the blanks around them', () => {
    const at = TEXT.indexOf('小李');
    const more = add(review, at, at + 2, 'contact');
    expect(
      acceptedFindings(more)
        .filter(({ field }) => field === 'contact')
        .map(({ start }) => start),
    ).toEqual([at, TEXT.lastIndexOf('小李')]);
    expect(more.items[more.current]?.start).toBe(at);
    const spaced = startReview(' 小李 来', []);
    expect(add(spaced, 0, 4, 'name').items.map(({ start, end }) => [start, end])).toEqual([[1, 3]]);
    expect(add(spaced, 3, 4, 'name')).toBe(spaced);
  });

  it('what overlaps the words chosen gives way to them', () => {
    const wider = add(review, 0, 6, 'other-number');
    expect(wider.items.map(({ start, end, field }) => [start, end, field])).toEqual([
      [0, 6, 'other-number'],
      [9, 20, 'phone'],
    ]);
  });

  it('a field set by hand is accepted and certain', () => {
    const set = setField(decide(review, 0, false), 0, 'doctor');
    expect(set.items[0]).toMatchObject({ field: 'doctor', accepted: true, confidence: 1, rule: 'person' });
  });
});

describe('what is merely possible', () => {
  const maybe = (start: number, end: number): DeidFinding => ({
    ...finding(start, end, 'contact'),
    rule: 'strict:role',
  });
  const at = TEXT.indexOf('小李');
  const again = TEXT.lastIndexOf('小李');
  const open = startReview(TEXT, [finding(3, 6, 'name'), maybe(at, at + 2), maybe(again, again + 2)]);

  it('is shown, counted and kept until the search is strict', () => {
    expect(open.items.filter(isOpen)).toHaveLength(2);
    expect(open.items.map(markOf)).toEqual(['', ' is-possible', ' is-possible']);
    expect(acceptedFindings(open)).toEqual([finding(3, 6, 'name')]);
    const strict = setLevel(open, 'strict');
    expect(acceptedFindings(strict)).toEqual([
      finding(3, 6, 'name'),
      maybe(at, at + 2),
      maybe(again, again + 2),
    ]);
    expect(setLevel(strict, 'ordinary')).toEqual(open);
  });

  it('of the strictest search alone is replaced at the strictest level only', () => {
    const suspect = { ...finding(at, at + 2, 'contact'), rule: 'strictest:tagger' };
    const review = startReview(TEXT, [finding(3, 6, 'name'), suspect]);
    expect(acceptedFindings(setLevel(review, 'strict'))).toEqual([finding(3, 6, 'name')]);
    expect(acceptedFindings(setLevel(review, 'strictest'))).toEqual([finding(3, 6, 'name'), suspect]);
  });

  it('stays as a person decided', () => {
    const decided = decide(decide(open, 1, true), 2, false);
    expect(decided.items.map(markOf)).toEqual(['', '', ' is-kept']);
    for (const level of DeidLevel.options)
      expect(acceptedFindings(setLevel(decided, level))).toEqual([finding(3, 6, 'name'), maybe(at, at + 2)]);
    const kept = decide(open, 0, false);
    expect(setLevel(kept, 'strictest').items[0]?.accepted).toBe(false);
  });

  it('gives way to the same words added elsewhere', () => {
    const added = add(open, at, at + 2, 'name');
    expect(acceptedFindings(added).map(({ start, field }) => [start, field])).toEqual([
      [3, 'name'],
      [at, 'name'],
      [again, 'name'],
    ]);
    const kept = add(decide(open, 2, false), at, at + 2, 'name');
    expect(acceptedFindings(kept)).toHaveLength(2);
  });
});

it('whatever is added, items stay in order and apart, and segments make up the text', () => {
  const ranges = fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.constantFrom(...DeidField.options)), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('甲', '乙', ' ', '\n', 'a'), { maxLength: 30 }),
      ranges,
      (chars, added) => {
        const text = chars.join('');
        const done = added.reduce(
          (now, [a, b, field]) => add(now, Math.min(a, b), Math.max(a, b), field),
          startReview(text, []),
        );
        for (const [i, item] of done.items.entries()) {
          expect(item.start).toBeGreaterThanOrEqual(done.items[i - 1]?.end ?? 0);
          expect(item.end).toBeLessThanOrEqual(text.length);
          expect(text.slice(item.start, item.end)).toBe(text.slice(item.start, item.end).trim());
        }
        const segments = segmentsOf(text, done.items);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        expect(segments.filter(({ item }) => item !== undefined)).toHaveLength(done.items.length);
      },
    ),
  );
});

it('every field has a look', () => {
  for (const field of DeidField.options)
    expect(['person', 'number', 'reach', 'place', 'date']).toContain(colourGroupOf(field));
});
