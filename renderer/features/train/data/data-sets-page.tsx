import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { call } from '../../../api/client.ts';
import { useDataSets } from '../../../api/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { TimeOf } from '../../../ui/time-of.tsx';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { LabelChips } from '../label-chips.tsx';
import { useTrain } from '../train-context.ts';

/** Labelled documents kept in the workspace. */
export function DataSetsPage() {
  const { importData } = useTrain();
  const { t } = useTranslation();
  const { data, error, refetch } = useDataSets();
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const button = (
    <Button type="primary" icon={<ImportOutlined />} data-testid="import-data" onClick={importData}>
      {t('train.data.import')}
    </Button>
  );
  if (data.length === 0)
    return (
      <EmptyState title={t('train.data.emptyTitle')} text={t('train.data.empty')}>
        {button}
      </EmptyState>
    );
  return (
    <div className="train-list-page column">
      <header className="train-tools row wrap">
        <h1>{t('train.section.data')}</h1>
        <span className="muted">{t('train.data.dropHint')}</span>
        <span className="spacer" />
        {button}
      </header>
      <div className="table-holder">
        <table className="train-table" data-testid="dataset-table">
          <TableHead
            columns={[
              t('train.data.name'),
              t('texts.taskName'),
              { number: t('train.data.documentsColumn') },
              { number: t('train.data.charactersColumn') },
              { number: t('train.data.entitiesColumn') },
              t('train.data.types'),
              { number: t('train.column.date') },
              { hidden: t('app.delete') },
            ]}
          />
          <tbody>
            {data.map((set) => (
              <DataSetRow key={set.id} set={set} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Diagnoses may be hundreds. */
const MOST_TYPES = 16;

function DataSetRow({ set }: { readonly set: DataSet }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const notices = useNotices();
  const types = Object.entries(set.types).sort(([, a], [, b]) => b - a);
  const entities = types.reduce((sum, [, count]) => sum + count, 0);
  const remove = (): void =>
    confirm({
      title: t('train.data.deleteTitle', { name: set.name }),
      body: t('train.data.deleteBody'),
      ok: t('app.delete'),
      onOk: () => call('datasets.delete', { id: set.id }).catch(notices.fail),
    });
  return (
    <tr data-testid="dataset-row" data-id={set.id}>
      <td className="main-cell" title={`SHA-256 ${set.sha256}`}>
        <strong>{set.name}</strong>
      </td>
      <td>{t(`texts.task.${set.task}`)}</td>
      <td className="number">{formatCount(set.documents)}</td>
      <td className="number">{formatCount(set.characters)}</td>
      <td className="number">{formatCount(entities)}</td>
      <td className="types-cell">
        <LabelChips labels={types.map(([label, count]) => ({ label, count }))} most={MOST_TYPES} />
      </td>
      <td className="number">
        <TimeOf at={set.importedAt} />
      </td>
      <td>
        <Button
          size="small"
          aria-label={t('train.data.deleteOf', { name: set.name })}
          data-testid="dataset-delete"
          onClick={remove}
        >
          {t('app.delete')}
        </Button>
      </td>
    </tr>
  );
}
