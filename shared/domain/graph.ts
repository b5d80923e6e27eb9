/** Knowledge graph: entities with names, and typed edges between them. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';

/** Types of entities. `finding` is a laboratory or imaging result, `exam` the test that yields it. */
export const EntityType = z.enum([
  'disease',
  'symptom',
  'sign',
  'finding',
  'exam',
  'drug',
  'treatment',
  'department',
  'anatomy',
  'cause',
  'other',
]);
export type EntityType = z.infer<typeof EntityType>;

export const EntityId = z.number().int().positive();
export type EntityId = z.infer<typeof EntityId>;

/** One name of one entity; a name of several entities comes once for each. */
export interface LexiconName {
  readonly name: string;
  readonly entityId: number;
  readonly type: EntityType;
  readonly preferredName: string;
  /** True when `name` is the preferred name. */
  readonly preferred: boolean;
  /** Degree of the entity in the graph. */
  readonly weight: number;
}

/**
 * Relations of the starter graph, to which importers map theirs; other relation names of a source are kept. Every
 * relation reads head → tail; the head of all but IsA is a disease.
 */
export const RELATIONS = {
  SameAs: 'another name of the same thing (stored as a name of the entity)',
  HasSymptom: 'disease → symptom: what the patient complains of',
  HasSign: 'disease → sign: what examination finds',
  HasFinding: 'disease → finding: laboratory, imaging or ECG result',
  NeedsExam: 'disease → exam: tests that confirm or grade it',
  TreatedByDrug: 'disease → drug',
  TreatedBy: 'disease → treatment: operations and non-drug treatment',
  HasComplication: 'disease → disease',
  CausedBy: 'disease → cause, microbe or disease: aetiology and risk factors',
  LocatedIn: 'disease → anatomy',
  InDepartment: 'disease → department that treats it',
  DifferentialFrom: 'disease → disease to be told apart',
  IsA: 'narrower → broader of the same type (drug → drug class)',
} as const;
export type KnownRelation = keyof typeof RELATIONS;

/** Facts of an entity besides its names: `en`, `icd10`, `sex`, `age`, `frequency`, `urgent`, `description` … */
const EntityFacts = z.record(z.string(), z.string());

export const EntitySummary = z.object({
  id: EntityId,
  type: EntityType,
  name: z.string(),
  en: z.string().optional(),
  code: z.string().optional(),
});
export type EntitySummary = z.infer<typeof EntitySummary>;

/** A search hit. `matched` is the matching name unless it is the preferred one. */
export const EntityHit = EntitySummary.extend({ matched: z.string().optional(), degree: z.number().int() });
export type EntityHit = z.infer<typeof EntityHit>;

/** An edge as seen from one entity. `rank` counts from 0, the most typical first. */
export const Edge = z.object({
  relation: z.string(),
  direction: z.enum(['out', 'in']),
  other: EntitySummary,
  rank: z.number().int(),
  sources: z.array(z.string()),
  /** Only predicted and accepted: no imported source has the edge. */
  predicted: z.literal(true).optional(),
});
export type Edge = z.infer<typeof Edge>;

export const EntityPage = EntitySummary.extend({
  names: z.array(z.object({ name: z.string(), preferred: z.boolean(), sources: z.array(z.string()) })),
  facts: EntityFacts,
  /** Sources of each fact: those that give the value shown. */
  factSources: z.record(z.string(), z.array(z.string())),
  edges: z.array(Edge),
  /** Total number of edges when `edges` was cut. */
  edgeCount: z.number().int(),
});
export type EntityPage = z.infer<typeof EntityPage>;

const NamedEntity = EntitySummary.pick({ id: true, type: true, name: true });

/** A step of a path, or a way to a neighbour: `out` follows the relation from its head to its tail. */
const RelationStep = z.object({ relation: z.string(), direction: z.enum(['out', 'in']) });

/** Best neighbours of one entity in the graph, and its nearest ones by vectors. */
export const RelatedEntities = z.object({
  /** By personalised PageRank, with their relations. */
  neighbours: z.array(NamedEntity.extend({ score: z.number(), relations: z.array(RelationStep) })),
  nearest: z.discriminatedUnion('kind', [
    /** No vectors of a graph were trained. */
    z.object({ kind: z.literal('no-vectors') }),
    /** All vectors belong to another version of the graph. */
    z.object({ kind: z.literal('other-graph'), vectors: z.string() }),
    /** The entity has no edges, so that no vector was trained for it. */
    z.object({ kind: z.literal('no-edges'), vectors: z.string() }),
    /** Entities of greatest cosine, falling. */
    z.object({
      kind: z.literal('found'),
      vectors: z.string(),
      entities: z.array(NamedEntity.extend({ similarity: z.number() })),
    }),
  ]),
});
export type RelatedEntities = z.infer<typeof RelatedEntities>;

/** Steps from one entity to another; null where none lead there. */
export const EntityPath = z.array(RelationStep.extend({ entity: NamedEntity })).nullable();
export type EntityPath = z.infer<typeof EntityPath>;

/** Format of the sources of accepted predictions; also the beginning of their names. */
export const PREDICTED = 'predicted';

export const PredictionState = z.enum(['waiting', 'later', 'accepted', 'rejected']);
export type PredictionState = z.infer<typeof PredictionState>;
export const PredictionStates = z.record(PredictionState, z.number().int());
export type PredictionStates = z.infer<typeof PredictionStates>;

/** An edge that vectors of the graph predict. */
export const Prediction = z.object({
  id: z.number().int(),
  head: NamedEntity,
  relation: z.string(),
  tail: NamedEntity,
  /** Score of the model: comparable within one relation and the same vectors. */
  score: z.number(),
  /** Place among the plausible tails that the head does not have, from 1. */
  rank: z.number().int(),
  /** Name of the vectors. */
  vectors: z.string(),
  state: PredictionState,
  decidedBy: z.string().optional(),
});
export type Prediction = z.infer<typeof Prediction>;

const KnownNear = NamedEntity.extend({ similarity: z.number() });

/** Paths and neighbours in the graph that speak for a prediction. */
export const PredictionExplanation = z.object({
  /** Ways of two or three steps from head to tail over their best neighbours, the most probable first. */
  paths: z.array(z.array(RelationStep.extend({ entity: NamedEntity }))),
  /** Known tails of the head that are nearest to the tail by cosine. */
  tails: z.array(KnownNear),
  /** Known heads of the tail that are nearest to the head. */
  heads: z.array(KnownNear),
});
export type PredictionExplanation = z.infer<typeof PredictionExplanation>;

/** Result of an import. Refused lines are counted by reason, with the first ones as examples. */
export const ImportReport = z.object({
  rows: z.number().int(),
  triples: z.number().int(),
  newEntities: z.number().int(),
  newNames: z.number().int(),
  /** Rows that repeat the graph or the file. */
  merged: z.number().int(),
  refused: z.array(
    z.object({
      reason: Message,
      count: z.number().int(),
      examples: z.array(z.object({ line: z.number().int(), text: z.string() })),
    }),
  ),
  /** Rows per relation, by the file's own names. */
  relations: z.record(z.string(), z.number().int()),
  seconds: z.number(),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const KgSource = z.object({
  id: z.number().int(),
  name: z.string(),
  format: z.string(),
  importedAt: z.string(),
  sha256: z.string(),
  report: ImportReport,
});
export type KgSource = z.infer<typeof KgSource>;

/** Counts of distinct objects over all sources. `triples` are all edges plus SameAs names. */
export const KgStats = z.object({
  entities: z.number().int(),
  names: z.number().int(),
  triples: z.number().int(),
  types: z.record(z.string(), z.number().int()),
  relations: z.record(z.string(), z.number().int()),
  sources: z.array(KgSource),
});
export type KgStats = z.infer<typeof KgStats>;

export const KgFormat = z.enum([
  'auto',
  'starter', // resources/kg: one row per disease with its lists
  'triples', // TSV or CSV: head, relation, tail[, head type, tail type]
  '39net', // disease CSV of 39.net crawls
  'xywy', // one disease per JSON line
  'icd10', // code, name
  'synonyms', // surface, canonical
  'rrf', // UMLS folder with MRCONSO, MRREL, MRSTY
  'ntriples',
  'wordlist', // one name a line
  'meridian', // JSON lines as this program exports them
]);
export type KgFormat = z.infer<typeof KgFormat>;

/** Formats of an export: triples, N-Triples, JSON lines with sources. */
export const KgExportFormat = z.enum(['tsv', 'ntriples', 'json']);
export type KgExportFormat = z.infer<typeof KgExportFormat>;
