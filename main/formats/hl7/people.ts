/** Patient, encounter and times of HL7 v2 messages. */
import type { EncounterFacts, PatientFacts } from '../../../shared/domain/patient.ts';
import type { Segment } from './segments.ts';

const SEXES = { M: 'male', F: 'female', O: 'other', U: 'unknown', 男: 'male', 女: 'female' } as const;
const isSex = (sex: string): sex is keyof typeof SEXES => Object.hasOwn(SEXES, sex);
const CLASSES: Readonly<Record<string, string>> = {
  ...{ I: '住院', O: '门诊', E: '急诊', P: '预约', R: '复诊', B: '产科' },
};
/** Types of identifiers that name the patient, best first. */
const NUMBERS = ['MR', 'PI', 'PN', ''];

/** Returns a time of HL7 (20231120112000+0800) as FHIR writes it; `undefined` for other words. */
export function timeStamp(words: string): string | undefined {
  const match =
    /^(\d{4})(?:(0[1-9]|1[0-2])(?:(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(?:\.\d+)?([+-]\d{4})?)?)?)?$/.exec(
      words,
    );
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', zone] = match;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined) return date;
  const offset = zone === undefined ? '' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return `${date}T${hour}:${minute}:${second}${offset}`;
}

/** Returns the identifier of a CX: its number, and the register that gave it. */
function identifierIn(given: readonly (readonly string[])[]) {
  const rank = ([, , , , type = '']: readonly string[]) => (NUMBERS.indexOf(type) + 4) % 4;
  const [first] = given.filter(([value = '']) => value !== '').toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return undefined;
  const [value = '', , , authority = ''] = first;
  const [name = '', oid = ''] = authority.split('&');
  return { system: (oid === '' ? name : `urn:oid:${oid}`).slice(0, 500), value: value.slice(0, 200) };
}

export function patientOf(segment: Segment | undefined): PatientFacts | undefined {
  if (segment === undefined) return undefined;
  const names = segment.repetitions(5);
  const [family = '', given = ''] = names.find((name) => name[6] === 'L') ?? names[0] ?? [];
  const isChinese = /\p{Script=Han}/u.test(family + given);
  const name = isChinese ? `${family}${given}` : `${given} ${family}`.trim();
  const identifier = identifierIn(segment.repetitions(3));
  const birthDate = timeStamp(segment.text(7))?.slice(0, 10);
  const sex = segment.text(8);
  if (name === '' && identifier === undefined) return undefined;
  return {
    name: name.slice(0, 200),
    ...(identifier && { identifier }),
    ...(isSex(sex) && { sex: SEXES[sex] }),
    ...(birthDate !== undefined && { birthDate }),
  };
}

export function encounterOf(segment: Segment | undefined): EncounterFacts | undefined {
  if (segment === undefined) return undefined;
  const kind = segment.text(2);
  const identifier = identifierIn(segment.repetitions(19));
  const department = segment.component(10, 2) || segment.text(10) || segment.text(3);
  const [start, end] = [timeStamp(segment.text(44)), timeStamp(segment.text(45))];
  return {
    kind: (CLASSES[kind] ?? kind).slice(0, 200),
    department: department.slice(0, 200),
    ...(identifier && { identifier }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}
