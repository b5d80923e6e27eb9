import { AutoComplete, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassifiedFields } from '../../../../shared/domain/data-preview.ts';

interface ImportFieldsProps {
  readonly names: readonly string[];
  readonly fields: ClassifiedFields | undefined;
  /** Whether a row has two texts; then it has one label without a parent. */
  readonly isPair: boolean;
  readonly disabled: boolean;
  readonly onFields: (fields: ClassifiedFields) => void;
}

const SEPARATORS = ['##', '|', ';', '；', '、', ',', '，'];
const JOIN = ',';
const TEXT_FIELDS = ['text', 'label'] as const;
const PAIR_FIELDS = ['text', 'second', 'label'] as const;

/** Chooses the fields that hold texts, labels and their parents; several may hold texts or labels. */
export function ImportFields({ names, fields, isPair, disabled, onFields }: ImportFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const set = (part: Partial<ClassifiedFields>): void => {
    const { separator = '', parent = '', ...next } = { text: '', label: '', ...fields, ...part };
    onFields({
      ...next,
      ...(separator === '' ? {} : { separator }),
      ...(parent === '' ? {} : { parent }),
    });
  };
  return (
    <div className="import-fields" data-testid="import-fields">
      {(isPair ? PAIR_FIELDS : TEXT_FIELDS).map((use) => (
        <div key={use} data-testid={`field-${use}`}>
          <label htmlFor={`${id}-${use}`}>
            {t(isPair && use === 'text' ? 'texts.import.first' : `texts.import.${use}`)}
          </label>
          <Select
            id={`${id}-${use}`}
            mode="multiple"
            disabled={disabled}
            value={partsOf(fields?.[use], names)}
            placeholder={t('train.form.choose')}
            options={names.map((name) => ({ value: name, label: name }))}
            popupMatchSelectWidth={false}
            onChange={(chosen) => set({ [use]: chosen.join(JOIN) })}
          />
        </div>
      ))}
      {!isPair && <LabelFields names={names} fields={fields} disabled={disabled} onSet={set} />}
    </div>
  );
}

interface LabelFieldsProps extends Pick<ImportFieldsProps, 'names' | 'fields' | 'disabled'> {
  readonly onSet: (part: Partial<ClassifiedFields>) => void;
}

/** Chooses the parent of the labels and what separates several ones. */
function LabelFields({ names, fields, disabled, onSet }: LabelFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <div data-testid="field-parent">
        <label htmlFor={`${id}-parent`}>{t('texts.import.parent')}</label>
        <Select
          id={`${id}-parent`}
          disabled={disabled}
          allowClear
          value={fields?.parent}
          placeholder={t('texts.import.noParent')}
          options={names.map((name) => ({ value: name, label: name }))}
          popupMatchSelectWidth={false}
          onChange={(parent: string | undefined) => onSet({ parent: parent ?? '' })}
        />
      </div>
      <div data-testid="field-separator">
        <label htmlFor={`${id}-separator`}>{t('texts.import.separator')}</label>
        <AutoComplete
          id={`${id}-separator`}
          disabled={disabled}
          allowClear
          maxLength={20}
          value={fields?.separator ?? ''}
          placeholder={t('texts.import.noSeparator')}
          options={SEPARATORS.map((value) => ({ value }))}
          onChange={(separator: string | undefined) => onSet({ separator: separator ?? '' })}
        />
      </div>
    </>
  );
}

/** One name that holds a comma, or several joined by commas. */
function partsOf(field: string | undefined, names: readonly string[]): string[] {
  if (field === undefined || field === '') return [];
  return names.includes(field) ? [field] : field.split(JOIN);
}
