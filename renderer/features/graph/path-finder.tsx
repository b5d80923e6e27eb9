import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityPage, EntityPath, EntitySummary } from '../../../shared/domain/graph.ts';
import { useAnswer } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { EntityPicker } from './entity-picker.tsx';

interface PathFinderProps {
  readonly page: EntityPage;
  readonly onEntity: (id: number) => void;
}

/** Joins nearly everything, and so explains little. */
const LEFT_OUT = ['InDepartment'];

/** A shortest way from this entity to another one. */
export function PathFinder({ page, onEntity }: PathFinderProps) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const [to, setTo] = useState<number | undefined>(undefined);
  const [without, setWithout] = useState<readonly string[]>(LEFT_OUT);
  const { data: stats } = useAnswer('kg.stats', {});
  const relations = Object.keys(stats?.relations ?? {}).filter((relation) => relation !== 'SameAs');
  return (
    <section data-testid="path-finder">
      <h2>{t('graph.path')}</h2>
      <div className="row wrap path-tools">
        <EntityPicker
          value={to}
          without={page.id}
          label={t('graph.pathTo')}
          testId="path-to"
          onPick={(entity) => setTo(entity?.id)}
        />
        <Select
          mode="multiple"
          className="path-without"
          value={[...without]}
          prefix={t('graph.without')}
          aria-label={t('graph.without')}
          data-testid="path-without"
          options={relations.map((value) => ({ value, label: nameOf(value) }))}
          onChange={setWithout}
        />
      </div>
      {to !== undefined && <Path page={page} to={to} without={without} onEntity={onEntity} />}
    </section>
  );
}

interface PathProps extends PathFinderProps {
  readonly to: number;
  readonly without: readonly string[];
}

function Path({ page, to, without, onEntity }: PathProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer(
    'kg.path',
    { from: page.id, to, without: [...without] },
    { placeholderData: keepPreviousData },
  );
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="muted">{t('card.loading')}</p>;
  if (data === null) return <p className="muted">{t('graph.noPath')}</p>;
  return <EntityWay from={page} steps={data} onEntity={onEntity} />;
}

interface EntityWayProps {
  readonly from: Pick<EntitySummary, 'id' | 'name' | 'type'>;
  readonly steps: NonNullable<EntityPath>;
  readonly onEntity: (id: number) => void;
}

/** Entities in a row and, between them, relations. */
export function EntityWay({ from, steps, onEntity }: EntityWayProps) {
  const nameOf = useRelationName();
  return (
    <ol className="row wrap path" data-testid="path">
      <li className="row">
        <TypeBadge type={from.type} /> {from.name}
      </li>
      {steps.map(({ relation, direction, entity }) => (
        <Fragment key={entity.id}>
          <li className="muted fine">{nameOf(relation, direction)} →</li>
          <li>
            <button type="button" className="edge-row row" onClick={() => onEntity(entity.id)}>
              <TypeBadge type={entity.type} /> {entity.name}
            </button>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
