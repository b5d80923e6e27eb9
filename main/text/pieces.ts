/**
 * Pieces of a text that a tagger reads one by one, so that after an edit only the pieces it touched are read anew:
 * where pieces begin and end follows from the words nearby, not from their place in the text.
 */
import type { Span } from '../../shared/domain/span.ts';
import { splitSentences } from './sentences.ts';

/** A line this long that ends in the middle of a sentence goes on in the next one. */
const WRAPPED_LINE = 20;
const SENTENCE_END = /[。！？；：.!?;:”’"')）】]$/u;
/** A piece this full, as a share of the longest, may end at a sentence, ... */
const FULL_ENOUGH = 1 / 3;
/** ... one in so many. */
const ENDS_ONE_IN = 3;

/**
 * Whole sentences of a line, or of lines that one sentence runs through, up to `longest` code units; only a sentence
 * longer than that makes a longer piece. In order, without white space at the ends, covering all else.
 */
export function splitPieces(text: string, longest: number): Span[] {
  const pieces: Span[] = [];
  let open: Span | undefined;
  let mayEnd = false;
  for (const { start, end } of splitSentences(text)) {
    if (open !== undefined && !mayEnd && end - open.start <= longest && !partsAt(text, open.end, start)) {
      open.end = end;
    } else {
      open = { start, end };
      pieces.push(open);
    }
    mayEnd = end - open.start >= longest * FULL_ENOUGH && hashOf(text, start, end) % ENDS_ONE_IN === 0;
  }
  return pieces;
}

/** Whether a line ends between two sentences, and the sentence with it. */
function partsAt(text: string, end: number, nextStart: number): boolean {
  const breaks = text.slice(end, nextStart).match(/\r\n|[\r\n]/g)?.length ?? 0;
  if (breaks !== 1) return breaks > 1;
  const lineStart = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
  return end - lineStart < WRAPPED_LINE || SENTENCE_END.test(text.slice(lineStart, end));
}

/** FNV-1a over the code units. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
