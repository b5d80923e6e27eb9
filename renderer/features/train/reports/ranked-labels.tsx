import { useTranslation } from 'react-i18next';
import type { RankedLabel } from '../../../../shared/domain/classification.ts';
import { formatShare } from '../../../lib/format.ts';

interface RankedLabelsProps {
  readonly ranked: readonly RankedLabel[];
  /** Those that the model gives the text. */
  readonly said: readonly string[];
  readonly gold?: readonly string[];
  /** Threshold of each label, where the model has some. */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
}

/** Labels with calibrated probabilities, the most probable first; a tick at the threshold where there is one. */
export function RankedLabels({ ranked, said, gold, thresholds }: RankedLabelsProps) {
  const { t } = useTranslation();
  return (
    <ol className="ranked-labels" data-testid="ranked-labels">
      {ranked.map(({ label, probability }) => {
        const threshold =
          thresholds !== undefined && Object.hasOwn(thresholds, label) ? thresholds[label] : undefined;
        return (
          <li key={label} data-label={label} className={said.includes(label) ? 'is-said' : undefined}>
            <span className="ranked-name ellipsis" title={label}>
              {label}
            </span>
            <span className="ranked-bar" aria-hidden>
              <span style={{ width: `${100 * probability}%` }} />
              {threshold !== undefined && (
                <i
                  style={{ left: `${100 * threshold}%` }}
                  title={`${t('texts.labels.threshold')} ${formatShare(threshold)}`}
                />
              )}
            </span>
            <span className="number">{formatProbability(probability)}</span>
            <span className="muted fine">
              {[
                said.includes(label) && t('texts.errors.saidTag'),
                gold?.includes(label) === true && t('texts.errors.goldTag'),
              ]
                .filter((note) => note !== false)
                .join(' · ')}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** 87.0 %, <0.1 %: small ones are not rounded away. */
const formatProbability = (probability: number): string =>
  probability > 0 && probability < 0.001 ? '<0.1 %' : formatShare(probability);
