/**
 * Splits a text into sentences and tokens for WebAnno TSV. Every character is in a sentence, but for one line feed
 * between two sentences, so that the file restores the exact text. Each Chinese character is a token, other letters and
 * digits form runs; white space is in no token, except at the start of the text.
 */
import type { Span } from '../../../../shared/domain/span.ts';

export interface Unit {
  /** Id such as `1-3` or `1-3.1`. */
  readonly id: string;
  readonly begin: number;
  readonly end: number;
}

export interface Token extends Unit {
  /** Sorted parts of it with the start or end of an annotation. */
  readonly parts: readonly Unit[];
}

export interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
}

const TOKEN = /^\s+|\p{Script=Han}\p{M}*|(?:(?!\p{Script=Han})[\p{L}\p{N}][\p{M}]*)+|\S\p{M}*/gu;
const ENDS = /[。！？]/;

type Range = { readonly begin: number; readonly end: number };

/** @param cuts fragments with boundaries inside of tokens */
export function sentencesOf(text: string, cuts: Iterable<Span>): Sentence[] {
  const tokens = tokensOf(text);
  const parts = partsOf(tokens, cuts);
  const groups = groupBySentence(text, tokens);
  return groups.map((group, s) => {
    const begin = group[0]?.begin ?? 0;
    const next = groups[s + 1]?.[0]?.begin;
    const whole = text.slice(begin, next);
    return {
      // The reader ends each sentence but the last with a line feed, unless the next one follows directly.
      text: next !== undefined && whole.endsWith('\n') ? whole.slice(0, -1) : whole,
      tokens: group.map((token, t) => numbered(`${s + 1}-${t + 1}`, token, parts.get(token.begin) ?? [])),
    };
  });
}

function tokensOf(text: string): Range[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    begin: match.index,
    end: match.index + match[0].length,
  }));
}

function groupBySentence(text: string, tokens: readonly Range[]): Range[][] {
  const groups: Range[][] = [];
  let before: Range | undefined;
  for (const token of tokens) {
    const isNew =
      before === undefined ||
      text.slice(before.end, token.begin).includes('\n') ||
      ENDS.test(text.slice(before.begin, before.end));
    if (isNew) groups.push([token]);
    else groups.at(-1)?.push(token);
    before = token;
  }
  return groups;
}

/** Returns parts by the start of their token, distinct, in INCEpTION's order. */
function partsOf(tokens: readonly Range[], cuts: Iterable<Span>): Map<number, Range[]> {
  const parts = new Map<number, Range[]>();
  for (const cut of cuts) {
    for (const { token, piece } of piecesOf(tokens, cut)) {
      if (piece.begin === token.begin && piece.end === token.end) continue;
      const known = parts.get(token.begin) ?? [];
      if (!known.some(({ begin, end }) => begin === piece.begin && end === piece.end)) known.push(piece);
      parts.set(token.begin, known);
    }
  }
  for (const each of parts.values()) each.sort((a, b) => a.begin - b.begin || b.end - a.end);
  return parts;
}

function numbered(id: string, token: Range, parts: readonly Range[]): Token {
  return { id, ...token, parts: parts.map((part, i) => ({ id: `${id}.${i + 1}`, ...part })) };
}

/** Returns the part of each token that a fragment covers. */
export function piecesOf<T extends Range>(
  tokens: readonly T[],
  { start, end }: Span,
): { token: T; piece: Range }[] {
  const pieces: { token: T; piece: Range }[] = [];
  for (let i = firstEndingAfter(tokens, start); i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined || token.begin >= end) break;
    pieces.push({ token, piece: { begin: Math.max(start, token.begin), end: Math.min(end, token.end) } });
  }
  return pieces;
}

function firstEndingAfter(tokens: readonly Range[], at: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
