import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const MARGIN_ROWS = 12;

export interface VisibleRows {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The rows on screen and a few around them. */
  readonly first: number;
  readonly last: number;
}

/** Returns the range of equally high rows that a scrolling box shows. */
export function useVisibleRows(count: number, rowHeight: number): VisibleRows {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - MARGIN_ROWS);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + MARGIN_ROWS);
  return { box, first, last };
}
