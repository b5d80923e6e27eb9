/** Names of a lexicon in a text, and the character that stands for the type of one in n-grams. */

import type { Span } from '../../../shared/domain/span.ts';
import { buildAutomaton } from '../../text/automaton.ts';
import { foldUnits } from '../../text/folding.ts';
import type { Lexicon } from '../../text/lexicon.ts';

export interface TypedName extends Span {
  /** Index of the type. */
  readonly type: number;
}

/** Returns the names in a folded text, in order and without overlap. */
export type NameFinder = (view: string) => TypedName[];

/** First of 32 noncharacters, which no text holds; bit k of a lexicon's types has the k-th. */
const FIRST = 0xfdd0;
export const HAS_TYPE = /[\ufdd0-\ufdef]/;
export const typeUnit = (type: number): string => String.fromCharCode(FIRST + type);

/** Finds from the left the longest name at each place; a name of several types has the first of them. */
export function nameFinder({ words }: Lexicon): NameFinder {
  const automaton = buildAutomaton(words.map(({ word }) => word));
  return (view) => {
    const { count, name, start, end } = automaton.scan(foldUnits(view));
    const matches = Array.from({ length: count }, (_, i) => ({
      start: start[i]!,
      end: end[i]!,
      type: lowestBit(words[name[i]!]!.types),
    })).sort((a, b) => a.start - b.start || b.end - a.end);
    const kept: TypedName[] = [];
    for (const match of matches) if (match.start >= (kept.at(-1)?.end ?? 0)) kept.push(match);
    return kept;
  };
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);
