import type { InputRef } from 'antd';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { GOLD, type Project, type QueueEntry } from '../../../shared/domain/project.ts';
import { useSettings } from '../../api/system.ts';
import { createLayoutStore } from '../../lib/layout-store.ts';
import type { Store } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ActiveLayer } from '../../lib/workbench.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SidePane } from '../../ui/side-pane.tsx';
import { useMajority } from './adjudicate/use-majority.ts';
import { useOpenDifferences } from './adjudicate/use-open-differences.ts';
import { AnnotationContext, useAnnotation } from './annotation-context.ts';
import type { AnnotationController } from './controller/annotation-controller.ts';
import { DocumentHead } from './document-head.tsx';
import { LinkDialog } from './panel/link-dialog.tsx';
import { QueuePanel } from './panel/queue-panel.tsx';
import { SidePanel, type SideTab } from './panel/side-panel.tsx';
import { isForAdjudicator, layerOf } from './queue.ts';
import type { AnnotateRoute } from './route.ts';
import { KeyBar } from './text/key-bar.tsx';
import { TextPane } from './text/text-pane.tsx';
import type { TextView } from './text/text-view.ts';
import { TypeTable } from './type-mark.tsx';
import { useActiveLayer } from './use-active-layer.ts';
import { useAnnotationCommands } from './use-annotation-commands.ts';
import { useAnnotationController } from './use-annotation-controller.ts';
import { useFinish } from './use-finish.ts';

interface DocumentLayoutProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly person: string;
  /** The person's layer is another's, to read. */
  readonly reviewing: boolean;
  readonly documentId: number | null;
  /** The gold layer, to adjudicate. */
  readonly gold: boolean;
  readonly active: Store<ActiveLayer | null>;
  /** Offset to show first. */
  readonly at: number | undefined;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Queue, text and panel side by side; keys of the schema along the bottom. */
export function DocumentLayout(props: DocumentLayoutProps) {
  const { project, queue: all, person, reviewing, documentId, gold, at, active, onGo } = props;
  const { t } = useTranslation();
  const [layout] = useState(() => createLayoutStore('meridian.annotate.layout', { left: 220, right: 320 }));
  const sizes = useStore(layout);
  const [linking, setLinking] = useState(false);
  const view = useRef<TextView | null>(null);
  const search = useRef<InputRef>(null);
  const details = useRef<HTMLElement>(null);
  const labels = useRef<HTMLFieldSetElement>(null);
  const table = useMemo(() => new TypeTable(project.schema), [project.schema]);
  const open = useCallback(
    (document: number) =>
      onGo(
        reviewing
          ? { kind: 'review', project: project.id, document, person }
          : { kind: gold ? 'adjudicate' : 'document', project: project.id, document },
      ),
    [onGo, project.id, gold, reviewing, person],
  );
  const opened = useAnnotationController(
    project.id,
    project.schema,
    person,
    documentId,
    gold,
    reviewing,
    all.some(({ id }) => id === documentId),
    open,
  );
  const { controller } = opened;
  const annotation = useMemo(() => controller && { controller, table }, [controller, table]);
  const queue = useMemo(
    () =>
      gold
        ? all.filter(isForAdjudicator)
        : reviewing
          ? all.filter((entry) => layerOf(entry, person) !== undefined)
          : all,
    [all, gold, reviewing, person],
  );
  const left = useOpenDifferences(project.id, documentId, controller);
  const majority = useMajorityOf(project.id, controller, onGo);
  useActiveLayer(active, controller, queue);
  const finish = useFinish({ project, queue, controller, onOpen: open });
  const { tab, setTab, urgent, showDetails } = useSideTab(gold, controller);
  // At once: the next key is already meant for the search.
  const startLink = useCallback(() => flushSync(() => setLinking(true)), []);

  useAnnotationCommands({
    controller,
    project,
    queue,
    view,
    search,
    details,
    labels,
    setTab,
    showDetails,
    startLink,
    finish: finish.run,
    majority,
    open,
    onGo,
  });

  return (
    <AnnotationContext value={annotation}>
      <div className="annotate-page">
        <SidePane
          side="left"
          label={t('annotate.queue')}
          name="annotate-queue"
          width={sizes.left}
          onResize={(left) => layout.set({ ...sizes, left })}
        >
          <QueuePanel
            projectId={project.id}
            queue={queue}
            person={gold ? GOLD : person}
            current={documentId}
            left={left}
            onOpen={open}
            search={search}
          />
        </SidePane>
        <DocumentCentre
          project={project}
          queue={queue}
          opened={opened}
          finish={finish}
          view={view}
          at={at}
          onLink={startLink}
          onGo={onGo}
        />
        <SidePane
          side="right"
          label={t('annotate.panel')}
          name="annotate-panel"
          width={sizes.right}
          onResize={(right) => layout.set({ ...sizes, right })}
        >
          {controller !== null && (
            <SidePanel
              tab={tab}
              urgent={urgent}
              onTab={setTab}
              details={details}
              labels={labels}
              onLink={startLink}
              onMajority={() => majority(false)}
              onTakeAll={(name) => majority(false, name)}
              onGo={onGo}
            />
          )}
        </SidePane>
        {controller !== null && linking && <SpanLinkDialog onClose={() => setLinking(false)} />}
      </div>
    </AnnotationContext>
  );
}

/** Tab of the side panel; `showDetails` shows the chosen item at once, since the next key is already meant for it. */
function useSideTab(gold: boolean, controller: AnnotationController | null) {
  const [tab, setTab] = useState<SideTab>(gold ? 'differences' : 'items');
  const [urgent, setUrgent] = useState<number | null>(null);
  const showDetails = useCallback(() => {
    flushSync(() => {
      setTab('items');
      setUrgent(controller?.chosen.get() ?? null);
    });
  }, [controller]);
  return { tab, setTab, urgent, showDetails };
}

/** Takes what the majority or one annotator says, in the document or in the whole project, once all edits are stored. */
function useMajorityOf(
  projectId: number,
  controller: AnnotationController | null,
  onGo: (route: AnnotateRoute) => void,
) {
  const takeMajority = useMajority(projectId, onGo);
  return useCallback(
    (everywhere: boolean, annotator?: string) => {
      void (controller?.session.settled() ?? Promise.resolve()).then(() =>
        takeMajority(everywhere ? undefined : controller?.document.id, annotator),
      );
    },
    [controller, takeMajority],
  );
}

interface DocumentCentreProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly opened: ReturnType<typeof useAnnotationController>;
  readonly finish: ReturnType<typeof useFinish>;
  readonly view: RefObject<TextView | null>;
  readonly at: number | undefined;
  readonly onLink: () => void;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Head, text, and the keys of the schema below it. */
function DocumentCentre(props: DocumentCentreProps) {
  const { project, queue, opened, finish, view, at, onLink, onGo } = props;
  const { controller, error, retry } = opened;
  const { settings } = useSettings();
  const onView = useCallback(
    (next: TextView | null) => {
      view.current = next;
      if (next !== null && at !== undefined) controller?.adjudication.lookAt(at);
    },
    [controller, at, view],
  );
  return (
    <main className="pane-centre">
      <DocumentHead
        project={project}
        queue={queue}
        controller={controller}
        busy={finish.busy}
        onFinish={finish.run}
        onGo={onGo}
      />
      {error !== null && <ErrorNote error={error} onRetry={retry} />}
      {controller !== null && (
        <TextPane key={controller.session.id} fontSize={settings.fontSize} onView={onView} />
      )}
      {controller === null && error === null && <div className="annotate-text" />}
      {controller !== null && <KeyBar onLink={onLink} />}
    </main>
  );
}

/** Links the chosen span to a concept; the text has the focus again afterwards. */
function SpanLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const { controller } = useAnnotation();
  const { span } = controller;
  if (span === undefined) return null;
  return (
    <LinkDialog
      span={span}
      onClose={() => {
        onClose();
        controller.focus();
      }}
    />
  );
}
