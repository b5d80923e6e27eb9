/** Messages of CDS Hooks 1.0 and 2.0, as far as the service uses them; other members are ignored. https://cds-hooks.hl7.org */
import { z } from 'zod';

/** A FHIR resource, of which the readers in `main/formats/fhir` check the rest; null: the caller has none. */
const Prefetched = z.looseObject({ resourceType: z.string() }).nullable();

/** Member of `extension` that asks for the records of the prefetch to be kept in the workspace. */
export const KEEP = 'org.meridian.keep';

export const PatientViewRequest = z.looseObject({
  hook: z.literal('patient-view'),
  hookInstance: z.string().min(1).max(200),
  context: z.looseObject({
    userId: z.string().max(500),
    patientId: z.string().min(1).max(500),
    encounterId: z.string().max(500).optional(),
  }),
  prefetch: z.record(z.string(), Prefetched).optional(),
  extension: z.looseObject({ [KEEP]: z.boolean().optional() }).optional(),
});
export type PatientViewRequest = z.infer<typeof PatientViewRequest>;

/** Longest summary of a card, in characters: fewer than 140. */
export const MAX_SUMMARY = 139;

export const Card = z.object({
  uuid: z.string(),
  summary: z.string().min(1).max(MAX_SUMMARY),
  /** GitHub Flavored Markdown. */
  detail: z.string(),
  indicator: z.enum(['info', 'warning', 'critical']),
  source: z.object({ label: z.string() }),
});
export type Card = z.infer<typeof Card>;

export const CdsResponse = z.object({
  cards: z.array(Card),
  /** Ids of the records that were kept; absent unless the request asked for it. */
  extension: z.object({ 'org.meridian.kept': z.array(z.number().int()) }).optional(),
});
export type CdsResponse = z.infer<typeof CdsResponse>;

export const CdsServices = z.object({
  services: z.array(
    z.object({
      hook: z.string(),
      id: z.string(),
      title: z.string(),
      description: z.string(),
      prefetch: z.record(z.string(), z.string()),
      usageRequirements: z.string(),
    }),
  ),
});
export type CdsServices = z.infer<typeof CdsServices>;

/** Id of the service for `patient-view`. */
export const PATIENT_VIEW = 'meridian-patient-view';

/** Queries by which callers fill the prefetch. */
export const PATIENT_VIEW_PREFETCH = {
  patient: 'Patient/{{context.patientId}}',
  conditions: 'Condition?patient={{context.patientId}}',
  observations: 'Observation?patient={{context.patientId}}&_sort=-date&_count=100',
  documents: 'DocumentReference?patient={{context.patientId}}&_sort=-date&_count=10',
} as const;
