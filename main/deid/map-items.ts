/** Maps annotations from a text to its de-identified form. */
import type { AnnotatedDocument, Item, Loss, SpanItem } from '../../shared/domain/annotation.ts';
import { startOf, wordsOf } from '../../shared/domain/annotation.ts';
import type { DeidPiece } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { message } from '../../shared/messages/message.ts';
import { lastBefore, mapOffset } from './apply.ts';

/** Returns the new span of a fragment, or `undefined` when it begins or ends inside a replaced piece. */
export function mapFragment(pieces: readonly DeidPiece[], { start, end }: Span): Span | undefined {
  const cut = (offset: number): boolean => {
    const piece = lastBefore(pieces, offset);
    return piece !== undefined && piece.start < offset && offset < piece.end;
  };
  if (cut(start) || cut(end)) return undefined;
  const before = lastBefore(pieces, end - 1);
  const newEnd = before !== undefined && before.end === end ? before.newEnd : mapOffset(pieces, end);
  const newStart = mapOffset(pieces, start);
  return newEnd > newStart ? { start: newStart, end: newEnd } : undefined;
}

function mapSpan(pieces: readonly DeidPiece[], span: SpanItem): SpanItem | undefined {
  const fragments = span.fragments.map((fragment) => mapFragment(pieces, fragment));
  return fragments.every((fragment) => fragment !== undefined) ? { ...span, fragments } : undefined;
}

/**
 * Moves spans with the text. A span over whole pieces covers their replacements. Spans that begin or end inside a
 * piece are lost, with the relations attached to them; both are counted.
 */
export function mapItems(
  document: Pick<AnnotatedDocument, 'text' | 'items'>,
  pieces: readonly DeidPiece[],
): { items: Item[]; losses: Loss[] } {
  const moved = new Map<number, Item>();
  const lostSpans: SpanItem[] = [];
  for (const item of document.items) {
    if (item.kind === 'relation') continue;
    if (item.kind === 'label') moved.set(item.id, item);
    else {
      const span = mapSpan(pieces, item);
      if (span === undefined) lostSpans.push(item);
      else moved.set(item.id, span);
    }
  }
  let lostRelations = 0;
  for (const item of document.items) {
    if (item.kind !== 'relation') continue;
    if (moved.has(item.from) && moved.has(item.to)) moved.set(item.id, item);
    else lostRelations++;
  }
  const items = document.items.flatMap(({ id }) => moved.get(id) ?? []);
  return { items, losses: lossesOf(document.text, lostSpans, lostRelations) };
}

/** Reports losses with type and position only: the words are among those removed. */
function lossesOf(text: string, spans: readonly SpanItem[], relations: number): Loss[] {
  const losses: Loss[] = [];
  const [first] = spans;
  if (first !== undefined) {
    const length = wordsOf(text, first).length;
    losses.push({
      what: message('losses.deidentified-span'),
      count: spans.length,
      example: `${first.type} @${startOf(first)} (${length})`,
    });
  }
  if (relations > 0)
    losses.push({ what: message('losses.relation-of-lost-span'), count: relations, example: '' });
  return losses;
}
