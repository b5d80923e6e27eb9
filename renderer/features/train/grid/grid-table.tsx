import { Switch } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cell, ExperimentDetail } from '../../../../shared/domain/experiment.ts';
import {
  bestFirst,
  bestOf,
  experimentTable,
  type Statistic,
  shownNumber,
  sortRows,
  type TableColumn,
  type TableRow,
  type TableSort,
} from '../../../../shared/experiment-table.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SortHeader } from '../../../ui/sort-header.tsx';

interface GridTableProps {
  readonly experiment: ExperimentDetail;
  readonly onOpenRun: (id: number) => void;
}

/** One row a pipeline, the best of each column bold; sorted by any column. */
export function GridTable({ experiment: { plan, cells }, onOpenRun }: GridTableProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<TableSort>(() => bestFirst(plan));
  const [single, setSingle] = useState(false);
  const id = useId();
  const table = useMemo(() => experimentTable(plan, cells), [plan, cells]);
  const rows = useMemo(() => sortRows(table.rows, sort), [table, sort]);
  const best = useMemo(
    () => new Map(table.columns.map((column) => [column, bestOf(table.rows, column)])),
    [table],
  );
  const hasResults = table.rows.some(({ finished }) => finished > 0);
  return (
    <div className="grid-table-pane column">
      <div className="curve-tools">
        <span className="muted">{t(hasResults ? 'grid.bestHint' : 'grid.noResults')}</span>
        {(plan.seeds.length > 1 || plan.folds !== undefined) && (
          <span className="grid-single">
            <Switch size="small" id={id} checked={single} data-testid="grid-single" onChange={setSingle} />
            <label htmlFor={id}>{t(plan.folds === undefined ? 'grid.single' : 'grid.singleFold')}</label>
          </span>
        )}
      </div>
      <div className="table-holder">
        <table className="train-table grid-table" data-testid="grid-table">
          <thead>
            <tr>
              {table.axes.map((axis, number) => (
                <SortHeader
                  key={axis}
                  column={`axis ${number}`}
                  name={number < plan.axes.length ? axis : t('grid.epochs')}
                  sort={{ column: keyOf(sort), descending: sort.descending }}
                  onSort={({ descending }) => setSort({ column: { axis: number }, descending })}
                />
              ))}
              <th scope="col">{t('grid.seeds')}</th>
              {table.columns.map((column) => (
                <SortHeader
                  key={column}
                  column={column}
                  name={t(`grid.head.${column}`)}
                  title={t(`grid.headHelp.${column}`)}
                  sort={{ column: keyOf(sort), descending: sort.descending }}
                  numeric
                  onSort={({ descending }) => setSort({ column, descending })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.pipeline}
                row={row}
                columns={table.columns}
                best={best}
                single={single}
                onOpenRun={onOpenRun}
              />
            ))}
          </tbody>
        </table>
      </div>
      {table.rows.length === 0 && <EmptyState text={t('grid.noResults')} />}
    </div>
  );
}

const keyOf = ({ column }: TableSort): string =>
  typeof column === 'string' ? column : `axis ${column.axis}`;

interface RowProps {
  readonly row: TableRow;
  readonly columns: readonly TableColumn[];
  readonly best: ReadonlyMap<TableColumn, ReadonlySet<number>>;
  readonly single: boolean;
  readonly onOpenRun: (id: number) => void;
}

function Row({ row, columns, best, single, onOpenRun }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr
      data-testid="grid-pipeline"
      className={row.isBaseline ? 'grid-baseline' : undefined}
      title={row.isBaseline ? t('grid.baseline') : undefined}
    >
      {row.names.map((name, axis) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the axes never change places
        <th key={axis} scope="row" className={axis === 0 ? undefined : 'grid-axis'}>
          {name}
        </th>
      ))}
      <td>
        <span className="grid-cells">
          {row.cells.map((cell) => (
            <CellMark key={cell.number} cell={cell} name={row.names.join(' + ')} onOpenRun={onOpenRun} />
          ))}
        </span>
      </td>
      {columns.map((column) => (
        <td
          key={column}
          data-column={column}
          className={best.get(column)?.has(row.pipeline) === true ? 'number is-best' : 'number'}
        >
          <Value column={column} value={row.values[column]} single={single} />
        </td>
      ))}
    </tr>
  );
}

interface ValueProps {
  readonly column: TableColumn;
  readonly value: Statistic | undefined;
  readonly single: boolean;
}

/** Mean ± deviation; the single values on hover, or below where they are asked for. */
function Value({ column, value, single }: ValueProps) {
  const { t } = useTranslation();
  if (value === undefined) return '–';
  if (column === 'parameters') return formatCount(value.mean);
  const each = value.values.map(({ seed, fold, value: own }) =>
    t(fold === undefined ? 'grid.seedValue' : 'grid.foldValue', {
      seed,
      fold: (fold ?? 0) + 1,
      value: shownNumber(column, own),
    }),
  );
  return (
    <span title={each.join('\n')}>
      {shownNumber(column, value.mean)}
      {value.sd !== undefined && (
        <small className="grid-sd fine muted"> ± {shownNumber(column, value.sd)}</small>
      )}
      {single && value.values.length > 1 && (
        <small className="grid-each fine muted">
          {value.values.map(({ value: own }) => shownNumber(column, own)).join('  ')}
        </small>
      )}
    </span>
  );
}

interface CellMarkProps {
  readonly cell: Cell;
  readonly name: string;
  readonly onOpenRun: (id: number) => void;
}

/** A seed's state as a sign, whose shape differs as its colour does; it opens the run. */
function CellMark({ cell: { seed, state, runId }, name, onOpenRun }: CellMarkProps) {
  const { t } = useTranslation();
  const word = state === 'waiting' ? t('grid.state.waiting') : t(`train.state.${state}`);
  const label = t('grid.openRun', { name, seed, state: word });
  return (
    <button
      type="button"
      className={`run-state is-${state}`}
      disabled={runId === undefined}
      aria-label={label}
      title={label}
      onClick={() => runId !== undefined && onOpenRun(runId)}
    />
  );
}
