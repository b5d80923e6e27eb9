import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../shared/domain/diagnosis.ts';
import { words } from '../../../shared/messages/words.ts';
import { useDiagnosis, usePrediction, type VersionedText } from '../../api/diagnosis.ts';
import { useAnswer } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { opinionOn } from '../../lib/model-opinion.ts';
import type { Store } from '../../lib/store.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ActiveDocument, EditorHandle } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote, ErrorText } from '../../ui/error-note.tsx';
import { CandidateCard } from './candidate-card.tsx';
import { ModelOpinion } from './model-opinion.tsx';
import { useMovedWords } from './use-moved-words.ts';

interface DiagnosisPanelProps {
  readonly active: Store<ActiveDocument | null>;
  readonly onReveal: EditorHandle['reveal'];
  readonly onMark: EditorHandle['mark'];
  readonly onOpenEntity: (id: number) => void;
}

const PAUSE_MS = 600;
const TOP = 10;

/** Ranked suggestions for the document in front, following its text. It never writes into the record. */
export function DiagnosisPanel({ active, onReveal, onMark, onOpenEntity }: DiagnosisPanelProps) {
  const { t } = useTranslation();
  const document = useStore(active);
  const id = document?.id;
  const version = document?.version;
  // A new document is shown at once; edits to it after a pause.
  const now = useMemo(
    () => (id === undefined || version === undefined ? null : { id, version }),
    [id, version],
  );
  const settled = useDebounced(now, PAUSE_MS);
  const asked = settled?.id === id ? settled : now;
  const read = useCallback((): VersionedText => {
    const front = active.get();
    return { text: front?.text() ?? '', version: front?.version ?? 0 };
  }, [active]);
  return (
    <section
      className="diagnosis-panel column"
      data-testid="diagnosis-panel"
      aria-label={t('diagnosis.title')}
    >
      {asked === null || document === null ? (
        <EmptyState text={t('diagnosis.empty')} />
      ) : (
        <Suggestions
          key={asked.id}
          documentId={asked.id}
          version={asked.version}
          read={read}
          onReveal={onReveal}
          onMark={onMark}
          onOpenEntity={onOpenEntity}
        />
      )}
      <p className="diagnosis-note fine muted">{t('diagnosis.note')}</p>
    </section>
  );
}

interface SuggestionsProps extends Pick<DiagnosisPanelProps, 'onReveal' | 'onMark' | 'onOpenEntity'> {
  readonly documentId: number;
  readonly version: number;
  readonly read: () => VersionedText;
}

/** Drawn anew when the asked-for version changes, not at every key. */
const Suggestions = memo(
  function Suggestions(props: SuggestionsProps) {
    const { documentId, version, read, onReveal, onMark, onOpenEntity } = props;
    const { t } = useTranslation();
    const language = useLanguage();
    const { data, error, isFetching, refetch } = useDiagnosis({ documentId, version, read }, TOP);
    const predicted = usePrediction({ documentId, version, read });
    const prediction = predicted.data?.prediction ?? undefined;
    const inHand = useMovedWords({ documentId, version, read, model: prediction?.model.id, onMark });
    const decisions = useAnswer('diagnosis.decisions', { documentId }).data;
    const latest = useMemo(() => latestByEntity(decisions ?? []), [decisions]);
    if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
    if (data === undefined) return <div className="diagnosis-list" aria-busy />;
    const { candidates, abstained, findings } = data.diagnosis;
    return (
      <div className="diagnosis-list" aria-busy={isFetching}>
        {predicted.error !== null && <ModelFailed error={predicted.error} />}
        {prediction !== undefined && (
          <ModelOpinion
            prediction={prediction}
            chars={predicted.data?.chars ?? 0}
            suggested={candidates.map(({ entity }) => entity.id)}
            isUpdating={predicted.isFetching}
            inHand={inHand}
            onReveal={onReveal}
          />
        )}
        <div className="diagnosis-head muted fine">
          <span>{t('diagnosis.findings', { n: findings })}</span>
          <span title={t('diagnosis.scoreNote')}>
            {isFetching ? t('diagnosis.updating') : t('diagnosis.scoreShort')}
          </span>
        </div>
        {abstained !== undefined && (
          <div className="abstained" data-testid="abstained">
            <h3>{t('diagnosis.abstained')}</h3>
            <p>{words(abstained, language)}</p>
            <p className="muted">{t('diagnosis.abstainedHint')}</p>
          </div>
        )}
        <ol>
          {candidates.map((candidate, i) => (
            <li key={candidate.entity.id}>
              <CandidateCard
                documentId={documentId}
                version={data.version}
                candidate={candidate}
                decision={latest.get(candidate.entity.id)}
                open={i === 0}
                {...(prediction === undefined ? {} : { opinion: opinionOn(candidate.entity.id, prediction) })}
                onLabel={inHand.hover}
                onReveal={onReveal}
                onOpenEntity={onOpenEntity}
              />
            </li>
          ))}
        </ol>
      </div>
    );
  },
  (a, b) => a.documentId === b.documentId && a.version === b.version,
);

/** The graph's suggestions go on without the model. */
function ModelFailed({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  return (
    <details className="model-failed fine" data-testid="model-failed">
      <summary>{t('prediction.failed')}</summary>
      <ErrorText error={error} />
    </details>
  );
}

/** The last word on each disease. */
function latestByEntity(decisions: readonly Decision[]): ReadonlyMap<number, Decision> {
  const latest = new Map<number, Decision>();
  for (const decision of decisions.toSorted((a, b) => a.at.localeCompare(b.at))) {
    latest.set(decision.entityId, decision);
  }
  return latest;
}
