import { useCallback } from 'react';
import { useStore } from '../../lib/use-store.ts';
import { DecidedPage } from './adjudicate/decided-page.tsx';
import { DocumentPage } from './document-page.tsx';
import { NewProject } from './projects/new-project.tsx';
import { ProjectPage } from './projects/project-page.tsx';
import { ProjectsPage } from './projects/projects-page.tsx';
import type { AnnotateRoute, AnnotateState } from './route.ts';

export interface AnnotatePageProps {
  readonly state: AnnotateState;
  /** Shows a training run. */
  readonly onOpenRun: (run: number) => void;
}

/** Projects, one project, or a document of it on the controller. */
export function AnnotatePage({ state, onOpenRun }: AnnotatePageProps) {
  const route = useStore(state.route);
  const go = useCallback((next: AnnotateRoute) => state.route.set(next), [state]);
  switch (route.kind) {
    case 'projects':
      return <ProjectsPage onGo={go} />;
    case 'new':
      return <NewProject onGo={go} />;
    case 'project':
      return <ProjectPage key={route.project} projectId={route.project} onGo={go} onOpenRun={onOpenRun} />;
    case 'document':
    case 'review':
    case 'adjudicate':
      return (
        <DocumentPage
          key={`${route.kind} ${route.project} ${route.kind === 'review' ? route.person : ''}`}
          projectId={route.project}
          documentId={route.document}
          adjudicating={route.kind === 'adjudicate'}
          reviewed={route.kind === 'review' ? route.person : undefined}
          active={state.active}
          at={route.kind === 'adjudicate' ? route.at : undefined}
          onGo={go}
        />
      );
    case 'decided':
      return <DecidedPage key={route.edit} projectId={route.project} edit={route.edit} onGo={go} />;
  }
}
