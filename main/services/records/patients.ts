/** Patients: what files tell of them, their timeline, and two entries of one person merged. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type {
  EncounterFacts,
  PatientFacts,
  PatientFull,
  PatientPage,
  RecordFindings,
} from '../../../shared/domain/patient.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { acceptedDiagnoses, putDecision } from '../../db/repositories/decisions.ts';
import { diseasesNamed } from '../../db/repositories/diseases.ts';
import * as patients from '../../db/repositories/patients.ts';
import { getRecord, getSummary } from '../../db/repositories/records.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import { dbOf, type Session } from '../session/session.ts';
import { reviewOf } from './corrections.ts';
import { throwRecordNotFound } from './not-found.ts';

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

export const listPatients = (
  session: Session,
  { words, offset, limit }: Parsed<'patients.list'>,
): PatientPage => ({
  patients: patients.listPatients(dbOf(session), { words, offset, limit }),
  total: patients.countPatients(dbOf(session), words),
});

/** Returns a patient with everything that is known of them; a merged one as the patient that stands for it. */
export function getPatient(session: Session, id: number): PatientFull {
  const db = dbOf(session);
  const { root } = requireEntry(session, id);
  const others = patients.mergedInto(db, root);
  const timeline = patients.recordsOf(db, root).flatMap(({ id: documentId, encounterId }) => {
    const document = getSummary(db, documentId);
    const accepted = acceptedDiagnoses(db, documentId).map(({ entityId, name, at, actor }) => ({
      ...{ entityId, name, at, actor },
    }));
    return document === undefined
      ? []
      : [{ document, accepted, ...(encounterId !== null && { encounterId }) }];
  });
  return {
    ...(patients.getPatient(db, root) ?? throwNoPatient(root)),
    encounters: [root, ...others.map((other) => other.id)].flatMap((one) => patients.encountersOf(db, one)),
    timeline,
    merged: others.map(({ id: other, facts, into }) => ({ id: other, facts, direct: into === root })),
  };
}

/** Makes a patient another entry of one that is the same person. Records, encounters and numbers stay as they came. */
export function mergePatients(session: Session, id: number, into: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const [one, other] = [requireEntry(session, id), requireEntry(session, into)];
    if (one.root === other.root)
      throw new AppError('conflict', 'patients.same', {}, { kept: 'kept.nothing-changed' });
    patients.setMerged(db, one.root, other.root);
    appendAudit(db, session.actor, 'patient.merge', `patient:${one.root}`, { into: other.root });
  });
  session.emit('docs.changed', {});
}

/** Makes a merged patient one of its own again, with those who had been merged into it. */
export function unmergePatient(session: Session, id: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const { into } = requireEntry(session, id);
    if (into === null) throw new AppError('conflict', 'patients.not-merged', { id });
    patients.setMerged(db, id, null);
    appendAudit(db, session.actor, 'patient.unmerge', `patient:${id}`, { from: into });
  });
  session.emit('docs.changed', {});
}

/** Reads what a record's present text says of its patient; corrections of its highlights hold. */
export async function recordFindings(session: Session, documentId: number): Promise<RecordFindings> {
  const { text } = getRecord(dbOf(session), documentId) ?? throwRecordNotFound(documentId);
  const review = reviewOf(session, documentId, text);
  const { mentions, values } = await session.engine.run('annotate', { text, review });
  const diseases = new Map<string, RecordFindings['diseases'][number]>();
  for (const { type, assertion, name, entityId, depth } of mentions)
    if (type === 'disease' && assertion === 'present' && depth === 0 && !diseases.has(name))
      diseases.set(name, { name, ...(entityId !== undefined && { entityId }) });
  return { values, diseases: [...diseases.values()] };
}

const requireEntry = (session: Session, id: number): patients.Entry =>
  patients.getEntry(dbOf(session), id) ?? throwNoPatient(id);

function throwNoPatient(id: number): never {
  throw new AppError('not-found', 'patients.not-found', { id });
}
