import { useTranslation } from 'react-i18next';
import { rangeText, settingOrder, shapeOf } from '../../../lib/form-settings.ts';
import { FormRow } from '../form/form-row.tsx';
import { SettingControl } from '../form/setting-control.tsx';
import { useSettingWords } from '../form/use-setting-words.ts';
import { GRID_SETTINGS, type GridDraft, type GridProblem, type GridSetting } from './grid-draft.ts';

interface GridSettingsProps {
  readonly draft: GridDraft;
  readonly problems: readonly GridProblem[];
  readonly onChange: (part: Partial<GridDraft>) => void;
}

/** The few settings that all cells share; what is left empty suits each network. */
export function GridSettings({ draft, problems, onChange }: GridSettingsProps) {
  const { t } = useTranslation();
  const known = settingOrder(draft.task);
  return (
    <section className="setting-group">
      <h2>{t('train.group.basic')}</h2>
      {GRID_SETTINGS.filter((key) => known.includes(key)).map((key) => (
        <Field
          key={key}
          setting={key}
          draft={draft}
          wrong={problems.includes(key)}
          onChange={(value) => onChange({ settings: { ...draft.settings, [key]: value } })}
        />
      ))}
    </section>
  );
}

interface FieldProps {
  readonly setting: GridSetting;
  readonly draft: GridDraft;
  readonly wrong: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ setting, draft: { task, settings }, wrong, onChange }: FieldProps) {
  const { t } = useTranslation();
  const words = useSettingWords(task);
  const shape = shapeOf(task, setting);
  return (
    <FormRow
      name={words.name(setting)}
      testId={`grid-setting-${setting}`}
      {...(wrong
        ? { problem: t('grid.form.range', { range: rangeText(shape) }) }
        : { help: words.help(setting) })}
    >
      {(field) => (
        <SettingControl
          field={field}
          kind="integer"
          value={settings[setting]}
          placeholder={t('grid.form.suited')}
          onChange={(value) => onChange(String(value))}
        />
      )}
    </FormRow>
  );
}
