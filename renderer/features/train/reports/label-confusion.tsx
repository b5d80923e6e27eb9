import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ClassificationReport,
  MAX_CLASSIFICATION_ERRORS,
  MAX_CONFUSION_LABELS,
} from '../../../../shared/domain/classification.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { ConfusionTable } from './confusion-table.tsx';
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
        <TableHead
          columns={[
            t('texts.confusion.missed'),
            t('texts.confusion.instead'),
            { number: t('texts.confusion.texts') },
          ]}
        />
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
    <ConfusionTable
      className="label-matrix"
      labels={labels}
      counts={counts}
      none={rest}
      rowName={nameOf}
      columnName={nameOf}
      share={share}
      zero=""
      cellOf={(row, column) => {
        const right = row === column && row !== rest;
        return {
          gold: nameOf(row),
          predicted: nameOf(column),
          right,
          words: 'train.confusion.cell',
          ...(!right && { onPick: () => onCell(labelOf(row), labelOf(column)) }),
        };
      }}
    />
  );
}
