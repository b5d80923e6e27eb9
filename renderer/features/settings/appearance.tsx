import { Checkbox, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocked, useSaveSettings, useSettings } from '../../api/system.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { labelOf, parseKinds } from '../../lib/mention-kinds.ts';
import { SettingRow } from '../../ui/setting-row.tsx';

/** Language, theme, text size, and which types are drawn. */
export function Appearance() {
  const { t } = useTranslation();
  const { settings } = useSettings();
  const save = useSaveSettings();
  const locked = useLocked();
  const note = (name: string) => (locked(name) ? { hint: t('upkeep.locked') } : {});
  // These are hidden and shown in the editor's legend.
  const labels = parseKinds(settings.hiddenTypes).filter((kind) => labelOf(kind) !== undefined);
  return (
    <>
      <SettingRow name={t('language.label')} {...note('language')}>
        <Segmented
          value={settings.language}
          disabled={locked('language')}
          aria-label={t('language.label')}
          options={(['zh', 'en'] as const).map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(language) => save({ language })}
        />
      </SettingRow>
      <SettingRow name={t('theme.label')} {...note('theme')}>
        <Segmented
          value={settings.theme}
          disabled={locked('theme')}
          aria-label={t('theme.label')}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`theme.${value}`),
          }))}
          onChange={(theme) => save({ theme })}
        />
      </SettingRow>
      <SettingRow name={t('settings.fontSize')} {...note('fontSize')}>
        <InputNumber
          min={11}
          max={24}
          precision={0}
          value={settings.fontSize}
          disabled={locked('fontSize')}
          aria-label={t('settings.fontSize')}
          data-testid="font-size"
          onChange={(fontSize) => {
            if (fontSize !== null) save({ fontSize });
          }}
        />
      </SettingRow>
      <SettingRow name={t('settings.hiddenTypes')}>
        <Checkbox.Group
          value={settings.hiddenTypes}
          options={TYPE_ORDER.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(types) => save({ hiddenTypes: [...labels, ...types] })}
        />
      </SettingRow>
    </>
  );
}
