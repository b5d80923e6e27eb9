import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NerReport, Score } from '../../../../shared/domain/training.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { sortTypes, type TypeColumn, type TypeSort, typeRows } from '../type-scores.ts';

interface TypeScoresProps {
  readonly report: NerReport;
  /** Shows the errors of a type. */
  readonly onType: (type: string) => void;
}

const METRICS = ['precision', 'recall', 'f1'] as const;

/** Precision, recall and F1 by type, exact and relaxed. */
export function TypeScores({ report, onType }: TypeScoresProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<TypeSort>({ column: 'support', descending: true });
  const { scores } = report;
  const header = (column: TypeColumn, name: string, numeric: boolean) => (
    <SortHeader key={column} column={column} name={name} sort={sort} numeric={numeric} onSort={setSort} />
  );
  return (
    <div className="report-pane" data-testid="type-scores">
      <table className="train-table type-table">
        <colgroup span={2} />
        <colgroup span={3} className="exact" />
        <colgroup span={3} />
        <thead>
          <tr>
            <td colSpan={2} />
            <th scope="colgroup" colSpan={3} title={t('train.report.exactHint')}>
              {t('train.report.exact')}
            </th>
            <th scope="colgroup" colSpan={3} title={t('train.report.relaxedHint')}>
              {t('train.report.relaxed')}
            </th>
          </tr>
          <tr>
            {header('type', t('train.report.type'), false)}
            {header('support', t('train.report.support'), true)}
            {METRICS.map((metric) => header(`exact.${metric}`, t(`train.score.${metric}`), true))}
            {METRICS.map((metric) => header(`relaxed.${metric}`, t(`train.score.${metric}`), true))}
          </tr>
        </thead>
        <tbody>
          <tr className="overall">
            <th scope="row">{t('train.report.overall')}</th>
            <td className="number">{formatCount(scores.support)}</td>
            <Scores score={scores} />
            <Scores score={scores.relaxed} />
          </tr>
          {sortTypes(typeRows(scores), sort).map(({ type, exact, relaxed }) => (
            <tr key={type} data-testid="type-row" data-type={type}>
              <th scope="row">
                <button
                  type="button"
                  className="text-link"
                  title={t('train.report.showErrors', { type })}
                  onClick={() => onType(type)}
                >
                  {type}
                </button>
              </th>
              <td className="number">{formatCount(exact.support)}</td>
              <Scores score={exact} />
              <Scores score={relaxed} />
            </tr>
          ))}
        </tbody>
      </table>
      <Notes report={report} />
    </div>
  );
}

function Scores({ score }: { readonly score: Score | undefined }) {
  return METRICS.map((metric) => (
    <td key={metric} className="number">
      {score === undefined ? (
        '–'
      ) : metric === 'f1' ? (
        <span className="score-bar">
          <span className="bar-track" aria-hidden>
            <span style={{ width: `${100 * score.f1}%` }} />
          </span>
          {formatScore(score.f1)}
        </span>
      ) : (
        formatScore(score[metric])
      )}
    </td>
  ));
}

/** Counts behind the scores. */
function Notes({ report: { dataSet, untaggable, charactersPerSecond } }: { readonly report: NerReport }) {
  const { t } = useTranslation();
  const lost = Object.entries(untaggable);
  const total = lost.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className="report-notes muted column fine">
      <p>{t('train.report.on', { name: dataSet, speed: formatCount(charactersPerSecond) })}</p>
      <p>{t('train.report.exactHint')}</p>
      <p>{t('train.report.relaxedHint')}</p>
      {total > 0 && (
        <p>
          {t('train.report.untaggable', { n: formatCount(total) })} (
          {lost.map(([reason, count]) => `${reason} ${formatCount(count)}`).join(', ')})
        </p>
      )}
    </div>
  );
}
