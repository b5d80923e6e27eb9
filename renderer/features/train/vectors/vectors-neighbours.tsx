import { LeftOutlined } from '@ant-design/icons';
import { AutoComplete, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { Neighbourhood, VectorPoints } from '../../../../shared/domain/vectors.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useNeighbours } from '../../../api/vectors.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TypeBadge } from '../../../ui/type-badge.tsx';
import { useTrain } from '../train-context.ts';

interface VectorsNeighboursProps {
  readonly id: number;
  readonly token: string | null;
  /** Words walked through so far. */
  readonly steps: number;
  /** Word while it is typed. */
  readonly text: string;
  readonly points: VectorPoints | undefined;
  readonly onText: (text: string) => void;
  readonly onShow: (token: string) => void;
  readonly onBack: () => void;
}

const SEARCH_DELAY_MS = 150;
/** Entities among which the one of a name is looked for. */
const FOUND = 20;

/** A word and the words nearest to it; each leads on to its own. */
export function VectorsNeighbours(props: VectorsNeighboursProps) {
  const { id, token, steps, text, onText, onShow, onBack } = props;
  const { t } = useTranslation();
  const sought = useDebounced(text, SEARCH_DELAY_MS);
  const suggestions =
    useAnswer('vectors.tokens', sought.trim() !== '' && { id, text: sought, limit: 12 }).data ?? [];
  const { data, error, isPlaceholderData } = useNeighbours(id, token);
  const enter = (): void => {
    if (text.trim() !== '') onShow(text.trim());
  };
  return (
    <div className="vectors-near">
      <div className="vectors-search">
        <Button
          icon={<LeftOutlined />}
          disabled={steps < 2}
          aria-label={t('vectors.explore.back')}
          title={t('vectors.explore.back')}
          data-testid="vectors-back"
          onClick={onBack}
        />
        <AutoComplete
          value={text}
          options={suggestions.map((value) => ({ value }))}
          placeholder={t('vectors.explore.search')}
          aria-label={t('vectors.explore.searchLabel')}
          data-testid="vectors-search"
          defaultActiveFirstOption={false}
          onChange={onText}
          onSelect={onShow}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && enter()}
        />
      </div>
      {error !== null && <ErrorNote error={error} />}
      {token === null && error === null && <EmptyState text={t('vectors.explore.pickHint')} />}
      {token !== null && data === null && !isPlaceholderData && (
        <EmptyState text={t('vectors.explore.notThere', { token })} />
      )}
      {token !== null && data !== undefined && data !== null && <Near {...props} found={data} />}
    </div>
  );
}

/** Leads to the page of the entity of that name and type. */
function OpenEntity({ token, type }: { readonly token: string; readonly type: EntityType }) {
  const { t } = useTranslation();
  const { openEntity } = useTrain();
  // Vectors of the graph name entities with their type where several share a name.
  const name = token.endsWith(` (${type})`) ? token.slice(0, -` (${type})`.length) : token;
  const { data } = useAnswer('kg.search', { query: name, type, limit: FOUND });
  const entity = data?.find((one) => one.name === name) ?? data?.[0];
  if (entity === undefined) return null;
  return (
    <Button type="link" size="small" data-testid="vectors-entity" onClick={() => openEntity(entity.id)}>
      {t('card.openInGraph')}
    </Button>
  );
}

function Near({
  found: { token, rank, type, near },
  points,
  onShow,
}: VectorsNeighboursProps & { readonly found: Neighbourhood }) {
  const { t } = useTranslation();
  const shown = points === undefined || points.tokens.includes(token);
  return (
    <div className="vectors-near-list" data-testid="vectors-near" data-token={token}>
      <h2>
        {type !== null && <TypeBadge type={type} />} {token}
        <small className="muted">
          {[
            t('vectors.explore.rank', { n: formatCount(rank) }),
            ...(shown ? [] : [t('vectors.explore.notShown')]),
          ].join(' · ')}
        </small>
        {type !== null && <OpenEntity token={token} type={type} />}
      </h2>
      <ol aria-label={t('vectors.neighboursOf', { token })}>
        {near.map((other) => (
          <li key={other.token}>
            <button type="button" data-testid="vectors-neighbour" onClick={() => onShow(other.token)}>
              <span className="near-badge">{other.type !== null && <TypeBadge type={other.type} />}</span>
              <span className="near-token ellipsis">{other.token}</span>
              <span className="near-bar" aria-hidden="true">
                <span style={{ width: `${Math.max(0, 100 * other.similarity)}%` }} />
              </span>
              <span className="near-number fine muted tabular" title={t('vectors.explore.similarity')}>
                {other.similarity.toFixed(3)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
