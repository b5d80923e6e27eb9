import { type KeyboardEvent, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { CompletionPage } from './completion-page.tsx';
import { EditHistory } from './edit-history.tsx';
import { EntitySearch, type GraphSection } from './entity-search.tsx';
import { EntityView } from './entity-view.tsx';
import type { OpenDocument } from './open-document.ts';
import { Overview } from './overview.tsx';
import { PhrasesPage } from './phrases-page.tsx';
import { QueryPage } from './query-page.tsx';
import { ReviewPage } from './review-page.tsx';

interface GraphPageProps {
  /** The entity shown, or null for the overview. */
  readonly entity: number | null;
  readonly onEntity: (id: number | null) => void;
  readonly onOpenDocument: OpenDocument;
  /** Grows each time an import is asked for from elsewhere. */
  readonly importAsked: number;
}

/** Search at the left; an entity, or the graph as a whole, at the right. */
export function GraphPage({ entity, onEntity, onOpenDocument, importAsked }: GraphPageProps) {
  const [section, setSection] = useState<GraphSection>('overview');
  const undo = useUndoKeys();
  useEffect(() => {
    if (importAsked === 0) return;
    setSection('overview');
    document.getElementById('kg-import')?.scrollIntoView({ block: 'start' });
  }, [importAsked]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of undo hold for all controls inside
    <div className="graph-page" onKeyDown={undo}>
      <EntitySearch
        selected={entity}
        onPick={onEntity}
        section={section}
        onSection={(wanted) => {
          setSection(wanted);
          onEntity(null);
        }}
      />
      <main className="graph-main grow" data-pane="graph">
        {entity === null && section === 'overview' && <Overview />}
        {entity === null && section === 'completion' && <CompletionPage onEntity={onEntity} />}
        {entity === null && section === 'review' && <ReviewPage onEntity={onEntity} />}
        {entity === null && section === 'query' && <QueryPage onEntity={onEntity} />}
        {entity === null && section === 'edits' && <EditHistory />}
        {entity === null && section === 'phrases' && <PhrasesPage />}
        {entity !== null && (
          <EntityView key={entity} id={entity} onEntity={onEntity} onOpenDocument={onOpenDocument} />
        )}
      </main>
    </div>
  );
}

/** Undoes the newest own edit of the graph with Ctrl/⌘+Z, and does it again with Shift, outside of fields. */
function useUndoKeys(): (event: KeyboardEvent) => void {
  const { attempt } = useAttempt();
  return (event) => {
    const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    if (isField || event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    void attempt(() => call('kg.turnEdit', { redo: event.shiftKey }));
  };
}
