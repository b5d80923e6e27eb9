import {
  AuditOutlined,
  BarChartOutlined,
  CodeOutlined,
  HistoryOutlined,
  NodeIndexOutlined,
  PlusOutlined,
  ScissorOutlined,
} from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityHit, EntityType } from '../../../shared/domain/graph.ts';
import { useEntitySearch } from '../../api/graph.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { formatCount } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { EntityDialog } from './entity-dialog.tsx';

interface EntitySearchProps {
  readonly selected: number | null;
  readonly onPick: (id: number | null) => void;
}

interface NavigationProps extends EntitySearchProps {
  /** Page shown while no entity is. */
  readonly section: GraphSection;
  readonly onSection: (section: GraphSection) => void;
}

/** Pages of the graph as a whole, with the picture of each. */
const SECTIONS = {
  overview: <BarChartOutlined />,
  completion: <NodeIndexOutlined />,
  review: <AuditOutlined />,
  query: <CodeOutlined />,
  edits: <HistoryOutlined />,
  phrases: <ScissorOutlined />,
} as const;
export type GraphSection = keyof typeof SECTIONS;
// safe: the keys of the object above
const SECTION_NAMES = Object.keys(SECTIONS) as GraphSection[];

const LIMIT = 200;
const PAUSE_MS = 120;

/** Finds entities by any of their names. */
export function EntitySearch({ selected, onPick, section, onSection }: NavigationProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [type, setType] = useState<EntityType | undefined>(undefined);
  const [adding, setAdding] = useState(false);
  const refusal = useRefusal('kg.edit', ['adjudicator', 'administrator']);
  const asked = useDebounced(query.trim(), PAUSE_MS);
  return (
    <nav className="graph-search column" aria-label={t('graph.search')} data-pane="graph-search">
      <div className="list-tools">
        <SearchField label={t('graph.search')} value={query} testId="graph-search" onChange={setQuery} />
        <Select
          value={type ?? 'all'}
          aria-label={t('graph.type')}
          data-testid="graph-type"
          options={[
            { value: 'all', label: t('graph.allTypes') },
            ...TYPE_ORDER.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
          onChange={(value) => setType(TYPE_ORDER.find((known) => known === value))}
        />
        {SECTION_NAMES.map((name) => (
          <Button
            key={name}
            type={selected === null && section === name ? 'default' : 'text'}
            icon={SECTIONS[name]}
            className="overview-button"
            data-testid={`graph-${name}`}
            onClick={() => onSection(name)}
          >
            {t(`graph.${name}`)}
          </Button>
        ))}
        {refusal === undefined && (
          <Button
            type="text"
            icon={<PlusOutlined />}
            className="overview-button"
            data-testid="graph-new"
            onClick={() => setAdding(true)}
          >
            {t('graph.newEntity')}
          </Button>
        )}
      </div>
      {adding && (
        <EntityDialog
          onDone={(id) => {
            setAdding(false);
            onPick(id);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <Results query={asked} type={type} selected={selected} onPick={onPick} />
    </nav>
  );
}

interface ResultsProps extends EntitySearchProps {
  readonly query: string;
  readonly type: EntityType | undefined;
}

function Results({ query, type, selected, onPick }: ResultsProps) {
  const { t } = useTranslation();
  const wanted = query !== '' || type !== undefined;
  const { data, error } = useEntitySearch(query, type, LIMIT, wanted);
  if (error !== null) return <ErrorNote error={error} />;
  if (!wanted) return <p className="muted pad">{t('graph.start')}</p>;
  if (data === undefined) return null;
  if (data.length === 0) return <EmptyState text={t('graph.noHits', { query })} />;
  return (
    <VirtualList
      items={data}
      rowHeight={44}
      keyOf={(hit) => hit.id}
      label={t('graph.results')}
      testId="graph-results"
      render={(hit) => <HitRow hit={hit} active={hit.id === selected} onPick={() => onPick(hit.id)} />}
    />
  );
}

interface HitRowProps {
  readonly hit: EntityHit;
  readonly active: boolean;
  readonly onPick: () => void;
}

function HitRow({ hit, active, onPick }: HitRowProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={active ? 'hit-row is-active' : 'hit-row'}
      data-testid="graph-hit"
      data-entity={hit.id}
      aria-current={active}
      onClick={onPick}
    >
      <TypeBadge type={hit.type} />
      <span className="hit-text column grow">
        <span className="hit-name">{hit.name}</span>
        <span className="muted">
          {hit.matched === undefined
            ? [hit.code, hit.en].filter((part) => part !== undefined).join(' · ')
            : t('graph.matched', { name: hit.matched })}
        </span>
      </span>
      <span className="count" title={t('graph.degree', { n: formatCount(hit.degree) })}>
        {formatCount(hit.degree)}
      </span>
    </button>
  );
}
