import { useTranslation } from 'react-i18next';
import { NamedRows, TextField } from './named-rows.tsx';
import type { SchemaEditorProps } from './row-tools.tsx';

/** Labels of whole documents; of one group a document has at most one. */
export function LabelRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  return (
    <NamedRows
      types={schema.labels}
      onChange={(labels) => onChange({ ...schema, labels })}
      rowId="label-type-row"
      after={(type, change) => (
        <TextField
          label={t('annotate.labelGroup')}
          className="wide-field"
          value={type.group}
          onChange={(group) => change({ group })}
        />
      )}
      add={{
        label: t('annotate.addLabel'),
        testId: 'add-label',
        type: () => ({ name: '', title: '', group: '' }),
      }}
    />
  );
}
