/** Elements of FHIR R4 that records are made of. Other elements are ignored; https://hl7.org/fhir/R4 */
import { z } from 'zod';
import type { Identifier } from '../../../shared/domain/patient.ts';
import { CodeableConcept } from '../annotations/fhir/codes.ts';

const Text = z.string().optional();
const IdentifierType = z.looseObject({ system: Text, value: Text, use: Text });
export const Reference = z.looseObject({
  reference: Text,
  display: Text,
  identifier: IdentifierType.optional(),
});
export type Reference = z.infer<typeof Reference>;

const Quantity = z.looseObject({ value: z.number().optional(), comparator: Text, unit: Text, code: Text });
export type Quantity = z.infer<typeof Quantity>;
const Period = z.looseObject({ start: Text, end: Text });
const Narrative = z.looseObject({ div: Text });
const Note = z.array(z.looseObject({ text: Text })).optional();
const Concepts = z.array(CodeableConcept).optional();
const References = z.array(Reference).optional();
const Attachment = z.looseObject({ contentType: Text, data: Text, url: Text, title: Text });
export type Attachment = z.infer<typeof Attachment>;

export const Patient = z.looseObject({
  identifier: z.array(IdentifierType).optional(),
  name: z
    .array(z.looseObject({ use: Text, text: Text, family: Text, given: z.array(z.string()).optional() }))
    .optional(),
  gender: Text,
  birthDate: Text,
});

export const Encounter = z.looseObject({
  status: Text,
  identifier: z.array(IdentifierType).optional(),
  class: z.looseObject({ code: Text, display: Text }).optional(),
  type: Concepts,
  serviceType: CodeableConcept.optional(),
  serviceProvider: Reference.optional(),
  subject: Reference.optional(),
  period: Period.optional(),
});

/** A section of a Composition. Sections may hold sections. */
export interface Section {
  readonly title?: string | undefined;
  readonly code?: CodeableConcept | undefined;
  readonly text?: z.infer<typeof Narrative> | undefined;
  readonly entry?: Reference[] | undefined;
  readonly section?: readonly Section[] | undefined;
}
const Section: z.ZodType<Section> = z.looseObject({
  title: Text,
  code: CodeableConcept.optional(),
  text: Narrative.optional(),
  entry: References,
  get section() {
    return z.array(Section).optional();
  },
});

const Described = { status: Text, subject: Reference.optional(), encounter: Reference.optional() };

export const Composition = z.looseObject({
  ...Described,
  identifier: IdentifierType.optional(),
  type: CodeableConcept.optional(),
  title: Text,
  date: Text,
  text: Narrative.optional(),
  section: z.array(Section).optional(),
});

export const DocumentReference = z.looseObject({
  status: Text,
  docStatus: Text,
  subject: Reference.optional(),
  masterIdentifier: IdentifierType.optional(),
  type: CodeableConcept.optional(),
  description: Text,
  date: Text,
  content: z.array(z.looseObject({ attachment: Attachment })),
  context: z.looseObject({ encounter: References, period: Period.optional() }).optional(),
});

const Values = {
  valueQuantity: Quantity.optional(),
  valueCodeableConcept: CodeableConcept.optional(),
  valueString: Text,
  valueBoolean: z.boolean().optional(),
  valueInteger: z.number().optional(),
  valueRange: z.looseObject({ low: Quantity.optional(), high: Quantity.optional() }).optional(),
  valueRatio: z.looseObject({ numerator: Quantity.optional(), denominator: Quantity.optional() }).optional(),
  valueTime: Text,
  valueDateTime: Text,
  valuePeriod: Period.optional(),
  interpretation: Concepts,
  referenceRange: z
    .array(z.looseObject({ low: Quantity.optional(), high: Quantity.optional(), text: Text }))
    .optional(),
  dataAbsentReason: CodeableConcept.optional(),
};

const Component = z.looseObject({ code: CodeableConcept, ...Values });
export type Component = z.infer<typeof Component>;

export const Observation = z.looseObject({
  ...Described,
  ...Values,
  category: Concepts,
  code: CodeableConcept,
  effectiveDateTime: Text,
  effectivePeriod: Period.optional(),
  effectiveInstant: Text,
  issued: Text,
  note: Note,
  component: z.array(Component).optional(),
  derivedFrom: References,
});
export type Observation = z.infer<typeof Observation>;

export const DiagnosticReport = z.looseObject({
  ...Described,
  code: CodeableConcept,
  effectiveDateTime: Text,
  effectivePeriod: Period.optional(),
  issued: Text,
  result: References,
  conclusion: Text,
  conclusionCode: Concepts,
  presentedForm: z.array(Attachment).optional(),
});

export const Condition = z.looseObject({
  ...Described,
  clinicalStatus: CodeableConcept.optional(),
  verificationStatus: CodeableConcept.optional(),
  severity: CodeableConcept.optional(),
  code: CodeableConcept.optional(),
  onsetDateTime: Text,
  onsetString: Text,
  abatementDateTime: Text,
  recordedDate: Text,
  recorder: Reference.optional(),
  asserter: Reference.optional(),
  evidence: z.array(z.looseObject({ detail: References })).optional(),
  note: Note,
});
export type Condition = z.infer<typeof Condition>;

export const Provenance = z.looseObject({ target: z.array(Reference) });

/** Returns the words of a concept: its text, else the first display or code. */
export function conceptWords(concept: CodeableConcept | undefined): string {
  const { text, coding = [] } = concept ?? {};
  return text ?? coding.find(({ display }) => display !== undefined)?.display ?? coding[0]?.code ?? '';
}

export const codeIn = (concept: CodeableConcept | undefined, system: string): string | undefined =>
  concept?.coding?.find((coding) => coding.system === system)?.code;

export const codesOf = (concept: CodeableConcept | undefined): string[] =>
  (concept?.coding ?? []).flatMap(({ code }) => code ?? []);

/** Returns the first identifier that is not an old one. */
export function identifierOf(
  given: readonly z.infer<typeof IdentifierType>[] | undefined,
): Identifier | undefined {
  const found = given?.find(({ value, use }) => value !== undefined && value !== '' && use !== 'old');
  if (found?.value === undefined) return undefined;
  return { system: (found.system ?? '').slice(0, 500), value: found.value.slice(0, 200) };
}

export const LOINC = 'http://loinc.org';
