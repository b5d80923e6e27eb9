import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { useProject } from '../../../api/annotation.ts';
import { formatCount } from '../../../lib/format.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PromptDialog } from '../../../ui/prompt-dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { AgreementTab } from '../agreement/agreement-tab.tsx';
import { BoardTab } from '../lead/board-tab.tsx';
import { LearningPanel } from '../learning/learning-panel.tsx';
import type { AnnotateRoute } from '../route.ts';
import { DocumentsTab } from './documents-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { Progress, Reminder, TeamProgress } from './projects-page.tsx';
import { SchemaTab } from './schema-tab.tsx';

interface ProjectPageProps {
  readonly projectId: number;
  readonly onGo: (route: AnnotateRoute) => void;
  /** Shows a training run. */
  readonly onOpenRun: (run: number) => void;
}

type ProjectTab = 'documents' | 'board' | 'schema' | 'members' | 'agreement' | 'learning';

/** One project: its documents, what may be annotated, and who does it. */
export function ProjectPage({ projectId, onGo, onOpenRun }: ProjectPageProps) {
  const { data, error, refetch } = useProject(projectId);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return <Page project={data} onGo={onGo} onOpenRun={onOpenRun} />;
}

function Page({
  project,
  onGo,
  onOpenRun,
}: { readonly project: Project } & Pick<ProjectPageProps, 'onGo' | 'onOpenRun'>) {
  const { t } = useTranslation();
  const may = useMay();
  const [tab, setTab] = useState<ProjectTab>('documents');
  const counted = (name: 'annotate.documents' | 'annotate.members', n: number): string =>
    t('project.tabs', { name: t(name), n: formatCount(n) });
  return (
    <main className="annotate-project" data-pane="annotate" data-testid="project-page">
      <header className="annotate-tools">
        <IconButton
          label={t('command.allProjects')}
          icon={<ArrowLeftOutlined />}
          testId="to-projects"
          onClick={() => onGo({ kind: 'projects' })}
        />
        <ProjectTitle project={project} />
        <span className="spacer" />
        {project.mine.assigned > 0 ? (
          <Progress label={t('annotate.mine')} done={project.mine.done} total={project.mine.assigned} />
        ) : (
          <TeamProgress project={project} />
        )}
        <Button
          type={project.mine.assigned > 0 || project.members.length === 0 ? 'primary' : 'default'}
          disabled={project.documents === 0}
          data-testid="start-labelling"
          onClick={() => onGo({ kind: 'document', project: project.id, document: null })}
        >
          {t(project.mine.done === 0 ? 'annotate.start' : 'annotate.goOn')}
        </Button>
      </header>
      <Reminder project={project} />
      <Tabs
        label={project.name}
        active={tab}
        onPick={setTab}
        tabs={[
          {
            key: 'documents',
            name: counted('annotate.documents', project.documents),
            content: <DocumentsTab project={project} onGo={onGo} />,
          },
          ...(may('projects.board')
            ? [{ key: 'board' as const, name: t('lead.board'), content: <BoardTab project={project} /> }]
            : []),
          { key: 'schema', name: t('annotate.schema'), content: <SchemaTab project={project} /> },
          {
            key: 'members',
            name: counted('annotate.members', project.members.length),
            content: <MembersTab project={project} onGo={onGo} />,
          },
          ...(may('agreement.report')
            ? [
                {
                  key: 'agreement' as const,
                  name: t('annotate.agreement'),
                  content: <AgreementTab project={project} onGo={onGo} />,
                },
              ]
            : []),
          {
            key: 'learning',
            name: t('learning.title'),
            content: <LearningPanel project={project} onOpenRun={onOpenRun} />,
          },
        ]}
      />
    </main>
  );
}

function ProjectTitle({ project }: { readonly project: Project }) {
  const { t } = useTranslation();
  const rename = useNoticedChange('projects.rename');
  const mayRename = useMay()('projects.rename');
  const [naming, setNaming] = useState(false);
  return (
    <>
      <h1>
        {mayRename ? (
          <button type="button" title={t('docs.rename')} onClick={() => setNaming(true)}>
            {project.name}
          </button>
        ) : (
          project.name
        )}
      </h1>
      {naming && (
        <PromptDialog
          title={t('docs.rename')}
          label={t('annotate.projectName')}
          initial={project.name}
          submit={t('app.save')}
          maxLength={200}
          onCancel={() => setNaming(false)}
          onSubmit={(name) => {
            setNaming(false);
            rename.mutate({ projectId: project.id, name: name.trim() });
          }}
        />
      )}
    </>
  );
}
