import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Height of every row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  readonly render: (item: T) => ReactNode;
  readonly label: string;
  readonly testId?: string;
}

const MARGIN_ROWS = 12;

/** A list that draws only the rows on screen and a few around them. */
export function VirtualList<T>({ items, rowHeight, keyOf, render, label, testId }: VirtualListProps<T>) {
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
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + MARGIN_ROWS);
  return (
    <div ref={box} className="virtual-list" data-testid={testId}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are positioned, which list elements make harder, not easier */}
      <div role="list" aria-label={label} style={{ height: items.length * rowHeight, position: 'relative' }}>
        {items.slice(first, last).map((item, i) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            role="listitem"
            key={keyOf(item)}
            className="virtual-row"
            aria-setsize={items.length}
            aria-posinset={first + i + 1}
            style={{ top: (first + i) * rowHeight, height: rowHeight }}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
