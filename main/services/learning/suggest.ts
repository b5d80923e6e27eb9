/** Suggests items in many documents by the dictionary or a model, as one edit that can be undone. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import type { SuggestionRequest, SuggestionSource } from '../../../shared/domain/learning.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { findDocument, listAssignments, listHeads } from '../../db/repositories/annotation/documents.ts';
import { itemFromJson, itemsOf } from '../../db/repositories/annotation/items.ts';
import { countLayers, findLayerOf } from '../../db/repositories/annotation/layers.ts';
import { rejectedItems } from '../../db/repositories/annotation/learning.ts';
import { stats } from '../graph/graph.ts';
import { getModel } from '../models/models.ts';
import { isFor } from '../projects/assignment.ts';
import { suggest as putSuggestions, type Suggestions } from '../projects/edits/bulk.ts';
import { requireDocument, requireProject, requireRoleToEdit } from '../projects/layer-access.ts';
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

/** Adds suggestions to the requester's layers; finished layers and rejected items are left unchanged. */
export async function suggest(
  session: Session,
  { projectId, source, documents, threshold }: SuggestionRequest,
  signal?: AbortSignal,
): Promise<Suggested> {
  requireRoleToEdit(session, session.actor.name);
  const { schema } = requireProject(session, projectId);
  const wanted = documents ?? unfinished(session, projectId);
  if (source.kind === 'model' && getModel(session, source.model).task === 'relation')
    return suggestRelations(session, { projectId, schema, threshold, model: source.model, wanted }, signal);
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
  return keep(session, projectId, found, reader.name);
}

/** Returns the requester's unfinished documents; without any assignment, all that they have not finished. */
function unfinished(session: Session, projectId: number): number[] {
  const db = dbOf(session);
  const me = session.actor.name;
  const assigned = listAssignments(db, projectId);
  const layers = countLayers(db, projectId);
  return listHeads(db, projectId)
    .filter(({ id, lockedAt }) => {
      const mine = isFor(assigned, id, me);
      return (
        mine &&
        lockedAt === null &&
        !(layers.get(id) ?? []).some(({ person, state }) => person === me && state === 'done')
      );
    })
    .map(({ id }) => id);
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

function readerOf(session: Session, source: SuggestionSource, schema: AnnotationSchema): Reader {
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
}

/** Adds suggested relations between the accepted spans of the requester's unfinished layers. */
async function suggestRelations(
  session: Session,
  { projectId, schema, threshold, model, wanted }: RelationRequest,
  signal: AbortSignal | undefined,
): Promise<Suggested> {
  const card = getModel(session, model);
  const person = session.actor.name;
  const provenance = { kind: 'model', name: card.name, version: versionOf(card) } as const;
  const suggestions: Suggestions[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    if (signal?.aborted === true) throw new AppError('cancelled', 'request.stopped');
    const chunk = wanted.slice(from, from + CHUNK).map((documentId) => {
      const text = textOf(session, projectId, documentId);
      return { documentId, text, items: heardBy(session, documentId, person) };
    });
    const documents = chunk.map(mentionsIn);
    const found = await session.engine.run('relate', { modelId: model, documents }, signal);
    const at = new Date().toISOString();
    for (const [i, { documentId, ...layer }] of chunk.entries()) {
      const own = { schema, threshold, provenance: { ...provenance, at } };
      suggestions.push({ documentId, person, items: [], between: newRelations(found[i]!, layer, own) });
    }
    await nextTurn();
  }
  return put(session, projectId, suggestions, card.name);
}

/** Returns the items of a person's unfinished layer, and those rejected in it. */
function heardBy(session: Session, documentId: number, person: string): Item[] {
  const db = dbOf(session);
  const layer = findLayerOf(db, documentId, person);
  if (layer === undefined || layer.state === 'done') return [];
  return [
    ...itemsOf(db, layer.id),
    ...rejectedOf(session, layer.id).filter(({ kind }) => kind === 'relation'),
  ];
}

/** Stores suggestions as one edit, without those that exist or were decided and those of documents removed meanwhile. */
function keep(
  session: Session,
  projectId: number,
  found: ReadonlyMap<number, NewSpan[]>,
  source: string,
): Suggested {
  const db = dbOf(session);
  const person = session.actor.name;
  const at = new Date().toISOString();
  const suggestions = [...found].flatMap(([documentId, spans]) => {
    if (findDocument(db, documentId)?.removedAt !== null) return [];
    const layer = findLayerOf(db, documentId, person);
    if (layer?.state === 'done') return [];
    const heard = layer === undefined ? [] : [...itemsOf(db, layer.id), ...rejectedOf(session, layer.id)];
    const items = onlyNew(spans, heard).map(
      (span, i): Item => ({ ...span, id: i + 1, provenance: { ...span.provenance, at } }),
    );
    return [{ documentId, person, items }];
  });
  return put(session, projectId, suggestions, source);
}

function put(
  session: Session,
  projectId: number,
  suggestions: readonly Suggestions[],
  source: string,
): Suggested {
  const result = putSuggestions(session, projectId, suggestions, { source });
  if (result === null) return { documents: 0, items: 0 };
  session.emit('projects.changed', { projectId });
  return { documents: result.layers.length, items: result.edit.changes };
}

const rejectedOf = (session: Session, layerId: number): Item[] =>
  rejectedItems(dbOf(session), layerId).map((json) => ({ ...itemFromJson(json), status: 'accepted' }));
