/** Cuts the texts of a corpus into distinct pieces and keeps a small share of them for dev. */
import { createHash } from 'node:crypto';
import type { CorpusDocument } from '../../../../shared/domain/pretraining.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { fold } from '../../../text/folding.ts';
import { splitSentences } from '../../../text/sentences.ts';

/** A text, or a stretch of whole sentences of a long one. */
export interface Piece {
  readonly text: string;
  /** Start, end and entity of each mention, one after another by start; absent: none are known. */
  readonly mentions?: Int32Array | undefined;
}

/** A text of a corpus with the mentions in it, as `Piece` has them. */
export interface AnnotatedDocument extends CorpusDocument {
  readonly mentions?: Int32Array | undefined;
}

/** A book must not fall into train or dev as a whole: it is read as pieces of about this many code units. */
const PIECE_UNITS = 8192;
/** Longest sentence in characters; longer ones are cut. */
const LONGEST_SENTENCE = 2000;

export interface SplitCorpus {
  readonly train: readonly Piece[];
  readonly dev: readonly Piece[];
  readonly duplicates: number;
  /** UTF-16 code units of both. */
  readonly characters: number;
}

export interface SplitOptions {
  /** Share of the pieces that is kept for dev. */
  readonly devShare: number;
  /** Texts for dev; then none of `documents` are kept for it. */
  readonly dev?: readonly AnnotatedDocument[];
}

/**
 * Pieces in the order of the texts. Equal pieces, but for width, case and white space, count once, those that stand in
 * dev in dev. A hash of the piece alone decides where it belongs, so that texts that come to the corpus later move no
 * other.
 * @throws AppError when not even two pieces hold text
 */
export function splitCorpus(documents: Iterable<AnnotatedDocument>, options: SplitOptions): SplitCorpus {
  const seen = new Set<string>();
  const duplicates = { count: 0 };
  const given = options.dev === undefined ? [] : [...unique(options.dev, seen, duplicates)];
  const found = [...unique(documents, seen, duplicates)];
  const { train, dev } =
    given.length > 0 ? { train: found, dev: given } : divided(found, options.devShare * 2 ** 32);
  if (train.length === 0 || dev.length === 0) throw tooSmall(train.length + dev.length);
  const bare = (pieces: readonly HashedPiece[]): Piece[] =>
    pieces.map(({ text, mentions }) => ({ text, mentions }));
  return {
    train: bare(train),
    dev: bare(dev),
    duplicates: duplicates.count,
    characters: [...train, ...dev].reduce((sum, { text }) => sum + text.length, 0),
  };
}

interface HashedPiece extends Piece {
  /** The first 32 bits of its hash. */
  readonly place: number;
}

function* unique(
  documents: Iterable<AnnotatedDocument>,
  seen: Set<string>,
  duplicates: { count: number },
): Generator<HashedPiece> {
  for (const { text, mentions } of documents) {
    let at = 0;
    for (const piece of piecesOf(text)) {
      at = text.indexOf(piece, at);
      const hash = createHash('sha256').update(comparable(piece)).digest();
      const key = hash.toString('latin1', 0, 16);
      if (seen.has(key)) {
        duplicates.count++;
        continue;
      }
      seen.add(key);
      const within = mentions && mentionsWithin(mentions, at, at + piece.length);
      yield { text: piece, mentions: within, place: hash.readUInt32LE(16) };
    }
  }
}

/** Mentions that lie within a stretch of the text, with offsets in it. */
export function mentionsWithin(mentions: Int32Array, from: number, to: number): Int32Array {
  const found: number[] = [];
  for (let i = firstMention(mentions, from); i < mentions.length && mentions[i]! < to; i += 3)
    if (mentions[i + 1]! <= to) found.push(mentions[i]! - from, mentions[i + 1]! - from, mentions[i + 2]!);
  return Int32Array.from(found);
}

/** Place of the first mention that starts at or after an offset. */
function firstMention(mentions: Int32Array, offset: number): number {
  let [low, high] = [0, mentions.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mentions[3 * middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return 3 * low;
}

const comparable = (text: string): string => fold(text).replace(/\s+/g, '');

/** Stretches of sentences that together hold all of a text but white space. */
export function* piecesOf(text: string): Generator<string> {
  let from = -1;
  let to = 0;
  for (const { start, end } of splitSentences(text)) {
    if (from >= 0 && end - from > PIECE_UNITS) {
      yield text.slice(from, to);
      from = -1;
    }
    if (from < 0) from = start;
    to = end;
    while (to - from > PIECE_UNITS) {
      const cut = cutAt(text, from + PIECE_UNITS);
      yield text.slice(from, cut);
      from = cut;
    }
  }
  if (from >= 0 && from < to) yield text.slice(from, to);
}

/** The sentences of a piece, endless ones in parts. */
export function* sentencesOf(piece: string): Generator<string> {
  for (const { start, end } of splitSentences(piece)) {
    for (let from = start; from < end; ) {
      const to = end - from <= LONGEST_SENTENCE ? end : cutAt(piece, from + LONGEST_SENTENCE);
      yield piece.slice(from, to);
      from = to;
    }
  }
}

/** Not between the halves of a surrogate pair. */
const cutAt = (text: string, at: number): number =>
  /^[\ud800-\udbff]$/.test(text.charAt(at - 1)) ? at - 1 : at;

/** Dev has the pieces below the limit, and both sides at least one where there are two. */
function divided(
  pieces: readonly HashedPiece[],
  limit: number,
): { readonly train: HashedPiece[]; readonly dev: HashedPiece[] } {
  const places = pieces.map(({ place }) => place);
  let [lowest, highest] = [0, 0];
  for (const [i, place] of places.entries()) {
    if (place < places[lowest]!) lowest = i;
    if (place >= places[highest]!) highest = i;
  }
  const isDev = (i: number) => i === lowest || (i !== highest && places[i]! < limit);
  return { train: pieces.filter((_, i) => !isDev(i)), dev: pieces.filter((_, i) => isDev(i)) };
}

const tooSmall = (pieces: number): AppError =>
  new AppError(
    'bad-input',
    pieces === 0 ? message('vectors.corpus-empty') : message('training.single-text'),
    { hint: 'hint.more-pretraining-texts' },
  );
