/** Ranks commands by how well a typed query fits their names. */

/**
 * Larger is better; null when the query's letters do not occur in order. Whole words and beginnings come first, then
 * parts, then scattered letters. Case and spaces are ignored.
 */
export function matchScore(query: string, name: string): number | null {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '');
  const text = name.toLowerCase().replaceAll(/\s+/g, '');
  if (wanted === '') return 0;
  const at = text.indexOf(wanted);
  if (at === 0) return 3000 - text.length;
  if (at > 0) return 2000 - at - text.length;
  let from = 0;
  let gaps = 0;
  for (const letter of wanted) {
    const found = text.indexOf(letter, from);
    if (found === -1) return null;
    gaps += found - from;
    from = found + letter.length;
  }
  return 1000 - gaps - text.length;
}

/** Tells whether a query is one of the words, in full; case and spaces at the ends are ignored. */
export const isOneOf = (query: string, words: readonly string[]): boolean => {
  const wanted = query.trim().toLowerCase();
  return wanted !== '' && words.some((word) => word.trim().toLowerCase() === wanted);
};

/** Items whose best keyword fits, best first; equal ones keep their order. */
export const rankMatches = <T>(
  query: string,
  items: readonly T[],
  keywords: (item: T) => readonly string[],
): T[] =>
  items
    .map((item, order) => {
      const scores = keywords(item).flatMap((word) => matchScore(query, word) ?? []);
      return { item, order, score: scores.length === 0 ? null : Math.max(...scores) };
    })
    .filter((entry) => entry.score !== null)
    .sort((a, b) => b.score! - a.score! || a.order - b.order)
    .map((entry) => entry.item);
