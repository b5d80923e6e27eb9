import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ProjectSummary } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { useAnswer } from '../../../api/requests.ts';
import { formatCount, formatWhen } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import type { AnnotateRoute } from '../route.ts';
import { OpenProjectFile } from './open-project-file.tsx';

interface ProjectsPageProps {
  readonly onGo: (route: AnnotateRoute) => void;
}

/** All projects with how far they are; one click goes to work. */
export function ProjectsPage({ onGo }: ProjectsPageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('projects.list', {});
  const mayCreate = useMay()('projects.create');
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const buttons = mayCreate && (
    <span className="project-actions">
      <OpenProjectFile onGo={onGo} />
      <Button
        type="primary"
        icon={<PlusOutlined />}
        data-testid="new-project"
        onClick={() => onGo({ kind: 'new' })}
      >
        {t('annotate.newProject')}
      </Button>
    </span>
  );
  if (data.length === 0)
    return (
      <main className="annotate-list" data-pane="annotate" data-testid="projects-empty">
        <EmptyState
          title={t('annotate.noProjects')}
          text={t(mayCreate ? 'annotate.noProjectsHint' : 'project.noneYet')}
        >
          {buttons}
        </EmptyState>
      </main>
    );
  return (
    <main className="annotate-list" data-pane="annotate" data-testid="projects">
      <header className="annotate-tools">
        <h1>{t('annotate.projects')}</h1>
        <span className="spacer" />
        {buttons}
      </header>
      <ul className="project-cards">
        {data.map((project) => (
          <ProjectCard key={project.id} project={project} onGo={onGo} />
        ))}
      </ul>
    </main>
  );
}

function ProjectCard({ project, onGo }: ProjectsPageProps & { readonly project: ProjectSummary }) {
  const { t } = useTranslation();
  const { id, name, documents, chars, mine, members, gold } = project;
  const parts = [
    t('annotate.documentCount', { n: formatCount(documents) }),
    t('docs.chars', { n: formatCount(chars) }),
    members.length === 0 ? '' : members.join(t('agreement.comma')),
    gold === 0 ? '' : t('annotate.goldCount', { n: formatCount(gold) }),
  ];
  return (
    <li className="project-card" data-testid="project-card" data-id={id}>
      <button
        type="button"
        className="project-name"
        onClick={() => onGo({ kind: 'project', project: id })}
        data-testid="open-project"
      >
        {name}
      </button>
      <p className="muted">{parts.filter((part) => part !== '').join(' · ')}</p>
      {(mine.assigned > 0 || members.length === 0) && (
        <Progress label={t('annotate.mine')} done={mine.done} total={mine.assigned} />
      )}
      <Reminder project={project} />
      {members.length > 1 && <TeamProgress project={project} />}
      <span className="project-actions">
        <Button onClick={() => onGo({ kind: 'project', project: id })}>{t('annotate.manage')}</Button>
        <Button
          type={mine.assigned > 0 ? 'primary' : 'default'}
          disabled={documents === 0}
          data-testid="start-labelling"
          onClick={() => onGo({ kind: 'document', project: id, document: null })}
        >
          {t(mine.done === 0 ? 'annotate.start' : 'annotate.goOn')}
        </Button>
      </span>
    </li>
  );
}

/** Sums over all annotators: a document that two people label counts twice. */
export function TeamProgress({ project: { done, assigned } }: { readonly project: ProjectSummary }) {
  const { t } = useTranslation();
  const words = t('project.copies', { done: formatCount(done), total: formatCount(assigned) });
  return <Progress label={t('annotate.everybody')} done={done} total={assigned} words={words} />;
}

/** Tells a person that they were reminded, until they have finished a document. */
export function Reminder({ project: { reminded, mine } }: { readonly project: ProjectSummary }) {
  const { t } = useTranslation();
  const left = mine.assigned - mine.done;
  if (reminded === undefined || left <= 0) return null;
  return (
    <p className="reminder" role="status" data-testid="reminder">
      {t('lead.mark', { by: reminded.by, at: formatWhen(reminded.at), n: formatCount(left) })}
    </p>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** In place of so many documents of so many. */
  readonly words?: string;
}

export function Progress({ label, done, total, words }: ProgressProps) {
  const { t } = useTranslation();
  return (
    <p className="progress-row">
      <span>{label}</span>
      <progress className="progress" max={Math.max(1, total)} value={done} aria-label={label} />
      <span className="count">
        {words ?? t('annotate.doneOf', { done: formatCount(done), total: formatCount(total) })}
      </span>
    </p>
  );
}
