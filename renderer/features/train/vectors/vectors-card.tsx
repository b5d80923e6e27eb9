import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { VectorsCard } from '../../../../shared/domain/vectors.ts';
import { useTrain } from '../train-context.ts';
import { VectorsActions } from './vectors-actions.tsx';
import { useCorpusFacts, useVectorFacts } from './vectors-facts.ts';

interface VectorsCardViewProps {
  readonly card: VectorsCard;
}

/** Card of a set of vectors: facts, origin, neighbours of common words. */
export function VectorsCardView({ card }: VectorsCardViewProps) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const facts = useVectorFacts(card);
  const corpus = useCorpusFacts(card);
  const open = (): void => go({ kind: 'vectors-set', id: card.id });
  return (
    <article className="model-card" data-testid="vectors-card" data-id={card.id} aria-label={card.name}>
      <header className="model-head wrap">
        <h2>{card.name}</h2>
        <span className="tag fine muted">{t(`vectors.unit.${card.unit}`)}</span>
        <span className="muted">{facts.join(' · ')}</span>
      </header>
      <CommonNeighbours card={card} />
      {corpus.length > 0 && <p className="muted">{corpus.join(' · ')}</p>}
      <div className="model-actions">
        <Button type="primary" data-testid="vectors-open" onClick={open}>
          {t('vectors.open')}
        </Button>
        <VectorsActions card={card} />
      </div>
    </article>
  );
}

const SHOWN = 6;

function CommonNeighbours({ card: { neighbours } }: Pick<VectorsCardViewProps, 'card'>) {
  const { t } = useTranslation();
  if (neighbours.length === 0) return null;
  return (
    <dl className="vector-neighbours" aria-label={t('vectors.commonNeighbours')}>
      {neighbours.map(({ token, near }) => (
        <div key={token}>
          <dt>{token}</dt>
          <dd>
            {near.slice(0, SHOWN).map((other) => (
              <span key={other.token} title={other.similarity.toFixed(3)}>
                {other.token}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
