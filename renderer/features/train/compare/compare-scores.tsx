import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { allTypes } from '../type-scores.ts';
import { type Metric, MetricSelect } from './metric-select.tsx';
import { RunHeadings } from './run-headings.tsx';

type Match = 'exact' | 'relaxed';

/** One row a type, one column a run; the best of a row stands out. */
export function CompareScores({ runs }: { readonly runs: readonly RunDetail[] }) {
  const { t } = useTranslation();
  const [match, setMatch] = useState<Match>('exact');
  const [metric, setMetric] = useState<Metric>('f1');
  const scores = runs.map(({ report }) => {
    if (report?.task !== 'ner') return undefined;
    return match === 'exact' ? report.scores : report.scores.relaxed;
  });
  const known = runs.flatMap(({ report }) => (report?.task === 'ner' ? [report.scores] : []));
  const support = (type: string): number =>
    Math.max(...known.map(({ perType }) => perType[type]?.support ?? 0));
  const types = allTypes(known).sort((a, b) => support(b) - support(a));
  return (
    <div className="report-pane" data-testid="compare-scores">
      <div className="curve-tools">
        <Segmented<Match>
          value={match}
          aria-label={t('train.compare.match')}
          options={(['exact', 'relaxed'] as const).map((value) => ({
            value,
            label: t(`train.report.${value}`),
          }))}
          onChange={setMatch}
        />
        <MetricSelect value={metric} onChange={setMetric} />
        <span className="muted">{t('train.compare.bestHint')}</span>
      </div>
      <div className="table-holder">
        <table className="train-table compare-table">
          <RunHeadings runs={runs} corner={t('train.report.type')} />
          <tbody>
            <ScoreRow
              name={t('train.report.overall')}
              overall
              ids={runs.map(({ id }) => id)}
              values={scores.map((score) => score?.[metric])}
            />
            {types.map((type) => (
              <ScoreRow
                key={type}
                name={type}
                note={formatCount(support(type))}
                ids={runs.map(({ id }) => id)}
                values={scores.map((score) => score?.perType[type]?.[metric])}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly note?: string;
  readonly overall?: boolean;
  readonly ids: readonly number[];
  readonly values: readonly (number | undefined)[];
  /** The lowest is the best. */
  readonly lowest?: boolean | undefined;
}

/** One value a run; the best stands out, the others say how far they are from it. */
export function ScoreRow({ name, note, overall, ids, values, lowest = false }: RowProps) {
  const known = values.filter((value) => value !== undefined);
  const best = lowest ? Math.min(...known) : Math.max(...known);
  return (
    <tr className={overall === true ? 'overall' : undefined}>
      <th scope="row">
        {name} {note !== undefined && <span className="count">{note}</span>}
      </th>
      {ids.map((id, index) => {
        const value = values[index];
        if (value === undefined) return <td key={id}>–</td>;
        return (
          <td key={id} className={value === best ? 'is-best' : undefined}>
            {formatScore(value)}
            {value !== best && (
              <small className="muted">
                {' '}
                {value < best ? '−' : '+'}
                {Math.abs(best - value).toFixed(3)}
              </small>
            )}
          </td>
        );
      })}
    </tr>
  );
}
