/** Chooses a span's FHIR R4 resource by its type, and fills its statuses. */
import type { ItemStatus } from '../../../../shared/domain/annotation.ts';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { Assertion } from '../../../../shared/domain/mention.ts';
import { typeOfLabel } from '../../../../shared/entity-type-aliases.ts';
import type { CodeableConcept } from './codes.ts';

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
const UNKNOWN_PATIENT = 'unknown (未注明)';

export interface ClinicalResource {
  readonly resourceType: string;
  readonly [element: string]: unknown;
}

interface Said {
  readonly type: string;
  readonly assertion: Assertion;
  readonly status: ItemStatus;
  readonly code: CodeableConcept;
  readonly patient: string | undefined;
}

/** Returns standard elements that repeat the annotation for readers of plain FHIR. */
export function clinicalResource({ type, assertion, status, code, patient }: Said): ClinicalResource {
  const meant = typeOfLabel(type);
  const subject = { display: patient || UNKNOWN_PATIENT };
  const isSuggested = status === 'suggested';
  if (meant === 'drug') {
    const stands = isSuggested ? 'unknown' : MEDICATION[assertion];
    return { resourceType: 'MedicationStatement', status: stands, medicationCodeableConcept: code, subject };
  }
  if (meant === 'treatment') {
    const stands = isSuggested ? 'unknown' : PROCEDURE[assertion];
    return { resourceType: 'Procedure', status: stands, code, subject };
  }
  // Relatives' findings are not the patient's.
  if (assertion === 'family') return familyHistory(code, subject, isSuggested);
  if (meant === 'disease')
    return { resourceType: 'Condition', ...conditionStatus(assertion, isSuggested), code, subject };
  const value = isSuggested ? undefined : presence(meant, assertion);
  return {
    ...{ resourceType: 'Observation', status: isSuggested ? 'preliminary' : 'final', code, subject },
    ...(value === undefined ? {} : { valueBoolean: value }),
  };
}

const MEDICATION: Readonly<Record<Assertion, string>> = {
  present: 'active',
  negated: 'not-taken',
  uncertain: 'unknown',
  family: 'unknown',
  historical: 'completed',
  hypothetical: 'intended',
};

const PROCEDURE: Readonly<Record<Assertion, string>> = {
  present: 'completed',
  negated: 'not-done',
  uncertain: 'unknown',
  family: 'unknown',
  historical: 'completed',
  hypothetical: 'preparation',
};

/** Returns whether the patient has it; only for symptoms, signs and findings with an explicit assertion. */
function presence(meant: EntityType | undefined, assertion: Assertion): boolean | undefined {
  if (meant !== 'symptom' && meant !== 'sign' && meant !== 'finding') return undefined;
  if (assertion === 'negated') return false;
  return assertion === 'present' || assertion === 'historical' ? true : undefined;
}

function conditionStatus(assertion: Exclude<Assertion, 'family'>, isSuggested: boolean): object {
  const clinical = (code: string) => ({ clinicalStatus: coded('condition-clinical', code) });
  const verified = (code: string) => ({ verificationStatus: coded('condition-ver-status', code) });
  if (isSuggested) return verified('unconfirmed');
  switch (assertion) {
    case 'present':
      return { ...clinical('active'), ...verified('confirmed') };
    case 'historical':
      return { ...clinical('inactive'), ...verified('confirmed') };
    case 'uncertain':
      return { ...clinical('active'), ...verified('provisional') };
    case 'hypothetical':
      return verified('unconfirmed');
    case 'negated':
      return verified('refuted');
  }
}

const familyHistory = (code: CodeableConcept, patient: object, isSuggested: boolean) => ({
  resourceType: 'FamilyMemberHistory',
  status: isSuggested ? 'health-unknown' : 'completed',
  patient,
  relationship: coded('v3-RoleCode', 'FAMMEMB'),
  condition: [{ code }],
});

const coded = (system: string, code: string): CodeableConcept => ({
  coding: [{ system: `${TERMINOLOGY}/${system}`, code }],
});
