import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClassifyTask } from '../../../../shared/domain/classification.ts';
import type { ClassifiedFields, DataPreview } from '../../../../shared/domain/data-preview.ts';
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import { call } from '../../../api/client.ts';
import { discardUploads } from '../../../api/training.ts';
import { uploadFile } from '../../../api/upload.ts';
import { suggestNames } from '../set-names.ts';

export type ImportProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly fraction: number }
  | { readonly kind: 'reading' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ImportFile {
  readonly file: File;
  readonly name: string;
  readonly progress: ImportProgress;
  /** Preview of the import, for texts with labels. */
  readonly preview?: DataPreview;
}

interface ImportChoice {
  readonly task: TrainingTask;
  /** Fields of texts with labels. */
  readonly fields?: ClassifiedFields | undefined;
  readonly skipRefused: boolean;
}

export interface ImportFiles {
  readonly items: readonly ImportFile[];
  rename(index: number, name: string): void;
  /** Sends what is not sent yet and looks into each file; fields that are not given are those of the first file. */
  look(task: ClassifyTask, fields: ClassifiedFields | undefined): Promise<void>;
  /** Imports one file after the other; true when all are there now. */
  importAll(choice: ImportChoice): Promise<boolean>;
  cancel(): void;
}

const WAITING: ImportProgress = { kind: 'waiting' };

/** Files on their way to data sets: each is sent once, may be looked into often, and is let go at the end. */
export function useImportFiles(files: readonly File[], taken: readonly string[]): ImportFiles {
  const [items, setItems] = useState<readonly ImportFile[]>(() => {
    const names = suggestNames(files, taken);
    return files.map((file, i) => ({ file, name: names[i]!, progress: WAITING }));
  });
  const uploads = useRef(new Map<number, Promise<string>>());
  const abort = useRef(new AbortController());
  /** Number of the look that counts: an earlier one stops. */
  const turn = useRef(0);
  const names = useRef<readonly string[]>([]);
  names.current = items.map(({ name }) => name);

  const set = useCallback((index: number, part: Partial<ImportFile>): void => {
    setItems((now) => now.map((item, i) => (i === index ? { ...item, ...part } : item)));
  }, []);

  const upload = useCallback(
    (index: number): Promise<string> => {
      const known = uploads.current.get(index);
      if (known !== undefined) return known;
      const sent = (fraction: number): void =>
        set(index, { progress: fraction < 1 ? { kind: 'sending', fraction } : { kind: 'reading' } });
      const upload = uploadFile(files[index]!, sent, abort.current.signal);
      uploads.current.set(index, upload);
      upload.catch(() => uploads.current.delete(index));
      return upload;
    },
    [files, set],
  );

  const look = useCallback(
    async (task: ClassifyTask, given: ClassifiedFields | undefined): Promise<void> => {
      const own = ++turn.current;
      let fields = given;
      for (const index of files.keys()) {
        try {
          const uploadId = await upload(index);
          const preview = await call('datasets.preview', {
            uploadId,
            task,
            ...(fields === undefined ? {} : { fields }),
          });
          if (turn.current !== own) return;
          fields ??= preview.chosen;
          set(index, { preview, progress: WAITING });
        } catch (error) {
          if (turn.current !== own) return;
          set(index, { progress: { kind: 'failed', error } });
        }
      }
    },
    [files, upload, set],
  );

  const importAll = useCallback(
    async ({ task, fields, skipRefused }: ImportChoice): Promise<boolean> => {
      turn.current++;
      abort.current = new AbortController();
      const { signal } = abort.current;
      let whole = true;
      for (const [index, item] of items.entries()) {
        if (item.progress.kind === 'done') continue;
        if (signal.aborted) return false;
        try {
          const uploadId = await upload(index);
          set(index, { progress: { kind: 'reading' } });
          uploads.current.delete(index); // an import takes it, whether it succeeds or not
          const name = names.current[index]!.trim();
          const kind =
            task === 'ner' || task === 'pretrain' || fields === undefined ? {} : { fields, skipRefused };
          await call('datasets.import', { uploadId, name, task, ...kind });
          set(index, { progress: { kind: 'done' } });
        } catch (error) {
          whole = false;
          set(index, { progress: { kind: 'failed', error } });
        }
      }
      return whole;
    },
    [items, upload, set],
  );

  useEffect(() => {
    const pending = uploads.current;
    return () => {
      abort.current.abort();
      for (const sent of pending.values())
        void sent.then((id) => discardUploads([id])).catch(() => undefined);
    };
  }, []);

  return {
    items,
    look,
    importAll,
    rename: (index, name) => set(index, { name }),
    cancel: () => abort.current.abort(),
  };
}
