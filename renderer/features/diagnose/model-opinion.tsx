import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextPrediction } from '../../../shared/domain/prediction.ts';
import { formatCount, formatDateTime, formatPercent, formatShare } from '../../lib/format.ts';
import { opinionOnLabel, shownLabels } from '../../lib/model-opinion.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { ModelLabel } from './model-label.tsx';
import type { InHand } from './use-moved-words.ts';

interface ModelOpinionProps {
  readonly prediction: TextPrediction;
  /** Code units of the text that it is about. */
  readonly chars: number;
  /** Suggested diseases by id, the best first. */
  readonly suggested: readonly number[];
  readonly isUpdating: boolean;
  readonly inHand: InHand;
  readonly onReveal: EditorHandle['reveal'];
}

/** Shows the trained model's opinion beside the graph's suggestions, never instead of them. */
export function ModelOpinion(props: ModelOpinionProps) {
  const { prediction, chars, suggested, isUpdating, inHand, onReveal } = props;
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { model, labels, abstained } = prediction;
  const shown = all ? labels : shownLabels(labels);
  return (
    <section
      className={abstained === undefined ? 'model-opinion' : 'model-opinion is-silent'}
      data-testid="model-opinion"
      aria-label={t('prediction.title')}
      aria-busy={isUpdating}
    >
      <header className="diagnosis-head fine">
        <h3>{t('prediction.title')}</h3>
        <span
          className="muted"
          title={t('prediction.version', { time: formatDateTime(model.createdAt), version: model.version })}
        >
          {isUpdating ? t('diagnosis.updating') : `${model.name} · ${model.network}`}
        </span>
      </header>
      {abstained !== undefined && <Abstained prediction={prediction} />}
      <ReadPart prediction={prediction} chars={chars} />
      <ul>
        {shown.map((label) => (
          <ModelLabel
            key={label.label}
            label={label}
            opinion={opinionOnLabel(label, suggested, abstained !== undefined)}
            inHand={inHand}
            onReveal={onReveal}
          />
        ))}
      </ul>
      {labels.length > shownLabels(labels).length && (
        <button
          type="button"
          className="text-link model-more"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {t(all ? 'prediction.fewer' : 'prediction.all', { n: labels.length })}
        </button>
      )}
    </section>
  );
}

function Abstained({ prediction }: { readonly prediction: TextPrediction }) {
  const { t } = useTranslation();
  const { labels, abstained, threshold, precision } = prediction;
  const [best] = labels;
  if (abstained === undefined) return null;
  const isLow = abstained === 'unsure' && typeof threshold === 'number' && best !== undefined;
  return (
    <div className="abstained" data-testid="model-abstained" data-reason={abstained}>
      <h3>{t('prediction.abstained.title')}</h3>
      <p>
        {isLow
          ? t('prediction.abstained.unsure', {
              label: best.label,
              probability: formatShare(best.probability),
              threshold: formatShare(threshold),
            })
          : t(`prediction.abstained.${abstained === 'unsure' ? 'never' : abstained}`)}
      </p>
      {isLow && precision !== undefined && (
        <p className="muted">
          {t('prediction.abstained.precision', { precision: formatPercent(precision) })}
        </p>
      )}
    </div>
  );
}

/** A long record is not read to its end: that must be known. */
function ReadPart({
  prediction: { read },
  chars,
}: {
  readonly prediction: TextPrediction;
  readonly chars: number;
}) {
  const { t } = useTranslation();
  const last = read.at(-1)?.end ?? 0;
  const isHead = read.length === 1 && last < 0.98 * chars;
  if (read.length === 0 || (read.length === 1 && !isHead)) return null;
  const count = read.reduce((sum, { start, end }) => sum + end - start, 0);
  return (
    <p className="muted model-read" data-testid="model-read">
      {t(isHead ? 'prediction.readHead' : 'prediction.readEnds', {
        part: formatCount(count),
        whole: formatCount(chars),
      })}
    </p>
  );
}
