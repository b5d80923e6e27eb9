import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { type EditResult, GOLD } from '../../../shared/domain/project.ts';
import { call, listen } from '../../api/client.ts';
import { type Notices, useNotices } from '../../ui/use-notices.tsx';
import { AnnotationController } from './controller/annotation-controller.ts';
import type { ControllerEvents } from './controller/annotation-state.ts';
import type { Edit } from './controller/edits.ts';
import { type LayerApi, type LayerEvents, LayerSession } from './controller/layer-session.ts';

export interface OpenedController {
  readonly controller: AnnotationController | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Opens a person's layer of a document, or its gold layer; another document's edits are stored to the end before it is let go. */
export function useAnnotationController(
  projectId: number,
  schema: AnnotationSchema | undefined,
  actor: string,
  documentId: number | null,
  gold: boolean,
  /** The layer is another person's, to read. */
  reviewing: boolean,
  /** False once the document has left the project: it is opened anew, which says why it cannot be. */
  isInProject: boolean,
  onElsewhere: (documentId: number) => void,
): OpenedController {
  const events = useControllerEvents(onElsewhere);
  const [controller, setController] = useState<AnnotationController | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` and `isInProject` ask again
  useEffect(() => {
    if (documentId === null || schema === undefined) {
      setController(null);
      return;
    }
    let gone = false;
    let opened: AnnotationController | null = null;
    setError(null);
    const open = async (): Promise<void> => {
      try {
        const whose = reviewing ? { person: actor } : {};
        const document = gold
          ? await call('adjudication.begin', { documentId })
          : await call('annotation.open', { documentId, ...whose });
        const groups = gold ? await call('adjudication.groups', { documentId }) : [];
        if (gone) return;
        const read = gold ? { person: GOLD } : whose;
        const session = new LayerSession(document.layer, apiOf(projectId, documentId, read), events);
        opened = new AnnotationController(document, schema, actor, session, events, groups, reviewing);
        setController(opened);
      } catch (thrown) {
        if (gone) return;
        setController(null);
        setError(thrown);
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
  }, [projectId, documentId, schema, gold, reviewing, actor, events, tries, isInProject]);

  const retry = useMemo(() => () => setTries((n) => n + 1), []);
  return { controller: controller?.document.id === documentId ? controller : null, error, retry };
}

const apiOf = (projectId: number, documentId: number, whose: { readonly person?: string }): LayerApi => ({
  apply: (layerId, { action, detail, changes }) =>
    call('annotation.apply', { layerId, action, detail: { ...detail }, changes: [...changes] }),
  undo: () => call('annotation.undo', { projectId }),
  redo: () => call('annotation.redo', { projectId }),
  read: async () => (await call('annotation.open', { documentId, ...whose })).layer,
});

const MOST_STEPS = 5;

/** The steps in words, as many as can be read at a glance. */
function stepsOf(edits: readonly Edit[], t: TFunction): string {
  const steps = edits.slice(0, MOST_STEPS).map(({ action, detail }) => {
    const what = detail.words ?? detail.type;
    return `${t(`annotate.action.${action}`)}${what === undefined ? '' : ` “${what}”`}`;
  });
  return `${steps.join(t('annotate.listComma'))}${edits.length > MOST_STEPS ? '…' : ''}`;
}

/** Shows messages of controller and layer. The object never changes, so that another language opens nothing anew. */
function useControllerEvents(onElsewhere: (documentId: number) => void): ControllerEvents & LayerEvents {
  const { t } = useTranslation();
  const notices = useNotices();
  const latest = useRef({ t, notices, onElsewhere });
  latest.current = { t, notices, onElsewhere };
  return useMemo(() => eventsOf(() => latest.current), []);
}

interface Told {
  readonly t: TFunction;
  readonly notices: Notices;
  readonly onElsewhere: (documentId: number) => void;
}

const eventsOf = (now: () => Told): ControllerEvents & LayerEvents => ({
  say: (message) => now().notices.note(now().t(`annotate.say.${message}`)),
  marked: (n, words) =>
    now().notices.note(now().t(n === 0 ? 'annotate.markedNone' : 'annotate.marked', { n, words })),
  lost: (edits) => {
    const { t, notices } = now();
    notices.warn(t('annotate.lost', { n: edits.length, steps: stepsOf(edits, t) }));
  },
  removed: (edits) => {
    const { t, notices } = now();
    if (edits.length > 0)
      notices.warn(t('annotate.lostRemoved', { n: edits.length, steps: stepsOf(edits, t) }));
  },
  reloaded: () => now().notices.note(now().t('annotate.reloaded')),
  failed: (error) => now().notices.fail(error),
  nothingLeft: (direction) =>
    now().notices.note(now().t(direction === 'undo' ? 'annotate.noUndo' : 'annotate.noRedo')),
  elsewhere: ({ layers }: EditResult, direction) => {
    const { t, notices, onElsewhere } = now();
    const key = direction === 'undo' ? 'annotate.undoneElsewhere' : 'annotate.redoneElsewhere';
    notices.note(t(key, { n: layers.length }));
    const [first] = layers;
    if (layers.length === 1 && first !== undefined) onElsewhere(first.documentId);
  },
});
