import { useTranslation } from 'react-i18next';
import type { EntityPage } from '../../../shared/domain/graph.ts';
import { useAnswer } from '../../api/requests.ts';
import { groupEdges } from '../../lib/edge-groups.ts';
import { ErrorText } from '../../ui/error-note.tsx';
import { useRelationName } from '../../ui/relation-name.ts';

const EDGE_LIMIT = 120;
const PER_RELATION = 4;
const MOST_NAMES = 6;

/** A few lines from the graph about one entity: code, English name, other names, its first neighbours a relation. */
export function EntityFacts({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { data, error } = useAnswer('kg.entity', { id, edgeLimit: EDGE_LIMIT });
  if (error !== null) return <ErrorText error={error} />;
  if (data === undefined) return <p className="muted">{t('card.loading')}</p>;
  return <Facts page={data} />;
}

function Facts({ page }: { readonly page: EntityPage }) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const names = page.names.filter(({ name }) => name !== page.name).map(({ name }) => name);
  const groups = groupEdges(page.edges);
  const english = page.en ?? page.facts.en;
  const code = page.code ?? page.facts.icd10;
  if (names.length === 0 && groups.length === 0 && english === undefined && code === undefined)
    return <p className="muted">{t('card.noFacts')}</p>;
  return (
    <dl className="entity-facts">
      {(code !== undefined || english !== undefined) && (
        <>
          <dt>{code ?? t('fact.en')}</dt>
          <dd>{english}</dd>
        </>
      )}
      {names.length > 0 && (
        <>
          <dt>{t('card.names')}</dt>
          <dd>
            {names.slice(0, MOST_NAMES).join('、')}
            <More count={names.length - MOST_NAMES} />
          </dd>
        </>
      )}
      {groups.map(({ relation, direction, edges }) => (
        <FactRow key={`${direction} ${relation}`} name={nameOf(relation, direction)}>
          {edges
            .slice(0, PER_RELATION)
            .map(({ other }) => other.name)
            .join('、')}
          <More count={edges.length - PER_RELATION} />
        </FactRow>
      ))}
    </dl>
  );
}

function FactRow({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function More({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return count > 0 ? <span className="muted"> {t('card.more', { n: count })}</span> : null;
}
