/** Finds names of analytes and of specimens in a text. */
import type { Span } from '../../../shared/domain/span.ts';
import { buildAutomaton } from '../automaton.ts';
import { fold, foldUnits, isDigitUnit, isWordUnit } from '../folding.ts';
import type { Analyte } from './analytes.ts';
import type { ValueRules } from './patterns.ts';
import { anyOf } from './words.ts';

/** Meaning of a name. */
export interface Sense {
  readonly analyte: Analyte;
  /** The name is short and needs a unit or another value beside it. */
  readonly bare: boolean;
}

export interface FoundName extends Span {
  /** Analytes that the name may stand for here, best first. */
  readonly senses: readonly Sense[];
  /** Specimen that the sentence speaks of, empty when it names none. */
  readonly specimen: string;
}

export interface NameFinder {
  /** Returns names by start, longer ones first. */
  find(folded: string): FoundName[];
}

/** Longest distance between a specimen and a value of it. */
const SPECIMEN_REACH = 400;
/** Specimens whose values are never those of blood. */
const FOREIGN = new Set(['csf', 'fluid']);

export function buildNameFinder(analytes: readonly Analyte[], rules: ValueRules): NameFinder {
  const senses = new Map<string, Sense[]>();
  const add = (names: readonly string[], sense: Sense) => {
    for (const name of names) senses.set(fold(name), [...(senses.get(fold(name)) ?? []), sense]);
  };
  for (const analyte of analytes) {
    add(analyte.names, { analyte, bare: false });
    add(analyte.bare, { analyte, bare: true });
  }
  const names = [...senses.keys()];
  const automaton = buildAutomaton(names, { minUnits: 1, wordBorders: false });
  const specimens = Object.entries(rules.specimens).flatMap(([kind, words]) =>
    words.map((word) => ({ kind, word })),
  );
  const specimenWords = buildAutomaton(
    specimens.map(({ word }) => word),
    { wordBorders: false },
  );
  const foreignWord = new RegExp(`${anyOf(rules.notBefore)}$`, 'u');
  return {
    find(folded) {
      const units = foldUnits(folded);
      const specimenAt = specimenFinder(folded, specimenWords.scan(units), specimens);
      const matches = automaton.scan(units);
      const found: FoundName[] = [];
      for (let i = 0; i < matches.count; i++) {
        const start = matches.start[i]!;
        const end = matches.end[i]!;
        if (!standsAlone(units, start, end) || foreignWord.test(folded.slice(Math.max(0, start - 8), start)))
          continue;
        const specimen = specimenAt(start);
        const open = sensesIn(senses.get(names[matches.name[i]!]!)!, specimen, folded.slice(start, end));
        if (open.length > 0) found.push({ start, end, senses: open, specimen });
      }
      return found.sort((a, b) => a.start - b.start || b.end - a.end);
    },
  };
}

const SLASH = '/'.charCodeAt(0);
const DASH = '-'.charCodeAt(0);

/**
 * Returns whether no letter continues the name on either side; digits may follow a letter (P80). A single letter after a
 * slash is part of a unit (mmol/L), and one before two numbers a level (L1-4); a name after a number and a dash is part of
 * a score (DAS28-ESR).
 */
function standsAlone(units: Uint16Array, start: number, end: number): boolean {
  if (isWordUnit(units[start]) && isWordUnit(units[start - 1])) return false;
  if (end - start === 1 && units[start - 1] === SLASH) return false;
  if (units[start - 1] === DASH && isDigitUnit(units[start - 2])) return false;
  const last = units[end - 1];
  if (end - start === 1 && isDigitUnit(units[end]) && units[end + 1] === DASH) return false;
  if (!isWordUnit(last) || !isWordUnit(units[end])) return true;
  return !isDigitUnit(last) && isDigitUnit(units[end]);
}

function sensesIn(all: readonly Sense[], specimen: string, name: string): Sense[] {
  const fits = ({ analyte, bare }: Sense) => {
    if (analyte.specimen === specimen && specimen !== '') return true;
    if (bare && analyte.specimen !== '')
      return specimen === '' && analyte.specimen === 'urine' && analyte.kind === 'qual';
    return analyte.specimen !== '' || !FOREIGN.has(specimen) || name.startsWith('血');
  };
  const rank = ({ analyte, bare }: Sense) =>
    (analyte.specimen === specimen && specimen !== '' ? 0 : 2) + (bare ? 1 : 0);
  return all.filter(fits).sort((a, b) => rank(a) - rank(b));
}

function specimenFinder(
  folded: string,
  matches: ReturnType<ReturnType<typeof buildAutomaton>['scan']>,
  specimens: readonly { readonly kind: string }[],
): (offset: number) => string {
  let next = 0;
  let last = { kind: '', end: 0 };
  let offsetBefore = -1;
  return (offset) => {
    if (offset < offsetBefore) {
      next = 0;
      last = { kind: '', end: 0 };
    }
    offsetBefore = offset;
    for (; next < matches.count && matches.end[next]! <= offset; next++)
      last = { kind: specimens[matches.name[next]!]!.kind, end: matches.end[next]! };
    if (last.kind === '' || offset - last.end > SPECIMEN_REACH) return '';
    return /。|\n\s*\n/.test(folded.slice(last.end, offset)) ? '' : last.kind;
  };
}
