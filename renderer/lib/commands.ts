/** What the palette lists and keys run. */
import type { ShortcutName } from './shortcuts.ts';

export interface Command {
  readonly id: string;
  readonly name: string;
  /** Other words by which it is found, as its name in the other language. */
  readonly keywords: readonly string[];
  readonly shortcut?: ShortcutName;
  readonly run: () => void;
}
