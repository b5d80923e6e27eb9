import { App, Button, ConfigProvider, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../shared/domain/project.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { useRefusal } from '../../../ui/use-refusal.ts';
import { OrderSetting, useSetProject } from '../learning/loop-settings.tsx';
import type { AnnotateRoute } from '../route.ts';

interface MembersTabProps {
  readonly project: Project;
  readonly onGo: (route: AnnotateRoute) => void;
}

const MANAGERS = ['adjudicator', 'administrator'] as const;
/** Settings of members, annotators for each document, and the order of documents. */
export function MembersTab({ project, onGo }: MembersTabProps) {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const { modal } = App.useApp();
  const people = useAnswer('accounts.names', {}, { retry: false });
  const members = useNoticedChange('projects.members');
  const set = useSetProject(project);
  const remove = useChange('projects.delete');
  const known = (people.data ?? []).filter(({ active }) => active).map(({ name }) => name);
  const refusal = useRefusal('projects.settings', MANAGERS);
  const noDelete = useRefusal('projects.delete', ['administrator']);
  const names = [...new Set([...known, ...project.members])];
  return (
    <section className="members-tab">
      {refusal !== undefined && <p className="muted">{refusal}</p>}
      <ConfigProvider componentDisabled={refusal !== undefined}>
        <SettingRow name={t('annotate.members')} hint={t('project.membersHelp')}>
          <Select
            mode="tags"
            className="members-choice"
            aria-label={t('annotate.members')}
            placeholder={t('annotate.membersHint')}
            value={[...project.members]}
            options={names.map((name) => ({ value: name, label: name }))}
            data-testid="members"
            onChange={(next: string[]) =>
              members.mutate({
                projectId: project.id,
                members: next.map((name) => name.trim()).filter(Boolean),
              })
            }
          />
        </SettingRow>
        <SettingRow name={t('annotate.overlap')} hint={t('project.overlapHelp')}>
          <InputNumber
            min={1}
            max={20}
            value={project.settings.overlap}
            aria-label={t('annotate.overlap')}
            data-testid="overlap"
            onChange={(overlap) => overlap !== null && set({ overlap })}
          />
        </SettingRow>
        <OrderSetting project={project} />
      </ConfigProvider>
      <SettingRow name={t('annotate.delete')} hint={noDelete ?? t('project.deleteHelp')}>
        <Button
          danger
          disabled={noDelete !== undefined}
          data-testid="delete-project"
          onClick={() =>
            void modal.confirm({
              title: t('annotate.deleteTitle', { name: project.name }),
              content: t('annotate.deleteBody'),
              okText: t('app.delete'),
              okButtonProps: { danger: true },
              onOk: () =>
                attempt(async () => {
                  await remove.mutateAsync({ projectId: project.id });
                  onGo({ kind: 'projects' });
                }),
            })
          }
        >
          {t('annotate.delete')}
        </Button>
      </SettingRow>
    </section>
  );
}
