/** Checks the rules of every annotated document. */

import type { AnnotatedDocument, Item } from '../../../shared/domain/annotation.ts';
import { MAX_TEXT } from '../../../shared/domain/limits.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Message, message } from '../../../shared/messages/message.ts';

export interface Problem {
  /** Path of the faulty field within the document. */
  readonly path: readonly (string | number)[];
  readonly problem: Message;
}

/** Returns the first fault: a span outside of its text, a duplicate id, a relation without its span. */
export function problemOf({ text, items }: Pick<AnnotatedDocument, 'text' | 'items'>): Problem | undefined {
  if (text.length > MAX_TEXT)
    return { path: ['text'], problem: message('fault.too-long', { limit: MAX_TEXT }) };
  const spans = new Set<number>();
  const ids = new Set<number>();
  for (const [i, { kind, id }] of items.entries()) {
    if (ids.has(id)) return { path: ['items', i, 'id'], problem: message('fault.id-twice', { id }) };
    ids.add(id);
    if (kind === 'span') spans.add(id);
  }
  for (const [i, item] of items.entries()) {
    const problem = problemOfItem(item, text, spans);
    if (problem !== undefined) return { ...problem, path: ['items', i, ...problem.path] };
  }
  return undefined;
}

function problemOfItem(item: Item, text: string, spans: ReadonlySet<number>): Problem | undefined {
  if (item.kind === 'span') return problemOfFragments(item.fragments, text);
  if (item.kind === 'label') return undefined;
  for (const end of ['from', 'to'] as const) {
    if (!spans.has(item[end]))
      return { path: [end], problem: message('fault.no-annotation', { id: item[end] }) };
  }
  return undefined;
}

function problemOfFragments(fragments: readonly Span[], text: string): Problem | undefined {
  let last = -1;
  for (const [i, { start, end }] of fragments.entries()) {
    const path = ['fragments', i];
    if (end > text.length)
      return { path, problem: message('fault.past-end', { offset: end, length: text.length }) };
    if (start <= last) return { path, problem: message('fault.out-of-order', { start, last }) };
    if (splitsCharacter(text, start) || splitsCharacter(text, end))
      return { path, problem: message('fault.inside-character') };
    last = end;
  }
  return undefined;
}

/** Returns whether an offset lies between the two code units of one character. */
export const splitsCharacter = (text: string, at: number): boolean =>
  isIn(text.charCodeAt(at), 0xdc00) && isIn(text.charCodeAt(at - 1), 0xd800);

const isIn = (unit: number, first: number): boolean => unit >= first && unit < first + 0x400;
