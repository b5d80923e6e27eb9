import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Project, QueueOrder } from '../../../../shared/domain/project.ts';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';

const NEVER = 0;
const RETRAIN_AFTER = [NEVER, 10, 20, 50, 100, 200];

/** Changes some of a project's settings; the others stay. */
export function useSetProject(project: Project): (part: Partial<Project['settings']>) => void {
  const settings = useNoticedChange('projects.settings');
  return (part) => settings.mutate({ projectId: project.id, settings: { ...project.settings, ...part } });
}

/** Chooses the strategy that orders documents. */
export function OrderSetting({ project }: { readonly project: Project }) {
  const { t } = useTranslation();
  const set = useSetProject(project);
  return (
    <SettingRow name={t('annotate.order')} hint={t('project.orderHelp')}>
      <Select<QueueOrder>
        className="order-choice"
        aria-label={t('annotate.order')}
        data-testid="queue-order"
        value={project.settings.order}
        options={QueueOrder.options.map((order) => ({ value: order, label: t(`annotate.orders.${order}`) }))}
        onChange={(order) => set({ order })}
      />
    </SettingRow>
  );
}

/** Switch and interval, in documents, of the background training. */
export function RetrainSetting({ project }: { readonly project: Project }) {
  const { t } = useTranslation();
  const set = useSetProject(project);
  const now = project.settings.retrainAfter ?? NEVER;
  return (
    <SettingRow name={t('project.retrain')} hint={t('project.retrainHelp')}>
      <Select<number>
        className="order-choice"
        aria-label={t('project.retrain')}
        data-testid="retrain-after"
        value={now}
        options={[...new Set([...RETRAIN_AFTER, now])]
          .sort((a, b) => a - b)
          .map((n) => ({
            value: n,
            label: n === NEVER ? t('project.retrainOff') : t('project.retrainAfter', { n }),
          }))}
        onChange={(n) => set({ retrainAfter: n === NEVER ? null : n })}
      />
    </SettingRow>
  );
}
