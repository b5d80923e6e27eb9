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
  /** Character table with random initial values. */
  embedding: { settings: ['embeddingSize'] },
  /** Word vectors, of characters or of words. */
  vectors: { settings: ['vectors', 'freezeVectors', 'characterVectors', 'extraVectors', 'embeddingSize'] },
  /** A BERT. */
  encoder: { settings: ['encoder', 'freezeEncoder', 'headRate', 'layerDecay'] },
} as const satisfies Readonly<Record<string, FrontRow>>;

export const FrontSettings = z.object({
  /** Ignored by networks that always read an encoder. */
  front: z.enum(keysOf(FRONTS)).default('embedding'),
  /** Word vectors: their name in the workspace, or the path of a file. */
  vectors: z.string().min(1).max(4096).optional(),
  /** Word vectors: frozen, as in the paper; else fine-tuned. */
  freezeVectors: z.boolean().default(false),
  /**
   * Vectors of words: adds a character table of width `embeddingSize`. Word vectors alone are equal for all characters
   * of a word, so that a tagger finds no boundary within it.
   */
  characterVectors: z.boolean().default(true),
  /** Word vectors: also keeps vectors of this many of the first tokens that training texts lack. */
  extraVectors: z.number().int().min(0).max(1_000_000).default(20_000),
  /** Encoders: a size with random weights, or the name of an encoder in the registry. */
  encoder: z.string().min(1).max(200).default('mini'),
  /** Encoders: frozen, and read without dropout. */
  freezeEncoder: z.boolean().default(false),
  /** Encoders: factor of the learning rate of the layers above. */
  headRate: z.number().positive().max(1000).default(1),
  /** Encoders: factor of a layer's learning rate to that of the layer above it; 1: all layers learn as fast. */
  layerDecay: z.number().positive().max(1).default(1),
  /** Width of character vectors with random initial values. */
  embeddingSize: z.number().int().min(1).max(4096).default(100),
});
export type FrontSettings = z.infer<typeof FrontSettings>;

type Choice = Pick<FrontSettings, 'front'> & { readonly network: string };

/** Returns the front in use: the network's own if it has one, else the chosen one; `none` for linear classifiers. */
export const frontRead = ({ network, front }: Choice): FrontSettings['front'] | 'none' =>
  networkRow(network)?.front ?? front;

export const readsEncoder = (choice: Choice): boolean => frontRead(choice) === 'encoder';

/** Returns name or path of the word vectors in use, `undefined` without any. @throws AppError `bad-request` */
export function vectorsRead({
  network,
  front,
  vectors,
}: Choice & Pick<FrontSettings, 'vectors'>): string | undefined {
  const read = frontRead({ network, front });
  if (front !== 'vectors' || read === 'none') return undefined;
  if (read === 'encoder')
    throw new AppError(
      'bad-request',
      'settings.reads-encoder',
      { network },
      { hint: 'hint.other-network-or-encoder' },
    );
  if (vectors !== undefined) return vectors;
  throw new AppError('bad-request', 'settings.needs-vectors', {}, { hint: 'hint.name-vectors' });
}
