/** Table of analytes: what is measured, how it is called, its unit, reference ranges and findings. */
import type { Patient } from '../../../shared/domain/mention.ts';
import type { ReferenceRange } from '../../../shared/domain/value.ts';
import { readResource } from '../../resources.ts';

/** `pair` is a blood pressure of two numbers, `grade` a Roman or Arabic class, `qual` may be
 * positive or negative, `series` is a score given minute by minute. */
type AnalyteKind = 'number' | 'qual' | 'pair' | 'score' | 'series' | 'grade';

/** Range for patients of a sex or age; absent conditions hold for everybody. */
export interface Limits {
  readonly sex?: '男' | '女';
  /** Years, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly range: ReferenceRange;
  /** Set by the workspace's own laboratory. */
  readonly own?: true;
}

export interface Analyte {
  readonly id: string;
  readonly code: string | undefined;
  readonly kind: AnalyteKind;
  readonly name: string;
  readonly en: string;
  /** Names that suffice without a unit. */
  readonly names: readonly string[];
  /** Short names that need a unit or another value beside them. */
  readonly bare: readonly string[];
  /** Specimen in whose context the bare names hold; empty: blood, or none. */
  readonly specimen: string;
  /** UCUM unit. */
  readonly unit: string;
  /** Molecular weight in g/mol, for conversions between mass and amount. */
  readonly weight: number | undefined;
  /** Values outside are no readings of this analyte. */
  readonly plausible: ReferenceRange;
  readonly ranges: readonly Limits[];
  readonly critical: readonly Limits[];
  /** Limits from which an abnormal value is moderate and severe. */
  readonly grades: { readonly low: readonly number[]; readonly high: readonly number[] };
  /** Names of the findings, the one to show first. */
  readonly low: readonly string[];
  readonly high: readonly string[];
}

/** Age in years of a patient whose record states none. */
const ADULT = 40;

/**
 * Reads resources/rules/analytes.tsv. Its column `still to be compared with` is for people: nobody has compared the
 * ranges with the texts named there. Throws with the row that cannot be read.
 */
export function loadAnalytes(): Analyte[] {
  const [header = '', ...lines] = readResource('rules', 'analytes.tsv').trimEnd().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return parseRow((column) => cells[columns.indexOf(column)] ?? '');
  });
}

function parseRow(cell: (column: string) => string): Analyte {
  const list = (column: string) => cell(column).split('|').filter(Boolean);
  const kind = cell('kind') || 'number';
  if (!isKind(kind)) throw new Error(`analytes.tsv: ${cell('id')} has the unknown kind ${kind}`);
  const grades = new Map(
    cell('grades')
      .split(';')
      .map((part) => part.split(' '))
      .map(([side = '', ...limits]) => [side, limits.map(Number)]),
  );
  return {
    id: cell('id'),
    code: cell('loinc') || undefined,
    kind,
    name: cell('name'),
    en: cell('en'),
    names: list('names'),
    bare: list('bare'),
    specimen: cell('specimen'),
    unit: cell('unit'),
    weight: cell('weight') === '' ? undefined : Number(cell('weight')),
    plausible: cell('plausible') === '' ? {} : parseRange(cell('plausible')),
    ranges: parseLimits(cell('range')),
    critical: parseLimits(cell('critical')),
    grades: { low: grades.get('low') ?? [], high: grades.get('high') ?? [] },
    low: list('low'),
    high: list('high'),
  };
}

const isKind = (kind: string): kind is AnalyteKind =>
  ['number', 'qual', 'pair', 'score', 'series', 'grade'].includes(kind);

/** Parses `男20-60:57-97;3.5-5.3`. */
function parseLimits(text: string): Limits[] {
  return text
    .split(';')
    .filter((part) => part !== '' && part !== '-')
    .map((part) => {
      const [range = '', selector = ''] = part.split(':').reverse();
      const [, sex, from, to] = /^(男|女)?(?:([\d.]+)-([\d.]+))?$/.exec(selector) ?? [];
      return {
        ...(sex === '男' || sex === '女' ? { sex } : {}),
        from: Number(from ?? 0),
        to: Number(to ?? Number.POSITIVE_INFINITY),
        range: parseRange(range),
      };
    });
}

/** Parses `3.5-5.3`, `-650`, `90-` and `-3-3`. */
function parseRange(text: string): ReferenceRange {
  const match = /^(-?[\d.]+)?-(-?[\d.]+)?$/.exec(text);
  if (match === null) throw new Error(`analytes.tsv: ${text} is no range`);
  return {
    ...(match[1] === undefined ? {} : { low: Number(match[1]) }),
    ...(match[2] === undefined ? {} : { high: Number(match[2]) }),
  };
}

/** Returns the first range whose conditions hold; a patient of unknown age counts as an adult. */
export function limitsFor(limits: readonly Limits[], patient: Patient): Limits | undefined {
  const age = patient.ageYears ?? ADULT;
  return limits.find(
    ({ sex, from, to }) => (sex === undefined || sex === patient.sex) && from <= age && age < to,
  );
}
