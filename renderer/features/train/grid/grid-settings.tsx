import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rangeText, settingOrder, shapeOf } from '../../../lib/form-settings.ts';
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
  const id = useId();
  const words = useSettingWords(task);
  const range = rangeText(shapeOf(task, setting));
  return (
    <div className="setting-field" data-testid={`grid-setting-${setting}`}>
      <label htmlFor={id}>{words.name(setting)}</label>
      <Input
        id={id}
        value={settings[setting]}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('grid.form.suited')}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
        {...(wrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
      />
      <p className={wrong ? 'field-error' : 'muted'} id={`${id}-help`}>
        {wrong ? t('grid.form.range', { range }) : words.help(setting)}
      </p>
    </div>
  );
}
