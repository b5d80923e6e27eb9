import { useTranslation } from 'react-i18next';
import { rangeText } from '../../../lib/form-settings.ts';
import { FormRow } from '../form/form-row.tsx';
import { SettingControl } from '../form/setting-control.tsx';
import type { SettingProblem } from '../run-draft.ts';
import { shapeOfVector, type VectorMethod, type VectorSetting } from './vectors-form.ts';

interface VectorsFieldProps {
  readonly method: VectorMethod;
  readonly setting: VectorSetting;
  readonly value: string | boolean;
  readonly problem: SettingProblem | undefined;
  readonly onChange: (value: string | boolean) => void;
}

/** One setting of a training of word vectors. */
export function VectorsField({ method, setting, value, problem, onChange }: VectorsFieldProps) {
  const { t } = useTranslation();
  const shape = shapeOfVector(method, setting);
  const range = rangeText(shape);
  const choiceName = (choice: string): string => {
    if (setting === 'unit') return t(`vectors.setting.unit.choices.${choice as 'word'}`); // safe: the schema's choices
    return t(`vectors.setting.architecture.choices.${choice as 'cbow'}`); // safe: see above
  };
  return (
    <FormRow
      name={t(`vectors.setting.${setting}.name`)}
      help={[t(`vectors.setting.${setting}.help`), range].filter((part) => part !== '').join(' · ')}
      testId={`vector-${setting}`}
      problem={problem && t(`train.problem.${problem}`, { range })}
    >
      {(field) => (
        <SettingControl
          field={field}
          kind={shape.kind}
          value={value}
          {...(shape.choices.length > 0 && {
            options: shape.choices.map((choice) => ({ value: choice, label: choiceName(choice) })),
          })}
          onChange={onChange}
        />
      )}
    </FormRow>
  );
}
