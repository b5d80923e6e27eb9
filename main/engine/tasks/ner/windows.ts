/** Documents as windows of tokens, for training and for prediction. */
import { HEADS, type Head } from '../../../../shared/domain/networks.ts';
import { joinPair } from '../../../text/encoding.ts';
import { sliceFeatures } from '../../../text/soft-lexicon.ts';
import { type TagSet, transitionConstraints } from '../../../text/tag-set.ts';
import {
  type EncodedTags,
  encodeSpans,
  locateSpans,
  type TokenSpan,
  type TypedSpan,
} from '../../../text/tagging.ts';
import { sliceTokens, type TokenSequence } from '../../../text/tokens.ts';
import { planWindows, type Window } from '../../../text/windows.ts';
import { sliceMarks } from '../entity-reader.ts';
import type { TokenInput, TokenReader } from '../token-inputs.ts';

/** Reader of a stored model. */
export interface NerReader extends TokenReader {
  readonly tagSet: TagSet;
  readonly head: Head;
}

export interface WindowSize {
  /** Most tokens of a window, [CLS] and [SEP] included. */
  readonly length: number;
  /** Least tokens that neighbouring windows share. */
  readonly overlap: number;
}

export interface NerDocument {
  readonly text: string;
  readonly entities: readonly TypedSpan[];
}

/** One model input without padding. */
export interface NerWindow extends TokenInput {
  readonly window: Window;
  /** A tag for each token of the window proper; absent in prediction. */
  readonly tags?: Int32Array;
  /** Entities within the window, numbered by its tokens, for heads that score spans. */
  readonly spans?: readonly TokenSpan[];
}

/** Tokens of a window proper when all of it is used. */
export const tokensPerWindow = ({ length }: WindowSize, { specials }: NerReader): number =>
  specials ? length - 2 : length;

export interface TrainingWindows {
  readonly windows: readonly NerWindow[];
  /** Entities that tags cannot hold, and those widened to whole tokens, over the whole document. */
  readonly report: NerReport;
}

type NerReport = Pick<EncodedTags, 'dropped' | 'widened'>;

/** Finds the tokens of a document's entities. Tags hold the outermost ones only. */
export function encodeEntities(
  tokens: TokenSequence,
  entities: readonly TypedSpan[],
  { tagSet, head }: Pick<NerReader, 'tagSet' | 'head'>,
): { readonly tags: Int32Array; readonly spans: readonly TokenSpan[]; readonly report: NerReport } {
  const { tags, ...flat } = encodeSpans(tokens, entities, tagSet);
  if (!HEADS[head].nested) return { tags, spans: [], report: flat };
  const { spans, ...report } = locateSpans(tokens, entities, { tagSet, several: head === 'global-pointer' });
  return { tags, spans, report };
}

/** Windows that begin and end between entities, unless an entity is longer than a window. */
export function trainingWindows(document: NerDocument, reader: NerReader, size: WindowSize): TrainingWindows {
  const tokens = reader.tokenize(document.text);
  const { tags, spans, report } = encodeEntities(tokens, document.entities, reader);
  const plan = planBetweenEntities(tags, reader.tagSet, {
    size: tokensPerWindow(size, reader),
    overlap: size.overlap,
  });
  const inputOf = inputsFrom(document.text, tokens, reader);
  const windows = plan.map((window) => {
    const part = sliceTokens(tokens, window.from, window.to);
    const own = encodeSpans(part, document.entities, reader.tagSet).tags; // legal also where an entity is cut
    return { window, ...inputOf(part, window), tags: own, spans: spansWithin(spans, window) };
  });
  return { windows, report };
}

/** Spans that lie in a window, numbered by its tokens. */
const spansWithin = (spans: readonly TokenSpan[], { from, to }: Window): TokenSpan[] =>
  spans
    .filter((span) => span.from >= from && span.to <= to)
    .map((span) => ({ ...span, from: span.from - from, to: span.to - from }));

function planBetweenEntities(
  tags: Int32Array,
  tagSet: TagSet,
  { size, overlap }: { readonly size: number; readonly overlap: number },
): Window[] {
  const { start } = transitionConstraints(tagSet);
  const continues = (token: number) => start[tags[token]!] === 0;
  const endFrom = (from: number): number => {
    let to = Math.min(from + size, tags.length);
    while (to < tags.length && to > from && continues(to)) to--;
    return to === from ? from + size : to; // one entity fills the window
  };
  const windows: Window[] = [];
  for (let from = 0, to = 0; to < tags.length; ) {
    to = endFrom(from);
    windows.push({ from, to });
    let next = Math.max(from + 1, to - overlap);
    while (next > from + 1 && continues(next)) next--;
    from = continues(next) || endFrom(next) <= to ? to : next;
  }
  return windows;
}

export interface PredictionWindows {
  readonly tokens: TokenSequence;
  readonly windows: readonly NerWindow[];
}

/** Overlapping windows over a text; `mergeRows` joins what a model says about them. */
export function predictionWindows(text: string, reader: NerReader, size: WindowSize): PredictionWindows {
  const tokens = reader.tokenize(text);
  const plan = planWindows(tokens.ids.length, tokensPerWindow(size, reader), size.overlap);
  const inputOf = inputsFrom(text, tokens, reader);
  const windows = plan.map((window) => ({
    window,
    ...inputOf(sliceTokens(tokens, window.from, window.to), window),
  }));
  return { tokens, windows };
}

/** The inputs of a text's windows; its words are parted and matched once, so that a window's border parts none. */
function inputsFrom(
  text: string,
  tokens: TokenSequence,
  { specials, vocabulary, wordRows, entities, lexicon }: NerReader,
): (part: TokenSequence, window: Window) => TokenInput {
  const words = wordRows?.(text, tokens);
  const mentions = entities?.marks(text, tokens);
  const features = lexicon?.match(text, tokens);
  return (part, window) => ({
    ids: specials ? joinPair(vocabulary, part).ids : part.ids.slice(),
    ...(words === undefined ? {} : { words: words.slice(window.from, window.to) }),
    ...(mentions === undefined ? {} : { mentions: sliceMarks(mentions, window) }),
    ...(features === undefined ? {} : { lexicon: sliceFeatures(features, window) }),
  });
}
