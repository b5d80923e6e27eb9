import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Edge } from '../../../shared/domain/graph.ts';
import type { EdgeGroup } from '../../lib/edge-groups.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useSourceName } from './source-name.ts';

interface EdgeListProps {
  readonly groups: readonly EdgeGroup[];
  readonly onEntity: (id: number) => void;
  /** Absent where the account may not. */
  readonly onRemove?: ((edge: Edge) => void) | undefined;
}

/** Neighbours by relation, most typical first; each with the sources that say so. */
export function EdgeList({ groups, onEntity, onRemove }: EdgeListProps) {
  const { t } = useTranslation();
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
              <li key={edge.other.id} className="row edge-item">
                <EdgeRow edge={edge} ranked={direction === 'out'} onEntity={onEntity} />
                {onRemove !== undefined && (
                  <IconButton
                    icon={<CloseOutlined />}
                    label={t('graph.removeEdge', { name: edge.other.name })}
                    testId="edge-remove"
                    onClick={() => onRemove(edge)}
                  />
                )}
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
  const sourceName = useSourceName();
  const from = t('graph.provenance', { sources: sources.map(sourceName).join('、') });
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
