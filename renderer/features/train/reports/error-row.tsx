import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSet, NerError } from '../../../../shared/domain/training.ts';
import { useLabelledDocument } from '../../../api/training.ts';
import { extentOf, snippetOf } from './error-list.ts';

const MARGIN = 12;
/** Rows that only fly past ask for nothing. */
const PAUSE_MS = 80;

/** True once the row has been on screen for that long. */
function useStays(pauseMs: number): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), pauseMs);
    return () => clearTimeout(timer);
  }, [pauseMs]);
  return stays;
}

/** One error in two lines: its kind and types, and its words where they stand. */
export function ErrorRow({ error, dev }: { readonly error: NerError; readonly dev: DataSet | undefined }) {
  const { t } = useTranslation();
  const { data } = useLabelledDocument(dev?.id, error.document, useStays(PAUSE_MS));
  const snippet = data === undefined ? undefined : snippetOf(data.text, extentOf(error), MARGIN);
  return (
    <div className="error-row column">
      <div className="error-line">
        <strong className={`error-kind is-${error.kind}`}>{t(`train.errorKind.${error.kind}`)}</strong>
        <TypePair error={error} />
        <span className="count">#{error.document + 1}</span>
      </div>
      <div className="error-snippet ellipsis">
        {snippet === undefined ? (
          <span className="muted">…</span>
        ) : (
          <>
            {snippet.before}
            <mark>{snippet.words}</mark>
            {snippet.after}
          </>
        )}
      </div>
    </div>
  );
}

/** `disease`, or `disease → symptom` where the predicted type is another one. */
function TypePair({ error: { gold, predicted } }: { readonly error: NerError }) {
  const types = [gold?.type, predicted?.type].filter((type) => type !== undefined);
  return <span className="error-types">{[...new Set(types)].join(' → ')}</span>;
}
