import { useTranslation } from 'react-i18next';
import type { EntitySummary, Prediction, PredictionExplanation } from '../../../shared/domain/graph.ts';
import { useAnswer } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { EntityWay } from './path-finder.tsx';
import { RelatedRow } from './related.tsx';

interface PredictionDetailProps {
  readonly prediction: Prediction;
  readonly onEntity: (id: number) => void;
}

/** A prediction with what the graph knows that speaks for it. */
export function PredictionDetail({ prediction, onEntity }: PredictionDetailProps) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const { head, relation, tail, vectors, rank, score, decidedBy } = prediction;
  const { data, error } = useAnswer('kg.explain', { id: prediction.id });
  return (
    <article className="prediction-detail" data-testid="prediction-detail" aria-busy={data === undefined}>
      <h2 className="row wrap">
        <EntityLink entity={head} onEntity={onEntity} />
        <span className="muted">{nameOf(relation)}</span>
        <EntityLink entity={tail} onEntity={onEntity} />
      </h2>
      <p className="muted fine">
        {t('graph.predictedBy', { name: vectors, rank, score: score.toFixed(4) })}
        {decidedBy !== undefined && ` · ${t(`graph.state.${prediction.state}`)} · ${decidedBy}`}
      </p>
      {error !== null && <ErrorNote error={error} />}
      {data !== undefined && <Explanation prediction={prediction} known={data} onEntity={onEntity} />}
    </article>
  );
}

interface ExplanationProps extends PredictionDetailProps {
  readonly known: PredictionExplanation;
}

function Explanation({ prediction: { head, tail }, known, onEntity }: ExplanationProps) {
  const { t } = useTranslation();
  const lists = [
    { title: t('graph.knownTails', { head: head.name, tail: tail.name }), near: known.tails },
    { title: t('graph.knownHeads', { head: head.name, tail: tail.name }), near: known.heads },
  ];
  return (
    <>
      <h3>{t('graph.paths')}</h3>
      {known.paths.length === 0 && <p className="muted">{t('graph.noPaths')}</p>}
      {known.paths.map((steps) => (
        <EntityWay
          key={steps.map(({ entity }) => entity.id).join()}
          from={head}
          steps={steps}
          onEntity={onEntity}
        />
      ))}
      {lists.map(
        ({ title, near }) =>
          near.length > 0 && (
            <section key={title}>
              <h3>{title}</h3>
              <ol>
                {near.map(({ similarity, ...entity }) => (
                  <li key={entity.id}>
                    <RelatedRow entity={entity} value={similarity.toFixed(3)} onEntity={onEntity} />
                  </li>
                ))}
              </ol>
            </section>
          ),
      )}
    </>
  );
}

interface EntityLinkProps extends Pick<PredictionDetailProps, 'onEntity'> {
  readonly entity: Pick<EntitySummary, 'id' | 'name' | 'type'>;
}

const EntityLink = ({ entity, onEntity }: EntityLinkProps) => (
  <button type="button" className="row entity-link" onClick={() => onEntity(entity.id)}>
    <TypeBadge type={entity.type} /> {entity.name}
  </button>
);
