/** Requests and events of the knowledge graph; part of the contract. */
import { z } from 'zod';
import { NamingRecords } from '../domain/document.ts';
import {
  EntityHit,
  EntityId,
  EntityPage,
  EntityPath,
  EntityType,
  KgExportFormat,
  KgFormat,
  KgStats,
  Prediction,
  PredictionExplanation,
  PredictionState,
  PredictionStates,
  RelatedEntities,
} from '../domain/graph.ts';
import { GraphChange, GraphEdit } from '../domain/graph-edit.ts';
import { MOST_ROWS, QueryAnswer } from '../domain/graph-query.ts';
import { ReviewCounts, ReviewDecision, ReviewItem, ReviewKind } from '../domain/graph-review.ts';
import { ShortName, Token } from '../domain/limits.ts';
import { Job } from '../domain/system.ts';
import { Nothing, Ticket } from './common.ts';

export const graphContract = {
  'kg.search': {
    input: z.object({
      query: z.string().max(200),
      type: EntityType.optional(),
      limit: z.number().int().min(1).max(200),
    }),
    output: z.array(EntityHit),
  },
  'kg.entity': {
    input: z.object({ id: EntityId, edgeLimit: z.number().int().min(0).max(2000) }),
    output: EntityPage,
  },
  /** Best neighbours by PageRank, and the nearest entities by the newest vectors of the present graph. */
  'kg.related': { input: z.object({ id: EntityId }), output: RelatedEntities },
  /** Records whose text contains one of the entity's names. */
  'kg.records': { input: z.object({ id: EntityId }), output: NamingRecords },
  /** A shortest path between two entities that does without some relations. */
  'kg.path': {
    input: z.object({ from: EntityId, to: EntityId, without: z.array(ShortName).max(100) }),
    output: EntityPath,
  },
  'kg.stats': { input: Nothing, output: KgStats },
  /** Predicts edges of a relation by the newest vectors of the present graph. */
  'kg.predict': {
    input: z.object({ relation: ShortName, count: z.number().int().min(1).max(1000) }),
    output: Job,
  },
  'kg.predictions': {
    input: z.object({ state: PredictionState, limit: z.number().int().min(1).max(1000) }),
    output: z.object({ predictions: z.array(Prediction), counts: PredictionStates }),
  },
  'kg.explain': { input: z.object({ id: z.number().int() }), output: PredictionExplanation },
  /** `waiting` takes a decision back. */
  'kg.decide': { input: z.object({ id: z.number().int(), state: PredictionState }), output: Prediction },
  /** Changes the graph, all or none. `entity`: the one that the last change made, changed or merged into. */
  'kg.edit': {
    input: z.object({ changes: z.array(GraphChange).min(1).max(1000) }),
    output: z.object({ edit: GraphEdit, entity: EntityId.optional() }),
  },
  /** Edits of people, the newest first. */
  'kg.edits': { input: z.object({ limit: z.number().int().min(1).max(500) }), output: z.array(GraphEdit) },
  /** Undoes an edit, or does it again; without an id the requester's newest one. */
  'kg.turnEdit': {
    input: z.object({ id: z.number().int().optional(), redo: z.boolean() }),
    output: GraphEdit,
  },
  /** Suspicious content of imports: the first items of a kind, and the number of each kind. */
  'kg.review': {
    input: z.object({ kind: ReviewKind, limit: z.number().int().min(1).max(1000) }),
    output: z.object({ items: z.array(ReviewItem), counts: ReviewCounts }),
  },
  /** Decides about items by their keys, or without keys about all of a kind, up to 2,000. */
  'kg.decideReview': {
    input: z.object({
      kind: ReviewKind,
      keys: z.array(z.string().max(2000)).min(1).max(1000).optional(),
      decision: ReviewDecision,
      type: EntityType.optional(),
    }),
    output: z.object({ decided: z.number().int() }),
  },
  /** Answers a SPARQL query over the graph. `requests.cancel` with the ticket stops it. */
  'kg.query': {
    input: z.object({
      text: z.string().min(1).max(20_000),
      limit: z.number().int().min(1).max(MOST_ROWS),
      ticket: Ticket.optional(),
    }),
    output: QueryAnswer,
  },
  /** Writes the graph into a plain file of the workspace. */
  'kg.export': {
    input: z.object({ format: KgExportFormat }),
    output: z.object({ path: z.string() }),
  },
  'kg.import': { input: z.object({ uploadId: Token, format: KgFormat }), output: Job },
  'kg.importStarter': { input: Nothing, output: Job },
  'kg.undoImport': { input: z.object({ sourceId: z.number().int() }), output: Job },
} as const;

export const graphEvents = {
  'kg.changed': Nothing,
  /** Predictions were made or decided. */
  'kg.predicted': Nothing,
} as const;
