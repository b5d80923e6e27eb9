/**
 * Prepares documents for import: checks them, fits them to the schema, compares them with the project and encodes
 * them. Writing detects later changes of the project.
 */
import type { AnnotatedDocument, Loss } from '../../../../shared/domain/annotation.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { findByName, textSum } from '../../../db/repositories/annotation/documents.ts';
import { itemJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import { findLayerOf, type LayerRow } from '../../../db/repositories/annotation/layers.ts';
import { findProject, schemaJson } from '../../../db/repositories/annotation/projects.ts';
import { problemOf } from '../../../formats/annotations/check-document.ts';
import { ofField } from '../../../formats/annotations/json-rows.ts';
import type { Incoming } from '../../annotation-files/read-incoming.ts';
import { refuseBroken } from '../documents.ts';
import type { KnownChange } from '../edits/changes.ts';
import { noProject } from '../not-found.ts';
import { growSchema } from '../schema/grow-schema.ts';
import { SchemaIndex } from '../schema/schema-index.ts';
import { mergeItems } from './merge-items.ts';

export interface PreparedDocument {
  readonly document: AnnotatedDocument;
  readonly sha256: string;
  /** Whether the document is new to the project. */
  readonly isNew: boolean;
  /** Layer to which `changes` and `losses` apply, as read; null: none exists. */
  readonly base: Pick<LayerRow, 'id' | 'version'> | null;
  readonly changes: readonly KnownChange[];
  readonly losses: readonly Loss[];
}

export interface PreparedImport {
  readonly format: string;
  /** Schema as JSON. */
  readonly schema: { readonly before: string; readonly after: string };
  readonly index: SchemaIndex;
  readonly documents: readonly PreparedDocument[];
  /** Losses of the files and of the schema; documents have their own. */
  readonly losses: readonly Loss[];
}

const EMPTY = message('losses.empty-documents');

/**
 * Yields after each document.
 * @param label name of the file, for documents without a name
 * @param db called before every step
 * @param ready called with the number of prepared documents
 */
export function* prepareImport(
  db: () => ReadDb,
  {
    projectId,
    person,
    label,
  }: { readonly projectId: number; readonly person: string; readonly label: string },
  read: Incoming,
  ready: (done: number) => void,
): Generator<undefined, PreparedImport, undefined> {
  const project = findProject(db(), projectId) ?? noProject(projectId);
  const whole = read.documents.filter(({ text }) => text !== '');
  const grown = yield* growSchema(project.schema, read.schema, whole);
  const losses: Loss[] = [...read.losses, ...grown.losses];
  const empty = read.documents.find(({ text }) => text === '');
  if (empty !== undefined)
    losses.push({ what: EMPTY, count: read.documents.length - whole.length, example: empty.name });
  const index = new SchemaIndex(grown.schema);
  const documents: PreparedDocument[] = [];
  for (const given of grown.documents) {
    refuseWrong(given);
    const sha256 = textSum(given.text);
    const { name, present } = place(db(), projectId, given.name, sha256, label);
    const document = { ...given, name };
    const layer = present === undefined ? undefined : findLayerOf(db(), present.id, person);
    documents.push({
      document,
      sha256,
      isNew: present === undefined,
      ...mergedInto(db(), layer, document, index),
    });
    ready(documents.length);
    yield;
  }
  const schema = { before: project.schemaJson, after: schemaJson(grown.schema) };
  return { format: read.format, schema, index, documents, losses };
}

/**
 * Returns the existing document with that name and text, or a name for a new one. Documents without names are named by
 * number, after the name of their file if the number is taken.
 */
function place(db: ReadDb, projectId: number, name: string, sha256: string, label: string) {
  const names = /^\d+$/.test(name) && label !== '' ? [name, `${label} ${name}`] : [name];
  for (const candidate of names) {
    const present = findByName(db, projectId, candidate);
    if (present === undefined || present.sha256 === sha256) return { name: candidate, present };
  }
  const last = names.at(-1) ?? name;
  throw otherText(last, findByName(db, projectId, last)?.removedAt != null);
}

/** Returns the items of a document that are new to a layer. */
export function mergedInto(
  db: ReadDb,
  layer: LayerRow | undefined,
  { name, items }: AnnotatedDocument,
  index: SchemaIndex,
): Pick<PreparedDocument, 'base' | 'changes' | 'losses'> {
  const present = layer === undefined ? [] : itemsOf(db, layer.id);
  const { changes, losses } = mergeItems(present, layer?.nextItem ?? 1, items, index, name);
  return {
    base: layer === undefined ? null : { id: layer.id, version: layer.version },
    changes: changes.map((change) => ({
      ...change,
      json: { before: null, after: change.after === null ? null : itemJson(change.after) },
    })),
    losses,
  };
}

function refuseWrong(document: AnnotatedDocument): void {
  refuseBroken(document.name, document.text);
  const problem = problemOf(document);
  if (problem === undefined) return;
  const about = { what: document.name, problem: ofField(problem.path, problem.problem) };
  throw new AppError('bad-input', 'system.about', about, { kept: 'kept.nothing-imported' });
}

export const otherText = (name: string, isRemoved: boolean): AppError =>
  new AppError(
    'conflict',
    isRemoved ? 'projects.removed-other-text' : 'projects.other-text',
    { name },
    { kept: 'kept.nothing-imported', hint: 'hint.rename-in-file' },
  );
