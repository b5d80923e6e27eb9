/** Places of words in a text. */
import type { SpanItem } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';

/** Every place where the words stand, one after the other without overlap. Case counts only where asked. */
export function occurrencesOf(text: string, words: string, ignoreCase = true): Span[] {
  if (words === '') return [];
  const found: Span[] = [];
  const pattern = new RegExp(escaped(words), ignoreCase ? 'gi' : 'g');
  for (const { index, 0: match } of text.matchAll(pattern)) {
    if (splitsPair(text, index) || splitsPair(text, index + match.length)) continue;
    found.push({ start: index, end: index + match.length });
  }
  return found;
}

const escaped = (words: string): string => words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Half of a character outside the basic plane is no place of anything. */
function splitsPair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** Those that no span of the type covers exactly yet. */
export function unmarked(places: readonly Span[], type: string, spans: readonly SpanItem[]): Span[] {
  const marked = new Set(
    spans.flatMap(({ type: other, fragments }) =>
      other === type && fragments.length === 1 ? [`${fragments[0]!.start} ${fragments[0]!.end}`] : [],
    ),
  );
  return places.filter(({ start, end }) => !marked.has(`${start} ${end}`));
}
