import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect } from 'react';
import { useVisibleRows } from './use-visible-rows.ts';

interface PickListProps<T> {
  readonly items: readonly T[];
  /** Height of every row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  readonly render: (item: T) => ReactNode;
  /** Index of the item picked; -1 for none. */
  readonly picked: number;
  readonly onPick: (index: number) => void;
  /** Enter, or a double click. */
  readonly onOpen?: (index: number) => void;
  /** Keys that the list has no use for. */
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly label: string;
  readonly testId?: string;
}

/** A long list of which one item is picked; arrows, page keys, Home and End walk. Draws only what is on screen. */
export function PickList<T>(props: PickListProps<T>) {
  const { items, rowHeight, keyOf, render, picked, onPick, onOpen, onKey, label, testId } = props;
  const id = useId();
  const { box, first, last } = useVisibleRows(items.length, rowHeight);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || picked < 0) return;
    const top = picked * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  }, [box, picked, rowHeight]);

  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -items.length,
      End: items.length,
    };
    const step = steps[event.key];
    if (step !== undefined) onPick(Math.min(items.length - 1, Math.max(0, picked + step)));
    else if (event.key === 'Enter' && onOpen !== undefined && picked >= 0) onOpen(picked);
    else return onKey?.(event);
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className="virtual-list pick-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      data-testid={testId}
      {...(picked >= first && picked < last ? { 'aria-activedescendant': `${id}-${picked}` } : {})}
      onKeyDown={press}
    >
      <div role="presentation" style={{ height: items.length * rowHeight, position: 'relative' }}>
        {items.slice(first, last).map((item, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself listens to the keys
          <div
            key={keyOf(item)}
            id={`${id}-${first + i}`}
            role="option"
            className="virtual-row"
            aria-selected={first + i === picked}
            aria-setsize={items.length}
            aria-posinset={first + i + 1}
            tabIndex={-1}
            style={{ top: (first + i) * rowHeight, height: rowHeight }}
            onClick={() => onPick(first + i)}
            onDoubleClick={() => onOpen?.(first + i)}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
