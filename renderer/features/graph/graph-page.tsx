import { useEffect, useState } from 'react';
import { CompletionPage } from './completion-page.tsx';
import { EntitySearch } from './entity-search.tsx';
import { EntityView } from './entity-view.tsx';
import type { OpenDocument } from './open-document.ts';
import { Overview } from './overview.tsx';

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
  const [completing, setCompleting] = useState(false);
  useEffect(() => {
    if (importAsked === 0) return;
    setCompleting(false);
    document.getElementById('kg-import')?.scrollIntoView({ block: 'start' });
  }, [importAsked]);
  return (
    <div className="graph-page">
      <EntitySearch
        selected={entity}
        onPick={onEntity}
        completing={completing}
        onComplete={(wanted) => {
          setCompleting(wanted);
          onEntity(null);
        }}
      />
      <main className="graph-main grow" data-pane="graph">
        {entity === null && completing && <CompletionPage onEntity={onEntity} />}
        {entity === null && !completing && <Overview />}
        {entity !== null && (
          <EntityView key={entity} id={entity} onEntity={onEntity} onOpenDocument={onOpenDocument} />
        )}
      </main>
    </div>
  );
}
