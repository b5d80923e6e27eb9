import { Button } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Span } from '../../../../shared/domain/span.ts';
import type { DataSet, LabelledDocument, NerError } from '../../../../shared/domain/training.ts';
import { useLabelledDocument } from '../../../api/training.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { extentOf, type Segment, segmentsOf } from './error-list.ts';

interface ErrorDocumentProps {
  readonly error: NerError;
  /** All errors of the report: those of the same text are drawn too, quietly. */
  readonly errors: readonly NerError[];
  readonly dev: DataSet | undefined;
  readonly onOpenText: () => void;
}

/** The whole text of one error, at its place, with what is gold and what was predicted. */
export function ErrorDocument({ error, errors, dev, onOpenText }: ErrorDocumentProps) {
  const { t } = useTranslation();
  const { data, error: failure } = useLabelledDocument(dev?.id, error.document);
  return (
    <section
      className="error-document column grow"
      aria-label={t('train.errors.text')}
      data-testid="error-document"
    >
      <header className="error-document-head">
        <Verdict error={error} document={data} />
        <Button disabled={data === undefined} data-testid="error-open" onClick={onOpenText}>
          {t('train.errors.open')}
        </Button>
      </header>
      {failure !== null && <ErrorNote error={failure} />}
      {dev === undefined && <p className="muted pad">{t('train.errors.setGone')}</p>}
      {data !== undefined && <Text error={error} errors={errors} document={data} />}
    </section>
  );
}

interface VerdictProps {
  readonly error: NerError;
  readonly document: LabelledDocument | undefined;
}

/** Names gold and prediction, styled as in the text. */
function Verdict({ error: { kind, gold, predicted, document: number }, document }: VerdictProps) {
  const { t } = useTranslation();
  const words = (span: Span): string =>
    document === undefined ? '…' : document.text.slice(span.start, span.end);
  return (
    <div className="verdict">
      <p>
        <strong className={`error-kind is-${kind}`}>{t(`train.errorKind.${kind}`)}</strong>{' '}
        <span className="muted">
          {t('train.errors.documentOf', { n: number + 1, id: document?.id ?? '' })}
        </span>
      </p>
      <dl>
        <dt>{t('train.confusion.gold')}</dt>
        <dd>
          {gold === undefined ? (
            <span className="muted">{t('train.errors.noGold')}</span>
          ) : (
            <>
              <span className="is-gold is-chosen">{words(gold)}</span> {gold.type}
            </>
          )}
        </dd>
        <dt>{t('train.confusion.predicted')}</dt>
        <dd>
          {predicted === undefined ? (
            <span className="muted">{t('train.errors.noPredicted')}</span>
          ) : (
            <>
              <span className="is-predicted is-chosen">{words(predicted)}</span> {predicted.type}{' '}
              <span className="muted">
                {t('train.errors.confidence', { value: predicted.confidence.toFixed(2) })}
              </span>
            </>
          )}
        </dd>
      </dl>
    </div>
  );
}

interface TextProps {
  readonly error: NerError;
  readonly errors: readonly NerError[];
  readonly document: LabelledDocument;
}

function Text({ error, errors, document }: TextProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const segments = useMemo(() => {
    const predicted = errors.flatMap((other) =>
      other.document === error.document && other.predicted !== undefined ? [other.predicted] : [],
    );
    return segmentsOf(document.text, { gold: document.entities, predicted, chosen: error });
  }, [error, errors, document]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error is another place to scroll to
  useEffect(() => {
    box.current?.querySelector('.is-chosen')?.scrollIntoView({ block: 'center' });
  }, [segments]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by key too */}
      <div ref={box} className="error-text-body" tabIndex={0} role="document" aria-label={document.id}>
        {segments.map((segment) => (
          <SegmentText key={segment.start} segment={segment} error={error} />
        ))}
      </div>
      <p className="error-legend muted wrap fine">
        <span className="is-gold">{t('train.errors.legendGold')}</span>
        <span className="is-predicted">{t('train.errors.legendPredicted')}</span>
        <span>{t('train.errors.legendChosen')}</span>
      </p>
    </>
  );
}

function SegmentText({ segment, error }: { readonly segment: Segment; readonly error: NerError }) {
  const { gold, predicted, chosenGold, chosenPredicted, start, text } = segment;
  if (!gold && !predicted) return text;
  const chosen = chosenGold || chosenPredicted;
  const classes = [
    gold && 'is-gold',
    predicted && 'is-predicted',
    chosen && 'is-chosen',
    chosenGold && 'is-chosen-gold',
    chosenPredicted && 'is-chosen-predicted',
  ].filter((name) => name !== false);
  return (
    <>
      <span className={classes.join(' ')}>{text}</span>
      {chosen && start + text.length === extentOf(error).end && <SpanNames error={error} />}
    </>
  );
}

/** The two types behind the words, so that they stay in one piece. */
function SpanNames({ error: { gold, predicted } }: { readonly error: NerError }) {
  const { t } = useTranslation();
  return (
    <>
      {gold !== undefined && (
        <span className="span-name is-gold-name fine">
          {t('train.confusion.gold')} {gold.type}
        </span>
      )}
      {predicted !== undefined && (
        <span className="span-name is-predicted-name fine">
          {t('train.confusion.predicted')} {predicted.type}
        </span>
      )}
    </>
  );
}
