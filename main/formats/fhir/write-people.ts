/** Patients and encounters as resources. */
import type { EncounterFacts, Identifier, PatientFacts } from '../../../shared/domain/patient.ts';
import { CLASSES } from './people.ts';
import { dateTime, TERMINOLOGY } from './write-values.ts';

const identifiers = (given: Identifier | undefined): object =>
  given === undefined
    ? {}
    : { identifier: [{ ...(given.system !== '' && { system: given.system }), value: given.value }] };

export const patientResource = ({ identifier, name, sex, birthDate }: PatientFacts): object => ({
  resourceType: 'Patient',
  ...identifiers(identifier),
  ...(name !== '' && { name: [{ text: name }] }),
  ...(sex !== undefined && { gender: sex }),
  ...(birthDate !== undefined && { birthDate }),
});

export function encounterResource({ identifier, kind, department, start, end }: EncounterFacts): object {
  const code = Object.entries(CLASSES).find(([, words]) => words === kind)?.[0];
  const actCode = { system: `${TERMINOLOGY}/v3-ActCode`, code };
  const period = {
    ...(start !== undefined && { start: dateTime(start) }),
    ...(end !== undefined && { end: dateTime(end) }),
  };
  return {
    ...{ resourceType: 'Encounter', status: end === undefined ? 'unknown' : 'finished' },
    ...identifiers(identifier),
    class: { ...(code !== undefined && actCode), display: kind === '' ? 'unknown (未注明)' : kind },
    ...(department !== '' && { serviceType: { text: department } }),
    ...(Object.keys(period).length > 0 && { period }),
  };
}
