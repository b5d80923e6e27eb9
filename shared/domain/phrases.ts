/** Lists of phrases mined from a corpus, with the parts of long names and the characters at which these are cut. */
import { z } from 'zod';
import { GivenName } from './limits.ts';

export const MiningSettings = z.object({
  /** Least occurrences of a phrase. */
  minCount: z.number().int().min(2).max(100_000).default(10),
  /** Longest phrase in characters; a run of letters or digits counts as one. */
  maxLength: z.number().int().min(2).max(20).default(10),
  /** Least quality of a phrase that is no name of the graph. */
  minQuality: z.number().min(0).max(1).default(0.8),
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
});
export type MiningSettings = z.infer<typeof MiningSettings>;

/** Origin of a list; facts are absent where it was imported. */
export const PhraseCard = z.object({
  settings: MiningSettings.optional(),
  corpus: z
    .object({ name: z.string(), sha256: z.string(), texts: z.number(), characters: z.number() })
    .optional(),
  /** Characters and runs of letters in the corpus, by which a count becomes a probability. */
  units: z.number().positive(),
  /** Frequent n-grams, and how many of them are names of the graph. */
  candidates: z.number().optional(),
  names: z.number().optional(),
  /** Probability that a name held out is rated above an n-gram that is no name. */
  auc: z.number().optional(),
});
export type PhraseCard = z.infer<typeof PhraseCard>;

export const PhraseState = z.enum(['waiting', 'accepted', 'rejected']);
export type PhraseState = z.infer<typeof PhraseState>;

/** `graph`: a name of the graph that the corpus has; `added`: by a person. */
export const PhraseOrigin = z.enum(['mined', 'graph', 'added']);
export type PhraseOrigin = z.infer<typeof PhraseOrigin>;

/** Longest phrase of a list, in code units. */
const PhraseText = z.string().min(2).max(60);

export const Phrase = z.object({
  text: PhraseText,
  /** Offsets in code units at which the parts after the first begin. */
  cuts: z.array(z.number().int().positive()),
  /** Whether a person decided about the cuts. */
  edited: z.boolean(),
  origin: PhraseOrigin,
  /** Occurrences as a segment of its own. */
  count: z.number().int().nonnegative(),
  quality: z.number().min(0).max(1).nullable(),
  state: PhraseState,
});
export type Phrase = z.infer<typeof Phrase>;

export const CutPoint = z.object({
  character: z
    .string()
    .max(2)
    .regex(/^\p{Script=Han}$/u),
  /** A long name is cut before (`start`) or after (`end`) the character. */
  side: z.enum(['start', 'end']),
  /** Borders of parts beside the character; share of its occurrences within names. */
  count: z.number().int().nonnegative(),
  share: z.number().min(0).max(1),
  active: z.boolean(),
});
export type CutPoint = z.infer<typeof CutPoint>;

export const PhraseList = z.object({
  id: z.number().int(),
  name: GivenName,
  createdAt: z.string(),
  card: PhraseCard,
  counts: z.record(PhraseState, z.number().int()),
});
export type PhraseList = z.infer<typeof PhraseList>;

export const PhraseFilter = z.object({
  query: z.string().max(60).default(''),
  state: PhraseState.optional(),
  origin: PhraseOrigin.optional(),
  /** Names with several parts alone. */
  long: z.boolean().default(false),
  limit: z.number().int().min(1).max(2000).default(500),
});
export type PhraseFilter = z.infer<typeof PhraseFilter>;

/** Decision of a person about a phrase; a text that the list does not have is added. */
export const PhraseEdit = z.object({
  text: PhraseText,
  state: PhraseState.optional(),
  cuts: Phrase.shape.cuts.max(60).optional(),
});
export type PhraseEdit = z.infer<typeof PhraseEdit>;

/** `再生|障碍性|贫血` */
export const writtenCuts = ({ text, cuts }: Pick<Phrase, 'text' | 'cuts'>): string =>
  [0, ...cuts].map((start, i) => text.slice(start, cuts[i])).join('|');

export function readCuts(written: string): Pick<Phrase, 'text' | 'cuts'> {
  let at = 0;
  const cuts = written
    .split('|')
    .slice(0, -1)
    .map((part) => {
      at += part.length;
      return at;
    });
  return { text: written.replaceAll('|', ''), cuts };
}

/** Whether offsets ascend within the text, so that no part is empty. */
export const areCuts = (text: string, cuts: readonly number[]): boolean =>
  cuts.every((cut, i) => cut > (cuts[i - 1] ?? 0) && cut < text.length);
