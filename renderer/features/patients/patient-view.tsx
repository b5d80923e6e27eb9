import { MergeCellsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PatientFull } from '../../../shared/domain/patient.ts';
import { useMay } from '../../api/accounts.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useFactWords } from './patient-facts.tsx';
import { PatientTrends } from './patient-trends.tsx';
import { Timeline } from './timeline.tsx';
import { useFindings } from './use-findings.ts';

interface PatientViewProps {
  readonly id: number;
  readonly onPatient: (id: number) => void;
  readonly onOpenDocument: (id: number, offset?: number) => void;
}

/** One patient: who they are, their records by time, and the course of their values. */
export function PatientView({ id, onPatient, onOpenDocument }: PatientViewProps) {
  const { data, error } = useAnswer('patients.get', { id });
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  return <Loaded patient={data} onPatient={onPatient} onOpenDocument={onOpenDocument} />;
}

interface LoadedProps extends Omit<PatientViewProps, 'id'> {
  readonly patient: PatientFull;
}

function Loaded({ patient, onPatient, onOpenDocument }: LoadedProps) {
  const { t } = useTranslation();
  const factWords = useFactWords();
  const may = useMay();
  const [isMerging, setMerging] = useState(false);
  const findings = useFindings(patient.timeline);
  const { name, rest } = factWords(patient.facts);
  return (
    <div className="patient-view" data-testid="patient-view">
      <header className="patient-head">
        <h1>{name}</h1>
        <span className="muted grow">{rest}</span>
        {may('patients.merge') && (
          <Button icon={<MergeCellsOutlined />} data-testid="patient-merge" onClick={() => setMerging(true)}>
            {t('patients.merge')}
          </Button>
        )}
      </header>
      {patient.merged.length > 0 && <Merged patient={patient} />}
      <div className="patient-columns">
        <Timeline patient={patient} findings={findings} onOpenDocument={onOpenDocument} />
        <PatientTrends patient={patient} findings={findings} onOpenDocument={onOpenDocument} />
      </div>
      {isMerging && (
        <MergeDialog
          patient={patient}
          onClose={() => setMerging(false)}
          onMerged={(into) => {
            setMerging(false);
            onPatient(into);
          }}
        />
      )}
    </div>
  );
}

function Merged({ patient: { merged } }: { readonly patient: PatientFull }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const factWords = useFactWords();
  const undo = useChange('patients.unmerge', notices.fail);
  return (
    <section className="patient-merged" data-testid="patient-merged">
      <h2>{t('patients.merged')}</h2>
      <ul>
        {merged.map(({ id, facts, direct }) => {
          const { name, rest } = factWords(facts);
          return (
            <li key={id}>
              {name} <span className="muted">{rest}</span>
              {direct && (
                <Button
                  size="small"
                  data-testid="patient-unmerge"
                  loading={undo.isPending}
                  onClick={() => undo.mutate({ id }, { onSuccess: () => notices.done(t('patients.undone')) })}
                >
                  {t('patients.undoMerge')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
