import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GOLD, type QueueEntry } from '../../../shared/domain/project.ts';
import { useProject, useQueue } from '../../api/annotation.ts';
import { useAppInfo } from '../../api/system.ts';
import type { Store } from '../../lib/store.ts';
import type { ActiveLayer } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DocumentLayout } from './document-layout.tsx';
import { canAdjudicate, layerOf } from './queue.ts';
import type { AnnotateRoute } from './route.ts';

interface DocumentPageProps {
  readonly projectId: number;
  readonly documentId: number | null;
  readonly adjudicating: boolean;
  /** Person whose layer is read; absent: the layer of who is here, or the gold one. */
  readonly reviewed: string | undefined;
  /** Receives the layer on screen, for the status bar. */
  readonly active: Store<ActiveLayer | null>;
  /** Offset to show first. */
  readonly at: number | undefined;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** A project's queue with one document in front: the one asked for, else the first that is not finished. */
export function DocumentPage(props: DocumentPageProps) {
  const { projectId, documentId, adjudicating, reviewed, at, active, onGo } = props;
  const { t } = useTranslation();
  const project = useProject(projectId);
  const queue = useQueue(projectId);
  const actor = useAppInfo().data?.actor ?? '';
  /** Stays, so that a document that leaves the project is not exchanged for another without a word. */
  const first = useRef<number | null>(null);
  const error = project.error ?? queue.error;
  if (error !== null)
    return (
      <div className="pad">
        <ErrorNote error={error} onRetry={() => void project.refetch()} />
      </div>
    );
  if (project.data === undefined || queue.data === undefined) return null;
  if (!queue.isFetching) first.current ??= firstOpen(queue.data, adjudicating ? GOLD : actor);
  const shown = documentId ?? first.current;
  if (shown === null && queue.isFetching) return null;
  if (shown === null)
    return <EmptyState title={t('annotate.noDocuments')} text={t('annotate.noDocumentsHint')} />;
  return (
    <DocumentLayout
      gold={adjudicating}
      project={project.data}
      queue={queue.data}
      person={reviewed ?? actor}
      reviewing={reviewed !== undefined}
      documentId={shown}
      active={active}
      at={at}
      onGo={onGo}
    />
  );
}

/** Returns the first document that the person has not finished, else the first one. Gold needs two finished layers. */
function firstOpen(queue: readonly QueueEntry[], person: string): number | null {
  const open = queue.find(
    (entry) => layerOf(entry, person)?.state !== 'done' && (person !== GOLD || canAdjudicate(entry)),
  );
  return (open ?? queue[0])?.id ?? null;
}
