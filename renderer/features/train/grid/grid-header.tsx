import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  type ExperimentAction,
  type ExperimentDetail,
  TableFormat,
} from '../../../../shared/domain/experiment.ts';
import { pipelineName, pipelinesOf, settingsOfCell } from '../../../../shared/experiment-cells.ts';
import { bestTrial } from '../../../../shared/search-stages.ts';
import { call } from '../../../api/client.ts';
import { useChange } from '../../../api/requests.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { BackLink } from '../back-link.tsx';
import { startDraft, textsOf } from '../run-draft.ts';
import { SaveMenu } from '../save-menu.tsx';
import { StateMark } from '../state-mark.tsx';
import { useTrain } from '../train-context.ts';
import { gridActions } from './grid-actions.ts';

interface GridHeaderProps {
  readonly experiment: ExperimentDetail;
}

/** Name, state and what can be done. */
export function GridHeader({ experiment }: GridHeaderProps) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { name, state, train, dev, test, plan } = experiment;
  return (
    <header className="run-head column">
      <div className="run-title row wrap">
        <BackLink name={t('grid.back')} onBack={() => go({ kind: 'grids' })} />
        <h1>{name}</h1>
        <StateMark state={state} />
        <span className="spacer" />
        <Controls experiment={experiment} />
        <SaveMenu
          name={t('grid.export')}
          testId="grid-export"
          formats={TableFormat.options}
          formatName={(format) => t(`grid.exportAs.${format}`)}
          fetchFile={(format) => call('experiments.report', { id: experiment.id, format })}
        />
      </div>
      <p className="muted">
        {t(dataOf(plan), {
          minutes: plan.search?.minutes,
          epochs: plan.search?.epochs.join(' → '),
          train: train.name,
          dev: dev.name,
          folds: plan.folds,
          seeds: plan.seeds.length,
        })}
        {test !== undefined && ` · ${t('grid.tested', { test: test.name })}`}
        {plan.keepModels && ` · ${t('grid.modelsKept')}`}
      </p>
      <BestTrial experiment={experiment} />
    </header>
  );
}

const dataOf = ({ search, folds }: ExperimentDetail['plan']) =>
  search !== undefined ? 'grid.dataOfSearch' : folds !== undefined ? 'grid.dataInFolds' : 'grid.data';

/** The best trial of a search, and the form of a run with its settings. */
function BestTrial({ experiment: { plan, cells, train, dev } }: GridHeaderProps) {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const best = plan.search === undefined ? undefined : bestTrial(plan, cells);
  if (best?.result === undefined) return null;
  const { trainDocuments: _train, devDocuments: _dev, ...settings } = settingsOfCell(plan, best);
  const begin = (): void => {
    state.draft.set({
      ...startDraft(settings.task),
      train: train.id,
      dev: dev.id,
      recipe: null,
      preset: null,
      texts: textsOf(settings.task, settings),
    });
    go({ kind: 'new' });
  };
  return (
    <p className="run-title row wrap" data-testid="best-trial">
      <strong>{t('grid.best', { f1: (100 * (best.result.f1 ?? 0)).toFixed(2) })}</strong>
      <span className="muted">{pipelineName(pipelinesOf(plan)[best.pipeline]!)}</span>
      <Button size="small" data-testid="use-best" onClick={begin}>
        {t('grid.useBest')}
      </Button>
    </p>
  );
}

function Controls({ experiment: { id, name, state, counts } }: GridHeaderProps) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const confirm = useConfirm();
  const notices = useNotices();
  const control = useChange('experiments.control');
  const deletion = useChange('experiments.delete');
  const act = (action: ExperimentAction): void => control.mutate({ id, action }, { onError: notices.fail });
  const ask = (action: 'cancel' | 'delete', onOk: () => void): void =>
    confirm({
      title: t(`grid.confirm.${action}Title`, { name }),
      body: t(`grid.confirm.${action}Body`),
      ok: t(`grid.confirm.${action}Ok`),
      keep: t('grid.confirm.keep'),
      onOk,
    });
  const perform = (action: ExperimentAction | 'delete'): void => {
    if (action === 'cancel') return ask('cancel', () => act('cancel'));
    if (action !== 'delete') return act(action);
    ask('delete', () => {
      deletion.mutate({ id }, { onError: notices.fail });
      go({ kind: 'grids' });
    });
  };
  return gridActions(state, counts).map((action) => (
    <Button
      key={action}
      data-testid={`grid-${action}`}
      type={action === 'resume' ? 'primary' : 'default'}
      loading={control.isPending && control.variables.action === action}
      disabled={control.isPending}
      onClick={() => perform(action)}
    >
      {t(`grid.action.${action}`)}
    </Button>
  ));
}
