import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/requests.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useFactWords } from './patient-facts.tsx';
import { PatientView } from './patient-view.tsx';

interface PatientsPageProps {
  /** The patient shown; null: none is chosen yet. */
  readonly patient: number | null;
  readonly onPatient: (id: number) => void;
  readonly onOpenDocument: (id: number, offset?: number) => void;
}

/** Patients at the left; everything that is known of one of them at the right. */
export function PatientsPage({ patient, onPatient, onOpenDocument }: PatientsPageProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const words = useDebounced(query.trim(), 150);
  return (
    <div className="patients-page">
      <nav className="graph-search column" aria-label={t('patients.list')} data-pane="patients">
        <div className="list-tools">
          <SearchField
            label={t('patients.search')}
            value={query}
            testId="patient-search"
            onChange={setQuery}
          />
        </div>
        <Patients words={words} patient={patient} onPatient={onPatient} />
      </nav>
      <main className="graph-main grow" data-pane="patient">
        {patient === null ? (
          <EmptyState text={t('patients.choose')} />
        ) : (
          <PatientView key={patient} id={patient} onPatient={onPatient} onOpenDocument={onOpenDocument} />
        )}
      </main>
    </div>
  );
}

const MOST = 1000;

interface PatientsProps extends Pick<PatientsPageProps, 'patient' | 'onPatient'> {
  readonly words: string;
}

function Patients({ words, patient, onPatient }: PatientsProps) {
  const { t } = useTranslation();
  const factWords = useFactWords();
  const { data, error } = useAnswer('patients.list', { ...(words && { words }), limit: MOST });
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  if (data.patients.length === 0)
    return <EmptyState text={words === '' ? t('patients.empty') : t('patients.noHits', { query: words })} />;
  return (
    <VirtualList
      items={data.patients}
      rowHeight={46}
      keyOf={({ id }) => id}
      label={t('patients.list')}
      testId="patient-list"
      render={({ id, facts, records }) => {
        const { name, rest } = factWords(facts);
        return (
          <div className={id === patient ? 'document-row is-active' : 'document-row'}>
            <button
              type="button"
              className="document-open"
              data-testid="patient-item"
              aria-current={id === patient}
              onClick={() => onPatient(id)}
            >
              <span className="document-title">{name}</span>
              <span className="document-meta">
                {[rest, t('patients.records', { n: records })].filter(Boolean).join(' · ')}
              </span>
            </button>
          </div>
        );
      }}
    />
  );
}
