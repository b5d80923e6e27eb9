import { useTranslation } from 'react-i18next';
import type { DeidFinding, DeidLevel, DeidMode, Generalisation } from '../../../shared/domain/deid.ts';
import { useDeidResult } from '../../api/deid.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { WorkNote } from '../../ui/work-note.tsx';
import { colourGroupOf, segmentsOf } from './review.ts';

interface ResultViewProps {
  readonly id: number;
  readonly mode: DeidMode;
  readonly text: string;
  readonly findings: DeidFinding[];
  /** Applies to the search of the title too. */
  readonly level: DeidLevel;
  readonly generalise: Generalisation[];
  /** Nobody wants to wait for it any more. */
  readonly onCancel: () => void;
}

/** The record as it will leave, with what was put in marked. */
export function ResultView({ onCancel, ...request }: ResultViewProps) {
  const { t } = useTranslation();
  const { data, error, progress, again } = useDeidResult(request);
  if (error !== null) return <ErrorNote error={error} onRetry={again} />;
  if (data === undefined)
    return <WorkNote title={t('app.loading')} progress={progress} onCancel={onCancel} />;
  const pieces = data.pieces.map(({ newStart, newEnd }) => ({ start: newStart, end: newEnd }));
  return (
    <div className="deid-sheet">
      <section
        className="deid-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label={t('deid.result')}
        data-testid="deid-result"
      >
        <p className="deid-title muted">
          {t('deid.titleAfter')}: {data.title}
        </p>
        {segmentsOf(data.text, pieces).map(({ text, start, item }) => {
          const piece = item === undefined ? undefined : data.pieces[item];
          if (piece === undefined) return <span key={start}>{text}</span>;
          return (
            <mark
              key={start}
              className={`deid-mark look-${colourGroupOf(piece.field)}`}
              title={t(`deid.field.${piece.field}`)}
            >
              {text}
            </mark>
          );
        })}
      </section>
    </div>
  );
}
