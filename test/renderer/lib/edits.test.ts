import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditLog, shiftSpan, type TextEdit } from '../../../renderer/lib/edits.ts';
import type { Span } from '../../../shared/domain/span.ts';

/** Follows each character by an identity: slow and plain. */
function naiveShift(length: number, span: Span, edit: TextEdit): Span | null {
  const ids = Array.from({ length }, (_, i) => i);
  ids.splice(edit.offset, edit.removed, ...Array.from({ length: edit.inserted }, () => -1));
  const kept = ids.flatMap((id, at) => (id >= span.start && id < span.end ? [at] : []));
  return kept.length === 0 ? null : { start: kept[0]!, end: kept.at(-1)! + 1 };
}

const LENGTH = 30;
const spanArb = fc
  .tuple(fc.nat(LENGTH - 1), fc.integer({ min: 1, max: LENGTH }))
  .map(([start, size]) => ({ start, end: Math.min(LENGTH, start + size) }));
const editArb = fc.tuple(fc.nat(LENGTH), fc.nat(10), fc.nat(6)).map(([offset, removed, inserted]) => ({
  offset,
  removed: Math.min(removed, LENGTH - offset),
  inserted,
}));

describe('shiftSpan', () => {
  it('keeps exactly the characters that survive', () => {
    fc.assert(
      fc.property(spanArb, editArb, (span, edit) => {
        expect(shiftSpan(span, edit)).toEqual(naiveShift(LENGTH, span, edit));
      }),
    );
  });

  it('does not grow when text is typed at its rims', () => {
    const span = { start: 4, end: 8 };
    expect(shiftSpan(span, { offset: 4, removed: 0, inserted: 3 })).toEqual({ start: 7, end: 11 });
    expect(shiftSpan(span, { offset: 8, removed: 0, inserted: 3 })).toEqual(span);
    expect(shiftSpan(span, { offset: 6, removed: 0, inserted: 3 })).toEqual({ start: 4, end: 11 });
  });
});

describe('EditLog', () => {
  it('carries a span of an older version through all later edits', () => {
    const log = new EditLog(1);
    log.push(2, [{ offset: 0, removed: 0, inserted: 5 }]);
    log.push(3, [{ offset: 20, removed: 2, inserted: 0 }]);
    expect(log.carry({ start: 10, end: 12 }, 1)).toEqual({ start: 15, end: 17 });
    expect(log.carry({ start: 15, end: 17 }, 2)).toEqual({ start: 15, end: 17 });
    expect(log.carry({ start: 15, end: 17 }, 3)).toEqual({ start: 15, end: 17 });
  });

  it('says so when the words were deleted', () => {
    const log = new EditLog(1);
    log.push(2, [{ offset: 9, removed: 5, inserted: 0 }]);
    expect(log.carry({ start: 10, end: 12 }, 1)).toBeNull();
  });

  it('forgets versions beyond its limit instead of guessing', () => {
    const log = new EditLog(1, 2);
    for (let version = 2; version <= 5; version++)
      log.push(version, [{ offset: 0, removed: 0, inserted: 1 }]);
    expect(log.carry({ start: 0, end: 1 }, 1)).toBeNull();
    expect(log.carry({ start: 0, end: 1 }, 3)).toEqual({ start: 2, end: 3 });
  });
});
