import { Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RelationType } from '../../../../shared/domain/annotation-schema.ts';
import { freeKey, keysOfSchema } from '../../../lib/annotation/letters.ts';
import { moved } from '../../../lib/annotation/schema-draft.ts';
import { AddRow, KeyChoice, RowHead, RowTools, TypesChoice } from './row-tools.tsx';
import type { SchemaEditorProps } from './schema-editor.tsx';

/** Types of relation, and between which types of span they may hold. */
export function RelationRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const used = new Set(keysOfSchema(schema).keys());
  const names = schema.spans.map(({ name }) => name);
  const change = (index: number, part: Partial<RelationType>): void =>
    onChange({
      ...schema,
      relations: schema.relations.map((type, i) => (i === index ? { ...type, ...part } : type)),
    });
  return (
    <div className="schema-rows">
      {schema.relations.length > 0 && (
        <RowHead
          columns={[
            { field: 'name-field', name: t('annotate.typeName') },
            { field: 'name-field', name: t('annotate.typeTitle') },
            { field: 'key-choice', name: t('project.key') },
            { field: 'types-choice', name: t('annotate.relationFrom') },
            { field: 'types-choice', name: t('annotate.relationTo') },
          ]}
        />
      )}
      {schema.relations.map((type, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={i} className="schema-row" data-testid="relation-type-row">
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
          <KeyChoice value={type.key} used={used} onChange={(key) => change(i, { key })} />
          <TypesChoice
            label={t('annotate.relationFrom')}
            placeholder={t('annotate.anyFrom')}
            value={type.from}
            names={names}
            onChange={(from) => change(i, { from })}
          />
          <span className="muted">→</span>
          <TypesChoice
            label={t('annotate.relationTo')}
            placeholder={t('annotate.anyTo')}
            value={type.to}
            names={names}
            onChange={(to) => change(i, { to })}
          />
          <Checkbox
            checked={type.symmetric}
            onChange={(event) => change(i, { symmetric: event.target.checked })}
          >
            {t('annotate.symmetric')}
          </Checkbox>
          <RowTools
            name={type.name}
            onMove={(step) => onChange({ ...schema, relations: moved(schema.relations, i, step) })}
            onRemove={() =>
              onChange({ ...schema, relations: schema.relations.filter((_one, at) => at !== i) })
            }
          />
        </div>
      ))}
      <AddRow
        label={t('annotate.addRelation')}
        testId="add-relation-type"
        onAdd={() =>
          onChange({
            ...schema,
            relations: [
              ...schema.relations,
              { name: '', title: '', from: [], to: [], symmetric: false, key: freeKey(schema) },
            ],
          })
        }
      />
    </div>
  );
}
