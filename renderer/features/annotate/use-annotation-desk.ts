import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { type EditResult, GOLD } from '../../../shared/domain/project.ts';
import { applyEdit, redoEdit, undoEdit } from '../../api/annotation.ts';
import { call, listen } from '../../api/client.ts';
import { AnnotationDesk } from '../../lib/annotation/desk.ts';
import type { DeskEvents } from '../../lib/annotation/desk-core.ts';
import { type LayerApi, type LayerEvents, LayerSession } from '../../lib/annotation/layer-session.ts';
import { useNotices } from '../../ui/use-notices.tsx';

export interface OpenedDesk {
  readonly desk: AnnotationDesk | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Opens a document's own layer, or its gold layer; another document's edits are stored to the end before it is let go. */
export function useAnnotationDesk(
  projectId: number,
  schema: AnnotationSchema | undefined,
  actor: string,
  documentId: number | null,
  gold: boolean,
  onElsewhere: (documentId: number) => void,
): OpenedDesk {
  const events = useDeskEvents(onElsewhere);
  const [desk, setDesk] = useState<AnnotationDesk | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    if (documentId === null || schema === undefined) {
      setDesk(null);
      return;
    }
    let gone = false;
    let opened: AnnotationDesk | null = null;
    setError(null);
    const open = async (): Promise<void> => {
      try {
        const document = await call(gold ? 'adjudication.begin' : 'annotation.open', { documentId });
        const groups = gold ? await call('adjudication.groups', { documentId }) : [];
        if (gone) return;
        const session = new LayerSession(document.layer, apiOf(projectId, documentId, gold), events);
        opened = new AnnotationDesk(document, schema, actor, session, events, groups);
        setDesk(opened);
      } catch (thrown) {
        if (!gone) setError(thrown);
      }
    };
    void open();
    const stop = listen('annotation.changed', (result) => opened?.session.hear(result));
    return () => {
      gone = true;
      const leaving = opened;
      void (leaving === null ? Promise.resolve() : leaving.session.settled()).then(() => {
        stop();
        leaving?.dispose();
      });
    };
  }, [projectId, documentId, schema, gold, actor, events, tries]);

  const retry = useMemo(() => () => setTries((n) => n + 1), []);
  return { desk: desk?.document.id === documentId ? desk : null, error, retry };
}

function apiOf(projectId: number, documentId: number, gold: boolean): LayerApi {
  return {
    apply: (layerId, { action, detail, changes }) =>
      applyEdit({ layerId, action, detail: { ...detail }, changes: [...changes] }),
    undo: () => undoEdit(projectId),
    redo: () => redoEdit(projectId),
    read: async () =>
      (await call('annotation.open', { documentId, ...(gold ? { person: GOLD } : {}) })).layer,
  };
}

/** What desk and layer have to say, as messages at the window's edge. */
function useDeskEvents(onElsewhere: (documentId: number) => void): DeskEvents & LayerEvents {
  const { t } = useTranslation();
  const notices = useNotices();
  const elsewhere = useRef(onElsewhere);
  elsewhere.current = onElsewhere;
  return useMemo(
    () => ({
      say: (message) => notices.note(t(`annotate.say.${message}`)),
      marked: (n, words) =>
        notices.note(t(n === 0 ? 'annotate.markedNone' : 'annotate.marked', { n, words })),
      lost: (n) => notices.warn(t('annotate.lost', { n })),
      reloaded: () => notices.note(t('annotate.reloaded')),
      failed: (error) => notices.fail(error),
      nothingLeft: (direction) =>
        notices.note(t(direction === 'undo' ? 'annotate.noUndo' : 'annotate.noRedo')),
      elsewhere: ({ layers }: EditResult, direction) => {
        notices.note(
          t(direction === 'undo' ? 'annotate.undoneElsewhere' : 'annotate.redoneElsewhere', {
            n: layers.length,
          }),
        );
        const [first] = layers;
        if (layers.length === 1 && first !== undefined) elsewhere.current(first.documentId);
      },
    }),
    [t, notices],
  );
}
