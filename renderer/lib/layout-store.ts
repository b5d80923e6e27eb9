/** Sizes and visibility of panes: a matter of this window, kept in its local storage. Holds nothing of any record. */
import { createStore, type Store } from './store.ts';

export interface Layout {
  readonly left: number;
  readonly right: number;
  readonly leftShown: boolean;
  readonly rightShown: boolean;
}

const KEY = 'meridian.layout';
const INITIAL: Layout = { left: 232, right: 344, leftShown: true, rightShown: true };
export const PANE_LIMITS = { left: [180, 420], right: [280, 640] } as const;

function read(): Layout {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof stored === 'object' && stored !== null ? withStored(stored) : INITIAL;
  } catch {
    return INITIAL; // unreadable or forbidden storage only costs the remembered sizes
  }
}

function withStored(stored: object): Layout {
  const size = (key: 'left' | 'right'): number => {
    const value: unknown = Reflect.get(stored, key);
    const [least, most] = PANE_LIMITS[key];
    return typeof value === 'number' ? Math.min(most, Math.max(least, value)) : INITIAL[key];
  };
  return {
    left: size('left'),
    right: size('right'),
    leftShown: Reflect.get(stored, 'leftShown') !== false,
    rightShown: Reflect.get(stored, 'rightShown') !== false,
  };
}

export function createLayoutStore(): Store<Layout> {
  const store = createStore<Layout>(read());
  store.subscribe(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(store.get()));
    } catch {
      // see read()
    }
  });
  return store;
}
