/** Entities of a knowledge graph as pre-training reads them. */
import { z } from 'zod';
import type { PretrainCorpus } from '../../../shared/domain/pretraining.ts';
import { KnowledgeSettings } from '../../../shared/domain/pretraining.ts';
import type { EntityNeighbours, NamedEntity } from '../../text/entity-section.ts';
import type { PhraseModel } from '../../text/entity-segmentation.ts';
import type { Values } from '../runtime/program.ts';

/** Sizes of a graph, and settings that decide what an encoder computes of it. */
export const KnowledgeConfig = KnowledgeSettings.pick({
  neighbours: true,
  neighbourWeight: true,
  mentionWeight: true,
  nearestEntities: true,
  linking: true,
  entityNegatives: true,
  consistencyWeight: true,
  segmentationWeight: true,
  partWeight: true,
  maskedPart: true,
  corruptionRate: true,
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
  readonly neighbours: EntityNeighbours & { readonly relations: Int32Array };
  /** Graph that all this comes from; absent in runs that an earlier version began. */
  readonly graph?: {
    readonly fingerprint: string;
    /** All entities by their ids, ascending. */
    readonly entities: readonly NamedEntity[];
  };
  /** List of phrases that cuts long names; absent: jieba does. */
  readonly phrases?: { readonly facts: NonNullable<PretrainCorpus['phrases']>; readonly model: PhraseModel };
}

/** Tokens of an encoding that mention an entity. */
export interface Mention {
  readonly first: number;
  readonly last: number;
  readonly entity: number;
  /** Last tokens of its parts but the last; absent: it has one part. */
  readonly cuts?: readonly number[];
  /** Whether it fits its context, for mentions that may have been replaced; absent: it was not to be. */
  readonly isConsistent?: boolean;
}
