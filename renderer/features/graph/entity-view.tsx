import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Edge, EntityPage } from '../../../shared/domain/graph.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { groupEdges } from '../../lib/edge-groups.ts';
import { formatCount } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useRefusal } from '../../ui/use-refusal.ts';
import { EdgeForm } from './edge-form.tsx';
import { EdgeList } from './edge-list.tsx';
import { EntityTools } from './entity-tools.tsx';
import { useFactName } from './fact-name.ts';
import { Neighbourhood } from './neighbourhood.tsx';
import type { OpenDocument } from './open-document.ts';
import { PathFinder } from './path-finder.tsx';
import { RecordsNaming, Related } from './related.tsx';
import { useSourceName } from './source-name.ts';

interface EntityViewProps {
  readonly id: number;
  readonly onEntity: (id: number | null) => void;
  readonly onOpenDocument: OpenDocument;
}

const FIRST_EDGES = 300;
const MOST_EDGES = 2000;

/** Everything the graph says about one entity, and where it says so. */
export function EntityView({ id, onEntity, onOpenDocument }: EntityViewProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST_EDGES);
  const { data, error, refetch } = useAnswer('kg.entity', { id, edgeLimit: limit });
  const refusal = useRefusal('kg.edit', ['adjudicator', 'administrator']);
  const { attempt } = useAttempt();
  const groups = useMemo(() => groupEdges(data?.edges ?? []), [data]);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const shown = data.edges.length;
  const removeEdge = ({ direction, relation, other }: Edge): void => {
    const [head, tail] = direction === 'out' ? [id, other.id] : [other.id, id];
    void attempt(() => call('kg.edit', { changes: [{ kind: 'removeEdge', head, relation, tail }] }));
  };
  return (
    <article className="entity-page" data-testid="entity-page" data-entity={data.id}>
      <Header page={data} />
      {refusal === undefined && <EntityTools page={data} onEntity={onEntity} />}
      <div className="entity-columns">
        <Names page={data} />
        <FactList page={data} />
      </div>
      {groups.length > 0 && (
        <>
          <Neighbourhood page={data} groups={groups} onEntity={onEntity} />
          <Related id={id} onEntity={onEntity} />
          <PathFinder page={data} onEntity={onEntity} />
        </>
      )}
      <section>
        <h2>
          {t('graph.edges')} <span className="count">{formatCount(data.edgeCount)}</span>
        </h2>
        {refusal === undefined && <EdgeForm page={data} />}
        {groups.length === 0 && <p className="muted">{t('graph.noEdges')}</p>}
        <EdgeList
          groups={groups}
          onEntity={onEntity}
          onRemove={refusal === undefined ? removeEdge : undefined}
        />
        {shown < data.edgeCount && (
          <p className="muted more-edges">
            {t('graph.edgesCut', { shown: formatCount(shown), total: formatCount(data.edgeCount) })}
            {limit < MOST_EDGES && (
              <Button type="link" onClick={() => setLimit(MOST_EDGES)}>
                {t('graph.edgesMore')}
              </Button>
            )}
          </p>
        )}
      </section>
      <RecordsNaming id={id} onOpenDocument={onOpenDocument} />
    </article>
  );
}

function Header({ page }: { readonly page: EntityPage }) {
  const { t } = useTranslation();
  return (
    <header className="entity-header row wrap">
      <TypeBadge type={page.type} />
      <h1>{page.name}</h1>
      <span className={`type-name type-${page.type}`}>{t(`type.${page.type}`)}</span>
      <span className="muted">{[page.code, page.en].filter((part) => part !== undefined).join(' · ')}</span>
    </header>
  );
}

function Names({ page }: { readonly page: EntityPage }) {
  const { t } = useTranslation();
  const sourceName = useSourceName();
  const others = page.names.filter((name) => !name.preferred);
  return (
    <section>
      <h2>{t('graph.names')}</h2>
      {others.length === 0 ? (
        <p className="muted">{t('graph.noNames')}</p>
      ) : (
        <ul className="name-list wrap">
          {others.map(({ name, sources }) => (
            <li key={name} title={t('graph.provenance', { sources: sources.map(sourceName).join('、') })}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <p className="muted sources fine">
        {t('graph.provenance', {
          sources: [...new Set(page.names.flatMap((name) => name.sources))].map(sourceName).join('、'),
        })}
      </p>
    </section>
  );
}

function FactList({ page }: { readonly page: EntityPage }) {
  const { t } = useTranslation();
  const nameOf = useFactName();
  const sourceName = useSourceName();
  const facts = Object.entries(page.facts);
  if (facts.length === 0) return null;
  return (
    <section>
      <h2>{t('graph.facts')}</h2>
      <dl className="entity-facts">
        {facts.map(([fact, value]) => (
          <div
            key={fact}
            className="fact"
            title={t('graph.provenance', {
              sources: (page.factSources[fact] ?? []).map(sourceName).join('、'),
            })}
          >
            <dt>{nameOf(fact)}</dt>
            <dd>{fact === 'urgent' && value === '1' ? t('diagnosis.urgent') : value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted sources fine">
        {t('graph.provenance', {
          sources: [...new Set(Object.values(page.factSources).flat())].map(sourceName).join('、'),
        })}
      </p>
    </section>
  );
}
