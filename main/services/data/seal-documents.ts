/** Reads the file of a data set and seals its documents in a new file. Runs in any process. */
import type { RefusedRow } from '../../../shared/domain/data-preview.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import type { DataSet, TrainingDocument } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { readClassified } from '../../formats/read-classified.ts';
import { readLabelled } from '../../formats/read-labelled.ts';
import { readRelated } from '../../formats/read-related.ts';
import { writeSealed } from '../../workspace/sealed-file.ts';
import type { SealedDocuments, TaskInput } from '../background/protocol.ts';
import { readCorpora } from './corpora.ts';
import { formatDocuments } from './data-store.ts';

/** Seals a file. @throws AppError naming line and field; no file is left then */
export async function sealDataFile(input: TaskInput<'sealDataFile'>): Promise<SealedDocuments> {
  let leftOut = 0;
  const countRefused = (_row: RefusedRow): void => {
    leftOut++;
  };
  const documents = await readDataFile(input, input.skipRefused === true ? countRefused : undefined);
  return { ...sealDocuments(documents, input.sealed, input.fileKey), leftOut };
}

async function readDataFile(
  { paths, fileName, task, fields }: TaskInput<'sealDataFile'>,
  onRefused: ((row: RefusedRow) => void) | undefined,
): Promise<readonly TrainingDocument[]> {
  const [path = ''] = paths;
  const name = fileName ?? path;
  if (isOfKind('texts', task)) return readCorpora(paths, fileName);
  if (isOfKind('entities', task)) return readLabelled(path, name);
  if (isOfKind('relations', task)) return readRelated(path, name);
  return readClassified(path, name, fields ?? DEFAULT_FIELDS, task, onRefused);
}

/** Fields of a classification file by default. */
export const DEFAULT_FIELDS = { text: 'text', label: 'label' } as const;

/** @param fileKey from `fileKeyOf`; null in a plain workspace */
export function sealDocuments(
  documents: readonly TrainingDocument[],
  file: string,
  fileKey: Uint8Array | null,
): SealedDocuments {
  const measured = measure(documents);
  const { chunks, sha256 } = formatDocuments(documents);
  writeSealed(file, chunks, fileKey);
  return { file, sha256, leftOut: 0, ...measured };
}

/** Most labels of texts. A list of diagnoses has about 40,000; the head of a classifier has a row of weights for each. */
const MAX_LABELS = 50_000;
/** Most types of entities and relations. Weights between tags grow with their square. */
const MAX_TYPES = 2000;

/** @throws AppError `too-large` for more labels or types than a model can have */
function measure(
  documents: readonly TrainingDocument[],
): Pick<DataSet, 'documents' | 'characters' | 'types'> {
  const counts = new Map<string, number>();
  let characters = 0;
  for (const document of documents) {
    characters += document.text.length;
    for (const type of labelsIn(document)) counts.set(type, (counts.get(type) ?? 0) + 1);
    const limit = 'labels' in document ? MAX_LABELS : MAX_TYPES;
    if (counts.size > limit)
      throw new AppError('too-large', 'data.too-many-labels', { limit }, { hint: 'hint.check-label-field' });
  }
  const types = Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
  return { documents: documents.length, characters, types };
}

function labelsIn(document: TrainingDocument): readonly string[] {
  if ('relations' in document) return document.relations.map(({ type }) => type);
  if ('entities' in document) return document.entities.map(({ type }) => type);
  return 'labels' in document ? document.labels : [];
}
