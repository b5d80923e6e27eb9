import type { ReactNode } from 'react';
import { useVisibleRows } from './use-visible-rows.ts';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Height of every row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  readonly render: (item: T) => ReactNode;
  readonly label: string;
  readonly testId?: string;
}

/** A list that draws only the rows on screen and a few around them. */
export function VirtualList<T>({ items, rowHeight, keyOf, render, label, testId }: VirtualListProps<T>) {
  const { box, first, last } = useVisibleRows(items.length, rowHeight);
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
