import { InputNumber, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, QueueEntry } from '../../../../shared/domain/project.ts';
import { useChange } from '../../../api/requests.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { layerOf } from '../queue.ts';
import { Field } from './field.tsx';

interface DecideDialogProps {
  readonly project: Project;
  /** Documents chosen in the list or left by its filter. */
  readonly documents: readonly QueueEntry[];
  readonly person: string;
  readonly onClose: () => void;
}

/** Accepts or rejects one's own open suggestions in many documents, by type and score, as one step that can be undone. */
export function DecideDialog({ project, documents, person, onClose }: DecideDialogProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const { mutateAsync, isPending } = useChange('annotation.decide');
  const [decision, setDecision] = useState<'accept' | 'reject'>('accept');
  const [type, setType] = useState<string | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const open = documents.filter(
    (entry) => entry.lockedAt === null && (layerOf(entry, person)?.suggested ?? 0) > 0,
  );
  const suggestions = open.reduce((sum, entry) => sum + (layerOf(entry, person)?.suggested ?? 0), 0);
  const types = [
    ...project.schema.spans,
    ...project.schema.relations,
    ...project.schema.labels.map((label) => label),
  ];
  const run = (): Promise<void> =>
    attempt(async () => {
      const result = await mutateAsync({
        projectId: project.id,
        documents: open.map(({ id }) => id),
        decision,
        ...(type === null ? {} : { type }),
        ...(percent === null ? {} : { threshold: percent / 100 }),
      });
      if (result === null) return notices.note(t('project.decide.none'));
      notices.done(t(`project.decide.done.${decision}`, { n: formatCount(result.edit.changes) }));
      onClose();
    });
  return (
    <Modal
      open
      title={t('project.decide.title')}
      okText={t(`project.decide.${decision}`)}
      okButtonProps={{ disabled: open.length === 0, loading: isPending }}
      data-testid="decide-dialog"
      onCancel={onClose}
      onOk={() => void run()}
    >
      <p>{t('project.decide.body', { n: formatCount(suggestions), documents: formatCount(open.length) })}</p>
      <div className="table-fields">
        <Field label={t('project.decide.what')} testId="decide-what">
          {(id) => (
            <Radio.Group
              id={id}
              optionType="button"
              value={decision}
              options={(['accept', 'reject'] as const).map((value) => ({
                value,
                label: t(`project.decide.${value}`),
              }))}
              onChange={({ target }) => setDecision(target.value)}
            />
          )}
        </Field>
        <Field label={t('filter.type')} testId="decide-type">
          {(id) => (
            <Select
              id={id}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={type}
              placeholder={t('project.decide.anyType')}
              options={[...new Map(types.map(({ name, title }) => [name, title || name]))].map(
                ([value, label]) => ({
                  value,
                  label,
                }),
              )}
              onChange={(chosen: string | undefined) => setType(chosen ?? null)}
            />
          )}
        </Field>
        <Field label={t(`project.decide.score.${decision}`)} testId="decide-score">
          {(id) => (
            <InputNumber
              id={id}
              min={0}
              max={100}
              value={percent}
              suffix="%"
              placeholder={t('project.decide.anyScore')}
              onChange={setPercent}
            />
          )}
        </Field>
      </div>
      <p className="muted">{t('project.decide.hint')}</p>
    </Modal>
  );
}
