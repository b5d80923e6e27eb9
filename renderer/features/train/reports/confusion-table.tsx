import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { heatColours } from '../../../lib/heat-map-colours.ts';
import { useTheme } from '../../../ui/theme-context.ts';

interface ConfusionCell {
  readonly gold: string;
  readonly predicted: string;
  /** The prediction is right. */
  readonly right: boolean;
  /** Description of the cell, by its gold and predicted label. */
  readonly words: 'train.confusion.cell' | 'train.confusion.rightCell';
  /** Shows the errors of the cell; absent where there are none. */
  readonly onPick?: () => void;
}

interface ConfusionTableProps {
  readonly className?: string;
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
  /** Row and column that stand for no label or for all others; -1 for none. */
  readonly none: number;
  readonly rowName: (row: number) => string;
  readonly columnName: (column: number) => string;
  /** Shows shares of the row instead of counts. */
  readonly share: boolean;
  /** Text of cells that count nothing. */
  readonly zero: string;
  /** Describes a cell; null for one that cannot occur. */
  readonly cellOf: (row: number, column: number) => ConfusionCell | null;
}

/** A confusion table with gold labels as rows; cells are coloured by their share of the row. */
export function ConfusionTable(props: ConfusionTableProps) {
  const { className = '', labels, counts, none, rowName, columnName, share, zero, cellOf } = props;
  const { t } = useTranslation();
  const classOf = (place: number) => (place === none ? 'is-none' : undefined);
  return (
    <table className={`confusion-table tabular ${className}`}>
      <thead>
        <tr>
          <th scope="col" className="corner">
            <span>{t('train.confusion.gold')} ↓</span>
            <span>{t('train.confusion.predicted')} →</span>
          </th>
          {labels.map((label, column) => (
            <th key={label} scope="col" className={classOf(column)} title={columnName(column)}>
              <span>{columnName(column)}</span>
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
            <tr key={label} className={classOf(row)}>
              <th scope="row" title={rowName(row)}>
                {rowName(row)}
              </th>
              {labels.map((other, column) => (
                <Cell
                  key={other}
                  cell={cellOf(row, column)}
                  count={line[column] ?? 0}
                  total={total}
                  share={share}
                  zero={zero}
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

interface CellProps extends Pick<ConfusionTableProps, 'share' | 'zero'> {
  readonly cell: ConfusionCell | null;
  readonly count: number;
  readonly total: number;
}

function Cell({ cell, count, total, share: asShare, zero }: CellProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  if (cell === null) return <td className="number" />;
  if (count === 0)
    return (
      <td className="number is-zero" aria-label="0">
        {zero}
      </td>
    );
  const { gold, predicted, right, words, onPick } = cell;
  const share = count / total;
  const { background, text } = heatColours(share, right ? 'right' : 'wrong', theme);
  const shown = asShare ? formatCellShare(share) : formatCount(count);
  const label = t(words, { gold, predicted, n: formatCount(count), share: formatCellShare(share) });
  return (
    <td className="number" style={{ background, color: text }} title={label}>
      {onPick === undefined ? (
        shown
      ) : (
        <button type="button" aria-label={label} onClick={onPick}>
          {shown}
        </button>
      )}
    </td>
  );
}

/** 43 %, 0.4 %: small shares are not rounded away. */
const formatCellShare = (share: number): string =>
  `${Number((share * 100).toPrecision(share < 0.1 ? 1 : 2))} %`;
