import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/requests.ts';
import { stoppable } from '../../../api/stoppable.ts';
import { discardUploads } from '../../../api/training.ts';
import { uploadFiles } from '../../../api/upload.ts';
import { inOrder } from '../../../lib/dropped-files.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { useLossQuestion } from './use-loss-question.tsx';

/** One request takes no more; an archive is one file. */
const MAX_FILES = 10_000;

/** Uploads files into a project together, as finished work or not, so that text and annotations in two files find each other. */
export function useAddFiles(
  projectId: number,
  finished: boolean,
): { readonly busy: boolean; readonly run: (files: readonly File[]) => Promise<void> } {
  const { t } = useTranslation();
  const notices = useNotices();
  const { mutateAsync } = useChange('projects.import');
  const [busy, setBusy] = useState(false);
  const agreed = useLossQuestion();
  const run = useCallback(
    async (chosen: readonly File[]): Promise<void> => {
      const files = inOrder(chosen);
      if (files.length === 0) return;
      if (files.length > MAX_FILES)
        return notices.warn(t('annotate.tooManyFiles', { n: files.length, max: MAX_FILES }));
      setBusy(true);
      const begin = () => notices.work(t('annotate.importing', { n: files.length }));
      let work = begin();
      /** Those that main still holds. */
      let uploadIds: string[] = [];
      const request = (acceptLosses: boolean) =>
        stoppable(
          work.signal,
          (ticket) => mutateAsync({ projectId, uploadIds, acceptLosses, finished, ticket }),
          work.progress.set,
        );
      try {
        await uploadFiles(files, uploadIds, {
          sent: (done) => work.progress.set({ stage: 'reading', done, total: files.length }),
          signal: work.signal,
        });
        let imported = await request(false);
        if (imported.waits === true) {
          work.end();
          if (!(await agreed(imported))) return;
          work = begin();
          imported = await request(true);
        }
        uploadIds = [];
        const { documents, items, skipped, restored = 0 } = imported;
        notices.done(t('annotate.imported', { documents, items }));
        if (skipped > 0) notices.note(t('annotate.importSkipped', { n: skipped }));
        if (restored > 0) notices.note(t('annotate.importRestored', { n: restored }));
      } catch (error) {
        notices.fail(error);
      } finally {
        discardUploads(uploadIds);
        work.end();
        setBusy(false);
      }
    },
    [projectId, finished, mutateAsync, notices, t, agreed],
  );
  return { busy, run };
}
