/** Patients and encounters (stays and visits), to which records belong. */
import { z } from 'zod';
import { DocumentSummary } from './document.ts';
import { EntityId } from './graph.ts';
import { PatientId } from './limits.ts';
import { MeasuredValue } from './value.ts';

/** Number that an institution gave; `system` names the institution's register, empty where nothing names it. */
export const Identifier = z.object({ system: z.string().max(500), value: z.string().min(1).max(200) });
export type Identifier = z.infer<typeof Identifier>;

export const PatientSex = z.enum(['male', 'female', 'other', 'unknown']);
export type PatientSex = z.infer<typeof PatientSex>;

/** A patient as a file describes them. */
export const PatientFacts = z.object({
  identifier: Identifier.optional(),
  name: z.string().max(200),
  sex: PatientSex.optional(),
  /** FHIR date: 1956, 1956-03 or 1956-03-02. */
  birthDate: z.string().max(10).optional(),
});
export type PatientFacts = z.infer<typeof PatientFacts>;

export const EncounterFacts = z.object({
  identifier: Identifier.optional(),
  /** Kind in words: 住院, 门诊, 急诊. */
  kind: z.string().max(200),
  department: z.string().max(200),
  /** FHIR date or date and time, as written. */
  start: z.string().max(40).optional(),
  end: z.string().max(40).optional(),
});
export type EncounterFacts = z.infer<typeof EncounterFacts>;

/** A patient with the number of their records; those merged into them count. */
export const PatientSummary = z.object({
  id: PatientId,
  facts: PatientFacts,
  records: z.number().int(),
});
export type PatientSummary = z.infer<typeof PatientSummary>;

export const PatientPage = z.object({ patients: z.array(PatientSummary), total: z.number().int() });
export type PatientPage = z.infer<typeof PatientPage>;

/** A record of a patient, with what was accepted for it. */
const PatientRecord = z.object({
  document: DocumentSummary,
  encounterId: z.number().int().optional(),
  accepted: z.array(z.object({ entityId: EntityId, name: z.string(), at: z.string(), actor: z.string() })),
});
export type PatientRecord = z.infer<typeof PatientRecord>;

export const PatientFull = PatientSummary.extend({
  encounters: z.array(z.object({ id: z.number().int(), facts: EncounterFacts })),
  /** By their date, or when they came into the workspace, oldest first. */
  timeline: z.array(PatientRecord),
  /** Other entries of the same person; `direct` ones were merged into this patient, and can be taken out again. */
  merged: z.array(z.object({ id: PatientId, facts: PatientFacts, direct: z.boolean() })),
});
export type PatientFull = z.infer<typeof PatientFull>;

/** Facts of a record about its patient: results, and diseases that it names as present, the first mention of each. */
export const RecordFindings = z.object({
  values: z.array(MeasuredValue),
  diseases: z.array(z.object({ name: z.string(), entityId: EntityId.optional() })),
});
export type RecordFindings = z.infer<typeof RecordFindings>;

/** Diagnosis that a person accepted elsewhere, as a file tells it. */
export const ToldDiagnosis = z.object({
  name: z.string().min(1).max(500),
  actor: z.string().max(200),
  at: z.string().max(40),
  reason: z.string().max(1000).optional(),
});
export type ToldDiagnosis = z.infer<typeof ToldDiagnosis>;

/** Patient, encounter and date of a record. */
export interface RecordFacts {
  readonly patient?: PatientFacts;
  readonly encounter?: EncounterFacts;
  /** As the file has it. */
  readonly dated?: string;
}
