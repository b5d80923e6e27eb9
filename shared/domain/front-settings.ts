/** Fronts, which turn a text into token vectors: settings that taggers and classifiers share. */
import { z } from 'zod';
import { keysOf } from '../keys-of.ts';
import { AppError } from '../result.ts';
import { networkRow } from './networks.ts';

interface FrontRow {
  /** Settings that have an effect with this front. */
  readonly settings: readonly string[];
}

export const FRONTS = {
  /** A table of characters that begins with random values. */
  embedding: { settings: ['embeddingSize'] },
  /** Word vectors, of characters or of words. */
  vectors: {
    settings: ['vectors', 'freezeVectors', 'characterVectors', 'extraVectors', 'embeddingSize'],
  },
  /** A BERT. */
  encoder: { settings: ['encoder', 'freezeEncoder', 'headRate'] },
} as const satisfies Readonly<Record<string, FrontRow>>;

export const FrontSettings = z.object({
  /** Ignored by networks that always read an encoder. */
  front: z.enum(keysOf(FRONTS)).default('embedding'),
  /** Word vectors: their name in the workspace, or the path of a file. */
  vectors: z.string().min(1).max(4096).optional(),
  /** Word vectors: they stay as they are, as in the paper; else they are fine-tuned. */
  freezeVectors: z.boolean().default(false),
  /**
   * Vectors of words: a table of characters stands beside them, as wide as `embeddingSize`. Alone they are the same
   * for all characters of a word, so that a tagger finds no border within one.
   */
  characterVectors: z.boolean().default(true),
  /** Word vectors: those of tokens that the training texts lack are kept too, so many of the first ones. */
  extraVectors: z.number().int().min(0).max(1_000_000).default(20_000),
  /** Encoders: a size that begins with random weights, or the name of an encoder in the registry. */
  encoder: z.string().min(1).max(200).default('mini'),
  /** Encoders: their weights stay as they are, and they read without dropout. */
  freezeEncoder: z.boolean().default(false),
  /** Encoders: what the learning rate of the layers above is multiplied by. */
  headRate: z.number().positive().max(1000).default(1),
  /** Width of the character vectors where they begin with random values. */
  embeddingSize: z.number().int().min(1).max(4096).default(100),
});
export type FrontSettings = z.infer<typeof FrontSettings>;

type Choice = Pick<FrontSettings, 'front'> & { readonly network: string };

/** Returns the front that is read: the network's own where it has one, else the chosen one. */
export function frontRead({ network, front }: Choice): FrontSettings['front'] {
  return networkRow(network)?.front ?? front;
}

/** Whether texts are read by an encoder. */
export const readsEncoder = (choice: Choice): boolean => frontRead(choice) === 'encoder';

/** The word vectors that are read, by name or path; `undefined` where none are. @throws AppError `bad-request` */
export function vectorsRead({
  network,
  front,
  vectors,
}: Choice & Pick<FrontSettings, 'vectors'>): string | undefined {
  if (front !== 'vectors') return undefined;
  if (frontRead({ network, front }) === 'encoder') {
    throw new AppError(
      'bad-request',
      'settings.reads-encoder',
      { network },
      { hint: 'hint.other-network-or-encoder' },
    );
  }
  if (vectors !== undefined) return vectors;
  throw new AppError(
    'bad-request',
    'settings.needs-vectors',
    {},
    {
      hint: 'hint.name-vectors',
    },
  );
}
