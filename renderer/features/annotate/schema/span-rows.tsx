import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { freeStyle, STYLE_ORDER } from '../../../../shared/annotation-styles.ts';
import { NamedRows, TextField } from './named-rows.tsx';
import { KeyChoice, type SchemaEditorProps } from './row-tools.tsx';
import { removeSpanType, renameSpanType } from './schema-draft.ts';
import { freeKey, keysOfSchema, lettersOf } from './type-letters.ts';

/** Types of span: look, letter, name, title, key and what they mean. Other parts of the schema follow their names. */
export function SpanRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const letters = lettersOf(schema.spans);
  const used = new Set(keysOfSchema(schema).keys());
  return (
    <NamedRows
      types={schema.spans}
      onChange={(spans) => onChange({ ...schema, spans })}
      onRename={(index, name) => onChange(renameSpanType(schema, index, name))}
      onRemove={(index) => onChange(removeSpanType(schema, index))}
      rowId="span-type-row"
      before={(type, change) => (
        <>
          <span className={`type-badge look-${type.look}`}>{letters.get(type.name) ?? '?'}</span>
          <LookChoice value={type.look} onChange={(look) => change({ look })} />
        </>
      )}
      after={(type, change) => (
        <>
          <TextField
            label={t('annotate.typeGroup')}
            value={type.group}
            onChange={(group) => change({ group })}
          />
          <KeyChoice value={type.key} used={used} onChange={(key) => change({ key })} />
          <TextField
            label={t('annotate.typeDescription')}
            className="wide-field"
            maxLength={2000}
            value={type.description}
            onChange={(description) => change({ description })}
          />
        </>
      )}
      add={{
        label: t('annotate.addSpanType'),
        testId: 'add-span-type',
        type: () => ({
          name: '',
          title: '',
          look: freeStyle(schema.spans),
          key: freeKey(schema),
          group: '',
          description: '',
        }),
      }}
    />
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
      options={STYLE_ORDER.map((look) => ({
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
