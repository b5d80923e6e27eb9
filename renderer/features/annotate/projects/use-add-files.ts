import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/requests.ts';
import { stoppable } from '../../../api/stoppable.ts';
import { discardUploads } from '../../../api/training.ts';
import { uploadFiles } from '../../../api/upload.ts';
import { inOrder } from '../../../lib/dropped-files.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { TableChoice } from './table-dialog.tsx';
import { useLossQuestion } from './use-loss-question.tsx';
import { useTableQuestion } from './use-table-question.tsx';

/** One request takes no more; an archive is one file. */
const MAX_FILES = 10_000;

/** State that annotations of imported files get. */
export type ImportedWork = 'open' | 'finished' | 'suggested';

interface AddFiles {
  readonly busy: boolean;
  readonly run: (files: readonly File[]) => Promise<void>;
  /** Asks for the columns of tables; null while there is no question. */
  readonly dialog: ReactNode;
}

/** Uploads files into a project together, so that text and annotations in two files find each other. */
export function useAddFiles(projectId: number, as: ImportedWork): AddFiles {
  const { t } = useTranslation();
  const notices = useNotices();
  const { mutateAsync } = useChange('projects.import');
  const [busy, setBusy] = useState(false);
  const agreed = useLossQuestion();
  const { ask, dialog } = useTableQuestion(projectId);
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
      const request = (acceptLosses: boolean, table: TableChoice) =>
        stoppable(
          work.signal,
          (ticket) =>
            mutateAsync({
              ...{ projectId, uploadIds, acceptLosses, ticket },
              ...{ finished: as === 'finished', suggested: as === 'suggested' },
              ...(table === 'whole' ? {} : { columns: table }),
            }),
          work.progress.set,
        );
      try {
        await uploadFiles(files, uploadIds, {
          sent: (done) => work.progress.set({ stage: 'reading', done, total: files.length }),
          signal: work.signal,
        });
        work.progress.set({ stage: 'reading', done: 0, total: 0 });
        const names = files.map(({ name }) => name);
        let hasAsked = false;
        const table = await ask(uploadIds, names, () => {
          hasAsked = true;
          work.end();
        });
        if (table === null) return;
        if (hasAsked) work = begin();
        let imported = await request(false, table);
        if (imported.waits === true) {
          work.end();
          if (!(await agreed(imported))) return;
          work = begin();
          imported = await request(true, table);
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
    [projectId, as, mutateAsync, notices, t, agreed, ask],
  );
  return { busy, run, dialog };
}
