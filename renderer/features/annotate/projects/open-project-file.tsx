import { FileZipOutlined } from '@ant-design/icons';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../../../api/reply.ts';
import { useChange } from '../../../api/requests.ts';
import { uploadFile } from '../../../api/upload.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { PromptDialog } from '../../../ui/prompt-dialog.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { AnnotateRoute } from '../route.ts';

/** Takes a whole project in from its file, chosen or dropped; where its name is taken, another one is asked for. */
export function OpenProjectFile({ onGo }: { readonly onGo: (route: AnnotateRoute) => void }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { mutateAsync } = useChange('projects.unpack');
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState<File | null>(null);
  const open = useCallback(
    async (file: File | undefined, name?: string): Promise<void> => {
      if (file === undefined) return;
      setBusy(true);
      try {
        const uploadId = await uploadFile(file, () => undefined);
        const project = await mutateAsync({ uploadId, ...(name === undefined ? {} : { name }) });
        setTaken(null);
        notices.done(t('annotate.projectOpened', { name: project.name, n: project.documents }));
        onGo({ kind: 'project', project: project.id });
      } catch (error) {
        if (toAppError(error).code === 'conflict') setTaken(file);
        else notices.fail(error);
      } finally {
        setBusy(false);
      }
    },
    [mutateAsync, notices, onGo, t],
  );
  const drop = useCallback(([file]: readonly File[]) => void open(file), [open]);
  const dropping = useFileDrop(drop, !busy && taken === null);
  return (
    <>
      <FileButton
        icon={<FileZipOutlined />}
        loading={busy}
        testId="open-project-file"
        accept=".jsonl"
        inputTestId="project-file-whole"
        label={t('annotate.openProjectFile')}
        onFiles={([file]) => void open(file)}
      />
      {taken !== null && (
        <PromptDialog
          title={t('annotate.nameTaken')}
          label={t('annotate.projectName')}
          submit={t('annotate.openProjectFile')}
          maxLength={200}
          busy={busy}
          testId="project-name-taken"
          onCancel={() => setTaken(null)}
          onSubmit={(name) => void open(taken, name)}
        />
      )}
      {dropping && <div className="drop-overlay">{t('annotate.dropProject')}</div>}
    </>
  );
}
