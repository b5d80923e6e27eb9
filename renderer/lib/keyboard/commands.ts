/**
 * Commands that the palette lists and keys run.
 *
 * To add commands of a screen (annotation is the example; nothing else needs to be touched):
 * 1. Name them and their keys in the screen's table of lib/shortcuts.ts (lib/shortcuts-annotate.ts), and give each name
 *    its words in both languages (words.ts). From then on the settings list
 *    them, keys can be changed, and the cheat sheet prints them, whether the screen is shown or not.
 * 2. In the screen:
 *      const command = useCommandMaker();                        // ui/use-command-maker.ts
 *      useScreenCommands(useMemo(() => [                         // lib/use-screen-commands.ts
 *        command('nextSpan', next),
 *        command('acceptSpan', accept, { enabled: () => chosen() !== null }),
 *        ...types.map((type) => ({ id: `type:${type.name}`, name: type.title, keywords: [], keys: type.key, run })),
 *      ], [...]));
 *    They are in the palette, first, and answer to their keys while the component is mounted; pass [] while it is hidden.
 *    Keep the array (useMemo): what changes with every selection belongs in `enabled` and `run`, which are asked late.
 *    `keys` are for what the screen's content decides, as the letters of a schema's types: they are not in the settings.
 * 3. Where the same keys stand twice, the earlier of a screen's commands wins, and a screen's before the window's.
 *    Plain keys (letters, digits, Enter, Space, Delete, arrows, with or without Shift) never act while a text field has
 *    the focus. Monaco counts as one unless it stands within an element with `data-plain-keys`, which a screen sets
 *    around a read-only text; its find field still counts. Enter and Space stay with a focused button, arrows with a
 *    focused list or menu. Nothing acts while a modal dialog is open.
 * 4. Show keys with `useKeymap()[name]` and <Kbd> or keyText (ui/kbd.tsx), never from the table of defaults.
 */
import type { ShortcutName } from './shortcuts.ts';

export interface Command {
  readonly id: string;
  readonly name: string;
  /** Other words by which it is found, as its name in the other language. */
  readonly keywords: readonly string[];
  /** Its name in the table of shortcuts: keys as the settings have them. */
  readonly shortcut?: ShortcutName;
  /** Keys that cannot be changed, for commands that are not in the table. */
  readonly keys?: string | undefined;
  /** Asked when keys are pressed and when the palette opens; absent: always. */
  readonly enabled?: () => boolean;
  readonly run: () => void;
}

export const isEnabled = ({ enabled }: Command): boolean => enabled === undefined || enabled();
