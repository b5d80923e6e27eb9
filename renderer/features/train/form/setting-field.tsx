import { Input, Select, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EncoderSize, type TrainingTask } from '../../../../shared/domain/training.ts';
import { useVectors } from '../../../api/vectors.ts';
import { rangeText, shapeOf } from '../../../lib/form-settings.ts';
import type { SettingProblem } from '../run-draft.ts';
import type { SettingWords } from './setting-words.ts';
import { useSettingWords } from './use-setting-words.ts';

interface SettingFieldProps {
  readonly task: TrainingTask;
  readonly setting: string;
  readonly value: string | boolean;
  readonly problem: SettingProblem | undefined;
  /** Encoders of the registry. */
  readonly encoders: readonly string[];
  readonly onChange: (value: string | boolean) => void;
}

/** One setting: its name, its control, and what it does with the range it may have. */
export function SettingField(props: SettingFieldProps) {
  const { task, setting, value, problem } = props;
  const { t } = useTranslation();
  const words = useSettingWords(task);
  const id = useId();
  const range = rangeText(shapeOf(task, setting));
  return (
    <div className="setting-field" data-testid={`setting-${setting}`}>
      <label htmlFor={id}>{words.name(setting)}</label>
      <Control id={id} {...props} />
      <div>
        {problem !== undefined && (
          <p className="field-error" id={`${id}-problem`} role="alert">
            {t(`train.problem.${problem}`, { range })}
          </p>
        )}
        <p className="muted" id={`${id}-help`}>
          {setting === 'network' ? explained(words, value) : words.help(setting)}
          {range !== '' && <span className="range"> {range}</span>}
        </p>
      </div>
    </div>
  );
}

type ControlProps = SettingFieldProps & { readonly id: string };

function Control({ id, task, setting, value, problem, encoders, onChange }: ControlProps) {
  const { t } = useTranslation();
  const options = useOptions(task, setting, encoders);
  const words = useSettingWords(task);
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
        value={value === '' ? null : value}
        placeholder={t(
          setting === 'vectors' && options.length === 0 ? 'texts.noVectors' : 'train.form.choose',
        )}
        options={options}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
        popupMatchSelectWidth={false}
        // The field is narrow: the chosen network shows only its name.
        labelRender={({ value: chosen, label }) => (
          <span title={typeof label === 'string' ? label : undefined}>
            {setting === 'network' ? words.networkName(String(chosen)) : label}
          </span>
        )}
      />
    );
  }
  const { kind } = shapeOf(task, setting);
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

/** Explains the network chosen, or what networks are where its name says it all. */
function explained(words: SettingWords, network: string | boolean): string {
  const about = words.networkHelp(String(network));
  return about === '' ? words.help('network') : about.charAt(0).toUpperCase() + about.slice(1);
}

interface Option {
  readonly value: string;
  readonly label: string;
}
type Options = (Option | { readonly label: string; readonly options: Option[] })[];

/** Options of a setting; undefined where the user types a value. */
function useOptions(task: TrainingTask, setting: string, encoders: readonly string[]): Options | undefined {
  const { t } = useTranslation();
  const words = useSettingWords(task);
  const vectors = useVectors().data;
  const { choices } = shapeOf(task, setting);
  if (setting === 'vectors')
    return (vectors ?? []).map(({ name, unit, dimension }) => ({
      value: name,
      label: `${name} · ${t(`texts.unit.${unit}`)} · ${dimension}`,
    }));
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
  return choices.map((value) => ({ value, label: words.choice(setting, value) }));
}
