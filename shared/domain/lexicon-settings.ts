/** Settings of the lexicon of a tagger or a classifier of texts: where its words come from. */
import { z } from 'zod';
import { AppError } from '../result.ts';

export const LexiconSettings = z.object({
  /** Words matched in the texts: names of the knowledge graph with their types, words that have vectors, or both. */
  lexicon: z.enum(['none', 'graph', 'vectors', 'both']).default('none'),
  /** Word vectors of the lexicon, by name or path; absent: those of the front. */
  lexiconVectors: z.string().min(1).max(4096).optional(),
  /** Whether the lexicon's word vectors stay as they are. */
  freezeLexicon: z.boolean().default(false),
  /** Width of vectors of character bigrams; 0: none. */
  bigramSize: z.number().int().min(0).max(512).default(0),
});
export type LexiconSettings = z.infer<typeof LexiconSettings>;

/** Settings without effect where no lexicon's words have vectors. */
export const WORD_LEXICON_SETTINGS: readonly string[] = ['lexiconVectors', 'freezeLexicon'];

/** Returns which sources of words the lexicon reads. */
export const lexiconReads = ({ lexicon }: Pick<LexiconSettings, 'lexicon'>) => ({
  graph: lexicon === 'graph' || lexicon === 'both',
  vectors: lexicon === 'vectors' || lexicon === 'both',
});

/** Returns name or path of the lexicon's word vectors, `undefined` where it reads none. @throws AppError `bad-request` */
export function lexiconVectorsRead(
  settings: Pick<LexiconSettings, 'lexicon' | 'lexiconVectors'> & { readonly vectors?: string | undefined },
): string | undefined {
  if (!lexiconReads(settings).vectors) return undefined;
  const named = settings.lexiconVectors ?? settings.vectors;
  if (named !== undefined) return named;
  throw new AppError('bad-request', 'settings.lexicon-needs-vectors', {}, { hint: 'hint.name-vectors' });
}
