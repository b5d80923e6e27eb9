import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { call } from '../../../api/client.ts';
import { useControlRun, useDataSets, useModels, useRuns } from '../../../api/training.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { BackLink } from '../back-link.tsx';
import { startDraft, textsOf } from '../run-draft.ts';
import { SaveMenu } from '../save-menu.tsx';
import { StateMark } from '../state-mark.tsx';
import { useTrain } from '../train-context.ts';
import { actionsOf, networkName, type RunAction } from './run-list.ts';

interface RunHeaderProps {
  readonly run: RunDetail;
}

/** Name, state and what can be done. */
export function RunHeader({ run }: RunHeaderProps) {
  const { go } = useTrain();
  const { t } = useTranslation();
  return (
    <header className="run-head column">
      <div className="run-title row wrap">
        <BackLink
          name={t(run.cell === undefined ? 'train.section.runs' : 'train.section.grids')}
          onBack={() =>
            go(run.cell === undefined ? { kind: 'runs' } : { kind: 'grid', id: run.cell.experiment })
          }
        />
        <h1>{run.name}</h1>
        <StateMark state={run.state} />
        <ModelLink run={run} />
        <span className="spacer" />
        <Controls run={run} />
        <SaveMenu
          name={t('train.run.report')}
          testId="run-report"
          formats={['html', 'json'] as const}
          formatName={(format) => t(`train.run.reportAs.${format}`)}
          fetchFile={(format) => call('runs.report', { id: run.id, format })}
        />
        <AgainButton run={run} />
      </div>
      <p className="muted">
        {networkName(run)} · {t('train.run.data', { train: run.train.name, dev: run.dev.name })}
      </p>
    </header>
  );
}

function ModelLink({ run }: Pick<RunHeaderProps, 'run'>) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const model = useModels().data?.find(({ id }) => id === run.modelId);
  if (model === undefined) return null;
  return (
    <button
      type="button"
      className="text-link"
      data-testid="run-model"
      onClick={() => go({ kind: 'models', id: model.id })}
    >
      {t('train.run.model', { name: model.name })}
    </button>
  );
}

function Controls({ run }: Pick<RunHeaderProps, 'run'>) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const confirm = useConfirm();
  const control = useControlRun();
  const deletion = useNoticedChange('runs.delete');
  const { fail: onError } = useNotices();
  const ask = (action: 'cancel' | 'delete', onOk: () => void): void =>
    confirm({
      title: t(`train.confirm.${action}Title`, { name: run.name }),
      body: t(`train.confirm.${action}Body`),
      ok: t(`train.confirm.${action}Ok`),
      keep: t('train.confirm.keep'),
      onOk,
    });
  const perform: Readonly<Record<RunAction | 'delete', () => void>> = {
    pause: () => control.mutate({ id: run.id, action: 'pause' }, { onError }),
    resume: () => control.mutate({ id: run.id, action: 'resume' }, { onError }),
    cancel: () => ask('cancel', () => control.mutate({ id: run.id, action: 'cancel' }, { onError })),
    delete: () =>
      ask('delete', () => {
        deletion.mutate({ id: run.id });
        go({ kind: 'runs' });
      }),
  };
  const busy = (useRuns().data ?? []).some(({ state }) => state === 'running');
  return actionsOf(run.state, busy).map((action) => (
    <Button
      key={action}
      data-testid={`run-${action}`}
      type={action === 'resume' ? 'primary' : 'default'}
      loading={control.isPending && control.variables.action === action}
      disabled={control.isPending}
      onClick={perform[action]}
    >
      {t(`train.action.${action}`)}
    </Button>
  ));
}

/** The form with this run's settings and data sets. */
function AgainButton({ run }: RunHeaderProps) {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const sets = useDataSets().data ?? [];
  const setOf = (sha256: string): number | null => sets.find((set) => set.sha256 === sha256)?.id ?? null;
  const { settings } = run;
  return (
    <Button
      data-testid="run-again"
      title={t('train.run.againHint')}
      onClick={() => {
        state.draft.set({
          ...startDraft(settings.task),
          recipe: null,
          preset: null,
          train: setOf(run.train.sha256),
          dev: setOf(run.dev.sha256),
          texts: textsOf(settings.task, settings),
        });
        go({ kind: 'new' });
      }}
    >
      {t('train.run.again')}
    </Button>
  );
}
