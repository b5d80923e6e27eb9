import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassificationReport } from '../../../../shared/domain/classification.ts';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { ScoreRow } from './compare-scores.tsx';
import { type Metric, MetricSelect } from './metric-select.tsx';
import { RunHeadings } from './run-headings.tsx';

/** More labels than this say nothing side by side; the filter finds the others. */
const MOST_LABELS = 100;

/** One row a score and a label, one column a run; the best of a row stands out. */
export function CompareTextScores({ runs }: { readonly runs: readonly RunDetail[] }) {
  const { t } = useTranslation();
  const [metric, setMetric] = useState<Metric>('f1');
  const [text, setText] = useState('');
  const reports = runs.map(({ report }) =>
    report !== undefined && report.task !== 'ner' && report.task !== 'pretrain' ? report : undefined,
  );
  const ids = runs.map(({ id }) => id);
  const support = (label: string): number =>
    Math.max(...reports.map((report) => scoreOf(report, label)?.support ?? 0));
  const wanted = text.trim().toLowerCase();
  const labels = [...new Set(reports.flatMap((report) => Object.keys(report?.perLabel ?? {})))]
    .filter((label) => label.toLowerCase().includes(wanted))
    .sort((a, b) => support(b) - support(a) || a.localeCompare(b, 'zh'));
  return (
    <div className="report-pane" data-testid="compare-text-scores">
      <div className="curve-tools">
        <MetricSelect value={metric} onChange={setMetric} />
        <Input
          allowClear
          value={text}
          maxLength={200}
          placeholder={t('texts.labels.filter')}
          aria-label={t('texts.labels.filter')}
          style={{ width: 220 }}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="muted">{t('train.compare.bestHint')}</span>
      </div>
      <div className="table-holder">
        <table className="train-table compare-table">
          <RunHeadings runs={runs} corner={t('texts.labels.label')} />
          <tbody>
            {overall(reports, t('texts.score.accuracy')).map(({ name, values, lowest }) => (
              <ScoreRow key={name} overall name={name} ids={ids} values={values} lowest={lowest} />
            ))}
            {(['microF1', 'macroF1'] as const).map((score) => (
              <ScoreRow
                key={score}
                overall
                name={t(`texts.score.${score}`).replace('F1', t(`train.score.${metric}`))}
                ids={ids}
                values={reports.map((report) => report?.[score === 'microF1' ? 'micro' : 'macro'][metric])}
              />
            ))}
            {labels.slice(0, MOST_LABELS).map((label) => (
              <ScoreRow
                key={`= ${label}`}
                name={label}
                note={formatCount(support(label))}
                ids={ids}
                values={reports.map((report) => scoreOf(report, label)?.[metric])}
              />
            ))}
          </tbody>
        </table>
      </div>
      {labels.length > MOST_LABELS && (
        <p className="muted">
          {t('texts.labels.shown', { shown: formatCount(MOST_LABELS), total: formatCount(labels.length) })}
        </p>
      )}
    </div>
  );
}

const scoreOf = (report: ClassificationReport | undefined, label: string) =>
  report !== undefined && Object.hasOwn(report.perLabel, label) ? report.perLabel[label] : undefined;

interface OverallRow {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  /** The lowest is the best. */
  readonly lowest?: boolean;
}

function overall(reports: readonly (ClassificationReport | undefined)[], accuracy: string): OverallRow[] {
  const ranks = [...new Set(reports.flatMap((report) => Object.keys(report?.hitAt ?? {})))];
  return [
    { name: accuracy, values: reports.map((report) => report?.accuracy) },
    ...ranks.map((k) => ({ name: `hit@${k}`, values: reports.map((report) => report?.hitAt[k]) })),
    { name: 'ECE', values: reports.map((report) => report?.ece), lowest: true },
  ];
}
