import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { NamedRows } from './named-rows.tsx';
import { KeyChoice, type SchemaEditorProps, TypesChoice } from './row-tools.tsx';
import { freeKey, keysOfSchema } from './type-letters.ts';

/** Types of relation, and between which types of span they may hold. */
export function RelationRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const used = new Set(keysOfSchema(schema).keys());
  const names = schema.spans.map(({ name }) => name);
  return (
    <NamedRows
      types={schema.relations}
      onChange={(relations) => onChange({ ...schema, relations })}
      rowId="relation-type-row"
      after={(type, change) => (
        <>
          <KeyChoice value={type.key} used={used} onChange={(key) => change({ key })} />
          <TypesChoice
            label={t('annotate.relationFrom')}
            placeholder={t('annotate.anyFrom')}
            value={type.from}
            names={names}
            onChange={(from) => change({ from })}
          />
          <span className="muted">→</span>
          <TypesChoice
            label={t('annotate.relationTo')}
            placeholder={t('annotate.anyTo')}
            value={type.to}
            names={names}
            onChange={(to) => change({ to })}
          />
          <Checkbox
            checked={type.symmetric}
            onChange={(event) => change({ symmetric: event.target.checked })}
          >
            {t('annotate.symmetric')}
          </Checkbox>
        </>
      )}
      add={{
        label: t('annotate.addRelation'),
        testId: 'add-relation-type',
        type: () => ({ name: '', title: '', from: [], to: [], symmetric: false, key: freeKey(schema) }),
      }}
    />
  );
}
