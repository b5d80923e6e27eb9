import { useTranslation } from 'react-i18next';
import type { PretrainReport } from '../../../../shared/domain/pretraining.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { useScoreName } from '../use-score-name.ts';

const FACTS = [
  'documents',
  'duplicates',
  'characters',
  'tokens',
  'devDocuments',
  'trainSequences',
  'devSequences',
] as const;

/** Scores of guessing hidden tokens, and the corpus of the encoder. */
export function PretrainingTab({ report }: { readonly report: PretrainReport }) {
  const { t } = useTranslation();
  const scoreName = useScoreName();
  const { dataSet, loss, perplexity, accuracy, pairLoss, pairAccuracy, guesses, corpus } = report;
  const scores = { loss, perplexity, hiddenAccuracy: accuracy, pairLoss, pairAccuracy };
  return (
    <div className="report-pane pretraining" data-testid="pretraining">
      <h3>{t('pretrain.quality', { set: dataSet })}</h3>
      <p className="muted">{t('pretrain.help')}</p>
      <dl className="run-numbers wrap tabular">
        {Object.entries(scores).map(
          ([name, value]) =>
            value !== undefined && <Fact key={name} name={scoreName(name)} value={formatScore(value)} />,
        )}
        <Fact name={t('pretrain.fact.guesses')} value={formatCount(guesses)} />
      </dl>
      <h3>{t('pretrain.corpus')}</h3>
      <dl className="run-numbers wrap tabular">
        {FACTS.map((name) => (
          <Fact key={name} name={t(`pretrain.fact.${name}`)} value={formatCount(corpus[name])} />
        ))}
      </dl>
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
