import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScoreDifference } from '../../../../shared/domain/comparison.ts';
import { formatScore } from '../../../lib/format.ts';
import { TableHead, type TableHeadProps } from '../../../ui/table-head.tsx';

interface DifferenceTableProps {
  readonly testId: string;
  /** Confidence level of the intervals, 0..1. */
  readonly level: number;
  /** Columns in front of the scores. */
  readonly columns: TableHeadProps['columns'];
  /** Scores with the cells in front of them. */
  readonly rows: readonly {
    readonly key: string;
    readonly cells: ReactNode;
    readonly score: ScoreDifference;
  }[];
}

const signed = (value: number | null): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${formatScore(Math.abs(value))}`;
const probability = (p: number | null): string => (p === null ? '–' : p.toFixed(4));

/** Differences of scores with their intervals and the probabilities of both tests. */
export function DifferenceTable({ testId, level, columns, rows }: DifferenceTableProps) {
  const { t } = useTranslation();
  return (
    <div className="table-holder">
      <table className="train-table" data-testid={testId}>
        <TableHead
          columns={[
            ...columns,
            { number: t('train.compare.first') },
            { number: t('train.compare.second') },
            { number: t('train.compare.difference') },
            { number: t('train.compare.interval', { level: Math.round(100 * level) }) },
            { number: t('train.compare.bootstrapP') },
            { number: t('train.compare.randomizationP') },
          ]}
        />
        <tbody>
          {rows.map(({ key, cells, score }) => (
            <tr key={key}>
              {cells}
              <td className="number">{formatScore(score.first)}</td>
              <td className="number">{formatScore(score.second)}</td>
              <td className="number">{signed(score.difference)}</td>
              <td className="number">
                {signed(score.low)} … {signed(score.high)}
              </td>
              <td className="number">{probability(score.bootstrapP)}</td>
              <td className="number">{probability(score.randomizationP)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
