import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NerReport } from '../../../../shared/domain/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { heatColours } from '../../../lib/heat-map-colours.ts';
import { useTheme } from '../../../ui/theme-context.ts';
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
      <table className="confusion-table tabular">
        <thead>
          <tr>
            <th scope="col" className="corner">
              <span>{t('train.confusion.gold')} ↓</span>
              <span>{t('train.confusion.predicted')} →</span>
            </th>
            {labels.map((label, column) => (
              <th key={label} scope="col" className={column === last ? 'is-none' : undefined}>
                <span>{column === last ? t('train.confusion.missed') : label}</span>
              </th>
            ))}
            <th scope="col" className="number total">
              {t('train.confusion.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => {
            const line = counts[row] ?? [];
            const total = line.reduce((sum, count) => sum + count, 0);
            return (
              <tr key={label} className={row === last ? 'is-none' : undefined}>
                <th scope="row">{row === last ? t('train.confusion.spurious') : label}</th>
                {labels.map((other, column) => (
                  <Cell
                    key={other}
                    gold={row === last ? NO_TYPE : label}
                    predicted={column === last ? NO_TYPE : other}
                    right={row === column}
                    empty={row === last && column === last}
                    count={line[column] ?? 0}
                    total={total}
                    unit={unit}
                    onCell={onCell}
                  />
                ))}
                <td className="number total">{formatCount(total)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly gold: string;
  readonly predicted: string;
  /** On the diagonal: the type was found. */
  readonly right: boolean;
  /** No entity for no entity, which nobody counts. */
  readonly empty: boolean;
  readonly count: number;
  readonly total: number;
  readonly unit: Unit;
  readonly onCell: (gold: string, predicted: string) => void;
}

function Cell({ gold, predicted, right, empty, count, total, unit, onCell }: CellProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  if (empty) return <td className="number" />;
  if (count === 0) return <td className="number is-zero">0</td>;
  const share = count / total;
  const { background, text } = heatColours(share, right ? 'right' : 'wrong', theme);
  const shown = unit === 'count' ? formatCount(count) : formatCellShare(share);
  const label = t(right ? 'train.confusion.rightCell' : 'train.confusion.cell', {
    gold: gold === NO_TYPE ? t('train.confusion.nothing') : gold,
    predicted: predicted === NO_TYPE ? t('train.confusion.nothing') : predicted,
    n: formatCount(count),
    share: formatCellShare(share),
  });
  return (
    <td className="number" style={{ background, color: text }}>
      <button type="button" title={label} aria-label={label} onClick={() => onCell(gold, predicted)}>
        {shown}
      </button>
    </td>
  );
}

/** 43 %, 0.4 %: small shares are not rounded away. */
export function formatCellShare(share: number): string {
  return `${Number((share * 100).toPrecision(share < 0.1 ? 1 : 2))} %`;
}
