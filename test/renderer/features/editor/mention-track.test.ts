import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MentionTrack } from '../../../../renderer/features/editor/mention-track.ts';
import { shiftSpan, type TextEdit } from '../../../../renderer/lib/edits.ts';
import type { Mention } from '../../../../shared/domain/mention.ts';

const LENGTH = 120;

function mention(start: number, end: number, type: Mention['type'] = 'symptom'): Mention {
  return {
    start,
    end,
    text: 'x'.repeat(end - start),
    type,
    entityId: 1,
    name: 'x',
    assertion: 'present',
    depth: 0,
  };
}

const mentionsArb = fc.array(
  fc
    .tuple(
      fc.nat(LENGTH - 1),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('symptom' as const, 'drug' as const),
    )
    .map(([start, size, type]) => mention(start, Math.min(LENGTH, start + size), type)),
  { maxLength: 30 },
);
const editArb: fc.Arbitrary<TextEdit> = fc.record({
  offset: fc.nat(80),
  removed: fc.nat(20),
  inserted: fc.nat(10),
});

const places = (found: readonly { start: number; end: number }[]): string[] =>
  found.map(({ start, end }) => `${start}-${end}`).sort();

describe('MentionTrack', () => {
  it('cuts a window exactly as a filter over all mentions would', () => {
    fc.assert(
      fc.property(mentionsArb, fc.nat(LENGTH), fc.nat(LENGTH), (mentions, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const expected = mentions.filter((m) => m.end > from && m.start < to);
        expect(places(new MentionTrack(mentions).slice(from, to))).toEqual(places(expected));
      }),
    );
  });

  it('moves along with edits as each span alone would', () => {
    fc.assert(
      fc.property(mentionsArb, fc.array(editArb, { maxLength: 4 }), (mentions, edits) => {
        const track = new MentionTrack(mentions);
        for (const edit of edits) track.shift(edit);
        const expected = mentions.flatMap((m) => {
          let span: { start: number; end: number } | null = m;
          for (const edit of edits) span = span && shiftSpan(span, edit);
          return span === null ? [] : [span];
        });
        expect(places(track.slice(-1000, 100_000))).toEqual(places(expected));
      }),
    );
  });

  it('steps to the next and previous start like a search through all of them', () => {
    fc.assert(
      fc.property(mentionsArb, fc.nat(LENGTH), (mentions, offset) => {
        const track = new MentionTrack(mentions);
        const starts = [...new Set(mentions.filter((m) => m.type === 'drug').map((m) => m.start))].sort(
          (x, y) => x - y,
        );
        const next = starts.find((start) => start > offset) ?? starts[0];
        const previous = starts.findLast((start) => start < offset) ?? starts.at(-1);
        const wanted = (m: Mention): boolean => m.type === 'drug';
        expect(track.step(offset, 1, wanted)?.start).toBe(next);
        expect(track.step(offset, -1, wanted)?.start).toBe(previous);
      }),
    );
  });

  it('steps to the outermost of mentions that begin together', () => {
    const track = new MentionTrack([mention(5, 7), mention(5, 12), mention(5, 9)]);
    expect(track.step(0, 1, () => true)).toMatchObject({ start: 5, end: 12 });
    expect(track.step(20, -1, () => true)).toMatchObject({ start: 5, end: 12 });
  });

  it('finds the innermost mention around a place', () => {
    const track = new MentionTrack([mention(0, 20), mention(5, 12), mention(6, 8)]);
    expect(track.innermostAt(7)).toMatchObject({ start: 6, end: 8 });
    expect(track.innermostAt(8)).toMatchObject({ start: 5, end: 12 });
    expect(track.innermostAt(20)).toBeUndefined();
  });

  it('finds a long mention that begins far before the window', () => {
    const track = new MentionTrack([mention(0, 100), mention(1, 2), mention(3, 4)]);
    expect(places(track.slice(50, 60))).toEqual(['0-100']);
  });
});
