import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { AnnotateRoute } from '../route.ts';

/** Takes what the majority or one annotator says: in one document, or in the whole project with a list of what it came to. */
export function useMajority(
  projectId: number,
  onGo: (route: AnnotateRoute) => void,
): (documentId?: number, annotator?: string) => Promise<void> {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  return useCallback(
    (documentId, annotator) =>
      attempt(async () => {
        const { edit, decided, open } = await call('adjudication.majority', {
          projectId,
          ...(documentId === undefined ? {} : { documents: [documentId] }),
          ...(annotator === undefined ? {} : { annotator }),
        });
        if (annotator === undefined) {
          if (edit === null) return notices.note(t('annotate.adjudication.majorityNone', { open }));
          notices.done(t('annotate.adjudication.majorityDone', { n: decided, open }));
        } else {
          if (edit === null)
            return notices.note(t('annotate.adjudication.takeAllNone', { open, name: annotator }));
          notices.done(t('annotate.adjudication.takeAllDone', { n: decided, open, name: annotator }));
        }
        if (documentId === undefined) onGo({ kind: 'decided', project: projectId, edit });
      }),
    [projectId, onGo, attempt, notices, t],
  );
}
