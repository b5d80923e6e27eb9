import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allConflicts,
  changedTo,
  conflictsOf,
  type Refusal,
  readShortcutsFile,
  refusalOf,
  shortcutsFile,
} from '../../../../renderer/features/settings/shortcut-rules.ts';
import { mayRun } from '../../../../renderer/lib/keyboard/key-focus.ts';
import { defaultKeys, keymapOf } from '../../../../renderer/lib/keyboard/keymap.ts';
import {
  isPlain,
  type KeyPress,
  keyLabels,
  keysOf,
  normalKeys,
  partsOf,
} from '../../../../renderer/lib/keyboard/keys.ts';
import {
  GROUP_RULES,
  groupOf,
  SHORTCUT_NAMES,
  SHORTCUTS,
  type ShortcutName,
} from '../../../../renderer/lib/keyboard/shortcuts.ts';

const press = (key: string, code: string, held: string[] = []): KeyPress => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

describe('keys of a press', () => {
  it('are Ctrl or ⌘ by the platform', () => {
    expect(keysOf(press('k', 'KeyK', ['ctrl']), false)).toBe('Mod+K');
    expect(keysOf(press('k', 'KeyK', ['meta']), true)).toBe('Mod+K');
    expect(keysOf(press('k', 'KeyK', ['ctrl']), true)).toBe('Ctrl+K');
    expect(keysOf(press('k', 'KeyK', ['meta']), false)).toBe('Meta+K');
    expect(keysOf(press('k', 'KeyK'), false)).toBe('K');
  });

  it('hold every modifier, in one order', () => {
    expect(keysOf(press('F8', 'F8', ['shift']), false)).toBe('Shift+F8');
    expect(keysOf(press('Z', 'KeyZ', ['shift', 'alt', 'ctrl']), false)).toBe('Mod+Alt+Shift+Z');
    expect(keysOf(press('PageDown', 'PageDown', ['alt']), false)).toBe('Alt+PageDown');
  });

  it('know a letter by its place when Alt or an input method makes another of it', () => {
    expect(keysOf(press('˜', 'KeyN', ['alt']), true)).toBe('Alt+N');
    expect(keysOf(press('¡', 'Digit1', ['alt']), true)).toBe('Alt+1');
    expect(keysOf(press('Process', 'KeyD'), false)).toBe('D');
    expect(keysOf(press('？', 'Slash', ['shift']), false)).toBe('?');
  });

  it('take the letter that is written, wherever it lies', () => {
    expect(keysOf(press('a', 'KeyQ'), false)).toBe('A');
  });

  it('carry Shift within a sign, but not within a letter or digit', () => {
    expect(keysOf(press('?', 'Slash', ['shift']), false)).toBe('?');
    expect(keysOf(press('D', 'KeyD', ['shift']), false)).toBe('Shift+D');
    expect(keysOf(press('!', 'Digit1', ['shift']), false)).toBe('Shift+1');
    expect(keysOf(press('+', 'Equal', ['ctrl', 'shift']), false)).toBe('Mod++');
  });

  it('are none while only modifiers are held', () => {
    for (const [key, code] of [
      ['Shift', 'ShiftLeft'],
      ['Control', 'ControlLeft'],
      ['Dead', 'Unknown'],
    ])
      expect(keysOf(press(key!, code!, ['shift']), false)).toBeNull();
  });
});

const anyPress = fc.record({
  key: fc.oneof(
    fc.constantFrom(
      'a',
      'Z',
      '1',
      '?',
      '+',
      ' ',
      'F8',
      'Enter',
      'ArrowLeft',
      'PageUp',
      'Process',
      '，',
      'Dead',
    ),
    fc.string({ maxLength: 2 }),
  ),
  code: fc.constantFrom('KeyA', 'KeyZ', 'Digit1', 'Slash', 'Equal', 'Space', 'F8', 'Enter', 'Numpad1', ''),
  ctrlKey: fc.boolean(),
  metaKey: fc.boolean(),
  altKey: fc.boolean(),
  shiftKey: fc.boolean(),
});

describe('keys as text', () => {
  it('of a press are normal, come apart and together again', () => {
    fc.assert(
      fc.property(anyPress, fc.boolean(), (one, mac) => {
        const keys = keysOf(one, mac);
        if (keys === null) return;
        expect(normalKeys(keys, mac)).toBe(keys);
        expect(partsOf(keys).join('+')).toBe(keys);
        expect(keyLabels(keys, mac)).toHaveLength(partsOf(keys).length);
      }),
    );
  });

  it('are put in order, and refused where no press can give them', () => {
    expect(normalKeys('Shift+Mod+z', false)).toBe('Mod+Shift+Z');
    expect(normalKeys('Ctrl+M', false)).toBe('Mod+M');
    expect(normalKeys('Ctrl+M', true)).toBe('Ctrl+M');
    for (const bad of ['', '+', 'Hyper+K', 'Mod+', 'Mod+Shift+?', 'KK', 'Shift', 'Mod+钥', '++'])
      expect(normalKeys(bad, false), bad).toBe(bad === '+' ? '+' : null);
  });

  it('are plain where they would write or move the cursor', () => {
    for (const plain of ['D', 'Shift+D', '?', '1', 'Enter', 'Space', 'Shift+ArrowLeft', 'Delete', 'Tab'])
      expect(isPlain(plain), plain).toBe(true);
    for (const other of ['Mod+D', 'Alt+D', 'F8', 'Shift+F8', 'Alt+ArrowLeft', 'Mod++'])
      expect(isPlain(other), other).toBe(false);
  });

  it('read as the keyboard prints them', () => {
    expect(keyLabels('Mod+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(keyLabels('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(keyLabels('Mod++', false)).toEqual(['Ctrl', '+']);
    expect(keyLabels('', false)).toEqual([]);
  });
});

describe('the table of defaults', () => {
  for (const mac of [false, true]) {
    it(`is readable and free of conflicts ${mac ? 'on a Mac' : 'elsewhere'}`, () => {
      const keymap = keymapOf({}, mac);
      for (const { name } of SHORTCUT_NAMES) {
        expect(keymap[name] === '', name).toBe(SHORTCUTS[name] === '');
        if (!GROUP_RULES[groupOf(name)].plainKeys && keymap[name] !== '')
          expect(isPlain(keymap[name]), name).toBe(false);
      }
      for (const one of SHORTCUT_NAMES)
        for (const other of SHORTCUT_NAMES) {
          const [a, b] = [GROUP_RULES[one.group].screen, GROUP_RULES[other.group].screen];
          if (one.name === other.name || (a !== null && b !== null && a !== b)) continue;
          if (keymap[one.name] !== '')
            expect(keymap[other.name], `${one.name} and ${other.name}`).not.toBe(keymap[one.name]);
        }
    });
  }

  it('names each command once', () => {
    const names = SHORTCUT_NAMES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual(Object.keys(SHORTCUTS).toSorted());
  });
});

describe('the keymap', () => {
  it('is the table, changed', () => {
    const keymap = keymapOf({ save: 'Shift+Mod+s', find: '', gone: 'Mod+G' }, false);
    expect(keymap.save).toBe('Mod+Shift+S');
    expect(keymap.find).toBe('');
    expect(keymap.palette).toBe('Mod+K');
    expect(keymap).not.toHaveProperty('gone');
  });

  it('leaves the default where a change cannot be read', () => {
    expect(keymapOf({ save: 'Hyper+S' }, false).save).toBe('Mod+S');
    expect(keymapOf(JSON.parse('{"__proto__":"Mod+G","save":"Alt+S"}'), false).save).toBe('Alt+S');
  });
});

describe('keys that are refused', () => {
  const cases: readonly [ShortcutName, string, Refusal | null][] = [
    ['save', 'Mod+W', 'system'],
    ['save', 'Alt+F4', 'system'],
    ['save', 'Meta+S', 'system'],
    ['save', 'Mod+C', 'clipboard'],
    ['save', 'Mod+Z', 'undo'],
    ['save', 'Mod+ArrowLeft', 'moves'],
    ['save', 'Shift+Tab', 'focus'],
    ['save', 'S', 'writes'],
    ['save', 'Shift+ArrowDown', 'writes'],
    ['undo', 'Mod+Y', null],
    ['redo', 'Mod+Z', null],
    ['newRun', 'R', null],
    ['save', 'F2', null],
    ['save', 'Mod+Shift+S', null],
    ['save', '', null],
  ];
  for (const [name, keys, why] of cases)
    it(`${keys || 'none'} for ${name}: ${why ?? 'allowed'}`, () => {
      expect(refusalOf(name, keys, false)).toBe(why);
    });

  it('are never the defaults', () => {
    for (const mac of [false, true])
      for (const { name } of SHORTCUT_NAMES) expect(refusalOf(name, defaultKeys(name, mac), mac)).toBeNull();
  });

  it('are the system’s on a Mac', () => {
    expect(refusalOf('save', 'Mod+H', true)).toBe('system');
    expect(refusalOf('save', 'Mod+H', false)).toBeNull();
  });
});

describe('conflicts', () => {
  it('are within a screen or with what acts on every screen', () => {
    const keymap = keymapOf({ find: 'Alt+1', newRun: 'F8' }, false);
    expect(conflictsOf('find', 'Alt+1', keymap)).toEqual(['goEditor']);
    expect(conflictsOf('goEditor', 'Alt+1', keymap)).toEqual(['find']);
    expect(conflictsOf('newRun', 'F8', keymap)).toEqual(['nextMention']);
    expect(conflictsOf('paste', '', keymap)).toEqual([]);
  });

  it('of a whole keymap are mutual', () => {
    const found = allConflicts({ find: 'Mod+S', entityCard: 'Mod+S' }, false);
    expect(found.get('save')).toEqual(['find', 'entityCard']);
    for (const [name, others] of found) for (const other of others) expect(found.get(other)).toContain(name);
    expect(allConflicts({}, false).size).toBe(0);
  });
});

describe('changes', () => {
  it('hold only what differs from the defaults', () => {
    const changed = changedTo({}, 'save', 'Mod+Shift+S', false);
    expect(changed).toEqual({ save: 'Mod+Shift+S' });
    expect(changedTo(changed, 'save', 'Mod+S', false)).toEqual({});
    expect(changedTo(changed, 'find', '', false)).toEqual({ save: 'Mod+Shift+S', find: '' });
  });
});

describe('a file of shortcuts', () => {
  const keysAllowed = fc.constantFrom('Mod+Shift+S', 'F2', 'Alt+Z', 'Mod+Alt+K', '', 'Shift+F9');
  const anyChanges = fc.dictionary(fc.constantFrom(...SHORTCUT_NAMES.map(({ name }) => name)), keysAllowed);

  it('comes back as it went', () => {
    fc.assert(
      fc.property(anyChanges, fc.boolean(), (changes, mac) => {
        const keymap = keymapOf(changes, mac);
        const read = readShortcutsFile(shortcutsFile(keymap), mac);
        expect(read.left).toEqual([]);
        expect(keymapOf(read.changes, mac)).toEqual(keymap);
      }),
    );
  });

  it('leaves out what cannot be, with the reason', () => {
    const shortcuts = { save: 'Mod+W', find: 'Hyper+F', gone: 'F2', newDocument: 'F9', __proto__x: 'F3' };
    const file = JSON.stringify({ format: 'meridian-shortcuts', version: 1, shortcuts });
    const { changes, left } = readShortcutsFile(file, false);
    expect(changes).toEqual({ newDocument: 'F9' });
    expect(left.map(({ name, why }) => [name, why])).toEqual([
      ['save', 'system'],
      ['find', 'unreadable'],
      ['gone', 'unknown'],
      ['__proto__x', 'unknown'],
    ]);
  });

  it('is refused when it is something else', () => {
    for (const text of ['', '{', '[]', '{"shortcuts":{}}', '{"format":"meridian-shortcuts","version":2}'])
      expect(() => readShortcutsFile(text, false), text).toThrow(/file of shortcuts/);
  });
});

describe('what has the focus', () => {
  it('keeps the keys it needs', () => {
    expect(mayRun('D', 'none')).toBe(true);
    for (const focus of ['field', 'code'] as const) {
      expect(mayRun('D', focus), focus).toBe(false);
      expect(mayRun('Enter', focus), focus).toBe(false);
      expect(mayRun('F8', focus), focus).toBe(true);
      expect(mayRun('Mod+K', focus), focus).toBe(true);
    }
    // A text field undoes its own; in the record undoing is a command like others.
    expect(mayRun('Mod+Z', 'field')).toBe(false);
    expect(mayRun('Mod+Z', 'code')).toBe(true);
    expect(mayRun('Enter', 'control')).toBe(false);
    expect(mayRun('D', 'control')).toBe(true);
    expect(mayRun('ArrowDown', 'list')).toBe(false);
    expect(mayRun('ArrowDown', 'control')).toBe(true);
  });
});
