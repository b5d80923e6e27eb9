import { useTranslation } from 'react-i18next';
import type { KgStats } from '../../../shared/domain/graph.ts';
import { useAnswer } from '../../api/requests.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { formatCount } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import { ExportGraph } from './export-graph.tsx';
import { ImportPanel, StarterButton } from './import-panel.tsx';
import { SourceList } from './source-list.tsx';

/** The graph as a whole: how much of what, from where, and how to add to it. */
export function Overview() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('kg.stats', {});
  const refusal = useRefusal('kg.import', ['administrator']);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <div className="graph-overview" data-testid="graph-stats">
      <h1 className="visually-hidden">{t('graph.overview')}</h1>
      {data.entities === 0 && (
        <div className="graph-empty">
          <EmptyState title={t('graph.emptyTitle')} text={t('graph.emptyBody')}>
            {refusal === undefined && <StarterButton />}
          </EmptyState>
        </div>
      )}
      {data.entities > 0 && <Totals stats={data} />}
      {refusal === undefined ? (
        <ImportPanel empty={data.sources.length === 0} />
      ) : (
        <p className="muted">{refusal}</p>
      )}
      {data.entities > 0 && <ExportGraph />}
      {data.sources.length > 0 && <SourceList sources={data.sources} />}
    </div>
  );
}

function Totals({ stats }: { readonly stats: KgStats }) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const types = TYPE_ORDER.flatMap((type) => {
    const count = stats.types[type] ?? 0;
    return count === 0
      ? []
      : [{ key: type, count, name: t(`type.${type}`), badge: <TypeBadge type={type} /> }];
  });
  const relations = Object.entries(stats.relations)
    .sort(([, a], [, b]) => b - a)
    .map(([relation, count]) => ({ key: relation, count, name: nameOf(relation), badge: null }));
  return (
    <>
      <dl className="totals">
        {(['entities', 'names', 'triples'] as const).map((kind) => (
          <div key={kind} data-testid={`total-${kind}`}>
            <dt>{t(`graph.${kind}`)}</dt>
            <dd>{formatCount(stats[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className="graph-bars">
        <Bars title={t('graph.types')} rows={types} />
        <Bars title={t('graph.relations')} rows={relations} />
      </div>
    </>
  );
}

interface BarsProps {
  readonly title: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly count: number;
    readonly badge: React.ReactNode;
  }[];
}

/** Counts as bars; the numbers stand beside them. */
function Bars({ title, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <section>
      <h2>{title}</h2>
      <ul className="bars">
        {rows.map(({ key, name, count, badge }) => (
          <li key={key}>
            <span className="bar-name row">
              {badge}
              {name}
            </span>
            <span className="bar-track" aria-hidden>
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className="bar-count">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
