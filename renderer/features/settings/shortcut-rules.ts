/** Rules for the keys of a command, conflicts between commands, and shortcuts as a file. */
import { z } from 'zod';
import { AppError } from '../../../shared/result.ts';
import { defaultKeys, type Keymap, keymapOf } from '../../lib/keyboard/keymap.ts';
import { isPlain, normalKeys, partsOf } from '../../lib/keyboard/keys.ts';
import { GROUP_RULES, groupOf, SHORTCUT_NAMES, type ShortcutName } from '../../lib/keyboard/shortcuts.ts';

/**
 * `system`: the operating system or the browser keeps them; `clipboard` and `undo`: every text field needs them;
 * `focus`: they move the focus or close things; `writes`: in the record they are text.
 */
export type Refusal = 'system' | 'clipboard' | 'undo' | 'moves' | 'focus' | 'writes';

const BROWSER_KEEPS =
  /^(Mod\+(W|T|N|Q|R|P|Tab|\+|-|=|0|[1-9]|F4|F5|PageUp|PageDown)|Mod\+Shift\+(W|T|N|Q|R|I|J|C|Tab|Delete)|Alt\+(F4|Tab|Space|Escape|ArrowLeft|ArrowRight|Home)|Alt\+Shift\+Tab|F5|F11|F12|Mod\+Alt\+(Delete|Backspace))$/;
const MAC_KEEPS =
  /^(Mod\+(H|M|,|Space)|Mod\+Alt\+(Escape|H|D)|Mod\+Shift\+[3-6]|Ctrl\+(Space|Arrow\w+|F[1-8]))$/;
const UNDO = /^Mod\+(Shift\+)?Z$|^Mod\+Y$/;
const CLIPBOARD = /^Mod\+[CXVA]$|^Shift\+(Insert|Delete)$|^Mod\+Insert$/;
/** Moves or deletes by words and lines. */
const MOVES = /^(Mod|Alt|Ctrl)\+(Shift\+)?(Arrow(Left|Right|Up|Down)|Home|End|Backspace|Delete)$/;

/** Returns why a command cannot have these keys, or null. Its default keys are always allowed. */
export function refusalOf(name: ShortcutName, keys: string, mac: boolean): Refusal | null {
  if (keys === '' || keys === defaultKeys(name, mac)) return null;
  if (keys.includes('Meta+') || BROWSER_KEEPS.test(keys) || (mac && MAC_KEEPS.test(keys))) return 'system';
  if (CLIPBOARD.test(keys)) return 'clipboard';
  // Undoing is all that these may do, whatever is undone.
  if (UNDO.test(keys)) return UNDO.test(defaultKeys(name, mac)) ? null : 'undo';
  const { plainKeys } = GROUP_RULES[groupOf(name)];
  // In a read-only text, such as in annotation, arrows with modifiers are free: the cursor does not matter.
  if (MOVES.test(keys) && !plainKeys) return 'moves';
  const key = partsOf(keys).at(-1)!;
  if (key === 'Escape' || key === 'Tab') return 'focus';
  return isPlain(keys) && !plainKeys ? 'writes' : null;
}

/** True if both act on one screen. */
function meet(a: ShortcutName, b: ShortcutName): boolean {
  const [one, other] = [GROUP_RULES[groupOf(a)].screen, GROUP_RULES[groupOf(b)].screen];
  return one === null || other === null || one === other;
}

/** Other commands that have these keys where this one acts too. */
export function conflictsOf(name: ShortcutName, keys: string, keymap: Keymap): ShortcutName[] {
  if (keys === '') return [];
  return SHORTCUT_NAMES.map((one) => one.name).filter(
    (other) => other !== name && keymap[other] === keys && meet(name, other),
  );
}

type Changes = Readonly<Record<string, string>>;

/** The changes with one more; what is the default again needs none. */
export function changedTo(changes: Changes, name: ShortcutName, keys: string, mac: boolean): Changes {
  const { [name]: _, ...rest } = changes;
  return keys === defaultKeys(name, mac) ? rest : { ...rest, [name]: keys };
}

const File = z.object({
  format: z.literal('meridian-shortcuts'),
  version: z.literal(1),
  shortcuts: z.record(z.string().max(100), z.string().max(60)),
});

/** Every command with its keys, so that the file can be read, edited and taken to another computer. */
export function shortcutsFile(keymap: Keymap): string {
  const file: z.infer<typeof File> = { format: 'meridian-shortcuts', version: 1, shortcuts: { ...keymap } };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export interface ReadShortcuts {
  readonly changes: Changes;
  /** Lines of the file that were left out, and why: no such command, not keys, or refused. */
  readonly left: readonly {
    readonly name: string;
    readonly keys: string;
    readonly why: 'unknown' | 'unreadable' | Refusal;
  }[];
}

/** Reads a file of shortcuts. Commands it does not name have their defaults. Throws `bad-input`. */
export function readShortcutsFile(text: string, mac: boolean): ReadShortcuts {
  const file = File.safeParse(readJson(text));
  if (!file.success)
    throw new AppError(
      'bad-input',
      'shortcuts.no-file',
      {},
      { kept: 'shortcuts.kept', hint: 'shortcuts.export-to-see' },
    );
  let changes: Changes = {};
  const left: ReadShortcuts['left'][number][] = [];
  const known = new Map<string, ShortcutName>(SHORTCUT_NAMES.map(({ name }) => [name, name]));
  for (const [written, value] of Object.entries(file.data.shortcuts)) {
    const name = known.get(written);
    const keys = value === '' ? '' : normalKeys(value, mac);
    if (name === undefined) left.push({ name: written, keys: value, why: 'unknown' });
    else if (keys === null) left.push({ name: written, keys: value, why: 'unreadable' });
    else {
      const why = refusalOf(name, keys, mac);
      if (why === null) changes = changedTo(changes, name, keys, mac);
      else left.push({ name: written, keys: value, why });
    }
  }
  return { changes, left };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Pairs of commands that have the same keys on one screen, as a file may bring them. */
export function allConflicts(
  changes: Changes,
  mac: boolean,
): ReadonlyMap<ShortcutName, readonly ShortcutName[]> {
  const keymap = keymapOf(changes, mac);
  const found = new Map<ShortcutName, readonly ShortcutName[]>();
  for (const { name } of SHORTCUT_NAMES) {
    const others = conflictsOf(name, keymap[name], keymap);
    if (others.length > 0) found.set(name, others);
  }
  return found;
}
