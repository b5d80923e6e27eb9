import { useTranslation } from 'react-i18next';
import type { ClassificationReport } from '../../../../shared/domain/classification.ts';
import type { Score } from '../../../../shared/domain/score.ts';
import { formatCount, formatScore, formatShare } from '../../../lib/format.ts';
import { NumberItem } from '../number-item.tsx';

interface TextSummaryProps {
  readonly report: ClassificationReport;
  /** Weighting of rare labels; present in a run's report. */
  readonly weighting: string | undefined;
}

const SHORT: Readonly<Record<string, string>> = {
  f1: 'F1',
  precision: 'P',
  recall: 'R',
  precisionAt1: 'P@1',
  mrr: 'MRR',
  ndcg: 'nDCG',
};

const WEIGHTINGS = ['none', 'balanced', 'focal'] as const;

/** Scores of the whole set, and the counts behind them. */
export function TextSummary({ report, weighting }: TextSummaryProps) {
  const { t } = useTranslation();
  const { accuracy, micro, macro, hitAt, ece, eceRaw, triples, ranking, baselines } = report;
  const known = WEIGHTINGS.find((name) => name === weighting);
  return (
    <section className="text-summary" data-testid="text-summary">
      <dl className="run-numbers wrap tabular">
        <NumberItem name={t('texts.score.microF1')} strong>
          <F1 score={micro} />
        </NumberItem>
        <NumberItem name={t('texts.score.macroF1')} strong>
          <F1 score={macro} />
        </NumberItem>
        {triples !== undefined && (
          <NumberItem name={t('texts.triples.mentions')}>
            <F1 score={triples.mentions.all} />
          </NumberItem>
        )}
        {triples?.joint !== undefined && (
          <NumberItem name={t('texts.triples.joint', { tagger: triples.joint.tagger })}>
            <F1 score={triples.joint.all} />
          </NumberItem>
        )}
        <NumberItem name={t('texts.score.accuracy')}>{formatShare(accuracy)}</NumberItem>
        {Object.entries(hitAt).map(([k, share]) => (
          <NumberItem key={k} name={`hit@${k}`}>
            {formatShare(share)}
          </NumberItem>
        ))}
        {ranking !== undefined &&
          (
            [
              ['P@1', ranking.precisionAt1],
              ['MRR', ranking.mrr],
              ['nDCG', ranking.ndcg],
            ] as const
          ).map(([name, score]) => (
            <NumberItem key={name} name={name} strong>
              {formatScore(score)}
            </NumberItem>
          ))}
        <NumberItem name="ECE">
          {ece.toFixed(3)} <small className="muted">← {eceRaw.toFixed(3)}</small>
        </NumberItem>
      </dl>
      <ul className="report-notes muted column fine">
        <li>{t('texts.report.on', { name: report.dataSet, n: formatCount(report.documents) })}</li>
        {ranking !== undefined && <li>{t('texts.report.ranking', { n: formatCount(ranking.questions) })}</li>}
        {baselines?.map(({ name, scores }) => (
          <li key={name} data-testid="baseline">
            {t('texts.report.baseline', {
              name: t(`texts.baseline.${name}`),
              scores: Object.entries(scores)
                .map(([score, value]) => `${SHORT[score] ?? t('texts.score.accuracy')} ${formatScore(value)}`)
                .join(' · '),
            })}
          </li>
        ))}
        <FittedNote report={report} />
        {known !== undefined && <li>{t(`texts.report.weighting.${known}`)}</li>}
        {report.cut > 0 && <li>{t('texts.report.cut', { n: formatCount(report.cut) })}</li>}
      </ul>
    </section>
  );
}

/** F1 with precision and recall. */
function F1({ score: { f1, precision, recall } }: { readonly score: Score }) {
  return (
    <>
      {formatScore(f1)}
      <small className="muted">
        {' '}
        P {formatScore(precision)} · R {formatScore(recall)}
      </small>
    </>
  );
}

/** Names the texts on which calibration and thresholds were fitted. */
function FittedNote({ report: { fittedHere, folds } }: { readonly report: ClassificationReport }) {
  const { t } = useTranslation();
  if (folds !== undefined) return <li>{t('texts.report.folds', { n: folds })}</li>;
  return fittedHere ? <li>{t('texts.report.fittedHere')}</li> : null;
}
