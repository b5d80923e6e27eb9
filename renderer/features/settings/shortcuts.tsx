import { App, Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveSettings, useSettings } from '../../api/system.ts';
import { toBase64 } from '../../lib/base64.ts';
import { saveFile } from '../../lib/download.ts';
import type { Keymap } from '../../lib/keyboard/keymap.ts';
import { GROUP_NAMES, SHORTCUT_NAMES, type ShortcutName } from '../../lib/keyboard/shortcuts.ts';
import { isMac } from '../../lib/platform.ts';
import { CheatSheet } from '../../ui/cheat-sheet.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { ShortcutRow } from './shortcut-row.tsx';
import { allConflicts, changedTo, readShortcutsFile, shortcutsFile } from './shortcut-rules.ts';

/** Every command with its keys, by group: change, reset, take along as a file, print. */
export function Shortcuts() {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const { settings } = useSettings();
  const save = useSaveSettings();
  const [filter, setFilter] = useState('');
  const [capturing, setCapturing] = useState<ShortcutName | null>(null);
  const conflicts = useMemo(() => allConflicts(settings.shortcuts, isMac), [settings.shortcuts]);

  const give = (changes: readonly (readonly [ShortcutName, string])[]): void => {
    setCapturing(null);
    save({
      shortcuts: changes.reduce((all, [name, keys]) => changedTo(all, name, keys, isMac), settings.shortcuts),
    });
  };
  const wanted = filter.trim().toLowerCase();
  const matches = (name: ShortcutName): boolean =>
    wanted === '' ||
    t(`command.${name}`).toLowerCase().includes(wanted) ||
    (keymap[name] !== '' && keyText(keymap[name]).toLowerCase().includes(wanted));
  const shown = SHORTCUT_NAMES.filter(({ name }) => name === capturing || matches(name));
  return (
    <>
      <p className="muted">{t('shortcuts.intro')}</p>
      <Tools
        filter={filter}
        onFilter={setFilter}
        keymap={keymap}
        changes={settings.shortcuts}
        onChanges={(shortcuts) => save({ shortcuts })}
      />
      {shown.length === 0 && <p className="muted">{t('shortcuts.nothing')}</p>}
      {GROUP_NAMES.filter((group) => shown.some((one) => one.group === group)).map((group) => (
        <section key={group} className="shortcut-group">
          <h2>{t(`shortcuts.group.${group}`)}</h2>
          <ul>
            {shown
              .filter((one) => one.group === group)
              .map(({ name }) => (
                <ShortcutRow
                  key={name}
                  name={name}
                  keymap={keymap}
                  conflicts={conflicts.get(name) ?? []}
                  capturing={capturing === name}
                  onCapture={setCapturing}
                  onKeys={give}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface ToolsProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly keymap: Keymap;
  readonly changes: Readonly<Record<string, string>>;
  readonly onChanges: (changes: Readonly<Record<string, string>>) => void;
}

function Tools({ filter, onFilter, keymap, changes, onChanges }: ToolsProps) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const read = useImport(onChanges);
  const [sheet, setSheet] = useState(false);
  const changed = Object.keys(changes).length;
  return (
    <div className="shortcut-tools">
      <Input
        allowClear
        value={filter}
        placeholder={t('shortcuts.filter')}
        aria-label={t('shortcuts.filter')}
        data-testid="shortcut-filter"
        onChange={(event) => onFilter(event.target.value)}
      />
      <Button data-testid="shortcuts-sheet" onClick={() => setSheet(true)}>
        {t('shortcuts.sheet')}
      </Button>
      <Button
        data-testid="shortcuts-export"
        onClick={() =>
          saveFile({
            name: 'meridian-shortcuts.json',
            base64: toBase64(new TextEncoder().encode(shortcutsFile(keymap))),
          })
        }
      >
        {t('shortcuts.export')}
      </Button>
      <FileButton
        accept=".json"
        label={t('shortcuts.import')}
        testId="shortcuts-import"
        inputTestId="shortcuts-file"
        onFiles={([chosen]) => chosen !== undefined && void read(chosen)}
      />
      <Button
        disabled={changed === 0}
        data-testid="shortcuts-reset-all"
        onClick={() =>
          void modal.confirm({
            title: t('shortcuts.resetAllTitle'),
            content: t('shortcuts.resetAllBody', { n: changed }),
            okText: t('shortcuts.resetAll'),
            onOk: () => onChanges({}),
          })
        }
      >
        {t('shortcuts.resetAll')}
      </Button>
      {sheet && <CheatSheet onClose={() => setSheet(false)} />}
    </div>
  );
}

/** Reads a file of shortcuts; what it names in vain is listed with reasons. */
function useImport(onChanges: ToolsProps['onChanges']): (file: File) => Promise<void> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const { attempt } = useAttempt();
  return (file) =>
    attempt(async () => {
      const { changes, left } = readShortcutsFile(await file.text(), isMac);
      onChanges(changes);
      if (left.length === 0) return notices.done(t('shortcuts.imported'));
      void modal.warning({
        title: t('shortcuts.importLeft', { n: left.length }),
        content: (
          <ul className="left-out" data-testid="shortcuts-left">
            {left.map(({ name, keys, why }) => (
              <li key={name}>
                {name} {keys}: {t(`shortcuts.left.${why}`)}
              </li>
            ))}
          </ul>
        ),
        okText: t('app.close'),
      });
    });
}
