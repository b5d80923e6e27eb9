import { useCallback } from 'react';
import { useStore } from '../../lib/use-store.ts';
import { DecidedPage } from './adjudicate/decided-page.tsx';
import { DocumentPage } from './document-page.tsx';
import type { AnnotatePlace, AnnotateState } from './place.ts';
import { NewProject } from './projects/new-project.tsx';
import { ProjectPage } from './projects/project-page.tsx';
import { ProjectsPage } from './projects/projects-page.tsx';

export interface AnnotatePageProps {
  readonly state: AnnotateState;
  /** Shows a training run. */
  readonly onOpenRun: (run: number) => void;
}

/** Projects, one project, or a document of it on the controller. */
export function AnnotatePage({ state, onOpenRun }: AnnotatePageProps) {
  const place = useStore(state.place);
  const go = useCallback((next: AnnotatePlace) => state.place.set(next), [state]);
  switch (place.kind) {
    case 'projects':
      return <ProjectsPage onGo={go} />;
    case 'new':
      return <NewProject onGo={go} />;
    case 'project':
      return <ProjectPage key={place.project} projectId={place.project} onGo={go} onOpenRun={onOpenRun} />;
    case 'document':
    case 'adjudicate':
      return (
        <DocumentPage
          key={place.project}
          projectId={place.project}
          documentId={place.document}
          adjudicating={place.kind === 'adjudicate'}
          active={state.active}
          at={place.kind === 'adjudicate' ? place.at : undefined}
          onGo={go}
        />
      );
    case 'decided':
      return <DecidedPage key={place.edit} projectId={place.project} edit={place.edit} onGo={go} />;
  }
}
