import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/requests.ts';
import { useVectors } from '../../../api/vectors.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useTrain } from '../train-context.ts';
import { VectorsCardView } from './vectors-card.tsx';
import { VectorsImport } from './vectors-import.tsx';
import { VectorTrainingCard } from './vectors-training.tsx';

/** Word vectors of the workspace, and those that are being trained. */
export function VectorsPage() {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { data: sets, error, refetch } = useVectors();
  const trainings = useAnswer('vectors.trainings', {}).data ?? [];
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (sets === undefined) return null;
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      data-testid="train-vectors"
      onClick={() => go({ kind: 'vectors-new' })}
    >
      {t('vectors.train')}
    </Button>
  );
  const empty = sets.length + trainings.length === 0;
  return (
    <div className="train-list-page column" data-testid="vectors-page">
      <header className="train-tools row wrap">
        <h1>{t('vectors.title')}</h1>
        <span className="spacer" />
        <VectorsImport />
        {!empty && add}
      </header>
      {empty ? (
        <EmptyState title={t('vectors.emptyTitle')} text={t('vectors.empty')}>
          {add}
        </EmptyState>
      ) : (
        <ul className="model-list column">
          {trainings.map((training) => (
            <li key={`training-${training.id}`}>
              <VectorTrainingCard training={training} />
            </li>
          ))}
          {sets.toReversed().map((card) => (
            <li key={card.id}>
              <VectorsCardView card={card} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
