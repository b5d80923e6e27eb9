/** Commands that the screen on show contributes to the palette and to the keys. See commands.ts. */
import { useLayoutEffect, useState } from 'react';
import { createStore } from '../store.ts';
import type { Command } from './commands.ts';

type Slots = ReadonlyMap<symbol, readonly Command[]>;

/** One slot a component, in the order of their mounting. */
const slots = createStore<Slots>(new Map());

/** Contributes commands while the calling component is mounted. Keep the array: each new one registers anew. */
export function useScreenCommands(commands: readonly Command[]): void {
  const [slot] = useState(() => Symbol('screen commands'));
  useLayoutEffect(() => slots.update((all) => new Map(all).set(slot, commands)), [slot, commands]);
  useLayoutEffect(
    () => () =>
      slots.update((all) => {
        const rest = new Map(all);
        rest.delete(slot);
        return rest;
      }),
    [slot],
  );
}

/** Commands contributed now. */
export const screenCommands = (): readonly Command[] => [...slots.get().values()].flat();
