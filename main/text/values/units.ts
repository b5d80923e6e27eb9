/** Units as records spell them, and their conversion by UCUM. */
/// <reference path="./ucum-lhc.d.ts" />
import ucum from '@lhncbc/ucum-lhc';
import type { Analyte } from './analytes.ts';
import { escapeRegExp } from './words.ts';

/** Significant digits of a converted value. */
const DIGITS = 4;

export interface Units {
  /** Source of a pattern that matches every spelling, with an optional power of ten before it (×10^9/L). */
  readonly pattern: string;
  /** Converts into the analyte's unit; `undefined` when no meaning of the spelling can be converted. */
  convert(value: number, spelling: string, analyte: Analyte): number | undefined;
  /** Converts from one UCUM unit to the analyte's. */
  fromUcum(value: number, unit: string, analyte: Analyte): number | undefined;
}

/** @param spellings UCUM unit → spellings, folded */
export function buildUnits(
  spellings: Readonly<Record<string, readonly string[]>>,
  suffixes: readonly string[],
): Units {
  const codes = new Map<string, string[]>();
  for (const [code, list] of Object.entries(spellings)) {
    for (const spelling of list) {
      const key = keyOf(spelling);
      codes.set(key, [...(codes.get(key) ?? []), code]);
    }
  }
  const ordered = Object.values(spellings)
    .flat()
    .sort((a, b) => b.length - a.length);
  const alternatives = ordered.map(spellingPattern).join('|');
  const suffix = `(?:\\s?\\(?(?:${suffixes.map(escapeRegExp).join('|')})\\)?)?`;
  const fromUcum = (value: number, unit: string, analyte: Analyte) =>
    unit === analyte.unit ? value : convertUcum(value, unit, analyte);
  return {
    pattern: `(?:[×x*✕╳]\\s?)?(?<unit>(?:${alternatives}))${suffix}(?![a-z0-9])`,
    convert(value, spelling, analyte) {
      const known = codes.get(keyOf(spelling)) ?? [];
      if (known.includes(analyte.unit)) return value;
      for (const code of known) {
        const converted = fromUcum(value, code, analyte);
        if (converted !== undefined) return converted;
      }
      return undefined;
    },
    fromUcum,
  };
}

const keyOf = (spelling: string): string =>
  spelling
    .replaceAll('µ', 'μ')
    .replace(/\s/g, '')
    .replace(/^10[*e~]/, '10^');

function spellingPattern(spelling: string): string {
  return escapeRegExp(spelling)
    .replaceAll('μ', '[μµ]')
    .replaceAll('/', '\\s?/\\s?')
    .replaceAll('\\^', '\\s?[\\^*e~]\\s?')
    .replaceAll('mmhg', 'mm\\s?hg');
}

function convertUcum(value: number, from: string, { unit, weight }: Analyte): number | undefined {
  // A percentage and a ratio are pure numbers; UCUM refuses to convert to the number 1 by name.
  if (from === '1' && unit === '%') return rounded(value * 100);
  if (from.includes('{') || unit.includes('{') || from === '1' || unit === '1') return undefined;
  const options = weight === undefined ? {} : { molecularWeight: weight, charge: 1 };
  const { status, toVal } = ucum.UcumLhcUtils.getInstance().convertUnitTo(from, value, unit, options);
  return status === 'succeeded' && toVal !== null ? rounded(toVal) : undefined;
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));
