import { useEffect } from 'react';
import type { Command } from './lib/commands.ts';
import { isMac } from './lib/platform.ts';
import { matches, SHORTCUTS } from './lib/shortcuts.ts';
import type { View } from './lib/workbench.ts';

/** Only act while the editor is what one sees; elsewhere the keys keep their usual meaning. */
const EDITOR_ONLY: ReadonlySet<string> = new Set([
  'find',
  'nextMention',
  'previousMention',
  'entityCard',
  'closeTab',
]);

/** Runs commands by their keys, before Monaco or the browser see them, and moves between panes with F6. */
export function useShortcuts(commands: readonly Command[], view: View): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      const take = (run: () => void): void => {
        event.preventDefault();
        event.stopPropagation();
        run();
      };
      if (matches(event, SHORTCUTS.nextPane, isMac)) return take(() => stepPane(1));
      if (matches(event, SHORTCUTS.previousPane, isMac)) return take(() => stepPane(-1));
      const command = commands.find(
        ({ id, shortcut }) =>
          shortcut !== undefined &&
          matches(event, SHORTCUTS[shortcut], isMac) &&
          (view === 'editor' || !EDITOR_ONLY.has(id)),
      );
      if (command !== undefined) take(command.run);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [commands, view]);
}

const FOCUSABLE = 'textarea, .native-edit-context, button:not([tabindex="-1"]), input, [tabindex="0"]';

/** Moves the focus to the first control of the next pane on screen. */
function stepPane(direction: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes.at((at + direction) % panes.length);
  next?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}
