/** Parses what follows the name of an analyte: one result, a pair, or a series. */

import type { Analyte } from './analytes.ts';
import type { Sense } from './names.ts';
import {
  comparisonOf,
  followed,
  MAX_SERIES,
  matchAt,
  type Parsed,
  parseNumbers,
  plausible,
} from './parse-numbers.ts';
import type { Patterns } from './patterns.ts';

/**
 * Parses the results of one sense of a name.
 * @param at end of the name
 * @returns nothing when the text does not go on with a result of this analyte
 */
export function parseResults(patterns: Patterns, text: string, at: number, sense: Sense): Parsed[] {
  switch (sense.analyte.kind) {
    case 'pair':
      return parsePair(patterns, text, at, sense.analyte);
    case 'grade':
      return parseGrade(patterns, text, at, sense.analyte);
    case 'qual': {
      const quality = parseQuality(patterns, text, at, sense);
      return quality.length > 0 ? quality : parseNumbers(patterns, text, at, sense);
    }
    case 'score':
    case 'series':
    case 'number':
      return parseNumbers(patterns, text, at, sense);
  }
}

function parsePair(patterns: Patterns, text: string, at: number, pair: Analyte): Parsed[] {
  const results: Parsed[] = [];
  let from = matchAt(patterns.gap, text, at)?.end ?? at;
  for (let count = 0; count < MAX_SERIES; count++) {
    const match = matchAt(patterns.pair, text, from);
    if (match === undefined) {
      const low = results.length === 0 ? matchAt(patterns.unmeasurable, text, from) : undefined;
      return low === undefined
        ? results
        : [{ start: low.start, end: low.end, analyte: 'sbp', mark: 'low', weak: false }];
    }
    const unit = matchAt(patterns.unit, text, match.end);
    const writtenUnit = unit?.groups.unit;
    const { high, low, highTo, lowTo } = match.groups;
    const end = unit?.end ?? match.end;
    if (unit === undefined && matchAt(patterns.counter, text, end) !== undefined) break;
    const convert = (digits: string) =>
      writtenUnit === undefined ? Number(digits) : patterns.units.convert(Number(digits), writtenUnit, pair);
    const systolic = convert(high!);
    if (systolic === undefined || !plausible(systolic, pair, 1) || Number(high) <= Number(low)) break;
    const comparison = comparisonOf(match.groups.comparison);
    for (const [analyte, number, upper] of [
      ['sbp', high, highTo],
      ['dbp', low, lowTo],
    ] as const) {
      results.push({
        start: match.start,
        end,
        analyte,
        number: Number(number),
        value: convert(number!)!,
        weak: false,
        ...(upper === undefined ? {} : { upper: Number(upper), upperValue: convert(upper)! }),
        ...(comparison === undefined ? {} : { comparison }),
        ...(writtenUnit === undefined ? {} : { writtenUnit }),
      });
    }
    const next = matchAt(patterns.next, text, end) ?? followed(patterns, text, end);
    if (next === undefined) break;
    from = next.end;
  }
  return results;
}

const NUMERALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['ⅰ', 'ⅱ', 'ⅲ', 'ⅳ', 'ⅴ', 'ⅵ'].map((numeral, i) => [numeral, i + 1])),
  ...Object.fromEntries(['i', 'ii', 'iii', 'iv', 'v', 'vi'].map((numeral, i) => [numeral, i + 1])),
  ...Object.fromEntries(['一', '二', '三', '四', '五'].map((numeral, i) => [numeral, i + 1])),
};
const numeral = (text: string): number => NUMERALS[text] ?? Number(text);

function parseGrade(patterns: Patterns, text: string, at: number, analyte: Analyte): Parsed[] {
  const results: Parsed[] = [];
  let from = matchAt(patterns.gap, text, at)?.end ?? at;
  while (results.length < MAX_SERIES) {
    const match = matchAt(patterns.grade, text, from);
    if (match === undefined) break;
    const { start, end } = match;
    const { grade = '', grade2, unit: writtenUnit = '' } = match.groups;
    const value = numeral(grade);
    if (!plausible(value, analyte, 1)) break;
    const upper = grade2 === undefined ? {} : { upper: numeral(grade2), upperValue: numeral(grade2) };
    results.push({
      start,
      end,
      analyte: analyte.id,
      number: value,
      value,
      weak: false,
      writtenUnit,
      ...upper,
    });
    const next = followed(patterns, text, end);
    if (next === undefined) break;
    from = next.end;
  }
  return results;
}

function parseQuality(patterns: Patterns, text: string, at: number, { analyte, bare }: Sense): Parsed[] {
  const colon = /[ \t:|为示呈]*/y;
  colon.lastIndex = at;
  colon.test(text);
  const match =
    matchAt(patterns.quality, text, Math.max(at, colon.lastIndex)) ??
    matchAt(patterns.quality, text, matchAt(patterns.gap, text, at)?.end ?? at);
  if (match === undefined) return [];
  const { count, after, pluses, trace, minus } = match.groups;
  const plus = trace === undefined ? (count ?? after ?? pluses?.length) : 0;
  const quality = minus === undefined ? 'positive' : 'negative';
  return [
    {
      start: match.start,
      end: match.end,
      analyte: analyte.id,
      quality,
      weak: bare && analyte.specimen !== '' && plus === undefined,
      ...(plus === undefined ? {} : { plus: Number(plus) }),
    },
  ];
}
