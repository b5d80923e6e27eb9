import { useTranslation } from 'react-i18next';
import type { PredictedLabel } from '../../../shared/domain/prediction.ts';
import { formatShare } from '../../lib/format.ts';
import type { LabelOpinion } from '../../lib/model-opinion.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { MovedWordsList } from './moved-words.tsx';
import type { InHand } from './use-moved-words.ts';

interface ModelLabelProps {
  readonly label: PredictedLabel;
  readonly opinion: LabelOpinion;
  readonly inHand: InHand;
  readonly onReveal: EditorHandle['reveal'];
}

/** A label of the model: how probable it is, what the graph says of it, and, when chosen, the words that moved it. */
export function ModelLabel({ label: predicted, opinion, inHand, onReveal }: ModelLabelProps) {
  const { t } = useTranslation();
  const { label, probability, holds, link } = predicted;
  const isPinned = inHand.pinned === label;
  return (
    <li
      className={holds ? 'model-label is-given' : 'model-label'}
      data-testid="model-label"
      data-label={label}
      data-verdict={opinion.verdict}
      onPointerEnter={() => inHand.hover(label)}
      onPointerLeave={() => inHand.hover(null)}
    >
      <button
        type="button"
        className="model-label-head row"
        aria-pressed={isPinned}
        title={t(isPinned ? 'prediction.unpin' : 'prediction.pin', { label })}
        onFocus={() => inHand.hover(label)}
        onBlur={() => inHand.hover(null)}
        onClick={() => inHand.pin(label)}
      >
        <span className="model-label-name grow">
          {label}
          {link !== undefined && link.entity.name !== label && (
            <span className="muted" title={t(`prediction.linkedBy.${link.by}`)}>
              {' → '}
              {link.entity.name}
            </span>
          )}
        </span>
        <Verdict opinion={opinion} />
        <span className="model-probability tabular">{formatShare(probability)}</span>
      </button>
      <div className="score-track is-model" aria-hidden>
        <div style={{ width: `${100 * probability}%` }} />
      </div>
      {isPinned && <MovedWordsList label={label} inHand={inHand} onReveal={onReveal} />}
    </li>
  );
}

function Verdict({ opinion: { verdict, rank } }: { readonly opinion: LabelOpinion }) {
  const { t } = useTranslation();
  if (verdict === 'silent' || verdict === 'not-given') return null;
  const text = verdict === 'agree' ? t('prediction.agreeRank', { rank }) : t(`prediction.${verdict}`);
  return (
    <span className={`flag is-${verdict}`} title={t(`prediction.${verdict}Hint`)}>
      {text}
    </span>
  );
}
