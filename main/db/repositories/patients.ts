/** Patients and encounters, and which records belong to them. */
import { z } from 'zod';
import {
  type EncounterFacts,
  PatientFacts,
  PatientSex,
  type RecordFacts,
} from '../../../shared/domain/patient.ts';
import { insert } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const PatientRow = z
  .object({
    id: z.number(),
    system: z.string().nullable(),
    identifier: z.string().nullable(),
    name: z.string(),
    sex: PatientSex.nullable(),
    birthDate: z.string().nullable(),
  })
  .transform(({ id, system, identifier, name, sex, birthDate }) => ({
    id,
    facts: PatientFacts.parse({
      name,
      ...(identifier !== null && { identifier: { system: system ?? '', value: identifier } }),
      ...(sex !== null && { sex }),
      ...(birthDate !== null && { birthDate }),
    }),
  }));
type PatientRow = z.infer<typeof PatientRow>;

const PATIENT = `SELECT p.id, p.system, p.identifier, p.name, p.sex, p.birth_date AS birthDate FROM patient p`;

/** Lists the patients with the number. */
export const patientsNumbered = (
  db: ReadDb,
  { system, value }: { system: string; value: string },
): PatientRow[] =>
  db.all(PatientRow, `${PATIENT} WHERE p.identifier = ? AND p.system = ? ORDER BY p.id`, value, system);

export function insertPatient(db: WriteDb, { identifier, name, sex, birthDate }: PatientFacts): number {
  const number = { system: identifier?.system, identifier: identifier?.value };
  return insert(db, 'patient', { ...number, name, sex, birthDate, createdAt: new Date().toISOString() });
}

const EncounterRow = z
  .object({
    id: z.number(),
    system: z.string().nullable(),
    identifier: z.string().nullable(),
    kind: z.string(),
    department: z.string(),
    start: z.string().nullable(),
    end: z.string().nullable(),
  })
  .transform(({ id, system, identifier, kind, department, start, end }) => ({
    id,
    facts: {
      kind,
      department,
      ...(identifier !== null && { identifier: { system: system ?? '', value: identifier } }),
      ...(start !== null && { start }),
      ...(end !== null && { end }),
    } satisfies EncounterFacts,
  }));
type EncounterRow = { readonly id: number; readonly facts: EncounterFacts };

const ENCOUNTER = `SELECT id, system, identifier, kind, department, started_at AS start, ended_at AS end FROM encounter`;

export const encountersOf = (db: ReadDb, patientId: number): EncounterRow[] =>
  db.all(EncounterRow, `${ENCOUNTER} WHERE patient_id = ? ORDER BY id`, patientId);

export function insertEncounter(db: WriteDb, patientId: number, encounter: EncounterFacts): number {
  const { identifier, kind, department, start, end } = encounter;
  const number = { system: identifier?.system, identifier: identifier?.value };
  return insert(db, 'encounter', { patientId, ...number, kind, department, startedAt: start, endedAt: end });
}

export interface Belonging {
  readonly patientId: number | undefined;
  readonly encounterId: number | undefined;
  readonly dated: string | undefined;
}

export function setBelonging(db: WriteDb, id: number, { patientId, encounterId, dated }: Belonging): void {
  db.run(
    'UPDATE document SET patient_id = ?, encounter_id = ?, dated = ? WHERE id = ?',
    patientId ?? null,
    encounterId ?? null,
    dated ?? null,
    id,
  );
}

const BelongingRow = z.object({
  patientId: z.number().nullable(),
  encounterId: z.number().nullable(),
  dated: z.string().nullable(),
});

export function recordFacts(db: ReadDb, id: number): RecordFacts {
  const sql = 'SELECT patient_id AS patientId, encounter_id AS encounterId, dated FROM document WHERE id = ?';
  const { patientId = null, encounterId = null, dated = null } = db.get(BelongingRow, sql, id) ?? {};
  const patient = patientId === null ? undefined : db.get(PatientRow, `${PATIENT} WHERE p.id = ?`, patientId);
  const encounter =
    encounterId === null ? undefined : db.get(EncounterRow, `${ENCOUNTER} WHERE id = ?`, encounterId);
  return {
    ...(patient && { patient: patient.facts }),
    ...(encounter && { encounter: encounter.facts }),
    ...(dated !== null && { dated }),
  };
}
