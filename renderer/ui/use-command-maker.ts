import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { en, zh } from '../i18n/translations.ts';
import type { Command } from '../lib/keyboard/commands.ts';
import type { ShortcutName } from '../lib/keyboard/shortcuts.ts';

export type CommandMaker = (
  name: ShortcutName,
  run: () => void,
  more?: { readonly enabled?: () => boolean },
) => Command;

/** Makes a command of a name in the table of shortcuts: its words, found in both languages, and its keys. */
export function useCommandMaker(): CommandMaker {
  const { t } = useTranslation();
  return useCallback(
    (name, run, more = {}) => ({
      id: name,
      name: t(`command.${name}`),
      keywords: [zh.command[name], en.command[name]],
      shortcut: name,
      run,
      ...more,
    }),
    [t],
  );
}
