/** Reads a Label Studio task as documents: one per annotator, predictions as suggestions of the first one. */
import type { AnnotatedDocument, Item, Provenance } from '../../../../shared/domain/annotation.ts';
import { message } from '../../../../shared/messages/message.ts';
import { checked, type JsonRow } from '../json-rows.ts';
import type { JsonPath } from '../json-scanner.ts';
import { importedFrom, type Losses } from '../losses.ts';
import { fromCodePoints, fromCodeUnits, type ToUnits } from '../offsets.ts';
import { fromRow, type RowPlace } from '../row-meta.ts';
import { ResultReader } from './results.ts';
import { type Annotation, type Prediction, type Result, Task } from './schema.ts';

export const TEXT_FIELD = '@text';

const TASK_LOST = {
  cancelled: 'losses.skipped-annotations',
  drafts: 'losses.drafts',
  predictions: 'losses.counted-predictions',
} as const;

export function readTask(row: JsonRow, place: RowPlace): AnnotatedDocument[] {
  const { file, names, losses } = place;
  const task = checked(Task, row.value, row);
  const field = textField(task, row);
  const text = String(task.data[field]);
  // The task's number is Label Studio's; an id in the data is the document's.
  const fields = { ...task.data, id: task.data.id ?? task.id };
  const { name, meta } = fromRow(fields, new Set([field]), place);
  const shared = field === 'text' ? meta : { ...meta, [TEXT_FIELD]: field };
  if (task.drafts?.length) losses.add(TASK_LOST.drafts, name, task.drafts.length);
  const named = task.predictions?.filter((each) => 'number' in each).length ?? 0;
  losses.add(TASK_LOST.predictions, name, named);
  const units = countingOf(task, text, row);
  const lists = annotationsOf(task, name, losses);
  return lists.map(({ annotations, predictions, annotator }, i) => {
    const reader = new ResultReader({ text, units, losses, row, taken: new Set(Object.keys(shared)) });
    for (const { annotation, path } of annotations)
      reader.take(annotation.result, [...path, 'result'], 'accepted', (confidence) =>
        withConfidence(byPerson(annotation, file), confidence),
      );
    for (const { prediction, path } of predictions)
      reader.take(prediction.result, [...path, 'result'], 'suggested', (confidence) =>
        byModel(prediction, confidence),
      );
    const items: Item[] = reader.finish();
    const own = i === 0 ? name : names.unused(`${name} (${annotator})`);
    return { name: own, text, meta: { ...reader.fields, ...shared }, items };
  });
}

function textField({ data }: Task, row: JsonRow): string {
  if (typeof data.text === 'string') return 'text';
  const texts = Object.entries(data).filter(([field, value]) => field !== 'id' && typeof value === 'string');
  const [only, ...more] = texts;
  if (only === undefined || more.length > 0) throw row.broken(['data'], message('fault.no-text-field'));
  return only[0];
}

interface OneAnnotator {
  readonly annotations: readonly { annotation: Annotation; path: readonly PropertyKey[] }[];
  readonly predictions: readonly { prediction: Prediction; path: readonly PropertyKey[] }[];
  readonly annotator: string;
}

/** Sorts the ground truth first; returns at least one annotation, for tasks without any. */
function annotationsOf(task: Task, name: string, losses: Losses): OneAnnotator[] {
  const field = task.annotations === undefined ? 'completions' : 'annotations';
  const all = (task[field] ?? []).map((annotation, i) => ({ annotation, path: [field, i] }));
  const finished = all.filter(({ annotation }) => !annotation.was_cancelled);
  losses.add(TASK_LOST.cancelled, name, all.length - finished.length);
  const ordered = [...finished].sort(
    (a, b) => Number(b.annotation.ground_truth ?? false) - Number(a.annotation.ground_truth ?? false),
  );
  const predictions = (task.predictions ?? []).map((prediction, i) => ({
    prediction,
    path: ['predictions', i],
  }));
  const [first, ...more] = ordered;
  return [
    { annotations: first === undefined ? [] : [first], predictions, annotator: '' },
    ...more.map((one, i) => ({
      annotations: [one],
      predictions: [],
      annotator: personOf(one.annotation) ?? String(i + 2),
    })),
  ];
}

function personOf({ completed_by: by }: Annotation): string | undefined {
  if (by === null || by === undefined) return undefined;
  return typeof by === 'object' ? (by.email ?? by.id?.toString()) : String(by);
}

function byPerson(annotation: Annotation, file: string): Provenance {
  const name = personOf(annotation);
  if (name === undefined) return importedFrom(file);
  const at = annotation.updated_at ?? annotation.created_at;
  return { kind: 'human', name, ...(at === undefined || at === null ? {} : { at }) };
}

function byModel({ model_version, score }: Prediction, confidence: number | undefined): Provenance {
  const provenance: Provenance = { kind: 'model', name: model_version || 'Label Studio' };
  return withConfidence(provenance, confidence ?? (isShare(score) ? score : undefined));
}

const withConfidence = (provenance: Provenance, confidence: number | undefined): Provenance =>
  confidence === undefined ? provenance : { ...provenance, confidence };

const isShare = (score: number | null | undefined): score is number =>
  score !== null && score !== undefined && score >= 0 && score <= 1;

interface Region {
  readonly start: number;
  readonly end: number;
  readonly words: string | undefined;
  readonly path: JsonPath;
}

/**
 * Detects how a task counts offsets. Label Studio counts code points since autumn 2021 and UTF-16 code units before; the
 * words in each region show which.
 * @throws AppError at a region whose words match no counting
 */
function countingOf(task: Task, text: string, row: JsonRow): ToUnits {
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
