/** Finds places in a text for words that a file gives without offsets. */
import type { Span } from '../../../shared/domain/span.ts';
import { splitsCharacter } from './check-document.ts';

/**
 * Returns a place for each of the words that occur in the text: the first occurrence outside of the places of longer
 * words (关节 in 骨性关节炎@其他关节 is the second), else the first occurrence. Equal words get equal places.
 */
export function anchorWords(text: string, words: Iterable<string>): ReadonlyMap<string, Span> {
  const taken = new Uint8Array(text.length);
  const anchors = new Map<string, Span>();
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  for (const word of longestFirst) {
    const places = placesOf(text, word);
    const anchor = places.find(({ start, end }) => !taken.subarray(start, end).includes(1)) ?? places[0];
    if (anchor !== undefined) anchors.set(word, anchor);
    for (const { start, end } of places) taken.fill(1, start, end);
  }
  return anchors;
}

function placesOf(text: string, word: string): Span[] {
  const places: Span[] = [];
  if (word === '') return places;
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (!splitsCharacter(text, start) && !splitsCharacter(text, end)) places.push({ start, end });
  }
  return places;
}
