import { useState } from 'react';
import { PANE_LIMITS } from '../../lib/layout-store.ts';

const KEY = 'meridian.annotate.layout';

interface PaneSizes {
  readonly left: number;
  readonly right: number;
  readonly setLeft: (size: number) => void;
  readonly setRight: (size: number) => void;
}

/** Widths of the queue and the panel: a matter of this window, kept in its local storage. */
export function usePaneSizes(): PaneSizes {
  const [sizes, setSizes] = useState(read);
  const keep = (next: { left: number; right: number }): void => {
    setSizes(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // unwritable storage only costs the remembered sizes
    }
  };
  return {
    ...sizes,
    setLeft: (left) => keep({ ...sizes, left }),
    setRight: (right) => keep({ ...sizes, right }),
  };
}

function read(): { left: number; right: number } {
  const initial = { left: 220, right: 320 };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return initial;
    const size = (name: 'left' | 'right'): number => {
      const value: unknown = Reflect.get(stored, name);
      const [least, most] = PANE_LIMITS[name];
      return typeof value === 'number' ? Math.min(most, Math.max(least, value)) : initial[name];
    };
    return { left: size('left'), right: size('right') };
  } catch {
    return initial;
  }
}
