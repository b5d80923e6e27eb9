/** Sizes and visibility of panes: a matter of this window, kept in its local storage. Holds nothing of any record. */
import { createStore, type Store } from './store.ts';

export interface Layout {
  readonly left: number;
  readonly right: number;
  readonly leftShown: boolean;
  readonly rightShown: boolean;
}

export const PANE_LIMITS = { left: [180, 420], right: [280, 640] } as const;

function read(name: string, initial: Layout): Layout {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof stored === 'object' && stored !== null ? withStored(stored, initial) : initial;
  } catch {
    return initial; // unreadable or forbidden storage only costs the remembered sizes
  }
}

function withStored(stored: object, initial: Layout): Layout {
  const size = (key: 'left' | 'right'): number => {
    const value: unknown = Reflect.get(stored, key);
    const [least, most] = PANE_LIMITS[key];
    return typeof value === 'number' ? Math.min(most, Math.max(least, value)) : initial[key];
  };
  return {
    left: size('left'),
    right: size('right'),
    leftShown: Reflect.get(stored, 'leftShown') !== false,
    rightShown: Reflect.get(stored, 'rightShown') !== false,
  };
}

/** Creates the layout that the local storage keeps under a name, with the widths it has at first. */
export function createLayoutStore(name: string, widths: Pick<Layout, 'left' | 'right'>): Store<Layout> {
  const store = createStore<Layout>(read(name, { ...widths, leftShown: true, rightShown: true }));
  store.subscribe(() => {
    try {
      localStorage.setItem(name, JSON.stringify(store.get()));
    } catch {
      // see read()
    }
  });
  return store;
}
