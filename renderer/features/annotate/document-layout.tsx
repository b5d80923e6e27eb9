import type { InputRef } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { GOLD, type Project, type QueueEntry } from '../../../shared/domain/project.ts';
import { useSettings } from '../../api/system.ts';
import { PANE_LIMITS } from '../../lib/layout-store.ts';
import type { Store } from '../../lib/store.ts';
import type { ActiveLayer } from '../../lib/workbench.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { useMajority } from './adjudicate/use-majority.ts';
import { useOpenDifferences } from './adjudicate/use-open-differences.ts';
import { DocumentHead } from './document-head.tsx';
import { LinkDialog } from './panel/link-dialog.tsx';
import { QueuePanel } from './panel/queue-panel.tsx';
import { SidePanel, type SideTab } from './panel/side-panel.tsx';
import { isForAdjudicator } from './queue.ts';
import type { AnnotateRoute } from './route.ts';
import { KeyBar } from './text/key-bar.tsx';
import { TextPane } from './text/text-pane.tsx';
import type { TextView } from './text/text-view.ts';
import { TypeTable } from './type-mark.tsx';
import { useActiveLayer } from './use-active-layer.ts';
import { useAnnotationCommands } from './use-annotation-commands.ts';
import { useAnnotationController } from './use-annotation-controller.ts';
import { useFinish } from './use-finish.ts';
import { usePaneSizes } from './use-pane-sizes.ts';

interface DocumentLayoutProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly person: string;
  readonly documentId: number | null;
  /** The gold layer, to adjudicate. */
  readonly gold: boolean;
  readonly active: Store<ActiveLayer | null>;
  /** Offset to show first. */
  readonly at: number | undefined;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Queue, text and panel side by side; keys of the schema along the bottom. */
export function DocumentLayout({
  project,
  queue: all,
  person,
  documentId,
  gold,
  at,
  active,
  onGo,
}: DocumentLayoutProps) {
  const { t } = useTranslation();
  const { settings } = useSettings();
  const sizes = usePaneSizes();
  const [tab, setTab] = useState<SideTab>(gold ? 'differences' : 'items');
  const [urgent, setUrgent] = useState<number | null>(null);
  const [linking, setLinking] = useState(false);
  const view = useRef<TextView | null>(null);
  const search = useRef<InputRef>(null);
  const details = useRef<HTMLElement>(null);
  const labels = useRef<HTMLFieldSetElement>(null);
  const table = useMemo(() => new TypeTable(project.schema), [project.schema]);
  const open = useCallback(
    (document: number) => onGo({ kind: gold ? 'adjudicate' : 'document', project: project.id, document }),
    [onGo, project.id, gold],
  );
  const { controller, error, retry } = useAnnotationController(
    project.id,
    project.schema,
    person,
    documentId,
    gold,
    open,
  );
  const queue = useMemo(() => (gold ? all.filter(isForAdjudicator) : all), [all, gold]);
  const left = useOpenDifferences(project.id, documentId, controller);
  const takeMajority = useMajority(project.id, onGo);
  const majority = useCallback(
    (everywhere: boolean) => {
      void (controller?.session.settled() ?? Promise.resolve()).then(() =>
        takeMajority(everywhere ? undefined : controller?.document.id),
      );
    },
    [controller, takeMajority],
  );
  useActiveLayer(active, controller, queue);
  const finish = useFinish({ project, queue, controller, onOpen: open });
  const onView = useCallback(
    (next: TextView | null) => {
      view.current = next;
      if (next !== null && at !== undefined) controller?.adjudication.lookAt(at);
    },
    [controller, at],
  );
  const showDetails = useCallback(() => {
    flushSync(() => {
      setTab('items');
      setUrgent(controller?.chosen.get() ?? null);
    });
  }, [controller]);
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

  const span = linking ? controller?.span : undefined;
  return (
    <div className="annotate-page">
      <nav
        className="pane-left"
        style={{ width: sizes.left }}
        aria-label={t('annotate.queue')}
        data-pane="annotate-queue"
      >
        <QueuePanel
          queue={queue}
          person={gold ? GOLD : person}
          current={documentId}
          left={left}
          onOpen={open}
          search={search}
        />
        <ResizeHandle
          label={t('editor.resizeLeft')}
          side="left"
          size={sizes.left}
          limits={PANE_LIMITS.left}
          onResize={sizes.setLeft}
        />
      </nav>
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
          <TextPane
            key={controller.session.id}
            controller={controller}
            fontSize={settings.fontSize}
            onView={onView}
          />
        )}
        {controller === null && error === null && <div className="annotate-text" />}
        {controller !== null && <KeyBar controller={controller} table={table} onLink={startLink} />}
      </main>
      <aside
        className="pane-right"
        style={{ width: sizes.right }}
        aria-label={t('annotate.panel')}
        data-pane="annotate-panel"
      >
        <ResizeHandle
          label={t('editor.resizeRight')}
          side="right"
          size={sizes.right}
          limits={PANE_LIMITS.right}
          onResize={sizes.setRight}
        />
        {controller !== null && (
          <SidePanel
            controller={controller}
            table={table}
            tab={tab}
            urgent={urgent}
            onTab={setTab}
            details={details}
            labels={labels}
            onLink={startLink}
            onMajority={() => majority(false)}
            onGo={onGo}
          />
        )}
      </aside>
      {controller !== null && span !== undefined && (
        <LinkDialog
          controller={controller}
          span={span}
          onClose={() => {
            setLinking(false);
            controller.focus();
          }}
        />
      )}
    </div>
  );
}
