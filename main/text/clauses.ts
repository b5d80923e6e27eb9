/** Clause and enumeration boundaries between the triggers and mentions of a text. */
import type { Span } from '../../shared/domain/span.ts';
import { isSpaceUnit } from './folding.ts';
import type { Delimiter, Trigger } from './negation-triggers.ts';

export interface Clauses {
  readonly units: Uint16Array;
  /** Triggers and mentions in text order. */
  readonly triggers: readonly Trigger[];
  readonly mentions: readonly Span[];
}

/** Longest item after a comma, in code units, that may continue an enumeration. */
const MAX_LIST_ITEM = 40;
const MAX_LIST_ITEMS = 8;
/** Code units of a bare list item that neither mentions nor filler words cover, at most. */
const MAX_BARE_REST = 1;
/** Code units of punctuation between two mentions of an enumeration, at most. */
const MAX_GAP = 4;
const ENUMERATION = '、'.charCodeAt(0);
const CLOSING: ReadonlySet<Delimiter | undefined> = new Set(['stop', 'semicolon', 'comma', 'open', 'close']);
const JOINING: ReadonlySet<Delimiter | undefined> = new Set(['list', 'quote']);

/**
 * Classifies what follows a comma: `bare` when the next item holds only mentions and filler words, `closed` when
 * bare items lead to one with a closing word (等).
 * @param nextMention index of the first mention after the comma
 */
export function lookAhead(
  clauses: Clauses,
  comma: number,
  nextMention: number,
): { bare: boolean; closed: boolean } {
  let mention = nextMention;
  let bare = false;
  for (let t = comma, items = 0; items < MAX_LIST_ITEMS; items++) {
    const start = clauses.triggers[t]!.end;
    let end = Math.min(clauses.units.length, start + MAX_LIST_ITEM);
    let covered = 0;
    let closing = false;
    let delimiter: Delimiter | undefined;
    for (t++; t < clauses.triggers.length && clauses.triggers[t]!.start < end; t++) {
      const { word, start: from, end: to } = clauses.triggers[t]!;
      delimiter = word.delimiter;
      if (delimiter === 'stop' || delimiter === 'semicolon' || delimiter === 'comma') end = from;
      else if (delimiter === undefined) return { bare, closed: false };
      else covered += to - from;
      if (delimiter === 'closing') closing = true;
      if (end === from) break;
    }
    const first = mention;
    for (; mention < clauses.mentions.length && clauses.mentions[mention]!.start < end; mention++) {
      covered += clauses.mentions[mention]!.end - clauses.mentions[mention]!.start;
    }
    if (mention === first || end - start - covered > MAX_BARE_REST) return { bare, closed: false };
    bare = true;
    if (closing) return { bare, closed: true };
    if (delimiter !== 'comma') break;
  }
  return { bare, closed: false };
}

/**
 * Returns whether a clause ends right after this trigger.
 * @param ranks bits of the ranks whose terminators end it too
 */
export function closesClause(clauses: Clauses, index: number, ranks: number): boolean {
  const next = clauses.triggers[index + 1];
  let at = clauses.triggers[index]!.end;
  while (at < clauses.units.length && isSpaceUnit(clauses.units[at]) && at !== next?.start) at++;
  if (at >= clauses.units.length) return true;
  if (next?.start !== at) return false;
  const { delimiter, ends } = next.word;
  if (delimiter === 'list') return clauses.units[at] === ENUMERATION;
  return (ends & ranks) !== 0 || (delimiter !== undefined && CLOSING.has(delimiter));
}

/** Returns whether a line break directly follows a comma or enumeration mark, and so ends nothing. */
export function continuesLine(clauses: Clauses, index: number): boolean {
  const trigger = clauses.triggers[index]!;
  if (!isSpaceUnit(clauses.units[trigger.start])) return false;
  const previous = clauses.triggers[index - 1];
  if (previous?.end !== trigger.start) return false;
  return previous.word.delimiter === 'list' || previous.word.delimiter === 'comma';
}

/** Returns whether only an enumeration mark or quotation mark lies between two offsets. */
export function isListGap(clauses: Clauses, from: number, to: number): boolean {
  if (to - from > MAX_GAP) return false;
  if (to <= from) return true;
  for (let t = triggerAtOrAfter(clauses, from); from < to; t++) {
    const trigger = clauses.triggers[t];
    if (trigger?.start !== from || !JOINING.has(trigger.word.delimiter)) return false;
    from = trigger.end;
  }
  return true;
}

function triggerAtOrAfter(clauses: Clauses, offset: number): number {
  let low = 0;
  let high = clauses.triggers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clauses.triggers[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
