import { useTranslation } from 'react-i18next';
import type { EntitySummary, RelatedEntities } from '../../../shared/domain/graph.ts';
import { useMay } from '../../api/accounts.ts';
import { useAnswer } from '../../api/requests.ts';
import { formatCount } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import type { OpenDocument } from './open-document.ts';

interface RelatedProps {
  readonly id: number;
  readonly onEntity: (id: number) => void;
}

/** Entities near this one by PageRank, and by vectors. */
export function Related({ id, onEntity }: RelatedProps) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const { data, error, refetch } = useAnswer('kg.related', { id });
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return (
    <div className="entity-columns">
      <section data-testid="pepr-neighbours" aria-busy={data === undefined}>
        <h2>{t('graph.nearNeighbours')}</h2>
        {data === undefined && <p className="muted">{t('card.loading')}</p>}
        {data?.neighbours.length === 0 && <p className="muted">{t('graph.noEdges')}</p>}
        <ol>
          {data?.neighbours.map(({ score, relations, ...entity }) => (
            <li key={entity.id}>
              <RelatedRow
                entity={entity}
                detail={relations.map(({ relation, direction }) => nameOf(relation, direction)).join('、')}
                value={score.toFixed(4)}
                onEntity={onEntity}
              />
            </li>
          ))}
        </ol>
      </section>
      <section data-testid="nearest-entities" aria-busy={data === undefined}>
        <h2>{t('graph.nearest')}</h2>
        {data === undefined ? (
          <p className="muted">{t('card.loading')}</p>
        ) : (
          <Nearest nearest={data.nearest} onEntity={onEntity} />
        )}
      </section>
    </div>
  );
}

function Nearest({ nearest, onEntity }: Pick<RelatedEntities, 'nearest'> & Pick<RelatedProps, 'onEntity'>) {
  const { t } = useTranslation();
  switch (nearest.kind) {
    case 'no-vectors':
      return <p className="muted">{t('graph.noVectors')}</p>;
    case 'other-graph':
      return <p className="muted">{t('graph.otherGraph', { name: nearest.vectors })}</p>;
    case 'no-edges':
      return <p className="muted">{t('graph.noVector', { name: nearest.vectors })}</p>;
    case 'found':
      return (
        <>
          <ol>
            {nearest.entities.map(({ similarity, ...entity }) => (
              <li key={entity.id}>
                <RelatedRow entity={entity} value={similarity.toFixed(3)} onEntity={onEntity} />
              </li>
            ))}
          </ol>
          <p className="muted sources fine">{t('graph.byVectors', { name: nearest.vectors })}</p>
        </>
      );
  }
}

interface RelatedRowProps extends Pick<RelatedProps, 'onEntity'> {
  readonly entity: Pick<EntitySummary, 'id' | 'name' | 'type'>;
  readonly detail?: string;
  readonly value: string;
}

export function RelatedRow({ entity, detail, value, onEntity }: RelatedRowProps) {
  return (
    <button
      type="button"
      className="edge-row row"
      data-entity={entity.id}
      onClick={() => onEntity(entity.id)}
    >
      <TypeBadge type={entity.type} />
      <span className="grow ellipsis">
        {entity.name} {detail !== undefined && <span className="muted fine">{detail}</span>}
      </span>
      <span className="count tabular">{value}</span>
    </button>
  );
}

interface NamingRecordsProps {
  readonly id: number;
  readonly onOpenDocument: OpenDocument;
}

/** Records whose text names the entity; a click opens one at the first place. */
export function RecordsNaming({ id, onOpenDocument }: NamingRecordsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const { data, error, refetch } = useAnswer('kg.records', may('kg.records') && { id });
  if (!may('kg.records')) return null;
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return (
    <section data-testid="naming-records" aria-busy={data === undefined}>
      <h2>
        {t('graph.inRecords')}{' '}
        {data !== undefined && (
          <span className="count">
            {t('graph.inRecordsCount', {
              records: formatCount(data.records),
              matches: formatCount(data.matches),
            })}
          </span>
        )}
      </h2>
      {data === undefined && <p className="muted">{t('card.loading')}</p>}
      {data?.records === 0 && <p className="muted">{t('graph.inNoRecord')}</p>}
      <ol>
        {data?.hits.map(({ document, count, snippets: [first] }) => (
          <li key={document.id}>
            <button
              type="button"
              className="edge-row row"
              data-testid="naming-record"
              onClick={() => onOpenDocument(document.id, first?.start)}
            >
              <span className="record-title ellipsis">{document.title}</span>
              <span className="grow ellipsis muted">
                {first?.before}
                <mark>{first?.match}</mark>
                {first?.after}
              </span>
              <span className="count">{t('graph.times', { n: formatCount(count) })}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
