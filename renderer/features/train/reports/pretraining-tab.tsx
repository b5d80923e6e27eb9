import { useTranslation } from 'react-i18next';
import type { PretrainReport } from '../../../../shared/domain/pretraining.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { NumberItem } from '../number-item.tsx';
import { PRETRAINING_SCORES, useScoreName } from '../use-score-name.ts';

const FACTS = [
  'documents',
  'duplicates',
  'characters',
  'tokens',
  'devDocuments',
  'trainSequences',
  'devSequences',
] as const;

/** Scores of the objective's guesses, and the corpus of the encoder. */
export function PretrainingTab({ report }: { readonly report: PretrainReport }) {
  const { t } = useTranslation();
  const scoreName = useScoreName();
  const { dataSet, loss, perplexity, accuracy, guesses, corpus } = report;
  const others = Object.fromEntries(PRETRAINING_SCORES.map((name) => [name, report[name]]));
  const scores = { loss, perplexity, hiddenAccuracy: accuracy, ...others };
  return (
    <div className="report-pane pretraining" data-testid="pretraining">
      <h3>{t('pretrain.quality', { set: dataSet })}</h3>
      <p className="muted">{t('pretrain.help')}</p>
      <dl className="run-numbers wrap tabular">
        {Object.entries(scores).map(
          ([name, value]) =>
            value !== undefined && (
              <NumberItem key={name} name={scoreName(name)}>
                {formatScore(value)}
              </NumberItem>
            ),
        )}
        <NumberItem name={t('pretrain.fact.guesses')}>{formatCount(guesses)}</NumberItem>
      </dl>
      <h3>{t('pretrain.corpus')}</h3>
      <dl className="run-numbers wrap tabular">
        {FACTS.map((name) => (
          <NumberItem key={name} name={t(`pretrain.fact.${name}`)}>
            {formatCount(corpus[name])}
          </NumberItem>
        ))}
      </dl>
    </div>
  );
}
