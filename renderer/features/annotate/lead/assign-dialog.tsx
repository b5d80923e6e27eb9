import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../shared/domain/project.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { Field } from '../projects/field.tsx';

interface AssignDialogProps {
  readonly project: Project;
  readonly documents: readonly number[];
  readonly onClose: () => void;
}

/** Gives chosen documents to people: to each of them, or to so many for each document with the work balanced. */
export function AssignDialog({ project, documents, onClose }: AssignDialogProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const { mutateAsync, isPending } = useChange('projects.assign');
  const colleagues = useAnswer('accounts.names', {}, { retry: false }).data ?? [];
  const known = colleagues.filter(({ active }) => active).map(({ name }) => name);
  const names = [...new Set([...project.members, ...known])];
  const [people, setPeople] = useState<string[]>([...project.members]);
  const [wanted, setWanted] = useState<number>(project.settings.overlap);
  const each = Math.min(wanted, people.length);
  const n = formatCount(documents.length);
  const run = (): Promise<void> =>
    attempt(async () => {
      await mutateAsync({
        projectId: project.id,
        documents: [...documents],
        people,
        ...(each < people.length ? { each } : {}),
      });
      notices.done(t('lead.assign.done', { n }));
      onClose();
    });
  return (
    <Modal
      open
      title={t('lead.assign.title', { n })}
      okText={t('lead.assign.ok')}
      okButtonProps={{ disabled: people.length === 0, loading: isPending }}
      data-testid="assign-dialog"
      onCancel={onClose}
      onOk={() => void run()}
    >
      <div className="table-fields">
        <Field label={t('lead.assign.people')} testId="assign-people">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={people}
              options={names.map((value) => ({ value, label: value }))}
              onChange={setPeople}
            />
          )}
        </Field>
        <Field label={t('lead.assign.each')} testId="assign-each">
          {(id) => (
            <Select
              id={id}
              value={each}
              disabled={people.length < 2}
              options={people.map((_, i) => ({
                value: i + 1,
                label:
                  i + 1 === people.length
                    ? t('lead.assign.all')
                    : t('lead.assign.some', { n: formatCount(i + 1) }),
              }))}
              onChange={setWanted}
            />
          )}
        </Field>
      </div>
      <p className="muted">{t('lead.assign.hint')}</p>
    </Modal>
  );
}
