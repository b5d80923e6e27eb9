import { useQuery } from '@tanstack/react-query';
import { App, Button, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Project, QueueOrder } from '../../../../shared/domain/project.ts';
import { useDeleteProject, useProjectMembers, useProjectSettings } from '../../../api/annotation.ts';
import { call } from '../../../api/client.ts';
import type { AnnotatePlace } from '../../../lib/annotate-place.ts';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';

interface MembersTabProps {
  readonly project: Project;
  readonly onGo: (place: AnnotatePlace) => void;
}

/** Who labels, how often each document, and in which order they come. */
export function MembersTab({ project, onGo }: MembersTabProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { modal } = App.useApp();
  const people = useQuery({
    queryKey: ['people', 'names'],
    queryFn: () => call('people.names', {}),
    retry: false,
  });
  const members = useProjectMembers();
  const settings = useProjectSettings();
  const remove = useDeleteProject();
  const fail = { onError: (error: unknown) => notices.fail(error) };
  const known = (people.data ?? []).filter(({ active }) => active).map(({ name }) => name);
  const names = [...new Set([...known, ...project.members])];
  const set = (part: Partial<Project['settings']>): void =>
    settings.mutate({ projectId: project.id, settings: { ...project.settings, ...part } }, fail);
  return (
    <section className="members-tab">
      <SettingRow name={t('annotate.members')}>
        <Select
          mode="tags"
          className="members-choice"
          aria-label={t('annotate.members')}
          placeholder={t('annotate.membersHint')}
          value={[...project.members]}
          options={names.map((name) => ({ value: name, label: name }))}
          data-testid="members"
          onChange={(next: string[]) =>
            members.mutate(
              { projectId: project.id, members: next.map((name) => name.trim()).filter(Boolean) },
              fail,
            )
          }
        />
      </SettingRow>
      <SettingRow name={t('annotate.overlap')}>
        <InputNumber
          min={1}
          max={20}
          value={project.settings.overlap}
          aria-label={t('annotate.overlap')}
          data-testid="overlap"
          onChange={(overlap) => overlap !== null && set({ overlap })}
        />
      </SettingRow>
      <SettingRow name={t('annotate.order')}>
        <Select<QueueOrder>
          className="kind-choice"
          aria-label={t('annotate.order')}
          value={project.settings.order}
          options={QueueOrder.options.map((order) => ({
            value: order,
            label: t(`annotate.orders.${order}`),
          }))}
          onChange={(order) => set({ order })}
        />
      </SettingRow>
      <p>
        <Button
          danger
          data-testid="delete-project"
          onClick={() =>
            void modal.confirm({
              title: t('annotate.deleteTitle', { name: project.name }),
              content: t('annotate.deleteBody'),
              okText: t('app.delete'),
              okButtonProps: { danger: true },
              cancelText: t('app.cancel'),
              onOk: async () => {
                try {
                  await remove.mutateAsync(project.id);
                  onGo({ kind: 'projects' });
                } catch (error) {
                  notices.fail(error);
                }
              },
            })
          }
        >
          {t('annotate.delete')}
        </Button>
      </p>
    </section>
  );
}
