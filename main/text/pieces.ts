/**
 * Splits a text into pieces that a tagger reads one by one. Boundaries depend on nearby words, not on offsets, so
 * that after an edit only the edited pieces are read again.
 */
import type { Span } from '../../shared/domain/span.ts';
import { splitSentences } from './sentences.ts';

/** Shortest line, in code units, that counts as wrapped when it ends within a sentence. */
const WRAPPED_LINE = 20;
const SENTENCE_END = /[。！？；：.!?;:”’"')）】]$/u;
/** A piece this full, as a share of the longest, may end after a sentence, ... */
const FULL_ENOUGH = 1 / 3;
/** ... chosen by hash, one sentence in so many. */
const ENDS_ONE_IN = 3;

/**
 * Splits into whole sentences of a line, or of lines that a sentence continues across, up to `longest` code units;
 * only a longer sentence makes a longer piece. Pieces are in order, trimmed, and cover everything but white space.
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

/** Returns whether both the line and the sentence end here. */
function partsAt(text: string, end: number, nextStart: number): boolean {
  const breaks = text.slice(end, nextStart).match(/\r\n|[\r\n]/g)?.length ?? 0;
  if (breaks !== 1) return breaks > 1;
  const lineStart = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
  return end - lineStart < WRAPPED_LINE || SENTENCE_END.test(text.slice(lineStart, end));
}

/** Returns the FNV-1a hash of the code units. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
