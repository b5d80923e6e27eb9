/** Finds occurrences of words in texts. */
import type { Item } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { AppError } from '../../../../shared/result.ts';
import { fold } from '../../../text/folding.ts';
import type { Session } from '../../session/session.ts';
import { requireDocument } from '../layer-access.ts';

/**
 * Returns occurrences from left to right without overlaps. `ignoreCase` ignores width too; folding maps each code unit
 * to one, so offsets in the folded text are offsets in the text.
 */
export function findOccurrences(text: string, words: string, ignoreCase: boolean): Span[] {
  const [hay, needle] = ignoreCase ? [fold(text), fold(words)] : [text, words];
  const found: Span[] = [];
  if (needle === '') return found;
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length))
    found.push({ start: at, end: at + needle.length });
  return found;
}

/** Returns the occurrences that lie in no fragment of an item of the type. */
export function uncovered(occurrences: readonly Span[], items: readonly Item[], type: string): Span[] {
  const fragments = items
    .flatMap((item) => (item.kind === 'span' && item.type === type ? item.fragments : []))
    .sort((a, b) => a.start - b.start);
  let next = 0;
  let reached = 0;
  return [...occurrences]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      // The furthest end of all fragments that begin before this place tells whether one of them contains it.
      for (; next < fragments.length && fragments[next]!.start <= start; next++)
        reached = Math.max(reached, fragments[next]!.end);
      return reached < end;
    });
}

export function occurrences(
  session: Session,
  documentId: number,
  words: string,
  ignoreCase: boolean,
): Span[] {
  const { text } = requireDocument(session, documentId);
  return findOccurrences(text, wholeWords(words), ignoreCase);
}

/** Throws for a lone surrogate, which would match within other characters. */
export function wholeWords(words: string): string {
  if (words.isWellFormed()) return words;
  throw new AppError('bad-request', 'projects.words-half-character');
}
