/** Vocabularies of characters or words counted in a corpus, and their text file. */
import { AppError } from '../../shared/result.ts';
import { createVocabulary, PAD, UNK, type Vocabulary } from './vocabulary.ts';

/** Kind of token; determines the tokenizer of the vocabulary. */
type TokenUnit = 'character' | 'word';

export interface FrequencyVocabulary extends Vocabulary {
  readonly unit: TokenUnit;
  /** Whether texts are folded (width and case, `fold`) before lookup. */
  readonly folded: boolean;
  /** Occurrences in the corpus by id; 0 for special tokens. */
  readonly counts: readonly number[];
}

export interface FrequencyOptions {
  readonly unit: TokenUnit;
  readonly folded: boolean;
  /** Lowest count of a token; default 1. */
  readonly minCount?: number;
  /** Most tokens, special ones included. */
  readonly maxSize?: number;
  /** First ids; default [PAD] and [UNK]. */
  readonly specials?: readonly string[];
}

/** Builds a vocabulary by falling count, ties in code unit order: equal counts give equal ids. */
export function buildFrequencyVocabulary(
  counts: ReadonlyMap<string, number>,
  options: FrequencyOptions,
): FrequencyVocabulary {
  const specials = options.specials ?? [PAD, UNK];
  const minCount = options.minCount ?? 1;
  const room = Math.max(0, (options.maxSize ?? Number.POSITIVE_INFINITY) - specials.length);
  const kept = [...counts]
    .filter(([token, count]) => token !== '' && count >= minCount && !specials.includes(token))
    .sort(byCountThenToken)
    .slice(0, room);
  return withCounts(options, [...specials.map((token) => [token, 0] as const), ...kept]);
}

/** Compares entries of a count table: falling counts, then rising code units. */
export const byCountThenToken = (a: readonly [string, number], b: readonly [string, number]): number =>
  b[1] - a[1] || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);

function withCounts(
  { unit, folded }: Pick<FrequencyOptions, 'unit' | 'folded'>,
  entries: readonly (readonly [string, number])[],
): FrequencyVocabulary {
  const vocabulary = createVocabulary(entries.map(([token]) => token));
  return { ...vocabulary, unit, folded, counts: entries.map(([, count]) => count) };
}

const HEADER = 'meridian-vocabulary 1';

/** Formats a header line, then `token TAB count` a line; tabs, line breaks and backslashes in tokens are escaped. */
export function formatFrequencyVocabulary(vocabulary: FrequencyVocabulary): string {
  const { unit, folded, tokens, counts } = vocabulary;
  const lines = tokens.map((token, id) => `${escapeToken(token)}\t${counts[id]}`);
  return [`${HEADER} ${unit} ${folded ? 'folded' : 'exact'}`, ...lines, ''].join('\n');
}

/** Parses the output of `formatFrequencyVocabulary`; errors name the line. */
export function parseFrequencyVocabulary(text: string): FrequencyVocabulary {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const header = /^meridian-vocabulary 1 (character|word) (folded|exact)$/.exec(lines[0] ?? '');
  if (header === null) throw new AppError('bad-input', 'vocabulary.no-header', { header: HEADER });
  const seen = new Set<string>();
  const entries = lines.slice(1).map((line, i): [string, number] => {
    const match = /^([^\t]+)\t(\d{1,15})$/.exec(line);
    if (match === null) throw badLine(i + 2, 'is not "token TAB count"');
    const token = unescapeToken(match[1]!);
    if (token === undefined) throw badLine(i + 2, 'has an unknown escape');
    if (seen.has(token)) throw badLine(i + 2, `repeats the token ${JSON.stringify(token)}`);
    seen.add(token);
    return [token, Number(match[2])];
  });
  return withCounts(
    { unit: header[1] === 'word' ? 'word' : 'character', folded: header[2] === 'folded' },
    entries,
  );
}

const badLine = (number: number, what: string): AppError =>
  new AppError('bad-input', 'vocabulary.wrong-line', { line: number, problem: what });

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const UNESCAPES = new Map(Object.entries(ESCAPES).map(([char, escaped]) => [escaped, char]));

/** Escapes a token for a line with tab-separated fields. */
export function escapeToken(token: string): string {
  return token.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char);
}

/** Returns `undefined` for an unknown escape. */
export function unescapeToken(escaped: string): string | undefined {
  let known = true;
  const token = escaped.replace(/\\./g, (pair) => {
    const char = UNESCAPES.get(pair);
    known &&= char !== undefined;
    return char ?? pair;
  });
  return known && !/(?<!\\)(?:\\\\)*\\$/.test(escaped) ? token : undefined;
}
