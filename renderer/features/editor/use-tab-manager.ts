import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../shared/domain/system.ts';
import { call } from '../../api/client.ts';
import { useDocuments } from '../../api/documents.ts';
import { useSaveSettings } from '../../api/system.ts';
import { holdUnsaved } from '../../lib/unsaved.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { debounce } from './debounce.ts';
import { TabManager } from './tab-manager.ts';

const REMEMBER_MS = 300;

/** The manager of this window, with the tabs of last time, or the first sample on the first start. */
export function useTabManager(settings: Settings, known: boolean): TabManager | null {
  const { t } = useTranslation();
  const notices = useNotices();
  const save = useSaveSettings();
  const [manager, setManager] = useState<TabManager | null>(null);
  const latest = useRef({ t, notices, save });
  latest.current = { t, notices, save };

  useEffect(() => {
    let open: { ids: number[]; active: number | null } = { ids: [], active: null };
    const remember = debounce(() => {
      latest.current.save({ openDocuments: open.ids, activeDocument: open.active });
    }, REMEMBER_MS);
    const created = new TabManager(
      {
        idle: () => latest.current.t('editor.idleReason'),
        mine: () => latest.current.t('conflict.mineReason'),
        theirs: () => latest.current.t('conflict.theirsReason'),
      },
      {
        failed: (error) => latest.current.notices.fail(error),
        gone: (title) => latest.current.notices.note(latest.current.t('editor.deletedElsewhere', { title })),
        untitled: () => latest.current.t('docs.untitled'),
        closeReason: () => latest.current.t('editor.closeReason'),
        remember: (ids, active) => {
          open = { ids, active };
          remember.call();
        },
      },
    );
    const flush = (): void => {
      remember.flush();
      void created.flush();
    };
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('beforeunload', flush);
    document.addEventListener('visibilitychange', hidden);
    const release = holdUnsaved({ unsaved: () => !created.clean, flush: () => created.flush() });
    setManager(created);
    return () => {
      window.removeEventListener('beforeunload', flush);
      document.removeEventListener('visibilitychange', hidden);
      release();
      created.dispose();
    };
  }, []);

  useRestoredTabs(manager, settings, known);
  return manager;
}

/** Once settings and documents are known: last time's tabs, or a sample for somebody new. */
function useRestoredTabs(manager: TabManager | null, settings: Settings, known: boolean): void {
  const { rows: documents } = useDocuments();
  const notices = useNotices();
  const restored = useRef<TabManager | null>(null);
  useEffect(() => {
    if (manager === null || !known || documents === undefined || restored.current === manager) return;
    restored.current = manager;
    const sample = documents.find((document) => document?.origin === 'sample')?.id;
    openFirstTabs(manager, settings, sample).catch((error: unknown) => notices.fail(error));
  }, [manager, settings, known, documents, notices]);
}

async function openFirstTabs(
  manager: TabManager,
  { openDocuments, activeDocument, tourDone }: Settings,
  sample: number | undefined,
): Promise<void> {
  const there = new Set(openDocuments.length === 0 ? [] : await call('docs.ids', { ids: openDocuments }));
  if (there.size > 0) {
    const inOrder = openDocuments.filter((id) => there.has(id));
    await manager.restore(inOrder, activeDocument);
  } else if (!tourDone && sample !== undefined) await manager.open(sample);
}
