import { useTranslation } from 'react-i18next';
import { formatShare } from '../../lib/format.ts';
import type { CandidateOpinion } from '../../lib/model-opinion.ts';

/** Shows the model's opinion on a suggestion of the graph. */
export function CandidateOpinionRow({ opinion }: { readonly opinion: CandidateOpinion }) {
  const { t } = useTranslation();
  const { verdict, label } = opinion;
  return (
    <div className="candidate-opinion row fine" data-testid="candidate-opinion" data-verdict={verdict}>
      <span className="muted">{t('prediction.title')}</span>
      {label !== undefined && (
        <span
          className="model-probability tabular"
          title={t('prediction.probabilityHint', { label: label.label })}
        >
          {formatShare(label.probability)}
        </span>
      )}
      <span className={`flag is-${verdict}`} title={t(`prediction.verdict.${verdict}Hint`)}>
        {t(`prediction.verdict.${verdict}`)}
      </span>
    </div>
  );
}
