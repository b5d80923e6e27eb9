import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { defaultKeys, type Keymap } from '../../lib/keyboard/keymap.ts';
import type { ShortcutName } from '../../lib/keyboard/shortcuts.ts';
import { isMac } from '../../lib/platform.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { KeyCapture } from './key-capture.tsx';

interface ShortcutRowProps {
  readonly name: ShortcutName;
  readonly keymap: Keymap;
  readonly conflicts: readonly ShortcutName[];
  readonly capturing: boolean;
  readonly onCapture: (name: ShortcutName | null) => void;
  readonly onKeys: (changes: readonly (readonly [ShortcutName, string])[]) => void;
}

/** One command: its keys, and the means to change them. */
export function ShortcutRow({ name, keymap, conflicts, capturing, onCapture, onKeys }: ShortcutRowProps) {
  const { t } = useTranslation();
  const command = t(`command.${name}`);
  const keys = keymap[name];
  const usual = defaultKeys(name, isMac);
  return (
    <li className="shortcut-row" data-testid={`shortcut-${name}`} data-keys={keys}>
      <span className="shortcut-name">{command}</span>
      {capturing ? (
        <KeyCapture name={name} keymap={keymap} onKeys={onKeys} onCancel={() => onCapture(null)} />
      ) : (
        <>
          <span className="shortcut-keys">
            {keys === '' ? <span className="muted">{t('shortcuts.none')}</span> : <Kbd shortcut={keys} />}
          </span>
          <Button
            size="small"
            type="text"
            aria-label={t('shortcuts.changeOf', { command })}
            data-testid="shortcut-change"
            onClick={() => onCapture(name)}
          >
            {t('shortcuts.change')}
          </Button>
          {keys !== usual && (
            <Button
              size="small"
              type="text"
              aria-label={t('shortcuts.resetOf', { command })}
              data-testid="shortcut-reset"
              onClick={() => onKeys([[name, usual]])}
            >
              {t('shortcuts.reset')}
              {usual !== '' && <Kbd shortcut={usual} />}
            </Button>
          )}
          {conflicts.length > 0 && (
            <span className="state-warning" data-testid="shortcut-conflict">
              <WarningOutlined />{' '}
              {t('shortcuts.conflict', {
                command: conflicts.map((other) => t(`command.${other}`)).join(' · '),
              })}
            </span>
          )}
        </>
      )}
    </li>
  );
}
