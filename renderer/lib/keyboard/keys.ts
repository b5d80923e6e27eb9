/**
 * Keys as text: `Mod+Shift+Z`. Modifiers come in the order Mod, Ctrl, Alt, Shift; `Mod` is ⌘ on a Mac and Ctrl
 * elsewhere, `Ctrl` is a Mac's Control (elsewhere the same as Mod). One press has one text, so keys are compared as such.
 */

/** The parts of a KeyboardEvent that matter. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIERS = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

/** Signs by their place on the keyboard, for where Alt or an input method makes something else of them. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Comma: ',',
  Period: '.',
  Slash: '/',
};

/** Characters that Chinese input methods give for the same key. */
const WIDE: Readonly<Record<string, string>> = {
  '？': '?',
  '，': ',',
  '。': '.',
  '；': ';',
  '：': ':',
  '！': '!',
  '【': '[',
  '】': ']',
  '、': '\\',
};

const NAMED =
  /^(F([1-9]|1\d|2[0-4])|Enter|Escape|Tab|Space|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|ContextMenu|Pause)$/;

/** The key itself: a capital letter, a digit, a sign or a name; null for dead keys, lone modifiers and the like. */
function keyOf({ key, code }: KeyPress): string | null {
  const written = WIDE[key] ?? key;
  if (/^[a-z]$/i.test(written)) return written.toUpperCase();
  // Digits go by place: their row gives signs with Shift, and on French keyboards without.
  const digit = /^Digit(\d)$/.exec(code) ?? (/^\d$/.test(written) ? /^Numpad(\d)$/.exec(code) : null);
  if (digit !== null) return digit[1]!;
  if (written === ' ') return 'Space';
  if (/^[!-~]$/.test(written)) return written;
  if (NAMED.test(written)) return written;
  // Alt makes ˜ of N on a Mac, and an input method says only `Process`: then the place tells.
  return /^Key([A-Z])$/.exec(code)?.[1] ?? SIGNS[code] ?? null;
}

/** Signs carry their Shift within them: `?` is not `Shift+/`. */
const isSign = (key: string): boolean => /^[!-/:-@[-`{-~]$/.test(key);

/** A press as text; null while only modifiers are held. */
export function keysOf(press: KeyPress, mac: boolean): string | null {
  const key = keyOf(press);
  if (key === null) return null;
  const held = new Set<Modifier>();
  if (mac ? press.metaKey : press.ctrlKey) held.add('Mod');
  if (mac && press.ctrlKey) held.add('Ctrl');
  if (!mac && press.metaKey) held.add('Meta');
  if (press.altKey) held.add('Alt');
  if (press.shiftKey && !isSign(key)) held.add('Shift');
  return join(held, key);
}

/** The one way to write keys on this platform; null for what no press can give. */
export function normalKeys(text: string, mac: boolean): string | null {
  if (text.endsWith('+') && text !== '+' && !text.endsWith('++')) return null;
  const parts = partsOf(text);
  const last = parts.pop()!;
  const key = /^[a-z]$/i.test(last) ? last.toUpperCase() : last;
  if (!/^[A-Z\d]$/.test(key) && !isSign(key) && !NAMED.test(key)) return null;
  const held = new Set<Modifier>();
  for (const part of parts) {
    const name = MODIFIERS.find((modifier) => modifier === part);
    if (name === undefined) return null;
    held.add(name === 'Ctrl' && !mac ? 'Mod' : name);
  }
  if (held.has('Shift') && isSign(key)) return null;
  return join(held, key);
}

const join = (held: ReadonlySet<Modifier>, key: string): string =>
  [...MODIFIERS.filter((modifier) => held.has(modifier)), key].join('+');

/** The parts of normal keys: modifiers, then the key. */
export const partsOf = (keys: string): string[] =>
  keys.endsWith('+') ? [...keys.slice(0, -1).split('+').slice(0, -1), '+'] : keys.split('+');

/** Held alone or with Shift the key writes, moves the cursor or changes text where there is a field for it. */
export function isPlain(keys: string): boolean {
  const parts = partsOf(keys);
  if (parts.slice(0, -1).some((part) => part !== 'Shift')) return false;
  return !/^(F\d+|Pause|ContextMenu|Insert)$/.test(parts.at(-1)!);
}

const LABELS: Readonly<Record<string, string>> = {
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  Insert: 'Ins',
  ContextMenu: 'Menu',
};
const MAC_LABELS: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
};
const OTHER_LABELS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Meta: 'Win' };

/** Ctrl K, ⌘ K: the keys to print; none for empty keys. */
export function keyLabels(keys: string, mac: boolean): string[] {
  if (keys === '') return [];
  const names = { ...LABELS, ...(mac ? MAC_LABELS : OTHER_LABELS) };
  return partsOf(keys).map((part) => names[part] ?? part);
}
