import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SpanType } from '../../../../shared/domain/annotation-schema.ts';
import { LOOK_COUNT } from '../../../../shared/looks.ts';
import { freeKey, freeLook, keysOfSchema, lettersOf } from '../../../lib/annotation/letters.ts';
import { moved, removeSpanType, renameSpanType } from '../../../lib/annotation/schema-draft.ts';
import { AddRow, KeyChoice, RowHead, RowTools } from './row-tools.tsx';
import type { SchemaEditorProps } from './schema-editor.tsx';

/** Types of span: look, letter, name, title, key and what they mean. */
export function SpanRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const letters = lettersOf(schema.spans);
  const used = new Set(keysOfSchema(schema).keys());
  const change = (index: number, part: Partial<SpanType>): void =>
    onChange({
      ...schema,
      spans: schema.spans.map((type, i) => (i === index ? { ...type, ...part } : type)),
    });
  const add = (): void =>
    onChange({
      ...schema,
      spans: [
        ...schema.spans,
        { name: '', title: '', look: freeLook(schema.spans), key: freeKey(schema), description: '' },
      ],
    });
  return (
    <div className="schema-rows">
      {schema.spans.length > 0 && (
        <RowHead
          columns={[
            { field: 'type-badge' },
            { field: 'look-choice', name: t('project.look') },
            { field: 'name-field', name: t('annotate.typeName') },
            { field: 'name-field', name: t('annotate.typeTitle') },
            { field: 'key-choice', name: t('project.key') },
            { field: 'wide-field', name: t('annotate.typeDescription') },
          ]}
        />
      )}
      {schema.spans.map((type, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={i} className="schema-row" data-testid="span-type-row">
          <span className={`type-badge look-${type.look}`}>{letters.get(type.name) ?? '?'}</span>
          <LookChoice value={type.look} onChange={(look) => change(i, { look })} />
          <Input
            size="small"
            className="name-field"
            value={type.name}
            maxLength={100}
            placeholder={t('annotate.typeName')}
            aria-label={t('annotate.typeName')}
            onChange={(event) => onChange(renameSpanType(schema, i, event.target.value))}
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
          <KeyChoice value={type.key} used={used} onChange={(key) => change(i, { key })} />
          <Input
            size="small"
            className="wide-field"
            value={type.description}
            maxLength={2000}
            placeholder={t('annotate.typeDescription')}
            aria-label={t('annotate.typeDescription')}
            onChange={(event) => change(i, { description: event.target.value })}
          />
          <RowTools
            name={type.name}
            onMove={(step) => onChange({ ...schema, spans: moved(schema.spans, i, step) })}
            onRemove={() => onChange(removeSpanType(schema, i))}
          />
        </div>
      ))}
      <AddRow label={t('annotate.addSpanType')} testId="add-span-type" onAdd={add} />
    </div>
  );
}

function LookChoice({ value, onChange }: { value: number; onChange: (look: number) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      className="look-choice"
      aria-label={t('annotate.look')}
      value={value}
      options={Array.from({ length: LOOK_COUNT }, (_, look) => ({
        value: look,
        label: <LookSample look={look} />,
      }))}
      onChange={onChange}
    />
  );
}

const LookSample = ({ look }: { readonly look: number }) => {
  const { t } = useTranslation();
  return <span className={`look-sample look-${look}`}>{t('annotate.lookSample')}</span>;
};
