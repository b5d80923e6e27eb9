import { Checkbox } from 'antd';
import { type KeyboardEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { totalEpochs } from '../../../../shared/domain/ensemble-settings.ts';
import type { RunSummary } from '../../../../shared/domain/training.ts';
import { formatCount, formatElapsed, formatPercent, formatScore } from '../../../lib/format.ts';
import { MOST_COMPARED } from '../../../lib/series-style.ts';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { TimeOf } from '../../../ui/time-of.tsx';
import { StateMark } from '../state-mark.tsx';
import { networkName, type RunColumn, type RunSort } from './run-list.ts';

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly sort: RunSort;
  readonly picked: readonly number[];
  readonly onSort: (sort: RunSort) => void;
  /** Takes one into the comparison, or out of it. */
  readonly onPick: (id: number) => void;
  readonly onOpen: (id: number) => void;
}

const COLUMNS: readonly { readonly column: RunColumn; readonly numeric: boolean }[] = [
  { column: 'state', numeric: false },
  { column: 'name', numeric: false },
  { column: 'network', numeric: false },
  { column: 'data', numeric: false },
  { column: 'best', numeric: true },
  { column: 'epochs', numeric: true },
  { column: 'speed', numeric: true },
  { column: 'time', numeric: true },
  { column: 'date', numeric: true },
];

/** One row a run; the arrow keys walk along the names. */
export function RunTable({ runs, sort, picked, onSort, onPick, onOpen }: RunTableProps) {
  const { t } = useTranslation();
  return (
    <div className="table-holder">
      <table className="train-table run-table" data-testid="run-table">
        <thead>
          <tr>
            <th scope="col" className="pick">
              <span className="visually-hidden">{t('train.runs.compare')}</span>
            </th>
            {COLUMNS.map(({ column, numeric }) => (
              <SortHeader
                key={column}
                column={column}
                name={t(`train.column.${column}`)}
                sort={sort}
                numeric={numeric}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              picked={picked.includes(run.id)}
              full={picked.length >= MOST_COMPARED}
              onPick={onPick}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('.run-name')];
  const row = document.activeElement?.closest('tr');
  const at = names.findIndex((name) => name.closest('tr') === row);
  const next = names[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface RunRowProps {
  readonly run: RunSummary;
  readonly picked: boolean;
  /** No more can be picked. */
  readonly full: boolean;
  readonly onPick: (id: number) => void;
  readonly onOpen: (id: number) => void;
}

const RunRow = memo(
  function RunRow({ run, picked, full, onPick, onOpen }: RunRowProps) {
    const { t } = useTranslation();
    const { progress, best } = run;
    const running = run.state === 'running' && progress !== undefined && progress.totalSteps > 0;
    return (
      <tr
        data-testid="run-row"
        data-id={run.id}
        data-state={run.state}
        className={picked ? 'is-picked' : undefined}
      >
        <td className="pick">
          <Checkbox
            checked={picked}
            disabled={full && !picked}
            aria-label={t('train.runs.pick', { name: run.name })}
            onChange={() => onPick(run.id)}
          />
        </td>
        <td>
          <StateMark state={run.state} />
          {running && <span className="count"> {formatPercent(progress.step / progress.totalSteps)}</span>}
        </td>
        <td className="main-cell">
          <button type="button" className="run-name" onClick={() => onOpen(run.id)}>
            {run.name}
          </button>
        </td>
        <td>{networkName(run)}</td>
        <td className="main-cell" title={`${run.train.name} → ${run.dev.name}`}>
          {run.train.name}
        </td>
        <td className="number">{best === undefined ? '–' : <strong>{formatScore(best.score)}</strong>}</td>
        <td className="number">
          {progress === undefined ? '–' : Number(progress.epoch.toFixed(1))}
          <span className="muted"> / {totalEpochs(run.settings)}</span>
        </td>
        <td className="number">{progress === undefined ? '–' : formatCount(progress.tokensPerSecond)}</td>
        <td className="number">{progress === undefined ? '–' : formatElapsed(progress.seconds)}</td>
        <td className="number">
          <TimeOf at={run.createdAt} />
        </td>
      </tr>
    );
  },
  // The functions do the same whenever they were made.
  (before, after) => before.run === after.run && before.picked === after.picked && before.full === after.full,
);
