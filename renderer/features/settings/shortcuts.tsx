import { useTranslation } from 'react-i18next';
import { SHORTCUTS, type ShortcutName } from '../../lib/shortcuts.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';

// safe: the table's keys are exactly the names, by its type.
const NAMES = Object.keys(SHORTCUTS) as readonly ShortcutName[];

/** Every key that does something. */
export function Shortcuts() {
  const { t } = useTranslation();
  return NAMES.map((name) => (
    <SettingRow key={name} name={t(`command.${name}`)}>
      <Kbd shortcut={SHORTCUTS[name]} />
    </SettingRow>
  ));
}
