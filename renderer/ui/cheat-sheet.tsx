import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { normalKeys } from '../lib/keyboard/keys.ts';
import { GROUP_NAMES, SHORTCUT_NAMES } from '../lib/keyboard/shortcuts.ts';
import { screenCommands } from '../lib/keyboard/use-screen-commands.ts';
import { isMac } from '../lib/platform.ts';
import { Kbd, keyText } from './kbd.tsx';
import { useKeymap } from './keymap-context.ts';

interface CheatSheetProps {
  /** Prints at once. */
  readonly print?: boolean;
  readonly onClose: () => void;
}

interface SheetRow {
  readonly id: string;
  readonly name: string;
  readonly keys: string;
}
interface SheetGroup {
  readonly title: string;
  readonly rows: readonly SheetRow[];
}

/** All commands by screen with the keys they have now: on screen, and on paper (A4) by the print style sheet. */
export function CheatSheet({ print = false, onClose }: CheatSheetProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const groups = useGroups();
  useEffect(() => {
    if (print) window.print();
  }, [print]);
  return (
    <>
      <Modal
        open
        className="cheat-sheet"
        width={860}
        style={{ top: 40 }}
        title={t('shortcuts.sheet')}
        data-testid="cheat-sheet"
        onCancel={onClose}
        footer={
          <div className="cheat-sheet-foot">
            <span className="muted">
              {keymap.shortcutHelp !== '' && t('shortcuts.sheetHint', { keys: keyText(keymap.shortcutHelp) })}
            </span>
            <Button data-testid="cheat-sheet-print" onClick={() => window.print()}>
              {t('shortcuts.print')}
            </Button>
            <Button type="primary" onClick={onClose}>
              {t('app.close')}
            </Button>
          </div>
        }
      >
        <Groups groups={groups} />
      </Modal>
      {createPortal(
        <div className="print-sheet" aria-hidden data-testid="print-sheet">
          <h1>{t('shortcuts.printed')}</h1>
          <Groups groups={groups} />
        </div>,
        document.body,
      )}
    </>
  );
}

function Groups({ groups }: { readonly groups: readonly SheetGroup[] }) {
  return (
    <div className="sheet-groups">
      {groups.map(({ title, rows }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl>
            {rows.map(({ id, name, keys }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd>{keys === '' ? '–' : <Kbd shortcut={keys} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function useGroups(): readonly SheetGroup[] {
  const { t } = useTranslation();
  const keymap = useKeymap();
  // Commands that depend on the content of the screen behind, such as the letters of a schema, as of the opening.
  const [fixed] = useState(() =>
    screenCommands().flatMap(({ id, name, keys }): SheetRow[] =>
      keys === undefined ? [] : [{ id, name, keys: normalKeys(keys, isMac) ?? '' }],
    ),
  );
  const tables = GROUP_NAMES.map((group) => ({
    title: t(`shortcuts.group.${group}`),
    rows: SHORTCUT_NAMES.filter((one) => one.group === group).map(({ name }) => ({
      id: name,
      name: t(`command.${name}`),
      keys: keymap[name],
    })),
  }));
  return [{ title: t('shortcuts.group.screen'), rows: fixed }, ...tables].filter(
    ({ rows }) => rows.length > 0,
  );
}
