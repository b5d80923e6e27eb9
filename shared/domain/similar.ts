/** Records that are similar to a text, with what they share. */
import { z } from 'zod';
import { DocumentSummary } from './document.ts';
import { EntityId } from './graph.ts';
import { Mention } from './mention.ts';

export const SimilarRecord = z.object({
  document: DocumentSummary,
  /** 0 … about 1; that of the same text is 1. */
  score: z.number(),
  /** Entities that both assert alike, rarest first. */
  entities: z.array(Mention.pick({ name: true, type: true, assertion: true }).extend({ entityId: EntityId })),
  /** Stretches of the text that the record holds too, rarest first. */
  words: z.array(z.string()),
});
export type SimilarRecord = z.infer<typeof SimilarRecord>;

export const SimilarPage = z.object({
  hits: z.array(SimilarRecord),
  /** Number of all records. */
  records: z.number().int(),
  /** Records not read yet; asking again goes on with them. */
  left: z.number().int(),
});
export type SimilarPage = z.infer<typeof SimilarPage>;

export interface SimilarQuestion {
  readonly text: string;
  /** The record that the text is a version of; it is no answer. */
  readonly documentId?: number | undefined;
  readonly count: number;
}
