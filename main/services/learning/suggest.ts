/** Suggests items in many documents by the dictionary or a model, as one edit that can be undone. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item, SpanItem } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import type { SuggestionRequest, SuggestionSource } from '../../../shared/domain/learning.ts';
import { GOLD } from '../../../shared/domain/project.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { findDocument, listAssignments, listHeads } from '../../db/repositories/annotation/documents.ts';
import { itemFromJson, itemsOf } from '../../db/repositories/annotation/items.ts';
import { countLayers, findLayerOf } from '../../db/repositories/annotation/layers.ts';
import { rejectedItems } from '../../db/repositories/annotation/learning.ts';
import { stats } from '../graph/graph.ts';
import { getModel } from '../models/models.ts';
import { isFor } from '../projects/assignment.ts';
import { type Suggestions, suggestInSlices } from '../projects/edits/bulk.ts';
import {
  requireDocument,
  requireProject,
  requireRoleToEdit,
  requireRoleToRead,
} from '../projects/layer-access.ts';
import { reviewOf } from '../records/corrections.ts';
import { dbOf, type Session } from '../session/session.ts';
import { mentionsIn, newRelations } from './suggest-relations.ts';
import { fromMentions, fromPredictions, type NewSpan, onlyNew } from './suggested-items.ts';

/** Texts sent to the engine in one request. */
const CHUNK = 32;

export interface Suggested {
  readonly documents: number;
  readonly items: number;
}

/** Returns the people to whose layers of a document suggestions go. */
type Recipients = (documentId: number) => readonly string[];

/**
 * Adds suggestions to the requester's layers, or to those of all assignees; finished layers and rejected items are left
 * unchanged. Throws `forbidden` when the requester may not.
 */
export async function suggest(
  session: Session,
  {
    projectId,
    source,
    documents,
    threshold,
    for: to = 'me',
  }: Omit<SuggestionRequest, 'for'> & Partial<SuggestionRequest>,
  signal?: AbortSignal,
): Promise<Suggested> {
  if (to === 'me') requireRoleToEdit(session, session.actor.name);
  if (to === 'assigned' || source.kind === 'layer') requireRoleToRead(session, GOLD);
  const { schema } = requireProject(session, projectId);
  const recipients = recipientsOf(session, projectId, to);
  const wanted = documents ?? unfinished(session, projectId, recipients);
  const detail = to === 'me' ? {} : { to };
  if (source.kind === 'layer')
    return pushLayer(session, projectId, wanted, source.person, recipients, threshold);
  if (source.kind === 'model' && getModel(session, source.model).task === 'relation')
    return suggestRelations(
      session,
      { projectId, schema, threshold, model: source.model, wanted, recipients, detail },
      signal,
    );
  const reader = readerOf(session, source, schema);
  const found = new Map<number, NewSpan[]>();
  for (let from = 0; from < wanted.length; from += CHUNK) {
    if (signal?.aborted === true) throw new AppError('cancelled', 'request.stopped');
    const chunk = wanted.slice(from, from + CHUNK);
    const texts = chunk.map((id) => textOf(session, projectId, id));
    const spans = await reader.read(texts);
    for (const [i, id] of chunk.entries())
      found.set(
        id,
        (spans[i] ?? []).filter(({ provenance }) => (provenance.confidence ?? 1) >= threshold),
      );
    await nextTurn();
  }
  return keep(session, projectId, found, recipients, { source: reader.name, ...detail });
}

function recipientsOf(session: Session, projectId: number, to: SuggestionRequest['for']): Recipients {
  const me = session.actor.name;
  if (to === 'me') return () => [me];
  const assigned = listAssignments(dbOf(session), projectId);
  return (id) => assigned.get(id) ?? [];
}

/** Returns the documents that a recipient has not finished; one's own are those assigned, all without any assignment. */
function unfinished(session: Session, projectId: number, recipients: Recipients): number[] {
  const db = dbOf(session);
  const assigned = listAssignments(db, projectId);
  const layers = countLayers(db, projectId);
  return listHeads(db, projectId)
    .filter(({ id, lockedAt }) => {
      const done = (layers.get(id) ?? []).filter(({ state }) => state === 'done').map(({ person }) => person);
      return (
        lockedAt === null &&
        recipients(id).some((person) => isFor(assigned, id, person) && !done.includes(person))
      );
    })
    .map(({ id }) => id);
}

/** Suggests the items of a person's layers to others, with where they came from. */
function pushLayer(
  session: Session,
  projectId: number,
  wanted: readonly number[],
  from: string,
  recipients: Recipients,
  threshold: number,
): Promise<Suggested> {
  const db = dbOf(session);
  const suggestions = wanted.flatMap((documentId): Suggestions[] => {
    textOf(session, projectId, documentId); // refuses documents of others
    const layer = findLayerOf(db, documentId, from);
    if (layer === undefined) return [];
    const came = itemsOf(db, layer.id).flatMap((item): Item[] => {
      const { kind, name, version, confidence, at } = item.provenance;
      if ((confidence ?? 1) < threshold) return [];
      return [{ ...item, provenance: { kind, name, version, confidence, at } }];
    });
    return recipients(documentId).flatMap((person) => {
      if (person === from) return [];
      const heard = heardBy(session, documentId, person);
      if (heard === null) return [];
      const spans = new Set<unknown>(
        onlyNew(
          came.filter((item): item is SpanItem => item.kind === 'span'),
          heard,
        ),
      );
      return [{ documentId, person, items: came.filter((item) => item.kind !== 'span' || spans.has(item)) }];
    });
  });
  return put(session, projectId, suggestions, { source: from === GOLD ? 'gold' : from, to: 'assigned' });
}

function textOf(session: Session, projectId: number, id: number): string {
  const document = requireDocument(session, id);
  if (document.projectId !== projectId) throw new AppError('not-found', 'learning.no-document', { id });
  return document.text;
}

interface Reader {
  readonly name: string;
  read(texts: readonly string[]): Promise<NewSpan[][]>;
}

function readerOf(
  session: Session,
  source: Exclude<SuggestionSource, { kind: 'layer' }>,
  schema: AnnotationSchema,
): Reader {
  if (source.kind === 'dictionary') {
    const { entities } = stats(session);
    const version = `${entities} entities`;
    return {
      name: 'dictionary',
      async read(texts) {
        const spans: NewSpan[][] = [];
        for (const text of texts) {
          const { mentions } = await session.engine.run('annotate', {
            text,
            review: reviewOf(session, undefined, text),
          });
          spans.push(fromMentions(mentions, schema, { name: 'knowledge graph', version }));
        }
        return spans;
      },
    };
  }
  const card = getModel(session, source.model);
  const { id, name, task } = card;
  if (task !== 'ner') throw new AppError('bad-request', 'models.tagger-needed', { name });
  const version = versionOf(card);
  return {
    name,
    async read(texts) {
      const { entities } = await session.engine.run('scan', { modelId: id, texts });
      return entities.map((spans) => fromPredictions(spans, schema, { name, version }));
    },
  };
}

/** A name may be reused by another model: time and data hash identify the version. */
const versionOf = ({ dataHash, createdAt }: ModelCard): string =>
  `${createdAt}${dataHash === undefined ? '' : ` ${dataHash.slice(0, 12)}`}`;

interface RelationRequest {
  readonly projectId: number;
  readonly schema: AnnotationSchema;
  readonly threshold: number;
  readonly model: number;
  readonly wanted: readonly number[];
  readonly recipients: Recipients;
  readonly detail: Readonly<Record<string, string>>;
}

/** Adds suggested relations between the accepted spans of unfinished layers. */
async function suggestRelations(
  session: Session,
  { projectId, schema, threshold, model, wanted, recipients, detail }: RelationRequest,
  signal: AbortSignal | undefined,
): Promise<Suggested> {
  const card = getModel(session, model);
  const provenance = { kind: 'model', name: card.name, version: versionOf(card) } as const;
  const suggestions: Suggestions[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    if (signal?.aborted === true) throw new AppError('cancelled', 'request.stopped');
    const chunk = wanted.slice(from, from + CHUNK).flatMap((documentId) => {
      const text = textOf(session, projectId, documentId);
      return recipients(documentId).map((person) => ({
        ...{ documentId, person, text },
        items: heardBy(session, documentId, person, ({ kind }) => kind === 'relation') ?? [],
      }));
    });
    const documents = chunk.map(mentionsIn);
    const found = await session.engine.run('relate', { modelId: model, documents }, signal);
    const at = new Date().toISOString();
    for (const [i, { documentId, person, ...layer }] of chunk.entries()) {
      const own = { schema, threshold, provenance: { ...provenance, at } };
      suggestions.push({ documentId, person, items: [], between: newRelations(found[i]!, layer, own) });
    }
    await nextTurn();
  }
  return put(session, projectId, suggestions, { source: card.name, ...detail });
}

/** Returns the items of a person's layer and those rejected in it that count; null for a finished layer. */
function heardBy(
  session: Session,
  documentId: number,
  person: string,
  counts: (rejected: Item) => boolean = () => true,
): Item[] | null {
  const db = dbOf(session);
  const layer = findLayerOf(db, documentId, person);
  if (layer === undefined) return [];
  if (layer.state === 'done') return null;
  return [...itemsOf(db, layer.id), ...rejectedOf(session, layer.id).filter(counts)];
}

/** Stores suggestions as one edit, without those that exist or were decided and those of documents removed meanwhile. */
function keep(
  session: Session,
  projectId: number,
  found: ReadonlyMap<number, NewSpan[]>,
  recipients: Recipients,
  detail: Readonly<Record<string, string>>,
): Promise<Suggested> {
  const db = dbOf(session);
  const at = new Date().toISOString();
  const suggestions = [...found].flatMap(([documentId, spans]) => {
    if (findDocument(db, documentId)?.removedAt !== null) return [];
    return recipients(documentId).flatMap((person) => {
      const heard = heardBy(session, documentId, person);
      if (heard === null) return [];
      const items = onlyNew(spans, heard).map(
        (span, i): Item => ({ ...span, id: i + 1, provenance: { ...span.provenance, at } }),
      );
      return [{ documentId, person, items }];
    });
  });
  return put(session, projectId, suggestions, detail);
}

async function put(
  session: Session,
  projectId: number,
  suggestions: readonly Suggestions[],
  detail: Readonly<Record<string, string>>,
): Promise<Suggested> {
  const result = await suggestInSlices(session, projectId, suggestions, detail);
  if (result === null) return { documents: 0, items: 0 };
  session.emit('projects.changed', { projectId });
  return { documents: result.layers.length, items: result.edit.changes };
}

const rejectedOf = (session: Session, layerId: number): Item[] =>
  rejectedItems(dbOf(session), layerId).map((json) => ({ ...itemFromJson(json), status: 'accepted' }));
