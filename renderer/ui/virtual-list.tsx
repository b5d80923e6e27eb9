import { type ReactNode, useEffect } from 'react';
import { useVisibleRows } from './use-visible-rows.ts';

interface VirtualListProps<T> {
  /** Rows; one that is undefined is not known yet and stays blank. */
  readonly items: readonly (T | undefined)[];
  /** Height of every row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  readonly render: (item: T) => ReactNode;
  readonly label: string;
  readonly testId?: string;
  /** Told which rows are drawn, `last` exclusive. */
  readonly onShow?: (first: number, last: number) => void;
}

/** A list that draws only the rows on screen and a few around them. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeight, keyOf, render, label, testId, onShow } = props;
  const { box, first, last } = useVisibleRows(items.length, rowHeight);
  useEffect(() => onShow?.(first, last), [first, last, onShow]);
  return (
    <div ref={box} className="virtual-list" data-testid={testId}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are positioned, which list elements make harder, not easier */}
      <div role="list" aria-label={label} style={{ height: items.length * rowHeight, position: 'relative' }}>
        {items.slice(first, last).map((item, i) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            role="listitem"
            key={item === undefined ? `row ${first + i}` : keyOf(item)}
            className="virtual-row"
            aria-setsize={items.length}
            aria-posinset={first + i + 1}
            style={{ top: (first + i) * rowHeight, height: rowHeight }}
          >
            {item !== undefined && render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
