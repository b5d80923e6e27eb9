import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LabelType } from '../../../../shared/domain/annotation-schema.ts';
import { moved } from '../../../lib/annotation/schema-draft.ts';
import { AddRow, RowHead, RowTools } from './row-tools.tsx';
import type { SchemaEditorProps } from './schema-editor.tsx';

/** Labels of whole documents; of one group a document has at most one. */
export function LabelRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const change = (index: number, part: Partial<LabelType>): void =>
    onChange({
      ...schema,
      labels: schema.labels.map((type, i) => (i === index ? { ...type, ...part } : type)),
    });
  return (
    <div className="schema-rows">
      {schema.labels.length > 0 && (
        <RowHead
          columns={[
            { field: 'name-field', name: t('annotate.typeName') },
            { field: 'name-field', name: t('annotate.typeTitle') },
            { field: 'wide-field', name: t('annotate.labelGroup') },
          ]}
        />
      )}
      {schema.labels.map((type, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={i} className="schema-row" data-testid="label-type-row">
          <Input
            size="small"
            className="name-field"
            value={type.name}
            maxLength={100}
            placeholder={t('annotate.typeName')}
            aria-label={t('annotate.typeName')}
            onChange={(event) => change(i, { name: event.target.value })}
          />
          <Input
            size="small"
            className="name-field"
            value={type.title}
            maxLength={100}
            placeholder={type.name}
            aria-label={t('annotate.typeTitle')}
            onChange={(event) => change(i, { title: event.target.value })}
          />
          <Input
            size="small"
            className="wide-field"
            value={type.group}
            maxLength={100}
            placeholder={t('annotate.labelGroup')}
            aria-label={t('annotate.labelGroup')}
            onChange={(event) => change(i, { group: event.target.value })}
          />
          <RowTools
            name={type.name}
            onMove={(step) => onChange({ ...schema, labels: moved(schema.labels, i, step) })}
            onRemove={() => onChange({ ...schema, labels: schema.labels.filter((_one, at) => at !== i) })}
          />
        </div>
      ))}
      <AddRow
        label={t('annotate.addLabel')}
        testId="add-label"
        onAdd={() => onChange({ ...schema, labels: [...schema.labels, { name: '', title: '', group: '' }] })}
      />
    </div>
  );
}
