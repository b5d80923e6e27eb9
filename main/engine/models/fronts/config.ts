/** Settings of what gives a network its token vectors. */
import { z } from 'zod';
import { BertConfig } from '../bert/config.ts';

/** A table of vectors, trained from random values or from given ones. */
const Table = z.object({
  vocabSize: z.int().positive(),
  size: z.int().positive().default(100),
  /** Its vectors stay as they are. */
  frozen: z.boolean().default(false),
});
export type TableConfig = z.infer<typeof Table>;

export const FrontConfig = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bert'),
    bert: BertConfig,
    /** The encoder stays as it is, and reads without dropout. */
    frozen: z.boolean().default(false),
    /** Hidden states of so many last layers side by side. */
    lastLayers: z.int().positive().default(1),
  }),
  /** A vector a token; with `words`, beside it that of the word the token belongs to. */
  Table.extend({ kind: z.literal('embedding'), words: Table.optional() }),
  /** The vector of the word that a token belongs to, alone. */
  Table.extend({ kind: z.literal('words') }),
  /** Vectors computed beforehand, such as the hidden states of a frozen encoder. */
  z.object({ kind: z.literal('vectors'), size: z.int().positive() }),
]);
export type FrontConfig = z.infer<typeof FrontConfig>;

/** Features of a lexicon beside the token vectors; at least one of words, types and bigrams. */
export const LexiconConfig = z.object({
  /** Vectors of the lexicon's words. */
  words: Table.optional(),
  /** Most words of a set. */
  slots: z.int().positive().max(32).default(5),
  /** Entity types of names. */
  types: z.int().nonnegative().max(31).default(0),
  /** Vectors of character bigrams. */
  bigrams: Table.optional(),
});
export type LexiconConfig = z.infer<typeof LexiconConfig>;
