/** Entities of a knowledge graph as pre-training reads them, and the mentions of a batch that are linked to them. */
import { z } from 'zod';
import { KnowledgeSettings } from '../../../shared/domain/pretraining.ts';
import { embeddingSpec } from '../layers/embeddings.ts';
import { type MentionSpans, mentionPlaces } from '../layers/mention-tokens.ts';
import type { ParamSpec } from '../layers/params.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../models/model.ts';
import type { Values } from '../runtime/program.ts';
import type { BatchArrays, Row } from './objective.ts';

/** Sizes of a graph, and settings that decide what an encoder computes of it. */
export const KnowledgeConfig = KnowledgeSettings.pick({
  neighbours: true,
  neighbourAttention: true,
  neighbourWeight: true,
  mentionWeight: true,
  nearestEntities: true,
  linking: true,
  entityNegatives: true,
}).extend({
  entities: z.int().positive(),
  entitySize: z.int().positive(),
  relations: z.int().positive(),
  /** Layers before the one that reads entities. */
  layer: z.int().positive(),
  /** Whether entity vectors stay as they are. */
  frozen: z.boolean().default(false),
});
export type KnowledgeConfig = z.infer<typeof KnowledgeConfig>;

/** A graph by numbers of its entities and relations. */
export interface KnowledgeSource {
  readonly entitySize: number;
  readonly relations: number;
  /** Initial values of parameters by name; others begin at random. */
  readonly values: Values;
  /** Number of the type of each entity. */
  readonly types: Int32Array;
  /** Mentions of each entity in the corpus. */
  readonly frequencies: Int32Array;
  /** The best neighbours of entity e by PEPR, at starts[e] … starts[e + 1], with a relation to each. */
  readonly neighbours: {
    readonly starts: Int32Array;
    readonly entities: Int32Array;
    readonly relations: Int32Array;
  };
}

/** Tokens of an encoding that mention an entity. */
export interface Mention {
  readonly first: number;
  readonly last: number;
  readonly entity: number;
}

/** Table of the entities' vectors, [E, D]. */
export const ENTITIES = 'entities';

export const entitiesSpec = ({ entities, entitySize }: KnowledgeConfig): ParamSpec => ({
  ...embeddingSpec(ENTITIES, entities, entitySize),
  decay: false,
});

export const frozenEntities = ({ frozen }: KnowledgeConfig): string[] =>
  frozen ? [`${ENTITIES}.weight`] : [];

/** Places of first and last tokens of mentions in the batch, their entities, and 1 where there is a mention; all [N]. */
export function mentionInputs({ batch, length }: BatchSize): readonly InputSpec[] {
  const shape = [batch * mentionPlaces(length)];
  return [
    { name: 'mentionStarts', shape, dtype: 'int32' },
    { name: 'mentionEnds', shape, dtype: 'int32' },
    { name: 'mentionEntities', shape, dtype: 'int32' },
    { name: 'mentionWeights', shape, dtype: 'float32' },
  ];
}

export const mentionSpans = (inputs: Tensors): MentionSpans => ({
  starts: input(inputs, 'mentionStarts'),
  ends: input(inputs, 'mentionEnds'),
});

/** A mention that is read, and the number of its place in the batch. */
export interface PlacedMention extends Mention {
  readonly place: number;
}

/** Writes the mentions of a row, and returns them. */
export function writeMentions(
  arrays: BatchArrays,
  { mentions = [], number }: Row,
  { length }: BatchSize,
): PlacedMention[] {
  const places = mentionPlaces(length);
  const placed = mentions.slice(0, places).map((mention, i) => ({ ...mention, place: number * places + i }));
  for (const { first, last, entity, place } of placed) {
    arrays.mentionStarts![place] = number * length + first;
    arrays.mentionEnds![place] = number * length + last;
    arrays.mentionEntities![place] = entity;
    arrays.mentionWeights![place] = 1;
  }
  return placed;
}
