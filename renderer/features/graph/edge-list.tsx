import { useTranslation } from 'react-i18next';
import type { EdgeGroup } from '../../lib/edge-groups.ts';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';

interface EdgeListProps {
  readonly groups: readonly EdgeGroup[];
  readonly onEntity: (id: number) => void;
}

/** Neighbours by relation, most typical first; each with the sources that say so. */
export function EdgeList({ groups, onEntity }: EdgeListProps) {
  const nameOf = useRelationName();
  return (
    <div className="edge-groups">
      {groups.map(({ relation, direction, edges }) => (
        <section key={`${direction} ${relation}`} className="edge-group" data-relation={relation}>
          <h3>
            {nameOf(relation, direction)} <span className="count">{edges.length}</span>
          </h3>
          <ol>
            {edges.map((edge) => (
              <li key={edge.other.id}>
                <EdgeRow edge={edge} ranked={direction === 'out'} onEntity={onEntity} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface EdgeRowProps {
  readonly edge: EdgeGroup['edges'][number];
  readonly ranked: boolean;
  readonly onEntity: (id: number) => void;
}

function EdgeRow({ edge, ranked, onEntity }: EdgeRowProps) {
  const { t } = useTranslation();
  const { other, sources, rank } = edge;
  const from = t('graph.provenance', { sources: sources.join('、') });
  return (
    <button
      type="button"
      className="edge-row row"
      data-testid="edge"
      data-entity={other.id}
      title={ranked ? `${t('graph.rank', { rank: rank + 1 })}  ${from}` : from}
      onClick={() => onEntity(other.id)}
    >
      <TypeBadge type={other.type} />
      <span className="grow">{other.name}</span>
      {edge.predicted && <span className="predicted fine">{t('graph.predicted')}</span>}
      {sources.length > 1 && <span className="count">×{sources.length}</span>}
    </button>
  );
}
