import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAutomaton } from '../../../main/text/automaton.ts';
import { fold, foldUnits, isWordUnit } from '../../../main/text/folding.ts';

interface Found {
  readonly name: number;
  readonly start: number;
  readonly end: number;
}

function find(
  names: readonly string[],
  text: string,
  options?: Parameters<typeof buildAutomaton>[1],
): Found[] {
  const { count, name, start, end } = buildAutomaton(names, options).scan(foldUnits(text));
  return Array.from({ length: count }, (_, i) => ({ name: name[i]!, start: start[i]!, end: end[i]! }));
}

/** The slow way: indexOf at every offset, word borders looked at by hand. */
function naive(names: readonly string[], text: string, minUnits = 2, wordBorders = true): Found[] {
  const folded = fold(text);
  const word = (at: number) => isWordUnit(at < 0 || at >= folded.length ? undefined : folded.charCodeAt(at));
  const seen = new Set<string>();
  const found: Found[] = [];
  names.forEach((raw, name) => {
    const key = fold(raw);
    if (key.length < Math.max(1, minUnits) || seen.has(key)) return;
    seen.add(key);
    for (let start = folded.indexOf(key); start >= 0; start = folded.indexOf(key, start + 1)) {
      const end = start + key.length;
      const cut = (word(start) && word(start - 1)) || (word(end - 1) && word(end));
      if (!wordBorders || !cut) found.push({ name, start, end });
    }
  });
  return found.sort((a, b) => a.end - b.end || a.start - b.start);
}

const unit = fc.constantFrom(
  ...['肺', '炎', '心', '痛', 'a', 'A', 'Ａ', 'b', '1', '１', '2', ' ', '　', '（', '(', '，', 'β', 'Ⅱ', 'ⅱ'],
  ...['𠮷', '𠮶', '😀', '😁', '\ud842', '\udfb7', '\u0301', '\n', '\u0000'],
);
const name = fc.array(unit, { maxLength: 5 }).map((units) => units.join(''));
const text = fc.array(unit, { maxLength: 60 }).map((units) => units.join(''));

describe('automaton', () => {
  it('finds what indexOf finds, overlaps included', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 25 }), text, (names, body) => {
        expect(find(names, body)).toEqual(naive(names, body));
      }),
      { numRuns: 500 },
    );
  });

  it('finds what indexOf finds with one-character names and without word borders', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 25 }), text, (names, body) => {
        const options = { minUnits: 1, wordBorders: false };
        expect(find(names, body, options)).toEqual(naive(names, body, 1, false));
      }),
      { numRuns: 300 },
    );
  });

  it('finds every one of many generated names in a text of all of them', () => {
    const chars = Array.from('急慢性左右上下心肺肝肾胃肠炎癌痛病症瘤');
    const names: string[] = [];
    for (const a of chars) for (const b of chars) for (const c of chars) names.push(a + b, a + b + c);
    const distinct = [...new Set(names)];
    const body = distinct.join('，');
    const found = find(distinct, body);
    expect(new Set(found.map((f) => f.name)).size).toBe(distinct.length);
    expect(found.filter((f) => body.slice(f.start, f.end) !== distinct[f.name])).toEqual([]);
  });

  it('reports ends in order, the longest first among equal ends', () => {
    expect(find(['心肌梗死', '梗死', '急性心肌梗死', '心肌'], '急性心肌梗死')).toEqual([
      { name: 3, start: 2, end: 4 },
      { name: 2, start: 0, end: 6 },
      { name: 0, start: 2, end: 6 },
      { name: 1, start: 4, end: 6 },
    ]);
  });

  it('folds width and case of names and texts', () => {
    expect(find(['ｃｔ（增强）'], 'CT(增强)')).toHaveLength(1);
    expect(find(['CT(增强)'], 'ｃＴ（增强）')).toEqual([{ name: 0, start: 0, end: 6 }]);
  });

  it('wants word borders for letters and digits only', () => {
    expect(find(['ALT'], 'SALT，ALTS，ALT2，ALT')).toEqual([{ name: 0, start: 15, end: 18 }]);
    expect(find(['ALT'], '查alt升高')).toHaveLength(1);
    expect(find(['维生素B1', '胸部CT'], '维生素B12，胸部CTA，维生素B1片，胸部CT示')).toEqual([
      { name: 0, start: 13, end: 18 },
      { name: 1, start: 20, end: 24 },
    ]);
    expect(find(['2型糖尿病'], '12型糖尿病，1.2型糖尿病')).toEqual([{ name: 0, start: 9, end: 14 }]);
  });

  it('leaves out names that are too short, and reports the first of equal names', () => {
    expect(find(['肺', '', '肺炎', 'Ab', 'aB'], '肺炎 ab')).toEqual([
      { name: 2, start: 0, end: 2 },
      { name: 3, start: 3, end: 5 },
    ]);
  });

  it('takes no names and no text', () => {
    expect(find([], '肺炎')).toEqual([]);
    expect(find(['肺炎'], '')).toEqual([]);
  });

  it('keeps one state per different prefix', () => {
    expect(buildAutomaton(['肺炎', '肺癌', '肺炎球菌']).states).toBe(1 + 5);
  });
});
