import { useEffect } from 'react';
import { type Command, isEnabled } from './lib/keyboard/commands.ts';
import { focusKind, mayRun } from './lib/keyboard/key-focus.ts';
import { defaultKeys, type Keymap, keysOfCommand } from './lib/keyboard/keymap.ts';
import { keysOf } from './lib/keyboard/keys.ts';
import { GROUP_RULES, groupOf } from './lib/keyboard/shortcuts.ts';
import { screenCommands } from './lib/keyboard/use-screen-commands.ts';
import { isMac } from './lib/platform.ts';
import type { View } from './lib/workbench.ts';

/** Runs commands by their keys, before Monaco or the browser see them; those of the screen on show come first. */
export function useShortcuts(commands: readonly Command[], view: View, keymap: Keymap): void {
  useEffect(() => {
    const acts = ({ shortcut }: Command): boolean => {
      const screen = shortcut === undefined ? null : GROUP_RULES[groupOf(shortcut)].screen;
      return screen === null || screen === view;
    };
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      const keys = keysOf(event, isMac);
      if (keys === null) return;
      if (document.activeElement?.closest('[data-captures-keys]')) return; // they are being asked for
      const focus = focusKind(document.activeElement);
      if (!mayRun(keys, focus)) return;
      const answers = (command: Command): boolean =>
        keysOfCommand(command, keymap, isMac) === keys && isEnabled(command);
      const command = screenCommands().find(answers) ?? commands.find((one) => acts(one) && answers(one));
      // A browser would offer to save the page when nothing takes these keys.
      const idle = keys === keymap.save || (focus === 'code' && isGivenUp(keys, keymap));
      if (command === undefined && !idle) return;
      event.preventDefault();
      event.stopPropagation();
      command?.run();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [commands, view, keymap]);
}

/** Monaco has keys of its own for these; once a person has taken them away it must not answer to them. */
const MONACO_HAS = ['undo', 'redo', 'find', 'tabMovesFocus'] as const;

const isGivenUp = (keys: string, keymap: Keymap): boolean =>
  MONACO_HAS.some((name) => defaultKeys(name, isMac) === keys && keymap[name] !== keys);
