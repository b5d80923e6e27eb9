import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NerReport } from '../../../../shared/domain/training.ts';
import { ConfusionTable } from './confusion-table.tsx';
import { NO_TYPE } from './error-list.ts';

type Unit = 'count' | 'share';

interface ConfusionProps {
  readonly confusion: NerReport['confusion'];
  /** Shows the errors of one cell; types, or `none`. */
  readonly onCell: (gold: string, predicted: string) => void;
}

/** Confusion table of gold entities; cells are coloured by their share of the row. */
export function Confusion({ confusion: { labels, counts }, onCell }: ConfusionProps) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<Unit>('count');
  const last = labels.length - 1;
  return (
    <div className="report-pane" data-testid="confusion">
      <div className="curve-tools">
        <Segmented<Unit>
          value={unit}
          aria-label={t('train.confusion.unit')}
          options={[
            { value: 'count', label: t('train.confusion.count') },
            { value: 'share', label: t('train.confusion.share') },
          ]}
          onChange={setUnit}
        />
        <span className="muted">{t('train.confusion.hint')}</span>
      </div>
      <ConfusionTable
        labels={labels}
        counts={counts}
        none={last}
        rowName={(row) => (row === last ? t('train.confusion.spurious') : labels[row]!)}
        columnName={(column) => (column === last ? t('train.confusion.missed') : labels[column]!)}
        share={unit === 'share'}
        zero="0"
        cellOf={(row, column) => {
          if (row === last && column === last) return null; // nobody counts what is no entity
          const right = row === column;
          return {
            gold: row === last ? t('train.confusion.nothing') : labels[row]!,
            predicted: column === last ? t('train.confusion.nothing') : labels[column]!,
            right,
            words: right ? 'train.confusion.rightCell' : 'train.confusion.cell',
            onPick: () =>
              onCell(row === last ? NO_TYPE : labels[row]!, column === last ? NO_TYPE : labels[column]!),
          };
        }}
      />
    </div>
  );
}
