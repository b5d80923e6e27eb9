import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassificationReport } from '../../../../shared/domain/classification.ts';
import { formatCount, formatScore, formatShare } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { useVisibleRows } from '../../../ui/use-visible-rows.ts';
import {
  filterLabels,
  type LabelColumn,
  type LabelRow,
  type LabelSort,
  labelRows,
  sortLabels,
} from './label-table.ts';
import { TextSummary } from './text-summary.tsx';

interface LabelScoresProps {
  readonly report: ClassificationReport;
  /** Weighting of rare labels; present in a run's report. */
  readonly weighting: string | undefined;
  /** Shows the errors of a label. */
  readonly onLabel: (label: string) => void;
}

const ROW_HEIGHT = 30;

/** Scores of the whole set, then of every label: sorted, filtered, drawn only where visible. */
export function LabelScores({ report, weighting, onLabel }: LabelScoresProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<LabelSort>({ column: 'support', descending: true });
  const [text, setText] = useState('');
  const all = useMemo(() => labelRows(report), [report]);
  const rows = useMemo(() => sortLabels(filterLabels(all, text), sort), [all, text, sort]);
  return (
    <div className="label-scores column" data-testid="label-scores">
      <TextSummary report={report} weighting={weighting} />
      <div className="curve-tools">
        <SearchField
          style={{ width: 260 }}
          label={t('texts.labels.filter')}
          value={text}
          testId="label-filter"
          onChange={setText}
        />
        <span className="count" role="status">
          {t('texts.labels.shown', { shown: formatCount(rows.length), total: formatCount(all.length) })}
        </span>
        {all.some(({ score }) => score.support === 0) && (
          <span className="muted">
            {t('texts.labels.unseen', {
              n: formatCount(all.filter(({ score }) => score.support === 0).length),
            })}
          </span>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState text={t('texts.labels.none')} />
      ) : (
        <LabelTable report={report} rows={rows} sort={sort} onSort={setSort} onLabel={onLabel} />
      )}
    </div>
  );
}

interface LabelTableProps extends Pick<LabelScoresProps, 'report' | 'onLabel'> {
  readonly rows: readonly LabelRow[];
  readonly sort: LabelSort;
  readonly onSort: (sort: LabelSort) => void;
}

function LabelTable({ report, rows, sort, onSort, onLabel }: LabelTableProps) {
  const { t } = useTranslation();
  const { box, first, last } = useVisibleRows(rows.length, ROW_HEIGHT);
  const several = report.thresholds !== undefined;
  const columns: readonly (readonly [LabelColumn, string])[] = [
    ['support', t('texts.labels.support')],
    ['precision', t('train.score.precision')],
    ['recall', t('train.score.recall')],
    ['f1', t('train.score.f1')],
    ...(several ? [['threshold', t('texts.labels.threshold')] as const] : []),
  ];
  const most = Math.max(1, ...rows.map(({ score }) => score.support));
  return (
    <div ref={box} className="table-holder label-table">
      <table className="train-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <SortHeader column="label" name={t('texts.labels.label')} sort={sort} onSort={onSort} />
            {columns.map(([column, name]) => (
              <SortHeader key={column} column={column} name={name} sort={sort} numeric onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Filler height={first * ROW_HEIGHT} columns={columns.length + 1} />
          {rows.slice(first, last).map(({ label, score, threshold }, i) => (
            <tr
              key={label}
              style={{ height: ROW_HEIGHT }}
              aria-rowindex={first + i + 2}
              data-testid="label-row"
              data-label={label}
            >
              <th scope="row" className="main-cell" title={label}>
                <button
                  type="button"
                  className="text-link"
                  title={t('train.report.showErrors', { type: label })}
                  onClick={() => onLabel(label)}
                >
                  {label}
                </button>
              </th>
              <td className="number">
                <span className="support-bar" aria-hidden>
                  <span style={{ width: `${(100 * score.support) / most}%` }} />
                </span>
                {formatCount(score.support)}
              </td>
              <td className="number">{formatScore(score.precision)}</td>
              <td className="number">{formatScore(score.recall)}</td>
              <td className="number">
                <span className="score-bar">
                  <span className="bar-track" aria-hidden>
                    <span style={{ width: `${100 * score.f1}%` }} />
                  </span>
                  {formatScore(score.f1)}
                </span>
              </td>
              {several && (
                <td className="number">{threshold === undefined ? '–' : formatShare(threshold)}</td>
              )}
            </tr>
          ))}
          <Filler height={(rows.length - last) * ROW_HEIGHT} columns={columns.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Filler({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="filler">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
