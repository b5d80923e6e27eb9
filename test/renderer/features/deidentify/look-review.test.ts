import { describe, expect, it } from 'vitest';
import {
  changedPlaces,
  currentPlace,
  decide,
  decidedIn,
  goToRow,
  type LookReview,
  nextOpen,
  openCounts,
  setOrder,
  startLook,
  undoLast,
} from '../../../../renderer/features/deidentify/look-review.ts';
import type { Leftover } from '../../../../shared/domain/second-look.ts';

const place = (words: string, more: Partial<Leftover> = {}): Leftover => ({
  ...{ object: 'document:1', part: 'text', words, nth: 0, start: 0, end: words.length, title: 't' },
  ...{ before: '', after: '', risk: 'high', reason: 'phone', field: 'phone', decision: null },
  ...more,
});

const PLACES = [
  place('a'),
  place('王伟', { risk: 'medium', reason: 'role', field: 'doctor' }),
  place('a', { nth: 1 }),
  place('2024-01-02', { risk: 'low', reason: 'date', field: 'date' }),
];

const rows = (review: LookReview) =>
  review.rows.map((row) =>
    row.kind === 'group' ? `[${row.name} ${row.places.length}]` : review.places[row.index]?.words,
  );
const decisions = ({ places }: LookReview) => places.map(({ decision }) => decision);

describe('a review of the second look', () => {
  it('groups by risk, by field and by words, and stays at its place', () => {
    const review = startLook(PLACES);
    expect(rows(review)).toEqual(['[high 2]', 'a', 'a', '[medium 1]', '王伟', '[low 1]', '2024-01-02']);
    expect(review.current).toBe(1);
    const byField = setOrder(goToRow(review, 4), 'field');
    expect(rows(byField)).toEqual(['[doctor 1]', '王伟', '[phone 2]', 'a', 'a', '[date 1]', '2024-01-02']);
    expect(currentPlace(byField)?.words).toBe('王伟');
    expect(rows(setOrder(review, 'words'))[0]).toBe('[a 2]');
  });

  it('decides about one place and goes to the next open one, round the end', () => {
    const review = decide(startLook(PLACES), 'remove', 'row');
    expect(decisions(review)).toEqual(['remove', null, null, null]);
    expect(review.current).toBe(2);
    expect(openCounts(review)).toEqual({ high: 1, medium: 1, low: 1 });
    const last = decide(goToRow(review, 6), 'accept', 'row');
    expect(last.current).toBe(2);
  });

  it('decides about all of the same words, and about what is open in a group', () => {
    const same = decide(startLook(PLACES), 'accept', 'same');
    expect(decisions(same)).toEqual(['accept', null, 'accept', null]);
    const one = decide(startLook(PLACES), 'accept', 'row');
    const group = decide(goToRow(one, 0), 'remove', 'row');
    expect(decisions(group)).toEqual(['accept', null, 'remove', null]);
    const [head] = group.rows;
    expect(head?.kind === 'group' && decidedIn(group, head.places)).toBe(2);
  });

  it('takes decisions back one by one, to what they were before', () => {
    const first = startLook([place('a', { decision: 'accept' }), place('b')]);
    const changed = decide(goToRow(first, 1), 'remove', 'row');
    expect(changedPlaces(first, changed)).toMatchObject([{ words: 'a', decision: 'remove' }]);
    const both = decide(changed, 'remove', 'row');
    expect(decisions(undoLast(both))).toEqual(['remove', null]);
    expect(decisions(undoLast(undoLast(both)))).toEqual(['accept', null]);
    const none = undoLast(first);
    expect(none).toBe(first);
  });

  it('stays where it is when nothing is open or there', () => {
    const done = startLook([place('a', { decision: 'accept' })]);
    expect(nextOpen(done)).toBe(done);
    expect(decide(startLook([]), 'remove', 'row').undo).toEqual([]);
    expect(currentPlace(startLook([]))).toBeUndefined();
  });

  it('takes 20,000 places with ease: each is decided about once', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => place(`w${n % 400}`, { nth: Math.floor(n / 400) }));
    let review = startLook(many, 'words');
    for (let n = 0; n < 400; n++) review = decide(review, n % 2 === 0 ? 'remove' : 'accept', 'same');
    expect(openCounts(review)).toEqual({ high: 0, medium: 0, low: 0 });
    expect(review.undo).toHaveLength(400);
  });
});
