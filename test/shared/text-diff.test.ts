/** Unchanged stretches between texts, against character by character bookkeeping of known edits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSpan, unchangedStretches } from '../../shared/text-diff.ts';

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: number;
}

const edits = fc.array(fc.record({ at: fc.nat(400), remove: fc.nat(12), insert: fc.nat(12) }), {
  maxLength: 6,
});

/** Applies edits to a list of units, so that each unit is known again. New units come from `fresh`. */
function applied<T>(units: readonly T[], changes: readonly Edit[], fresh: () => T): T[] {
  const now = [...units];
  for (const { at, remove, insert } of changes)
    now.splice(Math.min(at, now.length), remove, ...Array.from({ length: insert }, fresh));
  return now;
}

describe('words of a changed text', () => {
  it('are found where the same characters stand, or not at all, when no character repeats', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        edits,
        fc.nat(300),
        fc.integer({ min: 1, max: 20 }),
        (length, changes, start, width) => {
          let next = 0x4e00;
          const fresh = () => String.fromCharCode(next++);
          const before = Array.from({ length }, fresh);
          const after = applied(before, changes, fresh);
          const span = { start, end: start + width };
          fc.pre(span.end <= length);
          const words = before.slice(span.start, span.end).join('');
          const at = after.join('').indexOf(words);
          const moved = moveSpan(unchangedStretches(before.join(''), after.join('')), span);
          expect(moved).toEqual(at < 0 ? undefined : { start: at, end: at + width });
        },
      ),
    );
  });

  it('are the same words wherever they are found, in repetitive texts of several lines', () => {
    const text = fc.array(fc.constantFrom('头', '痛', '，', '\n', '\r\n', '\r'), { maxLength: 120 });
    fc.assert(
      fc.property(text, text, fc.nat(100), fc.integer({ min: 1, max: 8 }), (a, b, start, width) => {
        const [before, after] = [a.join(''), b.join('')];
        const span = { start, end: start + width };
        fc.pre(span.end <= before.length);
        const stretches = unchangedStretches(before, after);
        let [i, j] = [0, 0];
        for (const one of stretches) {
          expect(one.before >= i && one.after >= j && one.length > 0).toBe(true);
          expect(before.substr(one.before, one.length)).toBe(after.substr(one.after, one.length));
          [i, j] = [one.before + one.length, one.after + one.length];
        }
        const moved = moveSpan(stretches, span);
        if (moved !== undefined)
          expect(after.slice(moved.start, moved.end)).toBe(before.slice(span.start, span.end));
        if (before === after) expect(moved).toEqual(span);
      }),
    );
  });

  it('are kept when every line end changes its kind, and in a text of 200,000 characters', () => {
    const before = Array.from({ length: 10_000 }, (_, i) => `第${i}行，头痛三天，无发热。`).join('\r\n');
    const start = before.indexOf('第7000行');
    const span = { start, end: start + 6 };
    const after = `新入院。\n${before.replaceAll('\r\n', '\n').replace('第5行', '第五行')}`;
    const moved = moveSpan(unchangedStretches(before, after), span);
    expect(moved && after.slice(moved.start, moved.end)).toBe('第7000行');
    expect(before.length).toBeGreaterThan(150_000);
  });
});
