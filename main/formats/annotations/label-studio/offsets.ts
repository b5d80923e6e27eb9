/**
 * Detects how a task counts offsets. Label Studio counts code points since autumn 2021 and UTF-16 code units before;
 * the words in each region show which.
 */
import { message } from '../../../../shared/messages/message.ts';
import type { JsonRow } from '../json-rows.ts';
import type { JsonPath } from '../json-scanner.ts';
import { fromCodePoints, fromCodeUnits, type ToUnits } from '../offsets.ts';
import type { Result, Task } from './schema.ts';

interface Region {
  readonly start: number;
  readonly end: number;
  readonly words: string | undefined;
  readonly path: JsonPath;
}

/** @throws AppError at a region whose words match no counting */
export function countingOf(task: Task, text: string, row: JsonRow): ToUnits {
  const regions = (['annotations', 'completions', 'predictions'] as const).flatMap((field) =>
    (task[field] ?? []).flatMap(({ result }, i) =>
      result.flatMap((each, j) => regionOf(each, [field, i, 'result', j, 'value'])),
    ),
  );
  const countings = [fromCodePoints(text), fromCodeUnits(text)];
  const fitting = countings.find((units) => regions.every((region) => stands(region, text, units)));
  if (fitting !== undefined) return fitting;
  throw misplaced(regions, text, row);
}

/** Offsets of plain text are numbers, those of HTML are paths. */
function regionOf({ value }: Result, path: JsonPath): Region[] {
  if (value === undefined || value === null) return [];
  const { start, end, text } = value;
  if (typeof start !== 'number' || typeof end !== 'number') return [];
  return [{ start, end, words: typeof text === 'string' ? text : undefined, path }];
}

function stands({ start, end, words }: Region, text: string, units: ToUnits): boolean {
  const [from, to] = [units(start), units(end)];
  if (from === undefined || to === undefined || from > to) return false;
  // Older versions wrote a line end as `\` and `n`.
  return words === undefined || squash(text.slice(from, to)) === squash(words);
}

const squash = (words: string): string => words.replace(/\\n|\s/g, '');

function misplaced(regions: readonly Region[], text: string, row: JsonRow) {
  const units = fromCodePoints(text);
  const found = regions.find((region) => !stands(region, text, units));
  const { start = 0, end = 0, words, path = [] } = found ?? {};
  const [from, to] = [units(start), units(end)];
  if (from === undefined || to === undefined)
    return row.broken(
      [...path, from === undefined ? 'start' : 'end'],
      message('fault.no-place', { start, end, length: [...text].length }),
    );
  if (from > to) return row.broken([...path, 'end'], message('fault.end-before-start', { start, end }));
  const there = JSON.stringify(text.slice(from, to));
  return row.broken(
    [...path, 'text'],
    message('fault.other-words', { words: JSON.stringify(words) ?? '', place: start, found: there }),
  );
}
