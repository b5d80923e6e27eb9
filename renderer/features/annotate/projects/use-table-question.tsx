import { type ReactNode, useCallback, useState } from 'react';
import { call } from '../../../api/client.ts';
import { type TableChoice, TableDialog } from './table-dialog.tsx';

interface Question {
  readonly node: ReactNode;
}

/** Asks what the columns of uploaded tables are; `whole` for files that need none, null when the import is called off. */
export function useTableQuestion(projectId: number): {
  readonly dialog: ReactNode;
  /** @param onAsk called before people are asked */
  readonly ask: (
    uploadIds: readonly string[],
    names: readonly string[],
    onAsk: () => void,
  ) => Promise<TableChoice | null>;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback(
    async (
      uploadIds: readonly string[],
      names: readonly string[],
      onAsk: () => void,
    ): Promise<TableChoice | null> => {
      const preview = await call('projects.previewTable', { projectId, uploadIds: [...uploadIds] });
      if (preview === null) return 'whole';
      onAsk();
      return new Promise((resolve) => {
        const onChoice = (choice: TableChoice | null): void => {
          setQuestion(null);
          resolve(choice);
        };
        setQuestion({
          node: (
            <TableDialog
              projectId={projectId}
              uploadIds={uploadIds}
              names={names}
              preview={preview}
              onChoice={onChoice}
            />
          ),
        });
      });
    },
    [projectId],
  );
  return { dialog: question?.node ?? null, ask };
}
