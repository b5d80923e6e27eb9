/** Evaluates recall and precision of findings on labelled texts, by field. */
import { DeidField, type DeidFinding } from '../../shared/domain/deid.ts';
import { fold } from '../text/folding.ts';

export interface LabelledText {
  readonly id: string;
  readonly text: string;
  readonly entities: readonly { readonly start: number; readonly end: number; readonly type: DeidField }[];
}

export interface FieldScore {
  readonly field: DeidField | 'all';
  readonly gold: number;
  /** Labelled spans of which no character stays readable. */
  readonly covered: number;
  /** Covered spans found as this field. */
  readonly sameField: number;
  readonly found: number;
  /** Findings that touch a labelled span. */
  readonly right: number;
}

export interface DeidReport {
  readonly documents: number;
  /** Documents without a missed span. */
  readonly clean: number;
  /** One score a field that occurs, then the total. */
  readonly scores: readonly FieldScore[];
  readonly missed: readonly { readonly id: string; readonly field: DeidField; readonly text: string }[];
  readonly superfluous: readonly {
    readonly id: string;
    readonly field: DeidField;
    readonly text: string;
    readonly rule: string;
  }[];
}

type Tally = { gold: number; covered: number; sameField: number; found: number; right: number };

export function evaluateDeid(
  texts: Iterable<LabelledText>,
  detect: (text: string) => readonly DeidFinding[],
): DeidReport {
  const tallies = new Map<DeidField, Tally>();
  const tally = (field: DeidField): Tally => {
    const known = tallies.get(field) ?? { gold: 0, covered: 0, sameField: 0, found: 0, right: 0 };
    tallies.set(field, known);
    return known;
  };
  const missed: { id: string; field: DeidField; text: string }[] = [];
  const superfluous: { id: string; field: DeidField; text: string; rule: string }[] = [];
  let documents = 0;
  let clean = 0;
  for (const { id, text, entities } of texts) {
    documents++;
    const findings = detect(text);
    const missedBefore = missed.length;
    for (const { start, end, type } of entities) {
      const row = tally(type);
      row.gold++;
      if (isCovered(text, start, end, findings)) {
        row.covered++;
        if (findings.some((f) => f.field === type && f.start < end && start < f.end)) row.sameField++;
      } else missed.push({ id, field: type, text: text.slice(start, end) });
    }
    if (missed.length === missedBefore) clean++;
    for (const { start, end, field, rule } of findings) {
      const row = tally(field);
      row.found++;
      if (entities.some((gold) => gold.start < end && start < gold.end)) row.right++;
      else superfluous.push({ id, field, text: text.slice(start, end), rule });
    }
  }
  const scores = DeidField.options.flatMap((field): FieldScore[] => {
    const row = tallies.get(field);
    return row === undefined ? [] : [{ field, ...row }];
  });
  return { documents, clean, scores: [...scores, { field: 'all', ...sum(scores) }], missed, superfluous };
}

/** Standard normal quantile of a two-sided interval of 95 %. */
const Z = 1.96;

/** Returns Wilson's 95 % interval of a share (Wilson 1927); [0, 1] when `whole` is 0. */
export function wilsonInterval(part: number, whole: number): readonly [low: number, high: number] {
  if (whole === 0) return [0, 1];
  const share = part / whole;
  const weight = Z ** 2 / whole;
  const middle = (share + weight / 2) / (1 + weight);
  const half = (Z / (1 + weight)) * Math.sqrt((share * (1 - share)) / whole + weight / (4 * whole));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Returns whether every letter, digit and character in [start, end) is inside a finding. */
function isCovered(text: string, start: number, end: number, findings: readonly DeidFinding[]): boolean {
  const folded = fold(text.slice(start, end));
  for (let at = start; at < end; at++) {
    if (!/[\p{L}\p{N}]/u.test(folded[at - start] ?? '')) continue;
    if (!findings.some((finding) => finding.start <= at && at < finding.end)) return false;
  }
  return true;
}

function sum(scores: readonly FieldScore[]): Tally {
  const total = { gold: 0, covered: 0, sameField: 0, found: 0, right: 0 };
  for (const score of scores)
    for (const key of ['gold', 'covered', 'sameField', 'found', 'right'] as const) total[key] += score[key];
  return total;
}
