import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  type ExperimentAction,
  type ExperimentDetail,
  TableFormat,
} from '../../../../shared/domain/experiment.ts';
import { fetchTable, useControlExperiment, useDeleteExperiment } from '../../../api/experiments.ts';
import { saveFile } from '../../../lib/download.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { BackLink } from '../back-link.tsx';
import type { TrainRoute } from '../route.ts';
import { StateMark } from '../state-mark.tsx';
import { gridActions } from './grid-actions.ts';

interface GridHeaderProps {
  readonly experiment: ExperimentDetail;
  readonly go: (route: TrainRoute) => void;
}

/** Name, state and what can be done. */
export function GridHeader({ experiment, go }: GridHeaderProps) {
  const { t } = useTranslation();
  const { name, state, train, dev, plan } = experiment;
  return (
    <header className="run-head column">
      <div className="run-title row wrap">
        <BackLink name={t('grid.back')} onBack={() => go({ kind: 'grids' })} />
        <h1>{name}</h1>
        <StateMark state={state} />
        <span className="spacer" />
        <Controls experiment={experiment} go={go} />
        <ExportMenu id={experiment.id} />
      </div>
      <p className="muted">
        {t('grid.data', { train: train.name, dev: dev.name, seeds: plan.seeds.length })}
        {plan.keepModels && ` · ${t('grid.modelsKept')}`}
      </p>
    </header>
  );
}

function Controls({ experiment: { id, name, state, counts }, go }: GridHeaderProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const notices = useNotices();
  const control = useControlExperiment();
  const deletion = useDeleteExperiment();
  const act = (action: ExperimentAction): void => control.mutate({ id, action }, { onError: notices.fail });
  const ask = (action: 'cancel' | 'delete', onOk: () => void): void =>
    confirm({
      title: t(`grid.confirm.${action}Title`, { name }),
      body: t(`grid.confirm.${action}Body`),
      ok: t(`grid.action.${action}`),
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

function ExportMenu({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const notices = useNotices();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: TableFormat.options.map((format) => ({
          key: format,
          label: t(`grid.exportAs.${format}`),
          onClick: () => void fetchTable(id, format).then(saveFile).catch(notices.fail),
        })),
      }}
    >
      <Button icon={<DownOutlined />} iconPlacement="end" data-testid="grid-export">
        {t('grid.export')}
      </Button>
    </Dropdown>
  );
}
