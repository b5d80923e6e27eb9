import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../../../../renderer/features/annotate/schema/schema-templates.ts';
import { lettersOf } from '../../../../../renderer/features/annotate/schema/type-letters.ts';
import { type DrawnLabel, drawArcs } from '../../../../../renderer/features/annotate/text/arc-drawing.ts';
import {
  ARC_GAP,
  type Arc,
  type ArcEnd,
  layoutArcs,
} from '../../../../../renderer/features/annotate/text/arcs.ts';
import {
  lanesOf,
  letterPlaces,
  piecesOf,
} from '../../../../../renderer/features/annotate/text/span-lanes.ts';
import { cssString, type LineStyle, styleKey, styleOf } from '../../../../../renderer/lib/annotation-css.ts';
import { blend, contrast } from '../../../../../renderer/lib/contrast.ts';
import { TINT } from '../../../../../renderer/lib/entity-types.ts';
import { PALETTES } from '../../../../../renderer/lib/palette.ts';
import {
  ANNOTATION_STYLE_COUNT,
  ANNOTATION_STYLES,
  annotationStyleAt,
  freeStyle,
} from '../../../../../shared/annotation-styles.ts';
import { endOf, startOf } from '../../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';
import { LENGTH, span, spansArb } from '../annotate-items.ts';

describe('lanes of spans', () => {
  it('are never shared by spans that overlap, and inner spans are nearer to the words', () => {
    fc.assert(
      fc.property(spansArb, (spans) => {
        const laned = lanesOf(spans);
        expect(laned).toHaveLength(spans.length);
        for (const a of laned) {
          expect(a.lane).toBeLessThan(a.lanes);
          for (const b of laned) {
            if (a === b || endOf(a.span) <= startOf(b.span) || endOf(b.span) <= startOf(a.span)) continue;
            expect(a.lane).not.toBe(b.lane);
            const aInB = startOf(b.span) <= startOf(a.span) && endOf(a.span) <= endOf(b.span);
            const bInA = startOf(a.span) <= startOf(b.span) && endOf(b.span) <= endOf(a.span);
            if (aInB && !bInA) expect(a.lane).toBeLessThan(b.lane);
          }
        }
      }),
    );
  });
});

describe('pieces of text', () => {
  it('have the lines of exactly the spans that cover them, however one looks', () => {
    fc.assert(
      fc.property(spansArb, fc.nat(LENGTH), fc.nat(LENGTH), (spans, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const pieces = piecesOf(lanesOf(spans), from, to);
        for (let at = from; at < to; at++) {
          const here = pieces.filter(({ start, end }) => start <= at && at < end);
          expect(here.length).toBeLessThanOrEqual(1);
          const drawn = (here[0]?.lines ?? []).filter(({ gap }) => !gap).map((line) => line.span.id);
          const expected = spans
            .filter(({ fragments }) => fragments.some(({ start, end }) => start <= at && at < end))
            .map(({ id }) => id);
          expect(drawn.toSorted()).toEqual(expected.toSorted());
        }
        for (const { start, end, lines } of pieces) {
          expect(start).toBeLessThan(end);
          expect(lines.map(({ lane }) => lane)).toEqual(
            lines.map(({ lane }) => lane).toSorted((x, y) => y - x),
          );
        }
      }),
    );
  });

  it('join the fragments of a discontinuous span, only at the ends where they are far apart', () => {
    const gapsOf = (far: number): number => {
      const pieces = piecesOf(
        lanesOf([
          span(1, [
            [0, 2],
            [far, far + 2],
          ]),
        ]),
        0,
        400,
      );
      const gaps = pieces.filter(({ lines }) => lines.some(({ gap }) => gap));
      return gaps.reduce((sum, { start, end }) => sum + end - start, 0);
    };
    expect(gapsOf(12)).toBe(10);
    expect(gapsOf(300)).toBe(6);
  });

  it('put the letters of spans that begin together in one place, outermost first', () => {
    const places = letterPlaces([span(1, [[0, 2]]), span(2, [[0, 6]]), span(3, [[3, 6]])]);
    expect([...places].map(([at, spans]) => [at, spans.map(({ id }) => id)])).toEqual([
      [0, [2, 1]],
      [3, [3]],
    ]);
  });
});

const TYPES = ['位于', '用于治疗', '结果为', 'complicated by'];

/** Between twelve spans, so that many share an end. */
const arcsArb: fc.Arbitrary<Arc[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(6), fc.nat(600)), { minLength: 2, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom(...TYPES)), { maxLength: 40 }),
  )
  .map(([places, all]) =>
    all.map(([from, to, type], id): Arc => {
      const end = (n: number): ArcEnd => {
        const span = n % places.length;
        const [row, x] = places[span]!;
        return { span, row, x };
      };
      return { id, type, from: end(from), to: end(to) };
    }),
  );

describe('arcs', () => {
  it('never lie over each other in one lane', () => {
    fc.assert(
      fc.property(arcsArb, (arcs) => {
        const { levels, uprights, lanes } = layoutArcs(arcs);
        for (const [i, a] of levels.entries()) {
          expect(a.lane).toBeLessThan(lanes.get(a.row) ?? 0);
          for (const b of levels.slice(i + 1)) {
            if (a.row !== b.row || a.lane !== b.lane) continue;
            expect(a.right + ARC_GAP <= b.left || b.right + ARC_GAP <= a.left).toBe(true);
          }
        }
        for (const [i, a] of uprights.entries())
          for (const b of uprights.slice(i + 1))
            if (a.lane === b.lane) expect(a.bottom < b.top || b.bottom < a.top).toBe(true);
      }),
    );
  });

  it('reach both ends of every relation', () => {
    fc.assert(
      fc.property(arcsArb, (arcs) => {
        const { levels, uprights } = layoutArcs(arcs);
        for (const { id, from, to } of arcs) {
          const pieces = levels.filter(({ ids }) => ids.includes(id));
          for (const end of [from, to])
            expect(
              pieces.some(({ row, left, right }) => row === end.row && (left === end.x || right === end.x)),
            ).toBe(true);
          expect(uprights.filter((piece) => piece.id === id)).toHaveLength(from.row === to.row ? 0 : 1);
        }
      }),
    );
  });

  it('share the way to the margin only where type, span and direction are the same', () => {
    fc.assert(
      fc.property(arcsArb, (arcs) => {
        const byId = new Map(arcs.map((arc) => [arc.id, arc]));
        for (const { ids, role } of layoutArcs(arcs).levels) {
          if (role === null) expect(ids).toHaveLength(1);
          else {
            const ways = ids.map((id) => `${byId.get(id)!.type} ${byId.get(id)![role].span}`);
            expect(new Set(ways).size).toBe(1);
          }
        }
      }),
    );
  });

  it('lie as they did whatever the order in which relations come', () => {
    fc.assert(
      fc.property(arcsArb, (arcs) => {
        const sorted = (layout: ReturnType<typeof layoutArcs>) =>
          layout.levels.map(({ ids, row, lane, right }) => `${ids} ${row} ${right} ${lane}`).sort();
        expect(sorted(layoutArcs(arcs.toReversed()))).toEqual(sorted(layoutArcs(arcs)));
      }),
    );
  });
});

const GEOMETRY = { rowHeight: 58, left: 60, padding: 12, lettersTop: 21 };
const widthOf = (words: string): number =>
  [...words].reduce((sum, letter) => sum + (letter > '\u2e80' ? 10 : 6), 0);
const draw = (arcs: readonly Arc[]) => drawArcs(arcs, GEOMETRY, (type) => type, widthOf);

describe('names of arcs', () => {
  it('never overlap', () => {
    fc.assert(
      fc.property(arcsArb, (arcs) => {
        const { labels } = draw(arcs);
        const apart = (a: DrawnLabel, b: DrawnLabel): boolean =>
          a.left + a.width <= b.left ||
          b.left + b.width <= a.left ||
          a.top + a.height <= b.top ||
          b.top + b.height <= a.top;
        const collisions = labels.flatMap((a, i) => labels.slice(i + 1).filter((b) => !apart(a, b)));
        expect(collisions).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('stand on the line of an arc that bears them, and have room for their words', () => {
    fc.assert(
      fc.property(arcsArb, (arcs) => {
        const byId = new Map(arcs.map((arc) => [arc.id, arc]));
        for (const { ids, words, left, width } of draw(arcs).labels) {
          expect(widthOf(words)).toBeLessThan(width);
          const { type, from, to } = byId.get(ids[0]!)!;
          expect(words.startsWith(type.slice(0, 1))).toBe(true);
          const [a, b] =
            from.row === to.row
              ? [Math.min(from.x, to.x), Math.max(from.x, to.x)]
              : [0, Math.max(from.x, to.x)];
          const reach = 8 + width / 2; // of short lines names stick out
          expect(left + width / 2).toBeGreaterThanOrEqual(GEOMETRY.left + a - reach);
          expect(left + width / 2).toBeLessThanOrEqual(GEOMETRY.left + b + reach);
        }
      }),
    );
  });

  it('are all there, in full, where there is room', () => {
    const row = (id: number, n: number): Arc => ({
      id,
      type: '用于治疗',
      from: { span: 2 * id, row: n, x: 20 },
      to: { span: 2 * id + 1, row: n, x: 120 },
    });
    const { labels } = draw([0, 1, 2, 3].map((n) => row(n, n)));
    expect(labels.map(({ words }) => words)).toEqual(Array(4).fill('用于治疗'));
    // Three within each other: each on its own line, moved aside or made shorter, none left out.
    const nested = [0, 1, 2].map(
      (id): Arc => ({
        id,
        type: '用于治疗',
        from: { span: 2 * id, row: 0, x: 60 - 20 * id },
        to: { span: 2 * id + 1, row: 0, x: 160 + 20 * id },
      }),
    );
    expect(draw(nested).labels).toHaveLength(3);
  });

  it('say at both ends of an arc between rows where its other end is, once for those that share the way', () => {
    const to = { span: 9, row: 4, x: 200 };
    const arcs = [0, 1, 2].map((id): Arc => ({ id, type: '位于', from: { span: id, row: id, x: 100 }, to }));
    const { labels } = draw(arcs);
    expect(labels.map(({ words }) => words).sort()).toEqual(['位于↑', '位于↓', '位于↓', '位于↓']);
    expect(labels.find(({ ids }) => ids.length === 3)?.words).toBe('位于↑');
  });
});

describe('looks', () => {
  it('are 160, each told apart by colour or line', () => {
    expect(ANNOTATION_STYLES).toHaveLength(ANNOTATION_STYLE_COUNT);
    expect(new Set(ANNOTATION_STYLES.map(({ hue, stroke }) => `${hue} ${stroke}`)).size).toBe(
      ANNOTATION_STYLE_COUNT,
    );
    expect(annotationStyleAt(161)).toBe(ANNOTATION_STYLES[1]);
  });

  it('given to 150 types are all different, and the colours of the first dozen lie apart', () => {
    const types: { look: number }[] = [];
    for (let n = 0; n < 150; n++) types.push({ look: freeStyle(types) });
    expect(new Set(types.map(({ look }) => look)).size).toBe(150);
    for (const theme of ['light', 'dark'] as const) {
      const inks = types.slice(0, 12).map(({ look }) => oklab(annotationStyleAt(look).ink[theme]));
      for (const [n, ink] of inks.entries())
        for (const other of inks.slice(n + 1))
          expect(Math.hypot(...ink.map((value, i) => value - (other[i] ?? 0)))).toBeGreaterThan(0.06);
    }
  });

  it.each(['light', 'dark'] as const)(
    'are readable in the %s theme, on their tint and where chosen',
    (theme) => {
      const p = PALETTES[theme];
      for (const { ink, hue } of ANNOTATION_STYLES) {
        for (const under of [p.surface, p.panel, p.raised])
          expect(contrast(ink[theme], under)).toBeGreaterThan(4.5);
        expect(contrast(p.text, blend(hue, p.surface, TINT[theme] / 255))).toBeGreaterThan(4.5);
        expect(contrast(p.text, p.selection)).toBeGreaterThan(4.5);
      }
    },
  );

  it('draw every lane within the room below the words, and two combinations never alike', () => {
    const lines: LineStyle[] = [0, 1, 2, 3, 4].map((lane) => ({
      look: lane,
      stroke: 'double',
      lane,
      lanes: 5,
      kind: 'sure',
      selected: false,
    }));
    const bottoms = [...styleOf(lines).matchAll(/calc\(100% - ([\d.]+)px\)\/100% ([\d.]+)px/g)].map(Number1);
    for (const bottom of bottoms) expect(bottom).toBeGreaterThanOrEqual(0);
    expect(styleKey(lines)).not.toBe(styleKey(lines.slice(1)));
    expect(styleKey([{ ...lines[0]!, selected: true }])).not.toBe(styleKey([lines[0]!]));
    expect(styleKey([{ ...lines[0]!, kind: 'suggested' }])).not.toBe(styleKey([lines[0]!]));
  });

  it('put no words into a style sheet that could end their string', () => {
    expect(cssString('病"\\\n')).toBe('"病\\22 \\5c \\a "');
  });
});

const Number1 = (match: RegExpMatchArray): number => Number(match[1]);

describe('schemas to begin with', () => {
  it.each(Object.keys(TEMPLATES))('%s is valid, with a letter and a look for each type', (name) => {
    const schema = AnnotationSchema.parse(TEMPLATES[name as keyof typeof TEMPLATES]);
    const letters = lettersOf(schema.spans);
    expect(new Set(letters.values()).size).toBe(schema.spans.length);
    expect(new Set(schema.spans.map(({ look }) => look)).size).toBe(schema.spans.length);
    const names = new Set(schema.spans.map((type) => type.name));
    for (const { from, to } of schema.relations)
      for (const one of [...from, ...to]) expect(names).toContain(one);
    for (const { types } of schema.attributes) for (const one of types) expect(names).toContain(one);
  });
});

/** A colour in OKLab (Ottosson 2020), in which equal distances look about equal. */
function oklab(hex: string): number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
