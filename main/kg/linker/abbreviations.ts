/** Reads abbreviations by their context: CRT is a pacemaker near a heart failure, and seconds of refill elsewhere. */
import { fold, normaliseName } from '../../text/folding.ts';
import type { Abbreviation } from '../../text/rule-schemas.ts';
import type { Lexicon } from './lexicon.ts';

/** Code units on either side, within the line, in which a word of the context must stand. */
const REACH = 80;

export interface AbbreviationReader {
  /** Prepares a text; the result returns the senses that its context allows for a name at start..end. */
  read(
    folded: string,
  ): (name: number, senses: readonly number[], start: number, end: number) => readonly number[];
}

interface Rule {
  readonly entity: string;
  readonly near: readonly string[];
  readonly notBefore: readonly string[];
  readonly notAfter: readonly string[];
}

/** Returns the names, normalised, that have rules. */
export const abbreviatedNames = (abbreviations: readonly Abbreviation[]): string[] =>
  abbreviations.map(({ name }) => normaliseName(name));

/** Names without a rule keep all their senses. */
export function buildAbbreviationReader(
  lexicon: Lexicon,
  abbreviations: readonly Abbreviation[],
): AbbreviationReader {
  const rules = new Map<number, Rule[]>();
  for (const { name, of, near = [], notBefore = [], notAfter = [] } of abbreviations) {
    const rule = {
      entity: of,
      near: near.map(fold),
      notBefore: notBefore.map(fold),
      notAfter: notAfter.map(fold),
    };
    const index = lexicon.indexOf(normaliseName(name));
    if (index !== undefined) rules.set(index, [...(rules.get(index) ?? []), rule]);
  }
  return {
    read: (folded) => (name, senses, start, end) => {
      const own = rules.get(name);
      if (own === undefined) return senses;
      const holding = own.filter((rule) => holds(rule, folded, start, end));
      return senses.filter((sense) => holding.some(({ entity }) => entity === lexicon.entity(sense).name));
    },
  };
}

function holds({ near, notBefore, notAfter }: Rule, text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trimEnd();
  const lineEnd = text.indexOf('\n', end);
  const after = text.slice(end, lineEnd < 0 ? text.length : lineEnd).trimStart();
  if (notBefore.some((word) => before.endsWith(word))) return false;
  if (notAfter.some((word) => after.startsWith(word))) return false;
  const around = `${before.slice(-REACH)}\n${after.slice(0, REACH)}`;
  return near.length === 0 || near.some((word) => around.includes(word));
}
