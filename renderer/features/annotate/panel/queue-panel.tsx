import { LockOutlined } from '@ant-design/icons';
import { type InputRef, Select } from 'antd';
import { memo, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueEntry } from '../../../../shared/domain/project.ts';
import { useSettings } from '../../../api/system.ts';
import { formatCount } from '../../../lib/format.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { NO_FILTER } from '../filter/filter-documents.ts';
import { useFilteredQueue } from '../filter/use-filtered-queue.ts';
import {
  filterQueue,
  layerOf,
  QUEUE_FILTERS,
  type QueueFilter,
  type QueueState,
  queueState,
} from '../queue.ts';

/** Marks the names of saved filters among the values of the choice. */
const SAVED = 'saved:';

interface QueuePanelProps {
  readonly projectId: number;
  readonly queue: readonly QueueEntry[];
  readonly person: string;
  readonly current: number | null;
  /** While somebody adjudicates: differences that wait for a decision, by document. */
  readonly left: ReadonlyMap<number, number> | null;
  readonly onOpen: (id: number) => void;
  readonly search: RefObject<InputRef | null>;
}

/** The documents of the project in the order in which they come, with how far one is. */
export const QueuePanel = memo(function QueuePanel({
  projectId,
  queue,
  person,
  current,
  left,
  onOpen,
  search,
}: QueuePanelProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState<QueueFilter>('all');
  const { documentFilters: saved } = useSettings().settings;
  const [savedName, setSavedName] = useState<string | null>(null);
  const kept = saved.find(({ name }) => name === savedName)?.filter ?? NO_FILTER;
  const { shown: fitting } = useFilteredQueue(projectId, queue, kept);
  const shown = useMemo(() => filterQueue(fitting, person, words, filter), [fitting, person, words, filter]);
  const done = queue.filter((entry) => queueState(entry, person) === 'done').length;
  return (
    <div className="queue-panel">
      <div className="list-tools">
        <SearchField
          ref={search}
          onPressEnter={() => shown[0] !== undefined && onOpen(shown[0].id)}
          label={t('annotate.searchQueue')}
          value={words}
          testId="queue-search"
          onChange={setWords}
        />
        <div className="tool-row queue-tools">
          <Select<string>
            size="small"
            variant="borderless"
            popupMatchSelectWidth={false}
            value={savedName === null ? filter : `${SAVED}${savedName}`}
            aria-label={t('annotate.queueFilter')}
            data-testid="queue-filter"
            options={[
              ...QUEUE_FILTERS.map((value) => ({ value, label: t(`annotate.filter.${value}`) })),
              ...saved.map(({ name }) => ({ value: `${SAVED}${name}`, label: name })),
            ]}
            onChange={(value) => {
              setSavedName(value.startsWith(SAVED) ? value.slice(SAVED.length) : null);
              setFilter(QUEUE_FILTERS.find((one) => one === value) ?? 'all');
            }}
          />
          <span className="count" data-testid="queue-progress">
            {t('annotate.doneOf', { done: formatCount(done), total: formatCount(queue.length) })}
          </span>
        </div>
        <progress className="progress" max={Math.max(1, queue.length)} value={done} aria-hidden />
        {left !== null && <Left left={left} />}
      </div>
      {shown.length === 0 && <p className="muted pad">{t('annotate.queueEmpty')}</p>}
      <VirtualList
        items={shown}
        rowHeight={46}
        keyOf={({ id }) => id}
        label={t('annotate.queue')}
        testId="queue"
        render={(entry) => (
          <QueueRow
            entry={entry}
            person={person}
            active={entry.id === current}
            left={left?.get(entry.id)}
            onOpen={() => onOpen(entry.id)}
          />
        )}
      />
    </div>
  );
});

function Left({ left }: { readonly left: ReadonlyMap<number, number> }) {
  const { t } = useTranslation();
  const open = [...left.values()].filter((n) => n > 0);
  const n = open.reduce((sum, one) => sum + one, 0);
  return (
    <p className="queue-left" data-testid="left-in-project" data-left={n}>
      {n === 0
        ? t('annotate.adjudication.doneInProject')
        : t('annotate.adjudication.leftInProject', {
            n: formatCount(n),
            documents: formatCount(open.length),
          })}
    </p>
  );
}

const MARKS: Readonly<Record<QueueState, string>> = { fresh: '○', open: '◐', done: '●' };

interface QueueRowProps {
  readonly entry: QueueEntry;
  readonly person: string;
  readonly active: boolean;
  readonly left: number | undefined;
  readonly onOpen: () => void;
}

function QueueRow({ entry, person, active, left, onOpen }: QueueRowProps) {
  const { t } = useTranslation();
  const state = queueState(entry, person);
  const layer = layerOf(entry, person);
  return (
    <button
      type="button"
      className={active ? 'queue-row is-active' : 'queue-row'}
      data-testid="queue-row"
      data-id={entry.id}
      data-state={state}
      aria-current={active}
      title={entry.name}
      onClick={onOpen}
    >
      <span className={`queue-mark is-${state}`} role="img" aria-label={t(`annotate.state.${state}`)}>
        {MARKS[state]}
      </span>
      <span className="ellipsis">{entry.name}</span>
      {entry.lockedAt !== null && <LockOutlined title={t('annotate.archived')} />}
      <span className="queue-meta ellipsis">
        {left === undefined
          ? t('docs.chars', { n: formatCount(entry.chars) })
          : left === 0
            ? t('annotate.adjudication.leftNone')
            : t('annotate.adjudication.leftShort', { n: left })}
        {layer !== undefined && layer.accepted > 0 && ` · ${t('annotate.itemCount', { n: layer.accepted })}`}
        {left === undefined &&
          layer !== undefined &&
          layer.suggested > 0 &&
          ` · ${t('annotate.openSuggestions', { n: layer.suggested })}`}
      </span>
    </button>
  );
}
