/** Detects values of tables by the label over their column: 姓名｜床号｜电话 over rows of values. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { fold } from '../../text/folding.ts';
import { type Candidate, candidate, type Detector } from '../candidates.ts';
import { isPersonField } from '../repeats.ts';
import type { DeidRules } from '../rules.ts';
import { keyReader } from './keyed.ts';

interface Cell {
  readonly start: number;
  readonly text: string;
}

/** Fewest columns of a table, and fewest of them with a label that identifies. */
const MIN_COLUMNS = 3;
const MIN_LABELS = 2;
const HEADING = /^(?:[\p{Script=Han}a-z/()]{1,8}|[a-z][a-z\d_]{0,20})$/u;
const PERSON = /^(?:\p{Script=Han}[\p{Script=Han}·*×某 ]{1,11}|[a-z][a-z' .,-]{3,30})$/u;
const LINE = /[^\n]+/g;

export function tableDetector(rules: DeidRules): Detector {
  const fieldOf = keyReader(rules);
  const labels = new Set([...Object.values(rules.labels).flat().map(fold), ...rules.otherLabels]);
  const notValues = new Set(rules.notValues);
  const isValue = (field: DeidField, text: string): boolean => {
    if (labels.has(text) || notValues.has(text)) return false;
    if (isPersonField(field)) return PERSON.test(text);
    return /\d/.test(text) || (text.length > 2 && /^\p{Script=Han}+$/u.test(text));
  };
  return ({ folded }) => {
    const found: Candidate[] = [];
    let header: readonly Cell[] = [];
    for (const { index, 0: line } of folded.matchAll(LINE)) {
      const cells = cellsOf(line, index);
      const isRow = cells.length === header.length && !cells.some(({ text }) => labels.has(text));
      if (!isRow) {
        header = isHeader(cells) ? cells : [];
        continue;
      }
      cells.forEach(({ start, text }, column) => {
        const field = fieldOf(header[column]?.text ?? '');
        if (field === undefined || !isValue(field, text)) return;
        const repeats = text.length >= (isPersonField(field) ? 2 : 5);
        found.push(candidate(start, start + text.length, field, 0.91, 'table', repeats));
      });
    }
    return found;
  };

  function isHeader(cells: readonly Cell[]): boolean {
    return (
      cells.length >= MIN_COLUMNS &&
      cells.every(({ text }) => text === '' || HEADING.test(text)) &&
      cells.filter(({ text }) => fieldOf(text) !== undefined).length >= MIN_LABELS
    );
  }
}

/** Returns the cells of a line: between tabs or bars, else between commas or wide gaps. */
function cellsOf(line: string, at: number): Cell[] {
  const gap = /[\t|│]/.test(line) ? /[\t|│]/g : (line.match(/,/g) ?? []).length > 1 ? /,/g : / {2,}/g;
  const cells: Cell[] = [];
  let from = 0;
  for (const { index, 0: words } of [...line.matchAll(gap), { index: line.length, 0: '' }]) {
    const text = line.slice(from, index);
    cells.push({ start: at + from + text.length - text.trimStart().length, text: text.trim() });
    from = index + words.length;
  }
  return cells;
}
