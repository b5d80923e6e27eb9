/** Segments a text into phrases and single characters by the most probable path, as AutoPhrase does with its phrases. */

export interface WeightedPhrase {
  readonly text: string;
  /** Natural logarithm of its probability. */
  readonly weight: number;
}

/** Weight of a character by itself: below that of a phrase, above that of half of a phrase twice. */
const SINGLE = -10;

/** Returns the offsets at which segments after the first begin. `without`: a phrase that is not to be used. */
export type PhraseSegmenter = (text: string, without?: string) => readonly number[];

export function phraseSegmenter(phrases: Iterable<WeightedPhrase>): PhraseSegmenter {
  const weights = new Map<string, number>();
  // the longest phrase by its first two code units, so that few pieces of a text are looked up
  const longest = new Map<string, number>();
  for (const { text, weight } of phrases) {
    weights.set(text, weight);
    const head = text.slice(0, 2);
    longest.set(head, Math.max(longest.get(head) ?? 0, text.length));
  }
  return (text, without) => {
    const best = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(text.length + 1);
    best[0] = 0;
    for (let start = 0; start < text.length; start++) {
      const reach = (end: number, weight: number): void => {
        if (best[start]! + weight <= best[end]!) return;
        best[end] = best[start]! + weight;
        from[end] = start;
      };
      reach(start + 1, SINGLE);
      const most = Math.min(text.length, start + (longest.get(text.slice(start, start + 2)) ?? 0));
      for (let end = start + 2; end <= most; end++) {
        const phrase = text.slice(start, end);
        const weight = phrase === without ? undefined : weights.get(phrase);
        if (weight !== undefined) reach(end, weight);
      }
    }
    const starts: number[] = [];
    for (let at = from[text.length]!; at > 0; at = from[at]!) starts.push(at);
    return starts.reverse();
  };
}
