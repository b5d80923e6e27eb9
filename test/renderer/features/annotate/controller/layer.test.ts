import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  merged,
  movedEdge,
  nudged,
  trimmed,
  without,
} from '../../../../../renderer/features/annotate/controller/fragments.ts';
import { inverse, Layer } from '../../../../../renderer/features/annotate/controller/layer.ts';
import { occurrencesOf, unmarked } from '../../../../../renderer/features/annotate/controller/occurrences.ts';
import {
  sentenceStarts,
  stepSentence,
} from '../../../../../renderer/features/annotate/controller/sentences.ts';
import {
  byPlace,
  lengthOf,
  SpanIndex,
} from '../../../../../renderer/features/annotate/controller/span-index.ts';
import { endOf, type SpanItem, startOf } from '../../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../../shared/domain/span.ts';
import { LENGTH, span, spansArb } from '../annotate-items.ts';

const idsOf = (spans: readonly SpanItem[]): number[] => spans.map(({ id }) => id);
const covers = (fragments: readonly Span[], at: number): boolean =>
  fragments.some(({ start, end }) => start <= at && at < end);

describe('SpanIndex', () => {
  it('cuts a window exactly as a filter over all spans would', () => {
    fc.assert(
      fc.property(spansArb, fc.nat(LENGTH), fc.nat(LENGTH), (spans, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const expected = spans.filter((one) => endOf(one) > from && startOf(one) < to).sort(byPlace);
        expect(idsOf(SpanIndex.of(spans).slice(from, to))).toEqual(idsOf(expected));
      }),
    );
  });

  it('finds the spans at a place, innermost first, and none in the gap of a discontinuous one', () => {
    fc.assert(
      fc.property(spansArb, fc.nat(LENGTH), (spans, offset) => {
        const found = SpanIndex.of(spans).at(offset);
        const expected = spans.filter(({ fragments }) => covers(fragments, offset));
        expect(idsOf(found).sort()).toEqual(idsOf(expected).sort());
        expect(found.map(lengthOf)).toEqual(found.map(lengthOf).toSorted((a, b) => a - b));
      }),
    );
  });

  it('is after changes what it would be had it been made anew', () => {
    fc.assert(
      fc.property(spansArb, spansArb, fc.array(fc.nat(30)), (spans, more, gone) => {
        const added = more.map((one) => ({ ...one, id: one.id + 100 }));
        const rest = spans.filter(({ id }) => !gone.includes(id));
        const changed = SpanIndex.of(spans).change(new Set(gone), added);
        expect(idsOf(changed.spans)).toEqual(idsOf(SpanIndex.of([...rest, ...added]).spans));
      }),
    );
  });

  it('walks through all spans once and comes back to the first', () => {
    fc.assert(
      fc.property(spansArb, fc.constantFrom(1 as const, -1 as const), (spans, direction) => {
        const index = SpanIndex.of(spans);
        const seen: number[] = [];
        let current: SpanItem | null = null;
        for (let n = 0; n < spans.length; n++) {
          current = index.step(current, direction === 1 ? 0 : LENGTH, direction, () => true) ?? null;
          if (current !== null) seen.push(current.id);
        }
        const order = idsOf(index.spans);
        expect(seen).toEqual(direction === 1 ? order : order.toReversed());
        const again = index.step(current, 0, direction, () => true);
        expect(again?.id).toBe(seen[0]);
      }),
    );
  });

  it('steps from the caret when nothing is chosen', () => {
    const index = SpanIndex.of([span(1, [[2, 4]]), span(2, [[6, 8]]), span(3, [[6, 7]])]);
    expect(index.step(null, 4, 1, () => true)?.id).toBe(2);
    expect(index.step(null, 6, 1, () => true)?.id).toBe(2);
    expect(index.step(null, 6, -1, () => true)?.id).toBe(1);
    expect(index.step(null, 4, 1, ({ id }) => id === 3)?.id).toBe(3);
    expect(index.step(null, 4, 1, () => false)).toBeUndefined();
  });
});

describe('Layer', () => {
  it('takes any changes back', () => {
    fc.assert(
      fc.property(spansArb, spansArb, (before, after) => {
        const layer = Layer.of(before);
        const changes = [...new Set([...idsOf(before), ...idsOf(after)])].map((id) => ({
          id,
          before: before.find((one) => one.id === id) ?? null,
          after: after.find((one) => one.id === id) ?? null,
        }));
        const changed = layer.apply(changes);
        expect(idsOf(changed.spans.spans)).toEqual(idsOf(SpanIndex.of(after).spans));
        const back = changed.apply(inverse(changes));
        expect(back.spans.spans).toEqual(layer.spans.spans);
        expect(back.items.size).toBe(layer.items.size);
        expect(idsOf(layer.spans.spans)).toEqual(idsOf(SpanIndex.of(before).spans)); // as it was
      }),
    );
  });

  it('tells changes that do not start from what is there', () => {
    const one = span(1, [[0, 2]]);
    const layer = Layer.of([one]);
    expect(layer.fits([{ id: 1, before: { ...one }, after: null }])).toBe(true);
    expect(layer.fits([{ id: 1, before: { ...one, note: '改' }, after: null }])).toBe(false);
    expect(layer.fits([{ id: 2, before: null, after: span(2, [[0, 1]]) }])).toBe(true);
    expect(layer.fits([{ id: 1, before: null, after: one }])).toBe(false);
  });
});

describe('fragments', () => {
  const fragmentsArb = fc.array(
    fc
      .tuple(fc.nat(LENGTH - 1), fc.integer({ min: 1, max: 20 }))
      .map(([start, size]) => ({ start, end: Math.min(LENGTH, start + size) })),
    { minLength: 1, maxLength: 6 },
  );

  it('merge and cut as sets of code units would', () => {
    fc.assert(
      fc.property(fragmentsArb, fragmentsArb, (fragments, [cut]) => {
        const all = merged(fragments);
        const rest = without(all, cut!);
        for (let at = 0; at < LENGTH; at++) {
          expect(covers(all, at)).toBe(covers(fragments, at));
          expect(covers(rest, at)).toBe(covers(all, at) && !covers([cut!], at));
        }
        for (const list of [all, rest])
          list.forEach((one, i) => {
            expect(one.start).toBeLessThan(one.end);
            if (list === all && i > 0) expect(list[i - 1]!.end).toBeLessThan(one.start);
          });
      }),
    );
  });

  it('grow and shrink by characters as people see them, and never to nothing', () => {
    const text = '患者𠮷某👨‍👩‍👧发热é';
    const places = [{ start: 2, end: 5 }]; // 𠮷某
    expect(nudged(text, places, 'end', 1)).toEqual([{ start: 2, end: 13 }]); // the family is one character
    expect(nudged(text, places, 'end', -1)).toEqual([{ start: 2, end: 4 }]);
    expect(nudged(text, [{ start: 2, end: 4 }], 'end', -1)).toBeNull();
    expect(nudged(text, places, 'start', -1)).toEqual([{ start: 1, end: 5 }]);
    expect(nudged(text, [{ start: 0, end: 1 }], 'start', -1)).toBeNull();
    expect(nudged(text, [{ start: 0, end: text.length }], 'end', 1)).toBeNull();
  });

  it('become one where an edge meets the next', () => {
    const places = [
      { start: 0, end: 2 },
      { start: 5, end: 7 },
    ];
    expect(movedEdge(places, 0, 'end', 5)).toEqual([{ start: 0, end: 7 }]);
    expect(movedEdge(places, 1, 'start', 7)).toBeNull();
    expect(movedEdge(places, 2, 'start', 7)).toBeNull();
  });

  it('lose white space at their ends', () => {
    const text = 'a \n 发热\u3000 b';
    expect(trimmed(text, { start: 1, end: 8 })).toEqual({ start: 4, end: 6 });
    expect(trimmed(text, { start: 1, end: 4 })).toBeNull();
  });
});

describe('occurrences', () => {
  it('are all places of the words, as a search by hand finds them', () => {
    const unit = fc.constantFrom('热', '发', 'A', 'a', '.', '*', '\n', '𠮷');
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 60 }),
        fc.array(unit, { minLength: 1, maxLength: 3 }),
        (t, w) => {
          const [text, words] = [t.join(''), w.join('')];
          const expected: number[] = [];
          for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length))
            expected.push(at);
          expect(occurrencesOf(text, words, false).map(({ start }) => start)).toEqual(expected);
        },
      ),
    );
  });

  it('ignore case where asked, and leave out what is marked already', () => {
    expect(occurrencesOf('CT 与 ct', 'Ct')).toHaveLength(2);
    expect(occurrencesOf('CT 与 ct', 'Ct', false)).toHaveLength(0);
    const places = occurrencesOf('发热，无发热', '发热');
    expect(unmarked(places, '症状', [span(1, [[0, 2]])])).toEqual([{ start: 4, end: 6 }]);
    expect(unmarked(places, '症状', [span(1, [[0, 2]], '疾病')])).toHaveLength(2);
  });
});

describe('sentences', () => {
  it('end at marks and lines, with the marks that close them', () => {
    const text = '主诉：“胸痛。”\n\n  患者来院；查体：好！';
    const starts = sentenceStarts(text);
    expect(starts.map((at) => text.charAt(at))).toEqual(['主', '患', '查']);
    expect(stepSentence(starts, text.length, 0, 1)).toBe(starts[1]);
    expect(stepSentence(starts, text.length, text.length - 1, 1)).toBe(text.length);
    expect(stepSentence(starts, text.length, starts[2]! + 1, -1)).toBe(starts[2]);
    expect(stepSentence(starts, text.length, starts[2]!, -1)).toBe(starts[1]);
    expect(stepSentence(starts, text.length, 0, -1)).toBe(0);
  });
});
