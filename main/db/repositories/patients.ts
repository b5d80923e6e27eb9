/** Patients and encounters, and which records belong to them. */
import { z } from 'zod';
import {
  type EncounterFacts,
  PatientFacts,
  PatientSex,
  type PatientSummary,
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

/** Returns the SQL of the patients that stand for themselves and whose name or number has the words. */
function listed(words: string | undefined): { readonly sql: string; readonly values: string[] } {
  const given = words?.trim() ?? '';
  return given === ''
    ? { sql: 'p.root IS NULL', values: [] }
    : {
        sql: `p.root IS NULL AND EXISTS (
                SELECT 1 FROM patient q WHERE coalesce(q.root, q.id) = p.id
                   AND (instr(lower(q.name), lower(?)) > 0 OR instr(lower(ifnull(q.identifier, '')), lower(?)) = 1))`,
        values: [given, given],
      };
}

const RECORDS_OF = `(SELECT count(*) FROM document d JOIN patient q ON q.id = d.patient_id
                      WHERE d.deleted_at IS NULL AND coalesce(q.root, q.id) = p.id)`;

const withRecords = (db: ReadDb, { id, facts }: PatientRow): PatientSummary => ({
  ...{ id, facts },
  records: Number(db.rows(`SELECT ${RECORDS_OF} FROM patient p WHERE p.id = ?`, id)[0]?.[0]),
});

/** Lists patients by name, those merged into others left out. */
export const listPatients = (
  db: ReadDb,
  { words, offset, limit }: { words?: string | undefined; offset: number; limit: number },
): PatientSummary[] => {
  const { sql, values } = listed(words);
  return db
    .all(
      PatientRow,
      `${PATIENT} WHERE ${sql} ORDER BY p.name, p.id LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    )
    .map((row) => withRecords(db, row));
};

export function countPatients(db: ReadDb, words: string | undefined): number {
  const { sql, values } = listed(words);
  return Number(db.rows(`SELECT count(*) FROM patient p WHERE ${sql}`, ...values)[0]?.[0]);
}

export interface Entry {
  readonly id: number;
  readonly facts: PatientFacts;
  /** The patient that a person merged this one into. */
  readonly into: number | null;
  /** The patient that stands for this one; itself unless merged. */
  readonly root: number;
}

const LinkRow = z.object({ into: z.number().nullable(), root: z.number() });

/** Returns one entry, merged or not. */
export function getEntry(db: ReadDb, id: number): Entry | undefined {
  const row = db.get(PatientRow, `${PATIENT} WHERE p.id = ?`, id);
  const link = db.get(
    LinkRow,
    'SELECT merged_into AS "into", coalesce(root, id) AS root FROM patient WHERE id = ?',
    id,
  );
  return row && link && { ...row, ...link };
}

export const getPatient = (db: ReadDb, id: number): PatientSummary | undefined => {
  const row = db.get(PatientRow, `${PATIENT} WHERE p.id = ?`, id);
  return row && withRecords(db, row);
};

/** Lists the other entries of a patient, by id. */
export const mergedInto = (db: ReadDb, root: number): Entry[] =>
  db
    .rows('SELECT id FROM patient WHERE root = ? ORDER BY id', root)
    .flatMap(([id]) => getEntry(db, Number(id)) ?? []);

/** Makes a patient another entry of `into`, or one of its own with null; what was merged into it moves with it. */
export function setMerged(db: WriteDb, id: number, into: number | null): void {
  const root = into === null ? null : (getEntry(db, into)?.root ?? into);
  db.run('UPDATE patient SET merged_into = ? WHERE id = ?', into, id);
  db.run(
    `WITH RECURSIVE below (id) AS (
       SELECT ? UNION SELECT p.id FROM patient p JOIN below ON p.merged_into = below.id)
     UPDATE patient SET root = nullif(?, id) WHERE id IN (SELECT id FROM below)`,
    id,
    root ?? id,
  );
}

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

const RecordRow = z.object({ id: z.number(), encounterId: z.number().nullable() });

/** Lists the records of a patient and of those merged into them by date, with the encounter of each. */
export const recordsOf = (db: ReadDb, root: number): z.infer<typeof RecordRow>[] =>
  db.all(
    RecordRow,
    `SELECT d.id, d.encounter_id AS encounterId FROM document d JOIN patient p ON p.id = d.patient_id
      WHERE d.deleted_at IS NULL AND coalesce(p.root, p.id) = ?
      ORDER BY coalesce(d.dated, d.created_at), d.id`,
    root,
  );

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

const standingFor = (db: ReadDb, id: number): PatientRow | undefined =>
  db.get(PatientRow, `${PATIENT} JOIN patient q ON p.id = coalesce(q.root, q.id) WHERE q.id = ?`, id);

/** Returns whose record it is, those merged as the patient that stands for them. */
export function recordFacts(db: ReadDb, id: number): RecordFacts {
  const sql = 'SELECT patient_id AS patientId, encounter_id AS encounterId, dated FROM document WHERE id = ?';
  const { patientId = null, encounterId = null, dated = null } = db.get(BelongingRow, sql, id) ?? {};
  const patient = patientId === null ? undefined : standingFor(db, patientId);
  const encounter =
    encounterId === null ? undefined : db.get(EncounterRow, `${ENCOUNTER} WHERE id = ?`, encounterId);
  return {
    ...(patient && { patient: patient.facts }),
    ...(encounter && { encounter: encounter.facts }),
    ...(dated !== null && { dated }),
  };
}

const NamedRow = z.object({ words: z.string().nullable() });

/** Lists the names and numbers of all patients and encounters. */
export const patientIdentifiers = (db: ReadDb): string[] =>
  db
    .all(
      NamedRow,
      `SELECT name AS words FROM patient UNION SELECT identifier FROM patient UNION SELECT identifier FROM encounter`,
    )
    .flatMap(({ words }) => (words === null || words.trim() === '' ? [] : [words]));
