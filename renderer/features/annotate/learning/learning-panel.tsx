import { Button, ConfigProvider } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LearningState } from '../../../../shared/domain/learning.ts';
import type { Project } from '../../../../shared/domain/project.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useRuns } from '../../../api/training.ts';
import { formatCount, formatPercent, formatScore } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { useRefusal } from '../../../ui/use-refusal.ts';
import { LearningCurve } from './learning-curve.tsx';
import { OrderSetting, RetrainSetting } from './loop-settings.tsx';
import { RoundTable } from './round-table.tsx';
import { SuggestForm } from './suggest-form.tsx';

interface LearningPanelProps {
  readonly project: Project;
  readonly onOpenRun: (run: number) => void;
}

/** Learning from a project's finished documents: rounds, model and settings. */
export function LearningPanel({ project, onOpenRun }: LearningPanelProps) {
  const { id: projectId } = project;
  const { t } = useTranslation();
  const refusal = useRefusal('projects.settings', ['adjudicator', 'administrator']);
  const { data, error, refetch } = useAnswer('learning.get', { projectId });
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <div className="learning" data-testid="learning">
      <LearningHead projectId={projectId} state={data} />
      {data.rounds.length === 0 ? (
        <EmptyState text={t('learning.empty')} />
      ) : (
        <>
          <section>
            <h3>{t('learning.curve')}</h3>
            <LearningCurve rounds={data.rounds} />
          </section>
          <RoundTable rounds={data.rounds} onOpenRun={onOpenRun} />
        </>
      )}
      <section>
        <h3>{t('learning.settings')}</h3>
        <ConfigProvider componentDisabled={refusal !== undefined}>
          <OrderSetting project={project} />
          <RetrainSetting project={project} />
        </ConfigProvider>
      </section>
      <SuggestForm projectId={projectId} preferred={data.model?.id} />
    </div>
  );
}

function LearningHead({ projectId, state }: { readonly projectId: number; readonly state: LearningState }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const train = useNoticedChange('learning.train');
  const order = useNoticedChange('learning.order');
  const { rounds, model, finished, sinceLast, trainDocuments, devDocuments } = state;
  const refusal = useRefusal('learning.train', ['adjudicator', 'administrator']);
  const current = rounds.find((round) => round.state === 'training');
  const best = rounds.findLast((round) => round.adopted && round.model?.id === model?.id);
  const share = useProgress(current?.runId ?? null);
  return (
    <div className="learning-head">
      <dl>
        <dt>{t('learning.model')}</dt>
        <dd data-testid="learning-model">
          {model === null ? t('learning.noModel') : model.name}
          {best?.f1 !== undefined && best.f1 !== null && (
            <span className="muted">F1 {formatScore(best.f1)}</span>
          )}
        </dd>
      </dl>
      <p className="muted">
        {t('learning.finished', {
          finished: formatCount(finished),
          train: formatCount(trainDocuments),
          dev: formatCount(devDocuments),
        })}
        {rounds.length > 0 && ` · ${t('learning.sinceLast', { n: formatCount(sinceLast) })}`}
      </p>
      <div className="learning-actions">
        <Button
          type="primary"
          disabled={current !== undefined || refusal !== undefined}
          title={refusal}
          loading={train.isPending}
          data-testid="train-project"
          onClick={() =>
            train.mutate({ projectId }, { onSuccess: () => notices.done(t('learning.trainStarted')) })
          }
        >
          {current === undefined
            ? t('learning.train')
            : t('learning.training', { percent: formatPercent(share) })}
        </Button>
        <Button
          loading={order.isPending}
          onClick={() =>
            order.mutate(
              { projectId },
              {
                onSuccess: ({ ordered }) => notices.done(t('learning.ordered', { n: formatCount(ordered) })),
              },
            )
          }
        >
          {t('learning.order')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the progress of a run, 0 … 1. */
function useProgress(runId: number | null): number {
  const { data: runs } = useRuns();
  const progress = runs?.find(({ id }) => id === runId)?.progress;
  return progress === undefined || progress.totalSteps === 0 ? 0 : progress.step / progress.totalSteps;
}
