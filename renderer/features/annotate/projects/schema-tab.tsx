import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OrphanRule, Orphans, Project } from '../../../../shared/domain/project.ts';
import { fetchOrphans, useProjectSchema } from '../../../api/annotation.ts';
import { schemaProblems } from '../../../lib/annotation/schema-draft.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { SchemaEditor } from '../schema/schema-editor.tsx';

/** Changes of the schema; what they would leave without a type is asked about first. */
export function SchemaTab({ project }: { readonly project: Project }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const change = useProjectSchema();
  const [draft, setDraft] = useState<AnnotationSchema>(project.schema);
  const [orphans, setOrphans] = useState<Orphans | null>(null);
  const changed = JSON.stringify(draft) !== JSON.stringify(project.schema);
  const save = async (rules: OrphanRule[]): Promise<void> => {
    await change.mutateAsync({ projectId: project.id, schema: draft, rules });
    setOrphans(null);
    notices.done(t('annotate.schemaSaved'));
  };
  const submit = async (): Promise<void> => {
    try {
      const found = await fetchOrphans({ projectId: project.id, schema: draft });
      if (found.total > 0) setOrphans(found);
      else await save([]);
    } catch (error) {
      notices.fail(error);
    }
  };
  return (
    <section className="schema-tab">
      <div className="annotate-tools">
        <span className="muted">{t('annotate.schemaHint')}</span>
        <span className="spacer" />
        <Button disabled={!changed} onClick={() => setDraft(project.schema)}>
          {t('annotate.discard')}
        </Button>
        <Button
          type="primary"
          disabled={!changed || schemaProblems(draft).length > 0}
          loading={change.isPending}
          data-testid="save-schema"
          onClick={() => void submit()}
        >
          {t('app.save')}
        </Button>
      </div>
      <SchemaEditor schema={draft} onChange={setDraft} />
      {orphans !== null && (
        <OrphansDialog
          orphans={orphans}
          schema={draft}
          onCancel={() => setOrphans(null)}
          onSave={(rules) => void save(rules).catch((error: unknown) => notices.fail(error))}
        />
      )}
    </section>
  );
}

interface OrphansDialogProps {
  readonly orphans: Orphans;
  readonly schema: AnnotationSchema;
  readonly onCancel: () => void;
  readonly onSave: (rules: OrphanRule[]) => void;
}

/** For each type that goes: another one for its items, or their removal, which can be undone. */
function OrphansDialog({ orphans, schema, onCancel, onSave }: OrphansDialogProps) {
  const { t } = useTranslation();
  const [targets, setTargets] = useState<ReadonlyMap<string, string | null>>(new Map());
  const keyOf = ({ what, name }: Orphans['items'][number]): string => `${what} ${name}`;
  const others = (what: OrphanRule['what']): readonly string[] =>
    what === 'span'
      ? schema.spans.map(({ name }) => name)
      : what === 'relation'
        ? schema.relations.map(({ name }) => name)
        : what === 'label'
          ? schema.labels.map(({ name }) => name)
          : [];
  return (
    <Modal
      open
      title={t('annotate.orphansTitle', { n: orphans.total })}
      okText={t('app.save')}
      cancelText={t('app.cancel')}
      data-testid="orphans-dialog"
      onCancel={onCancel}
      onOk={() =>
        onSave(
          orphans.items.map((item) => ({
            what: item.what,
            name: item.name,
            to: targets.get(keyOf(item)) ?? null,
          })),
        )
      }
    >
      <p>{t('annotate.orphansBody')}</p>
      {orphans.items.map((item) => (
        <p key={keyOf(item)} className="details-row">
          <span className="details-name">
            {item.name} ×{item.count}
          </span>
          <Select
            size="small"
            className="types-choice"
            aria-label={item.name}
            value={targets.get(keyOf(item)) ?? ''}
            options={[
              { value: '', label: t('annotate.orphanRemove') },
              ...others(item.what).map((name) => ({ value: name, label: `→ ${name}` })),
            ]}
            onChange={(to: string) => setTargets(new Map(targets).set(keyOf(item), to === '' ? null : to))}
          />
        </p>
      ))}
    </Modal>
  );
}
