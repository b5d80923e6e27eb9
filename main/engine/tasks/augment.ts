/**
 * Augmentation by a masked language model: words outside of entities are hidden and filled by as many characters, so that
 * the labels of a text stay where they are.
 */
import { createHash } from 'node:crypto';
import type { AugmentedText } from '../../../shared/domain/augment-settings.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { LabelledDocument } from '../../../shared/domain/training.ts';
import type { Segmenter } from '../../text/segmentation.ts';
import { CLS, MASK, SEP, type Vocabulary } from '../../text/vocabulary.ts';
import { RandomStream } from '../layers/random.ts';
import type { Guess } from './probe/decode.ts';
import type { TokenReader } from './token-inputs.ts';

/** Words filled in one window of tokens at most. */
export const MOST_WORDS = 48;
const MARK_DIGITS = 12;

const HAN = /^\p{Script=Han}+$/u;
const ONE_HAN = /^\p{Script=Han}$/u;

export interface Augmentation {
  readonly segmenter: Segmenter;
  readonly reader: Pick<TokenReader, 'tokenize' | 'vocabulary'>;
  readonly guess: Guess;
  /** Tokens that the encoder reads at once, special ones included. */
  readonly longest: number;
  /** Share of the words outside of entities. */
  readonly share: number;
  readonly seed: number;
}

/** Returns the tokens that cannot fill a character: all but single Chinese characters. */
export const unfitTokens = ({ tokens }: Vocabulary): Set<number> =>
  new Set(tokens.flatMap((token, id) => (ONE_HAN.test(token) ? [] : [id])));

/** Returns the words of Chinese characters that touch no entity. */
export function maskableWords({ text, entities }: LabelledDocument, segmenter: Segmenter): Span[] {
  return segmenter
    .segment(text)
    .filter(
      ({ start, end }) =>
        HAN.test(text.slice(start, end)) && !entities.some((one) => one.start < end && start < one.end),
    );
}

/** Returns a share of the words, at least one of them, in their order; drawn by the seed and the text that they stand in. */
export function drawWords(
  words: readonly Span[],
  { share, seed }: Pick<Augmentation, 'share' | 'seed'>,
  text: string,
): Span[] {
  const shuffled = [...words];
  new RandomStream({ seed, purpose: `augment ${text}` }).shuffle(shuffled);
  return shuffled.slice(0, Math.max(1, Math.round(share * words.length))).sort((a, b) => a.start - b.start);
}

/** Returns the document with some of its words filled by the model; `undefined` when none became another one. */
export async function augmentDocument(
  document: LabelledDocument,
  augmentation: Augmentation,
): Promise<AugmentedText | undefined> {
  const words = drawWords(maskableWords(document, augmentation.segmenter), augmentation, document.text);
  const characters = document.text.split(''); // by code units, as offsets are
  for (const window of windowsOf(document.text, words, augmentation))
    await fill(window, characters, augmentation);
  const text = characters.join('');
  const fillings = words.flatMap(({ start, end }) => {
    const [from, to] = [document.text.slice(start, end), text.slice(start, end)];
    return from === to ? [] : [{ start, end, from, to }];
  });
  if (fillings.length === 0) return undefined;
  const mark = createHash('sha256').update(text).digest('hex').slice(0, MARK_DIGITS);
  return { id: `${document.id} augmented`, text, entities: document.entities, fillings, mark };
}

interface Window {
  readonly ids: Int32Array;
  /** Places of each word's characters among the ids, with their offsets in the text. */
  readonly words: readonly (readonly { readonly place: number; readonly at: number }[])[];
}

/** Cuts a text into windows of tokens. Leaves out words that a window cuts, or whose characters are not tokens each. */
function windowsOf(text: string, words: readonly Span[], { reader, longest }: Augmentation): Window[] {
  const { ids, starts, ends } = reader.tokenize(text);
  const { vocabulary } = reader;
  const windows: Window[] = [];
  for (let from = 0; from < ids.length; from += longest - 2) {
    const to = Math.min(ids.length, from + longest - 2);
    const placeOf = new Map<number, number>();
    for (let token = from; token < to; token++)
      if (ends[token]! - starts[token]! === 1) placeOf.set(starts[token]!, token - from + 1);
    const inside = words.flatMap(({ start, end }) => {
      const places = Array.from({ length: end - start }, (_, i) => ({
        at: start + i,
        place: placeOf.get(start + i),
      }));
      const known = places.flatMap(({ at, place }) => (place === undefined ? [] : [{ at, place }]));
      return known.length === places.length ? [known] : [];
    });
    if (inside.length > 0)
      windows.push({
        ids: Int32Array.from([
          vocabulary.requireId(CLS),
          ...ids.subarray(from, to),
          vocabulary.requireId(SEP),
        ]),
        words: inside.slice(0, MOST_WORDS),
      });
  }
  return windows;
}

/** Hides all words of a window, and fills them character by character, the same one of all words at once. */
async function fill(
  { ids, words }: Window,
  characters: string[],
  { reader, guess }: Augmentation,
): Promise<void> {
  const mask = reader.vocabulary.requireId(MASK);
  for (const word of words) for (const { place } of word) ids[place] = mask;
  const longest = Math.max(...words.map((word) => word.length));
  for (let character = 0; character < longest; character++) {
    const open = words.flatMap((word) => word[character] ?? []);
    const [guesses = []] = await guess([{ ids, places: open.map(({ place }) => place) }]);
    for (const [i, { place, at }] of open.entries()) {
      const best = guesses[i]![0]!.token;
      ids[place] = best;
      characters[at] = reader.vocabulary.tokens[best]!;
    }
  }
}
