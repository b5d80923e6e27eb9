/** Follows a drag of the mouse over the text, scrolling at the edges of the view; Escape cancels it. */
import type { monaco } from '../../../ui/monaco.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import type { Point } from './arc-drawing.ts';

export interface Drag {
  /** The cursor's shape while it lasts: `.is-pulling-edge` or `.is-pulling-arc`. */
  readonly kind: 'edge' | 'arc';
  /** Client pixels; called again when the text moves under a pointer that stands still. */
  readonly move: (x: number, y: number) => void;
  readonly end: (x: number, y: number) => void;
  readonly cancel: () => void;
  /** Handles a release where the press was, after `cancel`. */
  readonly click: (x: number, y: number) => void;
}

/** Pixels within which a press and its release are at one place. */
const STILL = 4;

export const isStill = (a: Point, b: Point): boolean =>
  Math.abs(a.x - b.x) < STILL && Math.abs(a.y - b.y) < STILL;

/** Pixels from the view's upper and lower edge where it begins to scroll, and the most it moves in a frame. */
const NEAR = 28;
const FASTEST = 18;

/** Follows the pointer from its press to its release, and stops the press event. */
export function trackDrag(
  down: PointerEvent,
  editor: monaco.editor.IStandaloneCodeEditor,
  controller: AnnotationController,
  { kind, move, end, cancel, click }: Drag,
): void {
  if (down.button !== 0) return;
  down.preventDefault();
  down.stopPropagation();
  controller.focus(); // so that Escape comes here
  const host = editor.getContainerDomNode(); // what is pulled may be drawn anew meanwhile
  const press: Point = { x: down.clientX, y: down.clientY };
  const at = { ...press };
  let still = true;
  let frame = 0;

  const scroll = (): void => {
    frame = 0;
    const speed = scrollSpeed(host.getBoundingClientRect(), at.y);
    const before = editor.getScrollTop();
    if (speed !== 0) editor.setScrollTop(before + speed, 1);
    if (editor.getScrollTop() === before) return;
    move(at.x, at.y);
    frame = requestAnimationFrame(scroll);
  };
  const moved = (event: PointerEvent): void => {
    at.x = event.clientX;
    at.y = event.clientY;
    still &&= isStill(press, at);
    move(at.x, at.y);
    if (frame === 0) frame = requestAnimationFrame(scroll);
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    host.removeEventListener('pointermove', moved);
    host.removeEventListener('pointerup', released);
    host.removeEventListener('pointercancel', left);
    host.classList.remove('is-pulling', `is-pulling-${kind}`);
    if (host.hasPointerCapture(down.pointerId)) host.releasePointerCapture(down.pointerId);
    controller.selection.pulling(null);
    controller.focus();
  };
  const released = (event: PointerEvent): void => {
    if (still) cancel();
    (still ? click : end)(event.clientX, event.clientY);
    stop();
  };
  const left = (): void => {
    cancel();
    stop();
  };

  host.setPointerCapture(down.pointerId);
  host.classList.add('is-pulling', `is-pulling-${kind}`);
  host.addEventListener('pointermove', moved);
  host.addEventListener('pointerup', released);
  host.addEventListener('pointercancel', left);
  controller.selection.pulling(left);
}

/** Pixels a frame, faster further out; 0 away from the edges. */
function scrollSpeed({ top, bottom }: DOMRect, y: number): number {
  const over = y < top + NEAR ? y - (top + NEAR) : Math.max(0, y - (bottom - NEAR));
  return Math.sign(over) * Math.min(FASTEST, Math.ceil(Math.abs(over) / 3));
}
