/** Annotation projects for tests: a schema, documents, items and people. */

import { queue } from '../../main/services/projects/document-queue.ts';
import { addDocuments } from '../../main/services/projects/documents.ts';
import { apply } from '../../main/services/projects/edits/edits.ts';
import { unpackLines } from '../../main/services/projects/exchange/read-project.ts';
import { readProjectLines } from '../../main/services/projects/exchange/read-project-lines.ts';
import { openDocument } from '../../main/services/projects/layers.ts';
import { createProject } from '../../main/services/projects/projects.ts';
import { createRecord } from '../../main/services/records/records.ts';
import type { Session } from '../../main/services/session/session.ts';
import { DocumentLabel, type Item, Relation, SpanItem } from '../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import type { Change, EditResult, OpenDocument, Project } from '../../shared/domain/project.ts';
import { ProjectSettings } from '../../shared/domain/project.ts';
import { AppError } from '../../shared/result.ts';

export const SCHEMA = AnnotationSchema.parse({
  spans: [{ name: 'disease' }, { name: 'symptom' }, { name: 'drug' }],
  attributes: [
    { name: 'assertion', kind: 'choice', values: ['present', 'absent'] },
    { name: 'sure', kind: 'flag', types: ['treats'] },
  ],
  relations: [
    { name: 'treats', from: ['drug'], to: ['disease'] },
    { name: 'near', symmetric: true },
  ],
  labels: [{ name: 'urgent' }, { name: 'male', group: 'sex' }, { name: 'female', group: 'sex' }],
});

/** The same workspace as somebody else, or the same person in another window. */
export const as = <S extends Session>(session: S, name: string): S => ({ ...session, actor: { name } });

export interface TestProject {
  readonly projectId: number;
  /** Ids of its documents, in order. */
  readonly documents: readonly number[];
}

export function makeProject(
  session: Session,
  texts: readonly string[],
  { schema = SCHEMA, members = [session.actor.name], overlap = 1, name = 'project' } = {},
): TestProject {
  const settings = ProjectSettings.parse({ overlap });
  const project = createProject(session, { name, schema, settings, members });
  const ids = texts.map(
    (text, n) => createRecord(session, { title: `${name} ${n}`, text, origin: 'test' }).id,
  );
  if (ids.length > 0) addDocuments(session, project.id, ids);
  return { projectId: project.id, documents: queue(session, project.id).map(({ id }) => id) };
}

const human = (name: string) => ({ kind: 'human' as const, name });

export function span(id: number, start: number, end: number, more: Partial<SpanItem> = {}): SpanItem {
  return SpanItem.parse({
    kind: 'span',
    id,
    type: 'disease',
    fragments: [{ start, end }],
    provenance: human('tester'),
    ...more,
  });
}

export function relation(id: number, from: number, to: number, more: Partial<Relation> = {}): Relation {
  return Relation.parse({
    kind: 'relation',
    id,
    type: 'near',
    from,
    to,
    provenance: human('tester'),
    ...more,
  });
}

export function label(id: number, type: string, more: Partial<DocumentLabel> = {}): DocumentLabel {
  return DocumentLabel.parse({ kind: 'label', id, type, provenance: human('tester'), ...more });
}

export const add = (after: Item): Change => ({ id: after.id, before: null, after });
export const drop = (before: Item): Change => ({ id: before.id, before, after: null });
export const alter = (before: Item, more: Partial<SpanItem>): Change => ({
  id: before.id,
  before,
  after: { ...before, ...more } as Item, // safe: tests change what the kind has
});

/** One edit of the person's own layer. */
export function edit(session: Session, { layer }: OpenDocument, ...changes: readonly Change[]): EditResult {
  return apply(session, { layerId: layer.id, action: 'span.add', detail: {}, changes });
}

/** Items of a layer without their times, which the service sets. */
export const itemsIn = (session: Session, documentId: number, person?: string): Item[] =>
  openDocument(session, documentId, person).layer.items.map(timeless);

/** An item without the times of its provenance. */
export function timeless<T extends Item>(item: T): T {
  const { at: _at, acceptedAt: _accepted, ...provenance } = item.provenance;
  return { ...item, provenance };
}

/** Returns code and words of the refusal; `none` when nothing was refused. */
export function refusal(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

/** Imports a project file given as bytes. */
export function unpackProject(
  session: Session,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  as?: string,
): Project {
  return unpackLines(
    session,
    name,
    [...readProjectLines(name, bytes)].map(({ line }) => line),
    as,
  );
}
