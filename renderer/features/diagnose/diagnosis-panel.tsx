import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../shared/domain/diagnosis.ts';
import { useDecisions, useDiagnosis } from '../../api/diagnosis.ts';
import { useLanguage } from '../../i18n/index.ts';
import { inLanguage } from '../../lib/format.ts';
import type { Store } from '../../lib/store.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ActiveDocument, EditorHandle } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CandidateCard } from './candidate-card.tsx';

interface DiagnosisPanelProps {
  readonly active: Store<ActiveDocument | null>;
  readonly onReveal: EditorHandle['reveal'];
  readonly onOpenEntity: (id: number) => void;
}

const PAUSE_MS = 600;
const TOP = 10;

/** Ranked suggestions for the document in front, following its text. It never writes into the record. */
export function DiagnosisPanel({ active, onReveal, onOpenEntity }: DiagnosisPanelProps) {
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
  return (
    <section className="diagnosis-panel" data-testid="diagnosis-panel" aria-label={t('diagnosis.title')}>
      {asked === null || document === null ? (
        <EmptyState text={t('diagnosis.empty')} />
      ) : (
        <Suggestions
          key={asked.id}
          documentId={asked.id}
          version={asked.version}
          text={document.text}
          onReveal={onReveal}
          onOpenEntity={onOpenEntity}
        />
      )}
      <p className="diagnosis-note">{t('diagnosis.note')}</p>
    </section>
  );
}

interface SuggestionsProps extends Pick<DiagnosisPanelProps, 'onReveal' | 'onOpenEntity'> {
  readonly documentId: number;
  readonly version: number;
  readonly text: () => string;
}

/** Drawn anew when the asked-for version changes, not at every key. */
const Suggestions = memo(
  function Suggestions({ documentId, version, text, onReveal, onOpenEntity }: SuggestionsProps) {
    const { t } = useTranslation();
    const language = useLanguage();
    const { data, error, isFetching, refetch } = useDiagnosis(documentId, version, text, TOP);
    const decisions = useDecisions(documentId).data;
    const latest = useMemo(() => latestByEntity(decisions ?? []), [decisions]);
    if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
    if (data === undefined) return <div className="diagnosis-list" aria-busy />;
    const { candidates, abstained, findings } = data.diagnosis;
    return (
      <div className="diagnosis-list" aria-busy={isFetching}>
        <div className="diagnosis-head muted">
          <span>{t('diagnosis.findings', { n: findings })}</span>
          <span title={t('diagnosis.scoreNote')}>
            {isFetching ? t('diagnosis.updating') : t('diagnosis.scoreShort')}
          </span>
        </div>
        {abstained !== undefined && (
          <div className="abstained" data-testid="abstained">
            <h3>{t('diagnosis.abstained')}</h3>
            <p>{inLanguage(abstained, language)}</p>
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

/** The last word on each disease. */
function latestByEntity(decisions: readonly Decision[]): ReadonlyMap<number, Decision> {
  const latest = new Map<number, Decision>();
  for (const decision of decisions.toSorted((a, b) => a.at.localeCompare(b.at))) {
    latest.set(decision.entityId, decision);
  }
  return latest;
}
