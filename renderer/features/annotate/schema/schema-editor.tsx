import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../ui/markdown.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AttributeRows } from './attribute-rows.tsx';
import { LabelRows } from './label-rows.tsx';
import { RelationRows } from './relation-rows.tsx';
import type { SchemaEditorProps } from './row-tools.tsx';
import { schemaProblems } from './schema-draft.ts';
import { SpanRows } from './span-rows.tsx';

type Part = 'spans' | 'attributes' | 'relations' | 'labels' | 'guidelines';

/** Everything that may be annotated in a project; what is still wrong is said below. */
export function SchemaEditor({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('spans');
  const problems = schemaProblems(schema);
  const counted = (name: string, count: number): string => (count === 0 ? name : `${name} ${count}`);
  return (
    <section className="schema-editor" aria-label={t('annotate.schema')}>
      <Tabs
        label={t('annotate.schema')}
        active={part}
        onPick={setPart}
        tabs={[
          {
            key: 'spans',
            name: counted(t('annotate.spanTypes'), schema.spans.length),
            content: <SpanRows schema={schema} onChange={onChange} />,
          },
          {
            key: 'attributes',
            name: counted(t('annotate.attributes'), schema.attributes.length),
            content: <AttributeRows schema={schema} onChange={onChange} />,
          },
          {
            key: 'relations',
            name: counted(t('annotate.relationTypes'), schema.relations.length),
            content: <RelationRows schema={schema} onChange={onChange} />,
          },
          {
            key: 'labels',
            name: counted(t('annotate.labels'), schema.labels.length),
            content: <LabelRows schema={schema} onChange={onChange} />,
          },
          {
            key: 'guidelines',
            name: t('annotate.guidelines'),
            content: <Guidelines schema={schema} onChange={onChange} />,
          },
        ]}
      />
      {problems.length > 0 && (
        <ul className="schema-problems" role="alert">
          {problems.map(({ kind, what }) => (
            <li key={`${kind} ${what}`} className="field-error">
              {t(`annotate.problem.${kind}`, { what })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Markdown at the left, as annotators will read it at the right. */
function Guidelines({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation();
  return (
    <div className="guidelines-editor">
      <Input.TextArea
        value={schema.guidelines}
        maxLength={200_000}
        aria-label={t('annotate.guidelines')}
        placeholder={t('annotate.guidelinesHint')}
        data-testid="guidelines"
        onChange={(event) => onChange({ ...schema, guidelines: event.target.value })}
      />
      <div className="guidelines-preview">
        <Markdown text={schema.guidelines} />
      </div>
    </div>
  );
}
