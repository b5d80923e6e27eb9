/** The keys that commands have now: the table's, changed as the settings say. */
import type { Command } from './commands.ts';
import { normalKeys } from './keys.ts';
import { SHORTCUT_NAMES, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** Normal keys by command; '' is none. */
export type Keymap = Readonly<Record<ShortcutName, string>>;

/** Changes that cannot be read, as from another version, leave the default in place. */
export function keymapOf(changes: Readonly<Record<string, string>>, mac: boolean): Keymap {
  const keysFor = (name: ShortcutName): string => {
    const changed = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (changed === '') return '';
    return (changed === undefined ? null : normalKeys(changed, mac)) ?? defaultKeys(name, mac);
  };
  // safe: every name gets a value.
  return Object.fromEntries(SHORTCUT_NAMES.map(({ name }) => [name, keysFor(name)])) as Keymap;
}

export const defaultKeys = (name: ShortcutName, mac: boolean): string =>
  normalKeys(SHORTCUTS[name], mac) ?? '';

/** Returns the keys of a command now; '' is none. */
export function keysOfCommand({ shortcut, keys }: Command, keymap: Keymap, mac: boolean): string {
  if (shortcut !== undefined) return keymap[shortcut];
  return keys === undefined ? '' : (normalKeys(keys, mac) ?? '');
}
