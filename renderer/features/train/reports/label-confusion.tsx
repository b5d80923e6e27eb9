import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ClassificationReport,
  MAX_CLASSIFICATION_ERRORS,
  MAX_CONFUSION_LABELS,
} from '../../../../shared/domain/classification.ts';
import { formatCount } from '../../../lib/format.ts';
import { heatColours } from '../../../lib/heat-map-colours.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTheme } from '../../../ui/theme-context.ts';
import { formatCellShare } from './confusion.tsx';
import { mixedUp } from './label-table.ts';

interface LabelConfusionProps {
  readonly report: ClassificationReport;
  /** Shows the errors of one cell; null for any label. */
  readonly onCell: (gold: string | null, predicted: string | null) => void;
}

type View = 'count' | 'share' | 'pairs';

/** Confused labels: the most frequent ones as a matrix, and all pairs by their number. */
export function LabelConfusion({ report, onCell }: LabelConfusionProps) {
  const { t } = useTranslation();
  const { confusion } = report;
  const [view, setView] = useState<View>(confusion === undefined ? 'pairs' : 'count');
  return (
    <div className="report-pane" data-testid="label-confusion">
      <div className="curve-tools">
        {confusion !== undefined && (
          <Segmented<View>
            value={view}
            aria-label={t('train.confusion.unit')}
            options={[
              { value: 'count', label: t('train.confusion.count') },
              { value: 'share', label: t('train.confusion.share') },
              { value: 'pairs', label: t('texts.confusion.pairs') },
            ]}
            onChange={setView}
          />
        )}
        <span className="muted">
          {t(view === 'pairs' ? 'texts.confusion.pairsHelp' : 'train.confusion.hint')}
        </span>
      </div>
      {view === 'pairs' || confusion === undefined ? (
        <Pairs report={report} onCell={onCell} />
      ) : (
        <Matrix confusion={confusion} share={view === 'share'} onCell={onCell} />
      )}
    </div>
  );
}

const MOST_PAIRS = 100;

function Pairs({ report, onCell }: LabelConfusionProps) {
  const { t } = useTranslation();
  const pairs = useMemo(() => mixedUp(report.errors), [report]);
  if (pairs.length === 0) return <EmptyState text={t('texts.confusion.noPairs')} />;
  return (
    <>
      <table className="train-table pair-table">
        <thead>
          <tr>
            <th scope="col">{t('texts.confusion.missed')}</th>
            <th scope="col">{t('texts.confusion.instead')}</th>
            <th scope="col" className="number">
              {t('texts.confusion.texts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.slice(0, MOST_PAIRS).map(({ gold, predicted, count }) => (
            <tr key={`${gold}\n${predicted}`}>
              <td>{gold}</td>
              <td>{predicted}</td>
              <td className="number">
                <button type="button" className="text-link" onClick={() => onCell(gold, predicted)}>
                  {formatCount(count)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.errorCount > report.errors.length && (
        <p className="muted">{t('texts.confusion.ofFirst', { n: formatCount(MAX_CLASSIFICATION_ERRORS) })}</p>
      )}
    </>
  );
}

interface MatrixProps extends Pick<LabelConfusionProps, 'onCell'> {
  readonly confusion: NonNullable<ClassificationReport['confusion']>;
  readonly share: boolean;
}

function Matrix({ confusion: { labels, counts }, share, onCell }: MatrixProps) {
  const { t } = useTranslation();
  /** The last one stands for all rarer labels. */
  const rest = labels.length > MAX_CONFUSION_LABELS ? labels.length - 1 : -1;
  const nameOf = (place: number): string => (place === rest ? t('texts.confusion.rest') : labels[place]!);
  const labelOf = (place: number): string | null => (place === rest ? null : labels[place]!);
  return (
    <table className="confusion-table label-matrix tabular">
      <thead>
        <tr>
          <th scope="col" className="corner">
            <span>{t('train.confusion.gold')} ↓</span>
            <span>{t('train.confusion.predicted')} →</span>
          </th>
          {labels.map((label, column) => (
            <th
              key={label}
              scope="col"
              className={column === rest ? 'is-none' : undefined}
              title={nameOf(column)}
            >
              <span>{nameOf(column)}</span>
            </th>
          ))}
          <th scope="col" className="number total">
            {t('train.confusion.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {labels.map((label, row) => {
          const total = counts[row]!.reduce((sum, count) => sum + count, 0);
          return (
            <tr key={label} className={row === rest ? 'is-none' : undefined}>
              <th scope="row" title={nameOf(row)}>
                {nameOf(row)}
              </th>
              {labels.map((other, column) => (
                <Cell
                  key={other}
                  gold={nameOf(row)}
                  predicted={nameOf(column)}
                  right={row === column && row !== rest}
                  count={counts[row]![column] ?? 0}
                  total={total}
                  share={share}
                  onPick={() => onCell(labelOf(row), labelOf(column))}
                />
              ))}
              <td className="number total">{formatCount(total)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly gold: string;
  readonly predicted: string;
  readonly right: boolean;
  readonly count: number;
  readonly total: number;
  readonly share: boolean;
  readonly onPick: () => void;
}

function Cell({ gold, predicted, right, count, total, share: asShare, onPick }: CellProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  if (count === 0) return <td className="number is-zero" aria-label="0" />;
  const share = count / total;
  const { background, text } = heatColours(share, right ? 'right' : 'wrong', theme);
  const shown = asShare ? formatCellShare(share) : formatCount(count);
  const label = t('train.confusion.cell', {
    gold,
    predicted,
    n: formatCount(count),
    share: formatCellShare(share),
  });
  return (
    <td className="number" style={{ background, color: text }} title={label}>
      {right ? (
        shown
      ) : (
        <button type="button" aria-label={label} onClick={onPick}>
          {shown}
        </button>
      )}
    </td>
  );
}
