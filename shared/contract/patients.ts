/** Requests of patients: their records, encounters, diagnoses and values; part of the contract. */
import { z } from 'zod';
import { DocumentId } from '../domain/document.ts';
import { PatientId } from '../domain/limits.ts';
import { PatientFull, PatientPage, RecordFindings } from '../domain/patient.ts';
import { OwnRange, RangeRow } from '../domain/value.ts';
import { Done, Nothing } from './common.ts';

export const patientsContract = {
  /** Lists patients that were not merged into another, by name; `words` is part of a name or the beginning of a number. */
  'patients.list': {
    input: z.object({
      words: z.string().max(200).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    output: PatientPage,
  },
  'patients.get': { input: z.object({ id: PatientId }), output: PatientFull },
  /** Makes `id` another entry of the patient `into`; `conflict` when they are one already. */
  'patients.merge': { input: z.object({ id: PatientId, into: PatientId }), output: Done },
  /** Undoes the merge of `id`. */
  'patients.unmerge': { input: z.object({ id: PatientId }), output: Done },
  /** Reference ranges of the table of analytes, with those of the workspace's own laboratory. */
  'values.ranges': { input: Nothing, output: z.array(RangeRow) },
  /** Sets an own range for adults; null takes the table's again. */
  'values.setRange': {
    input: OwnRange.pick({ analyte: true, sex: true }).extend({
      range: OwnRange.pick({ low: true, high: true }).nullable(),
    }),
    output: Done,
  },
  /** Values and diseases that the stored text of a record tells of its patient. */
  'patients.findings': { input: z.object({ documentId: DocumentId }), output: RecordFindings },
} as const;
