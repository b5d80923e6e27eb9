import { useTranslation } from 'react-i18next';
import { SHORTCUT_NAMES } from '../../lib/shortcuts.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { SettingRow } from '../../ui/setting-row.tsx';

/** Every key that does something. */
export function Shortcuts() {
  const { t } = useTranslation();
  const keymap = useKeymap();
  return SHORTCUT_NAMES.map(({ name }) => (
    <SettingRow key={name} name={t(`command.${name}`)}>
      <Kbd shortcut={keymap[name]} />
    </SettingRow>
  ));
}
