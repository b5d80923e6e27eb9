import { useTranslation } from 'react-i18next';
import { useModels } from '../../../api/training.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { ModelCardView } from './model-card.tsx';
import { ModelImport } from './model-import.tsx';

interface ModelsPageProps {
  /** The card to bring into view. */
  readonly shown: number | undefined;
}

/** Trained models and encoders, and what can be done with each. */
export function ModelsPage({ shown }: ModelsPageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useModels();
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <div className="train-list-page column">
      <header className="train-tools row wrap">
        <h1>{t('train.section.models')}</h1>
        <span className="spacer" />
        <ModelImport />
      </header>
      {data.length === 0 ? (
        <EmptyState title={t('train.models.emptyTitle')} text={t('train.models.empty')} />
      ) : (
        <ul className="model-list column">
          {data.map((model) => (
            <li key={model.id}>
              <ModelCardView model={model} shown={model.id === shown} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
