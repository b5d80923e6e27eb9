/** Similarity of names by Jaro (1989) and Winkler (1990). */

/** Weight of each character of a common prefix, and the longest prefix that counts. */
const PREFIX_WEIGHT = 0.1;
const LONGEST_PREFIX = 4;

/** Returns a similarity between 0 and 1 over UTF-16 units; 1 for equal texts. */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroOf(a, b);
  let prefix = 0;
  while (prefix < LONGEST_PREFIX && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

function jaroOf(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const isMatched = new Uint8Array(b.length);
  const matched: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const end = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (isMatched[j] === 1 || a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      isMatched[j] = 1;
      matched.push(i);
      break;
    }
  }
  if (matched.length === 0) return 0;
  let [moved, j] = [0, 0];
  for (const i of matched) {
    while (isMatched[j] === 0) j++;
    if (a.charCodeAt(i) !== b.charCodeAt(j++)) moved++;
  }
  const count = matched.length;
  return (count / a.length + count / b.length + (count - moved / 2) / count) / 3;
}
