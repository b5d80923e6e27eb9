import { Input, Select, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EncoderSize } from '../../../shared/domain/training.ts';
import { rangeText, type SettingKey, shapeOf } from '../../lib/ner-settings.ts';
import type { SettingProblem } from '../../lib/run-draft.ts';

interface SettingFieldProps {
  readonly setting: SettingKey;
  readonly value: string | boolean;
  readonly problem: SettingProblem | undefined;
  /** Encoders of the registry. */
  readonly encoders: readonly string[];
  readonly onChange: (value: string | boolean) => void;
}

/** One setting: its name, its control, and what it does with the range it may have. */
export function SettingField({ setting, value, problem, encoders, onChange }: SettingFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const range = rangeText(shapeOf(setting));
  return (
    <div className="setting-field" data-testid={`setting-${setting}`}>
      <label htmlFor={id}>{t(`train.setting.${setting}.name`)}</label>
      <Control
        id={id}
        setting={setting}
        value={value}
        problem={problem}
        encoders={encoders}
        onChange={onChange}
      />
      <div>
        {problem !== undefined && (
          <p className="field-error" id={`${id}-problem`} role="alert">
            {t(`train.problem.${problem}`, { range })}
          </p>
        )}
        <p className="muted" id={`${id}-help`}>
          {t(`train.setting.${setting}.help`)}
          {range !== '' && <span className="range"> {range}</span>}
        </p>
      </div>
    </div>
  );
}

type ControlProps = SettingFieldProps & { readonly id: string };

function Control({ id, setting, value, problem, encoders, onChange }: ControlProps) {
  const options = useOptions(setting, encoders);
  const described = {
    id,
    'aria-describedby': problem === undefined ? `${id}-help` : `${id}-problem ${id}-help`,
    ...(problem === undefined ? {} : { status: 'error' as const, 'aria-invalid': true }),
  };
  if (typeof value === 'boolean') {
    return (
      <span>
        <Switch id={id} checked={value} aria-describedby={`${id}-help`} onChange={onChange} />
      </span>
    );
  }
  if (options !== undefined) {
    return (
      <Select
        {...described}
        value={value}
        options={options}
        onChange={onChange}
        popupMatchSelectWidth={false}
      />
    );
  }
  const { kind } = shapeOf(setting);
  return (
    <Input
      {...described}
      value={value}
      inputMode={kind === 'text' ? 'text' : kind === 'integer' ? 'numeric' : 'decimal'}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}
type Options = (Option | { readonly label: string; readonly options: Option[] })[];

/** What may be chosen; undefined where one types. */
function useOptions(setting: SettingKey, encoders: readonly string[]): Options | undefined {
  const { t } = useTranslation();
  const { choices } = shapeOf(setting);
  if (setting === 'encoder') {
    const imported = encoders.map((name) => ({ value: name, label: name }));
    return [
      {
        label: t('train.encoder.random'),
        options: EncoderSize.options.map((size) => ({ value: size, label: t(`train.encoder.${size}`) })),
      },
      ...(imported.length === 0 ? [] : [{ label: t('train.encoder.imported'), options: imported }]),
    ];
  }
  if (choices.length === 0) return undefined;
  return choices.map((value) => ({ value, label: choiceName(value) }));

  function choiceName(value: string): string {
    if (setting === 'network') return t(`train.network.${value as 'bilstm-crf'}`); // safe: the schema's own choices
    if (setting === 'schedule') return t(`train.schedule.${value as 'linear'}`); // safe: see above
    return value;
  }
}
