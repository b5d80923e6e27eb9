/** Patients and encounters that resources belong to. */
import type { EncounterFacts, PatientFacts, PatientSex } from '../../../shared/domain/patient.ts';
import { parsed, type Resource, type Resources } from './resources.ts';
import { conceptWords, Encounter, identifierOf, Patient, type Reference } from './schema.ts';

export interface Whose {
  /** Equal for resources of the same patient and encounter. */
  readonly key: string;
  readonly patient: PatientFacts | undefined;
  readonly encounter: EncounterFacts | undefined;
}

interface Belonging {
  readonly subject?: Reference | undefined;
  readonly encounter?: Reference | undefined;
}

/** Words for codes of v3-ActCode. */
export const CLASSES: Readonly<Record<string, string>> = {
  ...{ IMP: '住院', ACUTE: '住院', NONAC: '住院', AMB: '门诊', EMER: '急诊', OBSENC: '留观' },
  ...{ SS: '日间', HH: '家庭病床', VR: '线上', PRENC: '预约' },
};
const SEXES = new Set<string>(['male', 'female', 'other', 'unknown'] satisfies PatientSex[]);
const isSex = (gender: string | undefined): gender is PatientSex => gender !== undefined && SEXES.has(gender);

/** Returns patient and encounter of a resource; facts of a patient outside of the file are what the reference says. */
export function whoseIs(resources: Resources, from: Resource, { subject, encounter }: Belonging): Whose {
  const stay = resources.find(encounter, from);
  const about = stay === undefined ? undefined : parsed(Encounter, stay);
  const meant = subject ?? about?.subject;
  const person = resources.find(meant, from);
  if (stay !== undefined) resources.use(stay);
  if (person !== undefined) resources.use(person);
  return {
    key: JSON.stringify([
      person?.name ?? meant?.reference ?? meant?.display,
      stay?.name ?? encounter?.reference,
    ]),
    patient: person?.type === 'Patient' ? patientFacts(person) : toldPatient(meant),
    encounter: stay === undefined || about === undefined ? undefined : encounterFacts(resources, stay, about),
  };
}

function toldPatient(reference: Reference | undefined): PatientFacts | undefined {
  const { display, identifier } = reference ?? {};
  const number = identifierOf(identifier && [identifier]);
  if (display === undefined && number === undefined) return undefined;
  return { name: (display ?? '').slice(0, 200), ...(number && { identifier: number }) };
}

function patientFacts(resource: Resource): PatientFacts {
  const { identifier, name: names = [], gender, birthDate } = parsed(Patient, resource);
  const name =
    names.find(({ use }) => use === 'official') ?? names.find(({ use }) => use !== 'old') ?? names[0];
  const given = name?.given?.join('') ?? '';
  const isChinese = /\p{Script=Han}/u.test(`${name?.family ?? ''}${given}`);
  const parts = isChinese
    ? `${name?.family ?? ''}${given}`
    : [...(name?.given ?? []), name?.family ?? ''].join(' ');
  const number = identifierOf(identifier);
  return {
    name: (name?.text ?? parts).trim().slice(0, 200),
    ...(number && { identifier: number }),
    ...(isSex(gender) && { sex: gender }),
    ...(birthDate !== undefined && /^\d{4}(-\d\d){0,2}$/.test(birthDate) && { birthDate }),
  };
}

function encounterFacts(
  resources: Resources,
  from: Resource,
  {
    identifier,
    class: kind,
    type = [],
    serviceType,
    serviceProvider,
    period,
  }: ReturnType<typeof Encounter.parse>,
): EncounterFacts {
  const number = identifierOf(identifier);
  const provider = resources.find(serviceProvider, from)?.value.name;
  const department =
    conceptWords(serviceType) || serviceProvider?.display || (typeof provider === 'string' ? provider : '');
  const words = CLASSES[kind?.code ?? ''] ?? kind?.display ?? conceptWords(type[0]);
  return {
    kind: words.slice(0, 200),
    department: department.slice(0, 200),
    ...(number && { identifier: number }),
    ...(period?.start !== undefined && { start: period.start.slice(0, 40) }),
    ...(period?.end !== undefined && { end: period.end.slice(0, 40) }),
  };
}
