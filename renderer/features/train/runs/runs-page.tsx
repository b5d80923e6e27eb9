import { Button, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RunState, type RunSummary } from '../../../../shared/domain/training.ts';
import { useControlRun, useRuns } from '../../../api/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { MOST_COMPARED } from '../../../lib/series-style.ts';
import { useStore } from '../../../lib/use-store.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import { InterruptedNote } from '../interrupted-note.tsx';
import type { RunTableState } from '../route.ts';
import { StartState } from '../start-state.tsx';
import { useTrain } from '../train-context.ts';
import { filterRuns, sortRuns } from './run-list.ts';
import { RunTable } from './run-table.tsx';

/** All runs: filter, sort, pick some to compare. */
export function RunsPage() {
  const { t } = useTranslation();
  const { go } = useTrain();
  const notices = useNotices();
  const control = useControlRun();
  const { data, error, refetch } = useRuns();
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <div className="train-list-page column">
      <h1 className="visually-hidden">{t('train.section.runs')}</h1>
      {data
        .filter((run) => run.state === 'interrupted')
        .map(({ id, name }) => (
          <InterruptedNote
            key={id}
            testId="interrupted"
            title={t('train.interrupted', { name })}
            buttons={{
              resumeTestId: 'resume-interrupted',
              busy: control.isPending && control.variables.id === id,
              onShow: () => go({ kind: 'run', id }),
              onResume: () => control.mutate({ id, action: 'resume' }, { onError: notices.fail }),
            }}
          />
        ))}
      {data.length === 0 ? (
        <StartState
          title={t('train.runs.emptyTitle')}
          text={t('train.runs.empty')}
          textWithoutData={t('train.runs.emptyNoData')}
          start={t('train.newRun')}
          onStart={() => go({ kind: 'new' })}
        />
      ) : (
        <Runs runs={data} />
      )}
    </div>
  );
}

function Runs({ runs }: { readonly runs: readonly RunSummary[] }) {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const table = useStore(state.table);
  const change = (part: Partial<RunTableState>): void => state.table.update((now) => ({ ...now, ...part }));
  const shown = useMemo(
    () => sortRuns(filterRuns(runs, table.text, table.states), table.sort),
    [runs, table.text, table.states, table.sort],
  );
  const toggle = (id: number): void =>
    state.table.update((now) => ({
      ...now,
      picked: now.picked.includes(id) ? now.picked.filter((other) => other !== id) : [...now.picked, id],
    }));
  const picked = table.picked.filter((id) => runs.some((run) => run.id === id));
  return (
    <>
      <div className="train-tools row wrap">
        <SearchField
          label={t('train.runs.filter')}
          value={table.text}
          testId="run-filter"
          onChange={(text) => change({ text })}
        />
        <Select
          value={table.states}
          aria-label={t('train.runs.stateFilter')}
          data-testid="run-state-filter"
          style={{ width: 132 }}
          options={[
            { value: 'all', label: t('train.runs.allStates') },
            { value: 'unfinished', label: t('train.runs.unfinished') },
            ...RunState.options.map((value) => ({ value, label: t(`train.state.${value}`) })),
          ]}
          onChange={(states) => change({ states })}
        />
        <span className="count" role="status">
          {t('train.runs.shown', { shown: formatCount(shown.length), total: formatCount(runs.length) })}
        </span>
        <span className="spacer" />
        {picked.length > 0 && (
          <Button type="text" onClick={() => change({ picked: [] })}>
            {t('train.runs.unpick')}
          </Button>
        )}
        <Button
          disabled={picked.length < 2}
          title={picked.length < 2 ? t('train.runs.compareHint', { most: MOST_COMPARED }) : undefined}
          data-testid="compare"
          onClick={() => go({ kind: 'compare', ids: picked })}
        >
          {t('train.runs.compare')} {picked.length > 0 && picked.length}
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState text={t('train.runs.noMatch')} />
      ) : (
        <RunTable
          runs={shown}
          sort={table.sort}
          picked={picked}
          onSort={(sort) => change({ sort })}
          onPick={toggle}
          onOpen={(id) => go({ kind: 'run', id })}
        />
      )}
    </>
  );
}
