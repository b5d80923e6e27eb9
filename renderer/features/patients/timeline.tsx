import { CheckOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { PatientFull, PatientRecord, RecordFindings } from '../../../shared/domain/patient.ts';
import { formatDateTime } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Findings } from './use-findings.ts';

interface TimelineProps {
  readonly patient: PatientFull;
  readonly findings: Findings;
  readonly onOpenDocument: (id: number) => void;
}

/** Records newest first, those of one visit together. */
export function Timeline({ patient, findings, onOpenDocument }: TimelineProps) {
  const { t } = useTranslation();
  const newestFirst = patient.timeline.toReversed();
  const visits = [...Map.groupBy(newestFirst, ({ encounterId }) => encounterId ?? 0)];
  return (
    <section className="patient-timeline">
      <h2>{t('patients.timeline')}</h2>
      {visits.length === 0 && <EmptyState text={t('patients.noRecords')} />}
      {visits.map(([visit, records]) => (
        <div key={visit} className="patient-visit" data-testid="patient-visit">
          <Visit patient={patient} id={visit} />
          <ol>
            {records.map((record) => (
              <Entry
                key={record.document.id}
                record={record}
                findings={findings.byRecord.get(record.document.id)}
                onOpen={() => onOpenDocument(record.document.id)}
              />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function Visit({ patient, id }: { readonly patient: PatientFull; readonly id: number }) {
  const { t } = useTranslation();
  const facts = patient.encounters.find((one) => one.id === id)?.facts;
  if (facts === undefined) return <h3>{t('patients.noEncounter')}</h3>;
  const { kind, department, start, end } = facts;
  const dates = [start, end].map((time) => time?.slice(0, 10)).filter((date) => date !== undefined);
  return (
    <h3>
      {[kind, department].filter(Boolean).join(' · ') || t('patients.encounter')}
      <span className="muted"> {[...new Set(dates)].join(' – ')}</span>
    </h3>
  );
}

const MOST_DISEASES = 8;

interface EntryProps {
  readonly record: PatientRecord;
  readonly findings: RecordFindings | undefined;
  readonly onOpen: () => void;
}

function Entry({ record: { document, accepted }, findings, onOpen }: EntryProps) {
  const { t } = useTranslation();
  const told = new Set(accepted.map(({ name }) => name));
  const named = (findings?.diseases ?? []).filter(({ name }) => !told.has(name)).slice(0, MOST_DISEASES);
  const { dated, createdAt } = document;
  return (
    <li data-testid="patient-record">
      <time className="muted">
        {dated === undefined
          ? t('patients.undated', { date: formatDateTime(createdAt).slice(0, 10) })
          : dated.slice(0, 16).replace('T', ' ')}
      </time>
      <button type="button" className="value-name" data-testid="patient-open" onClick={onOpen}>
        {document.title}
      </button>
      <div className="patient-diseases">
        {accepted.map(({ entityId, name, actor }) => (
          <span
            key={entityId}
            className="patient-disease is-accepted"
            title={t('patients.accepted', { actor })}
          >
            <CheckOutlined aria-label={t('patients.accepted', { actor })} /> {name}
          </span>
        ))}
        {named.map(({ name }) => (
          <span key={name} className="patient-disease" title={t('patients.named')}>
            {name}
          </span>
        ))}
      </div>
    </li>
  );
}
