import { createContext, useContext } from 'react';
import { type Keymap, keymapOf } from '../lib/keyboard/keymap.ts';
import { isMac } from '../lib/platform.ts';

/** The keys that commands have now; '' is none. */
export const KeymapContext = createContext<Keymap>(keymapOf({}, isMac));
export const useKeymap = (): Keymap => useContext(KeymapContext);
