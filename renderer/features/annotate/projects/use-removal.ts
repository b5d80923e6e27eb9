import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Removal } from '../../../../shared/domain/project.ts';
import { call } from '../../../api/client.ts';
import { useChange } from '../../../api/requests.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';

/** Returns the action that removes documents, after telling how much work on them goes out of sight. */
export function useRemoval(projectId: number, onRemoved: () => void) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const { mutateAsync } = useChange('projects.removeDocuments');
  const remove = (documents: number[]): Promise<void> =>
    attempt(async () => {
      const removed = await mutateAsync({ projectId, documents });
      notices.done(t('project.removal.done', { n: removed.documents }));
      onRemoved();
    });
  const workOf = ({ annotators, items, gold }: Removal): string => {
    const work = { annotators: formatCount(annotators), items: formatCount(items), gold: formatCount(gold) };
    if (annotators + gold === 0) return t('project.removal.noneBegun');
    return t(gold === 0 ? 'project.removal.begun' : 'project.removal.begunGold', work);
  };
  return async (documents: number[]): Promise<void> => {
    try {
      const removal = await call('projects.removal', { projectId, documents });
      void modal.confirm({
        title: t('project.removal.ask', { n: formatCount(removal.documents) }),
        content: `${workOf(removal)}${t('project.removal.kept')}`,
        okText: t('project.removal.ok'),
        onOk: () => remove(documents),
      });
    } catch (error) {
      notices.fail(error);
    }
  };
}
