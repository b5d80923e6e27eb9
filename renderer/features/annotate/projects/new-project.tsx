import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { ProjectSettings } from '../../../../shared/domain/project.ts';
import { useChange } from '../../../api/requests.ts';
import { useAppInfo } from '../../../api/system.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import type { AnnotateRoute } from '../route.ts';
import { schemaProblems } from '../schema/schema-draft.ts';
import { SchemaEditor } from '../schema/schema-editor.tsx';
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from '../schema/schema-templates.ts';

/** Name, a schema to begin with, and the schema itself. */
export function NewProject({ onGo }: { readonly onGo: (route: AnnotateRoute) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { attempt } = useAttempt();
  const actor = useAppInfo().data?.actor ?? '';
  const create = useChange('projects.create');
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<TemplateName>('emr');
  const [schema, setSchema] = useState<AnnotationSchema>(TEMPLATES.emr);
  const ready = name.trim() !== '' && schemaProblems(schema).length === 0;
  const submit = async (): Promise<void> => {
    if (!ready) return;
    await attempt(async () => {
      const project = await create.mutateAsync({
        name: name.trim(),
        schema,
        // Two people label each document blindly, as soon as there are two.
        settings: ProjectSettings.parse({ overlap: 2 }),
        members: actor === '' ? [] : [actor],
      });
      onGo({ kind: 'project', project: project.id });
    });
  };
  return (
    <main className="annotate-form" data-pane="annotate" data-testid="new-project-form">
      <header className="annotate-tools">
        <h1>{t('annotate.newProject')}</h1>
        <span className="spacer" />
        <Button onClick={() => onGo({ kind: 'projects' })}>{t('app.cancel')}</Button>
        <Button
          type="primary"
          disabled={!ready}
          loading={create.isPending}
          data-testid="create-project"
          onClick={() => void submit()}
        >
          {t('annotate.create')}
        </Button>
      </header>
      <div className="annotate-body">
        <label className="field-label" htmlFor={id}>
          {t('annotate.projectName')}
        </label>
        <Input
          id={id}
          autoFocus
          value={name}
          maxLength={200}
          placeholder={t('annotate.projectNameHint')}
          data-testid="project-name"
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void submit()}
        />
        <fieldset className="templates" aria-label={t('annotate.template')}>
          {TEMPLATE_NAMES.map((key) => (
            <button
              key={key}
              type="button"
              className="template"
              data-testid={`template-${key}`}
              aria-pressed={key === template}
              onClick={() => {
                setTemplate(key);
                setSchema(TEMPLATES[key]);
              }}
            >
              <strong>{t(`annotate.templates.${key}.name`)}</strong>
              <span className="muted">{t(`annotate.templates.${key}.hint`)}</span>
            </button>
          ))}
        </fieldset>
        <SchemaEditor key={template} schema={schema} onChange={setSchema} />
      </div>
    </main>
  );
}
