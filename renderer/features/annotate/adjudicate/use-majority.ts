import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { AnnotateRoute } from '../route.ts';

/** Takes what the majority says: in one document, or in the whole project with a list of what it came to. */
export function useMajority(
  projectId: number,
  onGo: (route: AnnotateRoute) => void,
): (documentId?: number) => Promise<void> {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  return useCallback(
    (documentId) =>
      attempt(async () => {
        const { edit, decided, open } = await call('adjudication.majority', {
          projectId,
          ...(documentId === undefined ? {} : { documents: [documentId] }),
        });
        if (edit === null) return notices.note(t('annotate.adjudication.majorityNone', { open }));
        notices.done(t('annotate.adjudication.majorityDone', { n: decided, open }));
        if (documentId === undefined) onGo({ kind: 'decided', project: projectId, edit });
      }),
    [projectId, onGo, attempt, notices, t],
  );
}
