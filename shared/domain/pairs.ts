/** Pairs of texts with a label: paraphrases, inference, relevance. How a pair is one text, and settings of training. */
import { z } from 'zod';
import { classifyDefaults, PairTask, TextSettings } from './classification.ts';
import { readsEncoder } from './front-settings.ts';
import { linearMethod } from './networks.ts';

/** Two texts that are judged together. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** Returns whether a label is a grade of relevance, 0 for none. */
export const isGrade = (label: string): boolean => /^\d{1,2}$/.test(label);

const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

/** Returns a pair as one text: the first line is the first text, whose own line breaks become spaces. */
export const joinTexts = ({ first, second }: TextPair): string =>
  `${first.replaceAll(LINE_BREAKS, ' ').trim()}\n${second.trim()}`;

/** Returns the pair of a text: its first line, and all others. Without a line break the second text is empty. */
export function splitTexts(text: string): TextPair & { readonly secondStart: number } {
  const at = text.indexOf('\n');
  const secondStart = at < 0 ? text.length : at + 1;
  return { first: at < 0 ? text : text.slice(0, at), second: text.slice(secondStart), secondStart };
}

/**
 * Reading of a pair by a network. `matched`: each text by itself, then every token beside those of the other text that
 * are like it (Parikh et al. 2016; Chen et al. 2017, ESIM); `apart`: features of each text, their differences and
 * products; `joint`: both in one sequence with segment ids, for encoders; `vectors`: a vector of each text, compared by
 * their cosine (a bi-encoder).
 */
export const PairReading = z.enum(['matched', 'apart', 'joint', 'vectors']);
export type PairReading = z.infer<typeof PairReading>;

/** Settings of models that give each text a vector. */
export const VectorSettings = z.object({
  /** Mean of the states of the tokens, or what the network gives of the whole text: an encoder's [CLS]. */
  vectorPooling: z.enum(['mean', 'cls']).default('mean'),
  /** Divides cosines. */
  temperature: z.number().min(0.001).max(1).default(0.05),
});

export const PairSettings = TextSettings.extend({
  task: PairTask,
  network: TextSettings.shape.network.unwrap().default('bilstm'),
  pairReading: PairReading.default('matched'),
  ...VectorSettings.shape,
  /** Units per direction of a recurrent layer; 0: as in the paper. */
  hiddenSize: TextSettings.shape.hiddenSize.unwrap().default(128),
  /** Longest part of each text that is read, or of both together where they are one sequence, in tokens. */
  length: TextSettings.shape.length.unwrap().default(128),
});
export type PairSettings = z.infer<typeof PairSettings>;

/** Returns the recommended settings of network and front that differ from the defaults of `PairSettings`. */
export const pairDefaults = (
  settings: Pick<PairSettings, 'network' | 'front'>,
): Omit<Partial<PairSettings>, 'task'> => {
  const { task: _, lexicon: __, ...defaults } = classifyDefaults(settings);
  if (linearMethod(settings.network) !== undefined) return { ...defaults, c: 3, termWeighting: 'idf' };
  return readsEncoder(settings) ? { ...defaults, pairReading: 'joint' } : defaults;
};
