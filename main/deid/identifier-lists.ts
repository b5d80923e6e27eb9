/** Names and numbers of a hospital's staff and patients, kept as keyed hashes, and their search in texts. */
import { createHmac } from 'node:crypto';
import type { IdentifierList } from '../../shared/domain/second-look.ts';
import type { Span } from '../../shared/domain/span.ts';
import { readable } from './readable.ts';
import type { DeidRules } from './rules.ts';

type IdentifierKind = 'name' | 'number';

export interface FoundIdentifier extends Span {
  readonly kind: IdentifierKind;
}

/** A listed name or number. `first` is the hash of a name's first character, by which others are told apart quickly. */
export interface HashedIdentifier {
  readonly hash: string;
  readonly first: string;
  /** Length of the name; 0 for numbers, which are looked for as whole words. */
  readonly length: number;
  readonly list: IdentifierList;
}

const HAN_NAME = /^\p{Script=Han}{2,4}$|^\p{Script=Han}{1,8}(?:·\p{Script=Han}{1,8})+$/u;
const LATIN_NAME = /^[a-z]+(?:[ '-][a-z]+)+$/;
const NUMBER = /^(?=(?:.*\d){4})[a-z\d][a-z\d-]{3,29}$/;
/** Whole words of a text that may be listed numbers. */
const NUMBER_IN_TEXT = /(?<![a-z\d])[a-z\d][a-z\d-]{2,28}[a-z\d](?![a-z\d])/g;
const LATIN_IN_TEXT = /(?<![a-z])[a-z]+(?:[ '-][a-z]+){1,3}(?![a-z])/g;

export interface Identifier {
  readonly words: string;
  readonly kind: IdentifierKind;
}

/** Returns the names and numbers among the cells of a table; headings and anything else are left out. */
export function identifiersIn(cells: Iterable<string>, rules: DeidRules): Identifier[] {
  const noNames = new Set([
    ...Object.values(rules.labels).flat(),
    ...rules.otherLabels,
    ...rules.notValues,
    ...rules.titles,
    ...rules.roles,
    ...rules.notNames,
  ]);
  const found = new Map<string, Identifier>();
  for (const cell of cells) {
    const words = readable(cell)
      .trim()
      .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '');
    if (NUMBER.test(words)) found.set(words, { words, kind: 'number' });
    else if (isName(words, rules) && !noNames.has(words)) found.set(words, { words, kind: 'name' });
  }
  return [...found.values()];
}

/** Returns whether a cell holds a name: Han characters that begin with a surname, names with a dot, Latin words. */
function isName(words: string, { surnames, compoundSurnames }: DeidRules): boolean {
  if (LATIN_NAME.test(words) || (HAN_NAME.test(words) && words.includes('·'))) return true;
  return (
    HAN_NAME.test(words) &&
    [...surnames, ...compoundSurnames].some((surname) => words !== surname && words.startsWith(surname))
  );
}

const digest = (secret: string, purpose: string, words: string, length: number): string =>
  createHmac('sha256', secret).update(`${purpose}\n${words}`).digest('hex').slice(0, length);

const hashOf = (secret: string, words: string): string => digest(secret, 'identifier', words, 32);
const firstOf = (secret: string, words: string): string => digest(secret, 'first', words.slice(0, 1), 4);

/** Hashes names and numbers with the secret of the workspace, without which nobody can try names. */
export const hashIdentifiers = (
  secret: string,
  identifiers: readonly Identifier[],
  list: IdentifierList,
): HashedIdentifier[] =>
  identifiers.map(({ words, kind }) => ({
    hash: hashOf(secret, words),
    first: kind === 'number' ? '' : firstOf(secret, words),
    length: kind === 'number' ? 0 : words.length,
    list,
  }));

/** Returns the search of hashed identifiers in folded texts. */
export function hashedSearch(
  secret: string,
  identifiers: readonly HashedIdentifier[],
): (folded: string) => FoundIdentifier[] {
  if (identifiers.length === 0) return () => [];
  const numbers = new Set(identifiers.filter(({ length }) => length === 0).map(({ hash }) => hash));
  const names = new Map<string, Set<string>>();
  const lengths = new Map<string, Set<number>>();
  for (const { hash, first, length } of identifiers) {
    if (length === 0) continue;
    names.set(first, (names.get(first) ?? new Set()).add(hash));
    lengths.set(first, (lengths.get(first) ?? new Set()).add(length));
  }
  const firsts = new Map<string, string>();
  const firstHash = (char: string): string => {
    const known = firsts.get(char) ?? firstOf(secret, char);
    firsts.set(char, known);
    return known;
  };
  const isListed = (words: string) =>
    names.get(firstHash(words[0] ?? ''))?.has(hashOf(secret, words)) === true;
  return (folded) => {
    const found: FoundIdentifier[] = [];
    for (let start = 0; start < folded.length; start++) {
      const first = folded[start] ?? '';
      if (!/\p{Script=Han}/u.test(first)) continue;
      for (const length of lengths.get(firstHash(first)) ?? [])
        if (isListed(folded.slice(start, start + length)))
          found.push({ start, end: start + length, kind: 'name' });
    }
    for (const { index, 0: words } of folded.matchAll(NUMBER_IN_TEXT))
      if (NUMBER.test(words) && numbers.has(hashOf(secret, words)))
        found.push({ start: index, end: index + words.length, kind: 'number' });
    for (const { index, 0: words } of folded.matchAll(LATIN_IN_TEXT))
      if (isListed(words)) found.push({ start: index, end: index + words.length, kind: 'name' });
    return found;
  };
}

/** Returns the search of names and numbers that the workspace itself holds. */
export function plainSearch(identifiers: readonly Identifier[]): (folded: string) => FoundIdentifier[] {
  const kinds = new Map(identifiers.map(({ words, kind }) => [words, kind]));
  const lengths = [...new Set([...kinds].flatMap(([{ length }, kind]) => (kind === 'name' ? [length] : [])))];
  return (folded) => {
    const found: FoundIdentifier[] = [];
    for (let start = 0; start < folded.length; start++)
      for (const length of lengths)
        if (kinds.get(folded.slice(start, start + length)) === 'name')
          found.push({ start, end: start + length, kind: 'name' });
    for (const { index, 0: words } of folded.matchAll(NUMBER_IN_TEXT))
      if (kinds.get(words) === 'number')
        found.push({ start: index, end: index + words.length, kind: 'number' });
    return found;
  };
}
