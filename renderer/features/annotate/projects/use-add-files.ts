import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportDocuments } from '../../../api/annotation.ts';
import { stoppable } from '../../../api/stoppable.ts';
import { discardUploads } from '../../../api/training.ts';
import { uploadFile } from '../../../api/upload.ts';
import { useNotices } from '../../../ui/use-notices.tsx';

/** Uploads files into a project together, so that text and annotations in two files find each other. */
export function useAddFiles(projectId: number): {
  readonly busy: boolean;
  readonly run: (files: readonly File[]) => Promise<void>;
} {
  const { t } = useTranslation();
  const notices = useNotices();
  const { mutateAsync } = useImportDocuments();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (files: readonly File[]): Promise<void> => {
      if (files.length === 0) return;
      setBusy(true);
      const work = notices.work(t('annotate.importing', { n: files.length }));
      const { signal, progress } = work;
      const uploaded: string[] = [];
      try {
        for (const file of files) {
          progress.set({ stage: 'reading', done: uploaded.length, total: files.length });
          uploaded.push(await uploadFile(file, () => undefined, signal));
        }
        const uploadIds = uploaded.splice(0);
        const { documents, items, skipped, losses } = await stoppable(
          signal,
          (ticket) => mutateAsync({ projectId, uploadIds, ticket }),
          progress.set,
        );
        notices.done(t('annotate.imported', { documents, items }));
        if (skipped > 0) notices.note(t('annotate.importSkipped', { n: skipped }));
        for (const { what, count, example } of losses)
          notices.warn(t('annotate.importLoss', { what, n: count, example }));
      } catch (error) {
        notices.fail(error);
      } finally {
        // Of an import that was stopped before it had all of its files.
        discardUploads(uploaded);
        work.end();
        setBusy(false);
      }
    },
    [projectId, mutateAsync, notices, t],
  );
  return { busy, run };
}
