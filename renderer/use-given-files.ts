/** Opens files that the app was started with, or that the system's file manager gave it later. */
import { type RefObject, useEffect } from 'react';
import { call, listen } from './api/client.ts';
import { uploadFile } from './api/upload.ts';
import type { AnnotateRoute } from './features/annotate/route.ts';
import { fromBase64 } from './lib/base64.ts';
import type { Store } from './lib/store.ts';
import type { EditorHandle, View } from './lib/workbench.ts';
import { useNotices } from './ui/use-notices.tsx';

interface GivenFilesParts {
  /** Whether the editor is there and somebody may use it. */
  readonly ready: boolean;
  readonly editor: RefObject<EditorHandle | null>;
  readonly route: Store<AnnotateRoute>;
  readonly setView: (view: View) => void;
}

const PROJECT = /\.meridian\.jsonl$/i;

export function useGivenFiles({ ready, editor, route, setView }: GivenFilesParts): void {
  const notices = useNotices();
  useEffect(() => {
    if (!ready) return;
    const openProject = async (file: File): Promise<void> => {
      const uploadId = await uploadFile(file, () => undefined);
      const { id } = await call('projects.unpack', { uploadId });
      route.set({ kind: 'project', project: id });
      setView('annotate');
    };
    const takeAll = async (): Promise<void> => {
      const records: File[] = [];
      for (let isLast = false; !isLast; ) {
        try {
          const { file } = await call('app.givenFile', {});
          isLast = file === null;
          if (file === null) continue;
          const given = new File([fromBase64(file.base64)], file.name);
          if (PROJECT.test(file.name)) await openProject(given);
          else records.push(given);
        } catch (error) {
          notices.fail(error);
        }
      }
      if (records.length === 0) return;
      setView('editor');
      editor.current?.openFiles(records);
    };
    void takeAll();
    return listen('app.filesGiven', () => void takeAll());
  }, [ready, editor, route, setView, notices]);
}
