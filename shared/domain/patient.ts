/** Patients and encounters (stays and visits), to which records belong. */
import { z } from 'zod';

export const PatientId = z.number().int().positive();

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
