/** Converts between spans of a text and tags of its tokens: encodes for training, decodes predictions. */
import { assertNever, invariant } from '../../shared/assert.ts';
import { OUTSIDE, type Tag, type TagSet } from './tag-set.ts';

/** Typed span; offsets are UTF-16 code units, end exclusive. */
export interface TypedSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

/** Tokens `from`..`to`, end exclusive, of type `types[type]`. */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
  readonly type: number;
}

/** Offsets of tokens; special tokens and padding have start -1, as in `Encoding`. */
export interface TokenPlaces {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/**
 * Reason why a span has no tags: `nested` in a kept span, `duplicate` of one at the same place, `overlap` crosses
 * one, `no-token` covers no token (truncated, or white space), `unknown-type` is not in the tag set.
 */
type DropReason = 'nested' | 'duplicate' | 'overlap' | 'no-token' | 'unknown-type';

export interface EncodedTags {
  /** One tag id per token; O for special tokens. */
  readonly tags: Int32Array;
  readonly dropped: readonly { readonly span: TypedSpan; readonly reason: DropReason }[];
  /** Kept spans with borders inside tokens; they were widened to whole tokens. */
  readonly widened: readonly TypedSpan[];
}

/**
 * Encodes spans as tags. Tags hold no nested spans: keeps the outermost and, of crossing ones, the first; reports
 * the others.
 */
export function encodeSpans(places: TokenPlaces, spans: readonly TypedSpan[], tagSet: TagSet): EncodedTags {
  const tags = new Int32Array(places.starts.length); // O is 0
  const dropped: { span: TypedSpan; reason: DropReason }[] = [];
  const widened: TypedSpan[] = [];
  const locate = tokenLocator(places);
  let last: TokenSpan | undefined;
  for (const span of outermostFirst(spans)) {
    const type = tagSet.types.indexOf(span.type);
    const tokens = locate(span);
    if (type < 0) dropped.push({ span, reason: 'unknown-type' });
    else if (tokens === undefined) dropped.push({ span, reason: 'no-token' });
    else if (last !== undefined && tokens.from < last.to)
      dropped.push({ span, reason: reasonOf(tokens, last) });
    else {
      last = { ...tokens, type };
      writeSpan(tags, last, tagSet);
      if (isWider(tokens, places, span)) widened.push(span);
    }
  }
  return { tags, dropped, widened };
}

export interface LocatedSpans {
  readonly spans: readonly TokenSpan[];
  readonly dropped: EncodedTags['dropped'];
  readonly widened: readonly TypedSpan[];
}

/**
 * Finds the tokens of spans, which may be nested or cross each other.
 * @param several whether spans of different types may stand at one place; else the first one stays
 */
export function locateSpans(
  places: TokenPlaces,
  spans: readonly TypedSpan[],
  { tagSet, several }: { readonly tagSet: TagSet; readonly several: boolean },
): LocatedSpans {
  const located: TokenSpan[] = [];
  const dropped: { span: TypedSpan; reason: DropReason }[] = [];
  const widened: TypedSpan[] = [];
  const locate = tokenLocator(places);
  const taken = new Set<string>();
  for (const span of outermostFirst(spans)) {
    const type = tagSet.types.indexOf(span.type);
    const tokens = locate(span);
    const key = tokens && `${tokens.from} ${tokens.to} ${several ? type : ''}`;
    if (type < 0) dropped.push({ span, reason: 'unknown-type' });
    else if (tokens === undefined || key === undefined) dropped.push({ span, reason: 'no-token' });
    else if (taken.has(key)) dropped.push({ span, reason: 'duplicate' });
    else {
      taken.add(key);
      located.push({ ...tokens, type });
      if (isWider(tokens, places, span)) widened.push(span);
    }
  }
  return { spans: located, dropped, widened };
}

const isWider = (
  { from, to }: Omit<TokenSpan, 'type'>,
  { starts, ends }: TokenPlaces,
  span: TypedSpan,
): boolean => starts[from] !== span.start || ends[to - 1] !== span.end;

/** Sorts by start, longer first: a span comes after every span that contains it. */
const outermostFirst = (spans: readonly TypedSpan[]): TypedSpan[] =>
  spans.toSorted((a, b) => a.start - b.start || b.end - a.end);

function reasonOf(tokens: Omit<TokenSpan, 'type'>, kept: TokenSpan): DropReason {
  if (tokens.from === kept.from && tokens.to === kept.to) return 'duplicate';
  return tokens.to <= kept.to ? 'nested' : 'overlap';
}

/** Finds the tokens that share text with a span, by binary search over the tokens with offsets. */
function tokenLocator({ starts, ends }: TokenPlaces) {
  const placed: number[] = [];
  for (let i = 0; i < starts.length; i++) if (starts[i]! >= 0 && ends[i]! > starts[i]!) placed.push(i);
  const firstWhere = (holds: (token: number) => boolean): number => {
    let low = 0;
    let high = placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(placed[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return (span: TypedSpan): Omit<TokenSpan, 'type'> | undefined => {
    if (span.start >= span.end) return undefined;
    const from = firstWhere((token) => ends[token]! > span.start);
    const to = firstWhere((token) => starts[token]! >= span.end);
    return from < to ? { from: placed[from]!, to: placed[to - 1]! + 1 } : undefined;
  };
}

function writeSpan(tags: Int32Array, { from, to, type }: TokenSpan, tagSet: TagSet): void {
  const bioes = tagSet.scheme === 'BIOES';
  tags.fill(tagSet.idOf('I', type), from, to);
  tags[from] = tagSet.idOf(bioes && to === from + 1 ? 'S' : 'B', type);
  if (bioes && to > from + 1) tags[to - 1] = tagSet.idOf('E', type);
}

/**
 * Reading of illegal sequences. `strict`: only complete spans count (BIO `B I*`; BIOES `S` or `B I* E`), other tags
 * are read as O. `lenient`: every run of tags of one type is a span, split at each B, S and after each E, S, as in
 * conlleval (CoNLL-2000 shared task).
 */
export type DecodeMode = 'strict' | 'lenient';

/** Decodes tags to spans, in order and without overlap. */
export function decodeTags(tags: ArrayLike<number>, tagSet: TagSet, mode: DecodeMode): TokenSpan[] {
  const spans: TokenSpan[] = [];
  let open: { from: number; type: number } | undefined;
  const close = (to: number) => {
    if (open !== undefined) spans.push({ ...open, to });
    open = undefined;
  };
  for (let i = 0; i < tags.length; i++) {
    const tag = tagSet.tags[tags[i]!];
    invariant(tag !== undefined, `decodeTags: tag id ${tags[i]} at token ${i}, there are ${tagSet.size}`);
    const continues = (tag.position === 'I' || tag.position === 'E') && open?.type === tag.type;
    if (!continues) {
      if (mode === 'lenient' || tagSet.scheme === 'BIO') close(i);
      open = undefined; // strict BIOES: a span needs its E
      if (opens(tag, mode)) open = { from: i, type: tag.type };
    }
    if (tag.position === 'E' || tag.position === 'S') close(i + 1);
  }
  if (mode === 'lenient' || tagSet.scheme === 'BIO') close(tags.length);
  return spans;
}

function opens({ position }: Tag, mode: DecodeMode): boolean {
  switch (position) {
    case 'B':
    case 'S':
      return true;
    case 'I':
    case 'E':
      return mode === 'lenient';
    case 'O':
      return false;
    default:
      return assertNever(position);
  }
}

/** Converts token spans to text spans, from the first token's start to the last one's end. */
export function placeSpans(
  spans: readonly TokenSpan[],
  { starts, ends }: TokenPlaces,
  tagSet: TagSet,
): TypedSpan[] {
  return spans.flatMap(({ from, to, type }) => {
    while (from < to && starts[from]! < 0) from++; // special tokens have no offsets
    while (to > from && starts[to - 1]! < 0) to--;
    return from < to ? [{ start: starts[from]!, end: ends[to - 1]!, type: tagSet.types[type]! }] : [];
  });
}

/** Converts tag names to ids, for label files; an error names the unknown tag. */
export const parseTags = (names: readonly string[], tagSet: TagSet): Int32Array =>
  Int32Array.from(names, (name, i) => {
    const id = name === 'O' ? OUTSIDE : tagSet.idOfName(name);
    invariant(id !== undefined, `parseTags: ${JSON.stringify(name)} at token ${i} is not in the tag set`);
    return id;
  });
