/**
 * The browser's own selection moved by keys in a text that is not edited, so that words and lines are those on screen.
 * Segments are elements that hold one text node and say in `data-start` where it begins (UTF-16).
 */
import type { Span } from '../../../shared/domain/span.ts';

type Direction = 'forward' | 'backward';

const MOVES: Readonly<Record<string, readonly [Direction, alone: string, withControl: string]>> = {
  ArrowLeft: ['backward', 'character', 'word'],
  ArrowRight: ['forward', 'character', 'word'],
  ArrowUp: ['backward', 'line', 'paragraph'],
  ArrowDown: ['forward', 'line', 'paragraph'],
  Home: ['backward', 'lineboundary', 'text'],
  End: ['forward', 'lineboundary', 'text'],
};

interface Keys {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Moves the caret, or with Shift the end of the selection; false for keys that move nothing. */
export function moveSelection(box: HTMLElement, { key, shiftKey, ctrlKey, metaKey }: Keys): boolean {
  const move = MOVES[key];
  const selection = document.getSelection();
  if (move === undefined || selection === null) return false;
  if (!box.contains(selection.focusNode)) putCaret(box, 0);
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const [direction, alone, withControl] = move;
  const unit = ctrlKey || metaKey ? withControl : alone;
  if (unit === 'text') goToEdge(box, direction, shiftKey);
  else selection.modify(shiftKey ? 'extend' : 'move', direction, unit);
  if (!box.contains(selection.focusNode) && anchorNode !== null && focusNode !== null)
    selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset); // stays in the text
  return true;
}

/** Puts the caret before the character at `offset`. */
export function putCaret(box: HTMLElement, offset: number): void {
  const segment = segmentsIn(box).findLast(({ dataset }) => Number(dataset.start) <= offset);
  const node = segment?.firstChild;
  if (segment === undefined || node === null || node === undefined) return;
  document.getSelection()?.collapse(node, offset - Number(segment.dataset.start));
}

/** The selection in offsets of the text, start and end equal for a caret; null when it is not in the text. */
export function selectionIn(box: HTMLElement): Span | null {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (!box.contains(startContainer) || !box.contains(endContainer)) return null;
  const start = offsetOf(box, startContainer, startOffset);
  const end = offsetOf(box, endContainer, endOffset);
  return start === null || end === null || start > end ? null : { start, end };
}

/** Returns the place of the selection's moving end, in pixels from the top left of the box's content. */
export function caretPlace(box: HTMLElement): { left: number; top: number; height: number } | null {
  const selection = document.getSelection();
  if (selection === null || selection.focusNode === null || !box.contains(selection.focusNode)) return null;
  const range = document.createRange();
  range.setStart(selection.focusNode, selection.focusOffset);
  const rect = [...range.getClientRects()].at(-1);
  if (rect === undefined) return null;
  const outer = box.getBoundingClientRect();
  return {
    left: rect.left - outer.left - box.clientLeft + box.scrollLeft,
    top: rect.top - outer.top - box.clientTop + box.scrollTop,
    height: rect.height,
  };
}

function goToEdge(box: HTMLElement, direction: Direction, extend: boolean): void {
  const node = direction === 'backward' ? segmentsIn(box)[0]?.firstChild : segmentsIn(box).at(-1)?.lastChild;
  if (node === null || node === undefined) return;
  const offset = direction === 'backward' ? 0 : (node.textContent?.length ?? 0);
  if (extend) document.getSelection()?.extend(node, offset);
  else document.getSelection()?.collapse(node, offset);
}

const segmentsIn = (box: HTMLElement): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('[data-start]'),
];

function offsetOf(box: HTMLElement, node: Node, offset: number): number | null {
  const element = node instanceof HTMLElement ? node : node.parentElement;
  const segment = element?.closest('[data-start]');
  if (segment instanceof HTMLElement) {
    const inText = node instanceof Text ? offset : offset > 0 ? (segment.textContent?.length ?? 0) : 0;
    return Number(segment.dataset.start) + inText;
  }
  // Between segments, in the box itself.
  const next = node.childNodes[offset];
  if (next instanceof HTMLElement && next.dataset.start !== undefined) return Number(next.dataset.start);
  const last = segmentsIn(box).at(-1);
  return node === box && last !== undefined
    ? Number(last.dataset.start) + (last.textContent?.length ?? 0)
    : null;
}
