import { Input, Select, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rangeText } from '../../../lib/form-settings.ts';
import type { SettingProblem } from '../run-draft.ts';
import { shapeOfVector, type VectorMethod, type VectorSetting } from './vectors-form.ts';

interface RowProps {
  readonly name: string;
  readonly help: string;
  readonly testId: string;
  readonly problem?: string | undefined;
  /** The control, given the id that its label names and that of what explains it. */
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}

/** A row of the form: name, control, and what it does. */
export function VectorsRow({ name, help, testId, problem, children }: RowProps) {
  const id = useId();
  const described = problem === undefined ? `${id}-help` : `${id}-problem ${id}-help`;
  return (
    <div className="setting-field" data-testid={testId}>
      <label htmlFor={id}>{name}</label>
      <div>{children({ id, 'aria-describedby': described })}</div>
      <div>
        {problem !== undefined && (
          <p className="field-error" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        <p className="muted" id={`${id}-help`}>
          {help}
        </p>
      </div>
    </div>
  );
}

interface FieldProps {
  readonly method: VectorMethod;
  readonly setting: VectorSetting;
  readonly value: string | boolean;
  readonly problem: SettingProblem | undefined;
  readonly onChange: (value: string | boolean) => void;
}

/** One setting of a training of word vectors. */
export function VectorsField({ method, setting, value, problem, onChange }: FieldProps) {
  const { t } = useTranslation();
  const shape = shapeOfVector(method, setting);
  const range = rangeText(shape);
  const choiceName = (choice: string): string => {
    if (setting === 'unit') return t(`vectors.setting.unit.choices.${choice as 'word'}`); // safe: the schema's choices
    return t(`vectors.setting.architecture.choices.${choice as 'cbow'}`); // safe: see above
  };
  return (
    <VectorsRow
      name={t(`vectors.setting.${setting}.name`)}
      help={[t(`vectors.setting.${setting}.help`), range].filter((part) => part !== '').join(' · ')}
      testId={`vector-${setting}`}
      problem={problem === undefined ? undefined : t(`train.problem.${problem}`, { range })}
    >
      {(ids) => {
        if (typeof value === 'boolean') return <Switch {...ids} checked={value} onChange={onChange} />;
        if (shape.choices.length > 0)
          return (
            <Select
              {...ids}
              value={value}
              onChange={onChange}
              options={shape.choices.map((choice) => ({ value: choice, label: choiceName(choice) }))}
            />
          );
        return (
          <Input
            {...ids}
            value={value}
            inputMode={shape.kind === 'integer' ? 'numeric' : 'decimal'}
            spellCheck={false}
            autoComplete="off"
            {...(problem === undefined ? {} : { status: 'error' as const, 'aria-invalid': true })}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      }}
    </VectorsRow>
  );
}
