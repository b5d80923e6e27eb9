/** Keyboard shortcuts: one table for handling, for hints and for the list in the settings. */

export const SHORTCUTS = {
  palette: 'Mod+K',
  save: 'Mod+S',
  find: 'Mod+F',
  undo: 'Mod+Z',
  redo: 'Mod+Shift+Z',
  nextMention: 'F8',
  previousMention: 'Shift+F8',
  entityCard: 'Mod+I',
  newDocument: 'Alt+N',
  openFiles: 'Mod+O',
  closeTab: 'Alt+W',
  nextTab: 'Alt+PageDown',
  previousTab: 'Alt+PageUp',
  nextPane: 'F6',
  previousPane: 'Shift+F6',
  tabMovesFocus: 'Ctrl+M',
  viewEditor: 'Alt+1',
  viewTrain: 'Alt+2',
  viewGraph: 'Alt+3',
  viewSettings: 'Alt+4',
} as const;
export type ShortcutName = keyof typeof SHORTCUTS;

/** The parts of a KeyboardEvent that matter. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** `Mod` is ⌘ on a Mac and Ctrl elsewhere. Letters and digits go by the key's place, so Alt+N works on a Mac too. */
export function matches(press: KeyPress, shortcut: string, mac: boolean): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1)!;
  const wants = (name: string): boolean => parts.includes(name);
  const ctrl = wants('Ctrl') || (wants('Mod') && !mac);
  const meta = wants('Mod') && mac;
  if (press.ctrlKey !== ctrl || press.metaKey !== meta) return false;
  if (press.altKey !== wants('Alt') || press.shiftKey !== wants('Shift')) return false;
  if (/^[A-Z]$/.test(key)) return press.code === `Key${key}` || press.key.toUpperCase() === key;
  if (/^\d$/.test(key)) return press.code === `Digit${key}`;
  return press.key === key;
}

/** Ctrl K, ⌘ K: the keys to print. */
export function keyLabels(shortcut: string, mac: boolean): string[] {
  const names: Record<string, string> = mac
    ? { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', PageDown: 'PgDn', PageUp: 'PgUp' }
    : { Mod: 'Ctrl', PageDown: 'PgDn', PageUp: 'PgUp' };
  return shortcut.split('+').map((part) => names[part] ?? part);
}
