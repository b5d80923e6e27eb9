/** Keeps patients, encounters and accepted diagnoses that a file tells of its records. */
import type { EncounterFacts, PatientFacts } from '../../../shared/domain/patient.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { putDecision } from '../../db/repositories/decisions.ts';
import { diseasesNamed } from '../../db/repositories/diseases.ts';
import * as patients from '../../db/repositories/patients.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Patients of one file by their facts: a file tells the same patient with each record. */
export type PatientsOfFile = Map<string, number>;

/**
 * Keeps what a file tells of a record besides its text; call it inside the transaction of the import. Returns what could
 * not be kept.
 */
export function keepBelonging(
  session: Session,
  documentId: number,
  { patient, encounter, dated, diagnoses = [] }: EmrRecord,
  { origin, known }: { readonly origin: string; readonly known: PatientsOfFile },
): Message[] {
  const patientId = patient && patientOf(session, patient, origin, known);
  const encounterId =
    patientId === undefined ? undefined : encounter && encounterOf(session, patientId, encounter);
  if (patientId !== undefined || dated !== undefined)
    patients.setBelonging(dbOf(session), documentId, { patientId, encounterId, dated });
  return diagnoses.flatMap((diagnosis) => keepDiagnosis(session, documentId, diagnosis, origin) ?? []);
}

/**
 * Returns the patient with the number of the file, unless name, sex or birth date contradict: joining two people is worse
 * than keeping one twice. Patients without number are joined within their file only.
 */
function patientOf(session: Session, facts: PatientFacts, origin: string, known: PatientsOfFile): number {
  const key = JSON.stringify(facts);
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const db = dbOf(session);
  const numbered = facts.identifier === undefined ? [] : patients.patientsNumbered(db, facts.identifier);
  const same = numbered.find((one) => !contradict(one.facts, facts));
  const id = same?.id ?? patients.insertPatient(db, facts);
  if (same === undefined)
    appendAudit(db, session.actor, 'patient.create', `patient:${id}`, {
      origin,
      ...(numbered.length > 0 && { sameNumber: numbered.map((one) => one.id) }),
    });
  known.set(key, id);
  return id;
}

function contradict(one: PatientFacts, other: PatientFacts): boolean {
  const differ = (a: string | undefined, b: string | undefined) => Boolean(a) && Boolean(b) && a !== b;
  const [a, b] = [one.birthDate ?? '', other.birthDate ?? ''];
  const isOtherBirth = a !== '' && b !== '' && !a.startsWith(b) && !b.startsWith(a);
  return differ(one.name, other.name) || differ(one.sex, other.sex) || isOtherBirth;
}

function encounterOf(session: Session, patientId: number, facts: EncounterFacts): number {
  const db = dbOf(session);
  const same = patients.encountersOf(db, patientId).find(({ facts: one }) => {
    const { identifier: a } = one;
    const { identifier: b } = facts;
    if (a !== undefined && b !== undefined) return a.value === b.value && a.system === b.system;
    return JSON.stringify(one) === JSON.stringify(facts);
  });
  return same?.id ?? patients.insertEncounter(db, patientId, facts);
}

type Told = NonNullable<EmrRecord['diagnoses']>[number];

/** Keeps a diagnosis as accepted by the person whom the file names; returns why it could not be kept. */
function keepDiagnosis(
  session: Session,
  documentId: number,
  { name, actor, at, reason }: Told,
  origin: string,
): Message | undefined {
  const db = dbOf(session);
  const [disease] = diseasesNamed(db, name);
  if (disease === undefined) return message('docs.diagnosis-not-in-graph', { name });
  const decision = {
    documentId,
    entityId: disease.id,
    decision: 'accepted',
    at,
    actor,
    source: origin,
  } as const;
  putDecision(db, { ...decision, ...(reason !== undefined && { reason }) }, disease.name);
  appendAudit(db, session.actor, 'diagnosis.import', `document:${documentId}`, {
    disease: disease.name,
    entityId: disease.id,
    acceptedBy: actor,
    acceptedAt: at,
    origin,
  });
  return undefined;
}
