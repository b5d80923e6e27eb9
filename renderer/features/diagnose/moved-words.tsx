import { useTranslation } from 'react-i18next';
import { formatShare } from '../../lib/format.ts';
import { strengthOf } from '../../lib/model-opinion.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import type { InHand } from './use-moved-words.ts';

interface MovedWordsListProps {
  readonly label: string;
  readonly inHand: InHand;
  readonly onReveal: EditorHandle['reveal'];
}

const SHOWN = 10;
/** Calibration by a curve may give the same probability to what a model is more or less sure of. */
const NOTICEABLE = 0.001;

/** The words that moved a label, the heaviest first; each goes to its place in the record. */
export function MovedWordsList({ label, inHand, onReveal }: MovedWordsListProps) {
  const { t } = useTranslation();
  const { explained, isComputing, error } = inHand;
  const own = explained?.label === label ? explained : undefined;
  if (own === undefined) {
    const text = isComputing ? 'computing' : error === null ? null : 'failed';
    return text === null ? null : <p className="muted moved-note">{t(`prediction.words.${text}`)}</p>;
  }
  const sorted = own.words.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const heaviest = Math.abs(sorted[0]?.weight ?? 0);
  return (
    <div className="moved-list" data-testid="moved-list" aria-busy={isComputing}>
      <p className="muted moved-note">
        {t(sorted.length === 0 ? 'prediction.words.none' : 'prediction.words.title')}
      </p>
      <ul>
        {sorted.slice(0, SHOWN).map((word) => {
          const side = word.weight > 0 ? 'for' : 'against';
          const isMoved = Math.abs(own.probability - word.without) >= NOTICEABLE;
          const change = t(isMoved ? 'prediction.words.without' : `prediction.words.${side}`, {
            words: word.text,
            before: formatShare(own.probability),
            after: formatShare(word.without),
          });
          return (
            <li key={word.start}>
              <button
                type="button"
                className={`moved-chip moved-words is-${side} strength-${strengthOf(word.weight, heaviest)}`}
                data-testid="moved-word"
                title={change}
                aria-description={change}
                onClick={() => onReveal(word, own.version)}
              >
                <span aria-hidden>{side === 'for' ? '+' : '−'}</span>
                {word.text}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
