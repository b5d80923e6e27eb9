import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NamedRows } from './named-rows.tsx';
import { type SchemaEditorProps, TypesChoice } from './row-tools.tsx';

const KINDS = ['choice', 'flag', 'text'] as const;

export function AttributeRows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const names = [...schema.spans, ...schema.relations].map(({ name }) => name);
  return (
    <NamedRows
      types={schema.attributes}
      onChange={(attributes) => onChange({ ...schema, attributes })}
      rowId="attribute-row"
      after={(type, change) => (
        <>
          <Select
            size="small"
            className="kind-choice"
            aria-label={t('annotate.attributeKind')}
            value={type.kind}
            options={KINDS.map((kind) => ({ value: kind, label: t(`annotate.kind.${kind}`) }))}
            onChange={(kind) => change({ kind })}
          />
          {type.kind === 'choice' && (
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
                change({ values: [...new Set(values.map((value) => value.trim()).filter(Boolean))] })
              }
            />
          )}
          {type.kind === 'choice' && (
            <Checkbox
              checked={type.several}
              data-testid="attribute-several"
              onChange={({ target }) => change({ several: target.checked })}
            >
              {t('annotate.several')}
            </Checkbox>
          )}
          {type.kind !== 'flag' && (
            <Checkbox
              checked={type.required}
              data-testid="attribute-required"
              onChange={({ target }) => change({ required: target.checked })}
            >
              {t('annotate.required')}
            </Checkbox>
          )}
          <TypesChoice
            label={t('annotate.ofTypes')}
            placeholder={t('annotate.allTypes')}
            value={type.types}
            names={names}
            onChange={(types) => change({ types })}
          />
        </>
      )}
      add={{
        label: t('annotate.addAttribute'),
        testId: 'add-attribute',
        type: () => ({
          name: '',
          title: '',
          kind: 'flag' as const,
          values: [],
          types: [],
          several: false,
          required: false,
        }),
      }}
    />
  );
}
