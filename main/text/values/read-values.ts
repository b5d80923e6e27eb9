/**
 * Reads measured values: a name of the table of analytes, words between, a number or sign, and what stands around it
 * (unit, range, arrow, time). Reads free text, lists and tables; time is linear in the text.
 */
import type { Patient } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { OwnRange, ReadValue, ValueTime } from '../../../shared/domain/value.ts';
import { fold } from '../folding.ts';
import { foldScript } from '../script.ts';
import { type Analyte, loadAnalytes } from './analytes.ts';
import { judge } from './judge.ts';
import { buildNameFinder } from './names.ts';
import { withOwnRanges } from './own-ranges.ts';
import type { Parsed } from './parse-numbers.ts';
import { parseResults } from './parse-result.ts';
import { buildPatterns, loadValueRules } from './patterns.ts';
import { readTables, type Sources } from './tables.ts';
import { findTimes } from './times.ts';

export interface ValueReader {
  readonly analytes: readonly Analyte[];
  /** Returns values in text order. A blood pressure gives two values of the same words. */
  read(text: string, patient?: Patient): ReadValue[];
}

/** Result with its name, whose first words the value begins with. */
interface Found {
  readonly name: Span;
  readonly parsed: Parsed;
  readonly time?: ValueTime;
}

/** Code units between two values of one list. */
const LIST_GAP = /^[\s,，、;；。|/()（）和及]*$/;
/** Weak values in a row that make each other values without a strong one. */
const ENOUGH = 3;
/** Text before a value that is searched for a target or reference. */
const LOOK_BACK = 40;

/**
 * Loads the tables of analytes and words. Throws with the name of the file that cannot be read.
 * @param own ranges that stand in for those of the table
 */
export function loadValueReader(own: readonly OwnRange[] = []): ValueReader {
  const analytes = withOwnRanges(loadAnalytes(), own);
  const byId = new Map(analytes.map((analyte) => [analyte.id, analyte]));
  const rules = loadValueRules();
  const patterns = buildPatterns(rules);
  const finder = buildNameFinder(analytes, rules);
  return {
    analytes,
    read(text, patient = {}) {
      const folded = levelled(foldScript(text));
      const sources: Sources = {
        text: folded,
        names: finder.find(folded),
        times: findTimes(folded, text),
        patterns,
      };
      const { values, covered } = readTables(sources, rules.columns);
      const found = [
        ...values,
        ...supported(folded, readRunning(sources, covered)),
        ...readUnnamed(folded, covered),
      ];
      found.sort((a, b) => a.name.start - b.name.start || a.parsed.start - b.parsed.start);
      return found
        .filter(
          ({ name }) =>
            !patterns.reference.test(folded.slice(Math.max(0, name.start - LOOK_BACK), name.start)),
        )
        .map((value) => {
          const analyte = byId.get(value.parsed.analyte)!;
          const before = folded.slice(Math.max(0, value.name.start - LOOK_BACK), value.name.start);
          const target = patterns.target.test(before);
          const time = value.time ?? sources.times.before(value.parsed.start);
          return compose(text, value, analyte, { patient, target, time });
        });
    },
  };
}

/** Reads names followed by results outside tables. */
function readRunning({ text, names, patterns }: Sources, covered: readonly Span[]): Found[] {
  const found: Found[] = [];
  let free = 0;
  let table = 0;
  for (const name of names) {
    while (table < covered.length && covered[table]!.end <= name.start) table++;
    if (name.start < free || (covered[table]?.start ?? Number.POSITIVE_INFINITY) <= name.start) continue;
    for (const sense of name.senses) {
      const results = parseResults(patterns, text, name.end, sense);
      if (results.length === 0 || !fitsSpecimen(name.specimen, sense.analyte, results)) continue;
      results.forEach((parsed, i) => {
        const own = i === 0 || parsed.start === results[0]!.start;
        found.push({ name: own ? name : parsed, parsed });
      });
      free = results.at(-1)!.end;
      break;
    }
  }
  return found;
}

/** In a urine or stool test, values of blood need a unit of their own. */
function fitsSpecimen(specimen: string, { specimen: own }: Analyte, results: readonly Parsed[]): boolean {
  if (specimen === '' || specimen === 'blood' || own !== '') return true;
  return results.some(({ writtenUnit }) => writtenUnit !== undefined);
}

/** Drops short names with bare numbers, unless they stand in a list with other values. */
function supported(text: string, found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  let run: Found[] = [];
  const close = () => {
    const strong = run.some(({ parsed }) => !parsed.weak);
    if (strong || run.length >= ENOUGH) for (const value of run) kept.push(value);
    run = [];
  };
  for (const value of found) {
    const previous = run.at(-1);
    const beside =
      previous !== undefined &&
      (value.name.start <= previous.parsed.end ||
        LIST_GAP.test(text.slice(previous.parsed.end, value.name.start)));
    if (!beside) close();
    run.push(value);
  }
  close();
  return kept;
}

const UNNAMED =
  /(?<temp>[34]\d(?:\.\d)?)\s?(?:℃|°c)[,、;\s]*(?<pulse>\d{2,3})\s?(?:次\/分钟?|bpm)[,、;\s]*(?<rr>\d{1,2})\s?(?:次\/分钟?)[,、;\s]*(?<sbp>\d{2,3})\/(?<dbp>\d{2,3})\s?mmhg/g;

/** Reads vital signs without names: 36.8℃，88次/分，20次/分，135/85mmHg. */
function readUnnamed(text: string, covered: readonly Span[]): Found[] {
  return [...text.matchAll(UNNAMED)].flatMap(({ index, 0: words, groups = {} }) => {
    if (covered.some(({ start, end }) => start <= index && index < end)) return [];
    return Object.entries(groups).map(([analyte, digits]) => {
      const start = index + words.indexOf(digits!);
      const parsed = {
        start,
        end: start + digits!.length,
        analyte,
        number: Number(digits),
        value: Number(digits),
        weak: false,
      };
      return { name: parsed, parsed };
    });
  });
}

interface Circumstances {
  readonly patient: Patient;
  readonly target: boolean;
  readonly time: ValueTime | undefined;
}

function compose(
  text: string,
  { name, parsed }: Found,
  analyte: Analyte,
  circumstances: Circumstances,
): ReadValue {
  const { patient, target, time } = circumstances;
  const { weak: _weak, minute: _minute, quality: _quality, mark: _mark, range: _range, ...result } = parsed;
  const inTable = parsed.start - name.end > LOOK_BACK || name.start > parsed.start;
  const start = inTable ? parsed.start : Math.min(name.start, parsed.start);
  const words = text.slice(start, parsed.end);
  const judged = target
    ? { flag: 'unknown' as const, critical: false, target: true as const }
    : judge(analyte, parsed, patient);
  return {
    ...result,
    start,
    end: parsed.end,
    text: words,
    ...(parsed.writtenUnit === undefined ? {} : { writtenUnit: asWritten(words, parsed.writtenUnit) }),
    name: analyte.name,
    en: analyte.en,
    unit: analyte.unit,
    ...(analyte.code === undefined ? {} : { code: analyte.code }),
    ...judged,
    ...(time === undefined ? {} : { time }),
  };
}

const RAISED = '⁺⁻₀₁₂₃₄₅₆₇₈₉';
const LEVEL = '+-0123456789';

/** Sets charges and numbers of formulae on the line, place by place: K⁺, Ca²⁺, SpO₂. Powers (10⁹) stay. */
const levelled = (text: string): string =>
  text.replace(/²(?=⁺)/g, '2').replace(/[⁺⁻₀-₉]/g, (sign) => LEVEL[RAISED.indexOf(sign)] ?? sign);

/** Returns the unit in the case of the text; folding keeps places. */
function asWritten(words: string, unit: string): string {
  const at = fold(words).lastIndexOf(unit);
  return at < 0 ? unit : words.slice(at, at + unit.length);
}
