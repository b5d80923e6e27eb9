import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AttributeType } from '../../../../shared/domain/annotation-schema.ts';
import { moved } from '../../../lib/annotation/schema-draft.ts';
import { AddRow, RowHead, RowTools, TypesChoice } from './row-tools.tsx';
import type { SchemaEditorProps } from './schema-editor.tsx';

const KINDS = ['choice', 'flag', 'text'] as const;

/** What is said of a span besides its type. */
export function AttributeRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const change = (index: number, part: Partial<AttributeType>): void =>
    onChange({
      ...schema,
      attributes: schema.attributes.map((type, i) => (i === index ? { ...type, ...part } : type)),
    });
  const names = [...schema.spans, ...schema.relations].map(({ name }) => name);
  return (
    <div className="schema-rows">
      {schema.attributes.length > 0 && (
        <RowHead
          columns={[
            { field: 'name-field', name: t('annotate.typeName') },
            { field: 'name-field', name: t('annotate.typeTitle') },
            { field: 'kind-choice', name: t('annotate.attributeKind') },
            { field: 'values-choice', name: t('annotate.values') },
            { field: 'types-choice', name: t('annotate.ofTypes') },
          ]}
        />
      )}
      {schema.attributes.map((type, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={i} className="schema-row" data-testid="attribute-row">
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
          <Select
            size="small"
            className="kind-choice"
            aria-label={t('annotate.attributeKind')}
            value={type.kind}
            options={KINDS.map((kind) => ({ value: kind, label: t(`annotate.kind.${kind}`) }))}
            onChange={(kind) => change(i, { kind })}
          />
          {type.kind !== 'choice' ? (
            <span className="values-choice" />
          ) : (
            <Select
              size="small"
              mode="tags"
              className="values-choice"
              aria-label={t('annotate.values')}
              placeholder={t('annotate.valuesHint')}
              value={type.values}
              open={false}
              suffixIcon={null}
              tokenSeparators={[',', '，', '、', ';', '；']}
              onChange={(values: string[]) =>
                change(i, { values: [...new Set(values.map((value) => value.trim()).filter(Boolean))] })
              }
            />
          )}
          <TypesChoice
            label={t('annotate.ofTypes')}
            placeholder={t('annotate.allTypes')}
            value={type.types}
            names={names}
            onChange={(types) => change(i, { types })}
          />
          <RowTools
            name={type.name}
            onMove={(step) => onChange({ ...schema, attributes: moved(schema.attributes, i, step) })}
            onRemove={() =>
              onChange({ ...schema, attributes: schema.attributes.filter((_one, at) => at !== i) })
            }
          />
        </div>
      ))}
      <AddRow
        label={t('annotate.addAttribute')}
        testId="add-attribute"
        onAdd={() =>
          onChange({
            ...schema,
            attributes: [...schema.attributes, { name: '', title: '', kind: 'flag', values: [], types: [] }],
          })
        }
      />
    </div>
  );
}
