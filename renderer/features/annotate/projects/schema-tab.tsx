import { DownOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, ConfigProvider, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OrphanRule, Orphans, Project } from '../../../../shared/domain/project.ts';
import { call } from '../../../api/client.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { saveBlob } from '../../../lib/download.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { useRefusal } from '../../../ui/use-refusal.ts';
import { joinSchemas, readSchemaFile, schemaProblems } from '../schema/schema-draft.ts';
import { SchemaEditor } from '../schema/schema-editor.tsx';
import { OrphansDialog } from './orphans-dialog.tsx';

/** Changes of the schema; what they would leave without a type is asked about first. */
export function SchemaTab({ project }: { readonly project: Project }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const refusal = useRefusal('projects.schema', ['adjudicator', 'administrator']);
  const change = useChange('projects.schema');
  /** Null: nothing is changed here; what others change shows at once. */
  const [draft, setDraft] = useState<AnnotationSchema | null>(null);
  const [orphans, setOrphans] = useState<Orphans | null>(null);
  const { busy, attempt } = useAttempt();
  const schema = draft ?? project.schema;
  const changed = draft !== null && JSON.stringify(draft) !== JSON.stringify(project.schema);
  /** Saves once every item has a place, else asks. */
  const submit = (rules: OrphanRule[]): Promise<void> =>
    attempt(async () => {
      const found = await call('projects.orphans', { projectId: project.id, schema, rules });
      if (found.total > 0) return setOrphans(found);
      await change.mutateAsync({ projectId: project.id, schema, rules });
      setOrphans(null);
      setDraft(null);
      notices.done(t('annotate.schemaSaved'));
    });
  return (
    <section className="schema-tab">
      <div className="annotate-tools">
        <span className="muted">{refusal ?? t('annotate.schemaHint')}</span>
        <span className="spacer" />
        {refusal === undefined && <ImportSchema project={project} schema={schema} onSchema={setDraft} />}
        {!changed && <UndoSchema projectId={project.id} />}
        <Button disabled={!changed} onClick={() => setDraft(null)}>
          {t('annotate.discard')}
        </Button>
        <Button
          type="primary"
          disabled={!changed || schemaProblems(schema).length > 0}
          loading={busy}
          data-testid="save-schema"
          onClick={() => void submit([])}
        >
          {t('app.save')}
        </Button>
      </div>
      <ConfigProvider componentDisabled={refusal !== undefined}>
        <SchemaEditor schema={schema} onChange={setDraft} />
      </ConfigProvider>
      {orphans !== null && (
        <OrphansDialog
          orphans={orphans}
          before={project.schema}
          schema={schema}
          busy={busy}
          onCancel={() => setOrphans(null)}
          onSave={(rules) => void submit(rules)}
        />
      )}
    </section>
  );
}

interface ImportSchemaProps {
  readonly project: Project;
  readonly schema: AnnotationSchema;
  readonly onSchema: (schema: AnnotationSchema) => void;
}

/** Adds the types of a file or of another project to the draft; nothing is kept before it is saved. */
function ImportSchema({ project, schema, onSchema }: ImportSchemaProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const { data: projects = [] } = useAnswer('projects.list', {});
  const input = useRef<HTMLInputElement>(null);
  const take = (other: AnnotationSchema): void => {
    const joined = joinSchemas(schema, other);
    onSchema(joined.schema);
    notices.done(t('annotate.schemaAdded', { n: formatCount(joined.added), kept: formatCount(joined.kept) }));
  };
  const read = (file: File | undefined): Promise<void> =>
    attempt(async () => {
      if (file === undefined) return;
      const found = readSchemaFile(await file.text());
      if (found === null) return notices.warn(t('annotate.noSchemaIn', { file: file.name }));
      take(found);
    });
  const others = projects.filter(({ id }) => id !== project.id);
  const items = [
    { key: 'file', label: t('annotate.schemaFromFile'), onClick: () => input.current?.click() },
    ...others.map(({ id, name }) => ({
      key: String(id),
      label: t('annotate.schemaOfProject', { name }),
      onClick: () => void attempt(async () => take((await call('projects.get', { projectId: id })).schema)),
    })),
    {
      key: 'save',
      label: t('annotate.schemaToFile'),
      onClick: () =>
        saveBlob(`${project.name}.schema.json`, new Blob([`${JSON.stringify(schema, undefined, 2)}\n`])),
    },
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button data-testid="import-schema">
          {t('annotate.importSchema')} <DownOutlined />
        </Button>
      </Dropdown>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        data-testid="schema-file-input"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
    </>
  );
}

/** Takes the change of the schema back, with all that it did to annotations, while it is one's last step. */
function UndoSchema({ projectId }: { readonly projectId: number }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const last = useAnswer('annotation.undoState', { projectId }).data?.undo;
  const undo = useChange('annotation.undo');
  if (last?.action !== 'schema') return null;
  const take = (): Promise<void> =>
    attempt(async () => {
      await undo.mutateAsync({ projectId });
      notices.done(t('annotate.schemaUndone'));
    });
  return (
    <Button
      icon={<UndoOutlined />}
      loading={undo.isPending}
      data-testid="undo-schema"
      onClick={() => void take()}
    >
      {t('annotate.undoSchema')}
    </Button>
  );
}
