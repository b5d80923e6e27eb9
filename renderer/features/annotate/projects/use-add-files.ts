import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportDocuments } from '../../../api/annotation.ts';
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
      const finished = notices.busy(t('annotate.importing', { n: files.length }));
      try {
        const uploadIds: string[] = [];
        for (const file of files) uploadIds.push(await uploadFile(file, () => undefined));
        const { documents, items, skipped, losses } = await mutateAsync({ projectId, uploadIds });
        notices.done(t('annotate.imported', { documents, items }));
        if (skipped > 0) notices.note(t('annotate.importSkipped', { n: skipped }));
        for (const { what, count, example } of losses)
          notices.warn(t('annotate.importLoss', { what, n: count, example }));
      } catch (error) {
        notices.fail(error);
      } finally {
        finished();
        setBusy(false);
      }
    },
    [projectId, mutateAsync, notices, t],
  );
  return { busy, run };
}
