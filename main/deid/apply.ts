/** Replaces findings by masks, surrogates or shifted dates, and maps old offsets to new ones. */
import {
  type DeidField,
  type DeidFinding,
  type DeidMode,
  type DeidPiece,
  type DeidResult,
  type Generalisation,
  MASK_WORDS,
} from '../../shared/domain/deid.ts';
import { AppError } from '../../shared/result.ts';
import { shiftDates } from './date-shift.ts';
import { agesIn, bandOf, isBand, monthOf, provinceReader } from './generalise.ts';
import type { DeidRules } from './rules.ts';
import { dayOffset } from './seeded-choices.ts';
import type { Sex } from './surrogate-names.ts';
import { OVER_89, Surrogates } from './surrogates.ts';

export interface ApplyOptions {
  readonly mode: DeidMode;
  readonly rules: DeidRules;
  /** Secret of the workspace; replacements depend on it and the patient key alone. */
  readonly secret: string;
  readonly patientKey: string;
  readonly sex?: Sex | undefined;
  readonly generalise?: readonly Generalisation[] | undefined;
}

const PERSONS: ReadonlySet<DeidField> = new Set(['name', 'contact', 'doctor']);
const PLACES: ReadonlySet<DeidField> = new Set(['address', 'birthplace', 'native-place']);
/** Characters of context around a name that may show the person's sex. */
const AROUND = 6;

const maskOf = (field: DeidField): string => `【${MASK_WORDS[field]}】`;

/** Applies findings to a text. @throws AppError `bad-request` when findings overlap or lie outside the text */
export function applyFindings(
  text: string,
  findings: readonly DeidFinding[],
  options: ApplyOptions,
): DeidResult {
  const ages = options.generalise?.includes('age') === true ? agesIn(text, findings) : [];
  const sorted = checked(text, [...findings, ...ages]);
  const replacements = replacementsFor(text, sorted, options);
  const pieces: DeidPiece[] = [];
  let out = '';
  let at = 0;
  for (const [i, { start, end, field }] of sorted.entries()) {
    out += text.slice(at, start);
    const newStart = out.length;
    out += replacements[i] ?? maskOf(field);
    pieces.push({ start, end, newStart, newEnd: out.length, field });
    at = end;
  }
  return { text: out + text.slice(at), pieces };
}

function checked(text: string, findings: readonly DeidFinding[]): DeidFinding[] {
  const sorted = [...findings].sort((a, b) => a.start - b.start);
  let at = 0;
  for (const { start, end } of sorted) {
    if (start < at || end > text.length)
      throw new AppError(
        'bad-request',
        'deid.findings-overlap',
        {},
        { kept: 'kept.nothing-changed', hint: 'hint.look-anew' },
      );
    at = end;
  }
  return sorted;
}

function replacementsFor(
  text: string,
  sorted: readonly DeidFinding[],
  options: ApplyOptions,
): (string | undefined)[] {
  const words = sorted.map(({ start, end }) => text.slice(start, end));
  const coarse = new Set(options.generalise);
  const provinceOf = provinceReader(options.rules);
  /** Returns the mask of a place, behind its province where that is asked for. */
  const placeMask = (field: DeidField, i: number): string =>
    (coarse.has('province') && PLACES.has(field) ? (provinceOf(words[i] ?? '') ?? '') : '') + maskOf(field);
  if (options.mode === 'mask')
    return sorted.map((finding, i) =>
      isBand(finding) ? bandOf(words[i] ?? '') : placeMask(finding.field, i),
    );
  const offset = dayOffset(options.secret, options.patientKey);
  const dates = sorted.filter(({ field }) => field === 'date');
  const moved = new Map(shiftDates(text, dates, offset).map((words, i) => [dates[i], words]));
  const surrogates = new Surrogates({
    ...options,
    offset,
    originals: words.filter((_, i) => sorted[i]?.field !== 'date'),
    names: words.filter((_, i) => PERSONS.has(sorted[i]?.field ?? 'date')),
  });
  return sorted.map((finding, i) => {
    const { field, start, end } = finding;
    if (isBand(finding)) return bandOf(words[i] ?? '');
    if (field === 'date') {
      const day = moved.get(finding);
      return day !== undefined && coarse.has('month') ? monthOf(day) : day;
    }
    if (options.mode === 'shift') return field === 'age' ? OVER_89 : placeMask(field, i);
    if (coarse.has('province') && PLACES.has(field)) return placeMask(field, i);
    const around = `${text.slice(Math.max(0, start - AROUND), start)} ${text.slice(end, end + AROUND)}`;
    return surrogates.of(field, words[i] ?? '', around);
  });
}

/** Maps an offset of the old text to the new one, monotonically: an offset inside a piece maps to the piece's start. */
export function mapOffset(pieces: readonly DeidPiece[], offset: number): number {
  const piece = lastBefore(pieces, offset);
  if (piece === undefined) return offset;
  return offset < piece.end ? piece.newStart : offset - piece.end + piece.newEnd;
}

/** Returns the last piece that starts at or before `offset`. */
export function lastBefore(pieces: readonly DeidPiece[], offset: number): DeidPiece | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}
