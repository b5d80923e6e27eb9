/** Opens files that the app was started with, or that the system's file manager gave it later. */
import { type RefObject, useEffect } from 'react';
import type { ErrorCode } from '../shared/result.ts';
import { call, listen } from './api/client.ts';
import { toAppError } from './api/reply.ts';
import { uploadFile } from './api/upload.ts';
import type { AnnotateRoute } from './features/annotate/route.ts';
import { fromBase64 } from './lib/base64.ts';
import type { Store } from './lib/store.ts';
import type { EditorHandle, View } from './lib/workbench.ts';
import { useNotices } from './ui/use-notices.tsx';

interface GivenFilesParts {
  /** True when the editor is open and an account may use it. */
  readonly ready: boolean;
  readonly editor: RefObject<EditorHandle | null>;
  readonly route: Store<AnnotateRoute>;
  readonly setView: (view: View) => void;
}

/** Codes of a file that cannot be taken; after any other failure the files left stay with main. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set(['too-large', 'not-found', 'io']);
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
      const take = async (): Promise<boolean> => {
        const { file } = await call('app.givenFile', {});
        if (file === null) return false;
        const given = new File([fromBase64(file.base64)], file.name);
        if (PROJECT.test(file.name)) await openProject(given).catch(notices.fail);
        else records.push(given);
        return true;
      };
      const goOn = (error: unknown): boolean => {
        const { code } = toAppError(error);
        if (code !== 'locked') notices.fail(error);
        return UNREADABLE.has(code);
      };
      while (await take().catch(goOn));
      if (records.length === 0) return;
      setView('editor');
      editor.current?.openFiles(records);
    };
    void takeAll();
    return listen('app.filesGiven', () => void takeAll());
  }, [ready, editor, route, setView, notices]);
}
