/**
 * Writes records as a FHIR R4 Bundle. Each is a DocumentReference with its exact text and a Composition with its sections
 * (one identifier for both), an Observation for each measured value, and a Condition with its Provenance for each accepted
 * diagnosis. `read.ts` reads it back.
 */
import type { RecordFacts, ToldDiagnosis } from '../../../shared/domain/patient.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import { uuidOf } from '../annotations/fhir/write.ts';
import { encounterResource, patientResource } from './write-people.ts';
import { dateTime, INSTANT, observationResource, TERMINOLOGY, writtenValues } from './write-values.ts';

interface AcceptedDiagnosis extends Omit<ToldDiagnosis, 'actor' | 'at'> {
  /** Absent in de-identified records. */
  readonly actor?: string;
  readonly at?: string;
  /** ICD-10 code. */
  readonly code?: string;
  /** File that the decision came from. */
  readonly source?: string;
}

export interface RecordToWrite extends RecordFacts {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly annotation: Pick<TextAnalysis, 'sections' | 'values'>;
  /** Instant of the record's last change. */
  readonly updatedAt: string;
  readonly diagnoses: readonly AcceptedDiagnosis[];
}

interface Entry {
  readonly fullUrl: string;
  readonly resource: object;
}

const UNKNOWN = { display: 'unknown (未注明)' };
const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

export function fhirBundle(records: readonly RecordToWrite[]): string {
  // Records of one patient share the resources of patient and encounter.
  const entry = new Map(records.flatMap(entriesOf).map((one) => [one.fullUrl, one]));
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [...entry.values()] };
  // Lone surrogates are valid JSON, but not Unicode, which FHIR requires.
  const wellFormed = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  return `${JSON.stringify(bundle, wellFormed, 1)}\n`;
}

function entriesOf(record: RecordToWrite): Entry[] {
  const { patient, encounter, title, id, diagnoses } = record;
  const urlOf = (part: string) => uuidOf(`record ${id}\n${title}\n${part}`);
  const patientUrl = patient && uuidOf(`patient\n${sorted(patient)}`);
  const encounterUrl = encounter && uuidOf(`encounter\n${patientUrl}\n${sorted(encounter)}`);
  const about = {
    subject: patientUrl === undefined ? UNKNOWN : { reference: patientUrl },
    ...(encounterUrl && { encounter: { reference: encounterUrl } }),
  };
  const document = { reference: urlOf('document') };
  const values = writtenValues(record.annotation.values).map((value, i) => ({
    value,
    fullUrl: urlOf(`value ${i}`),
    resource: { ...observationResource(value), ...about, derivedFrom: [document] },
  }));
  const conditions = diagnoses.flatMap((diagnosis, i) => {
    const fullUrl = urlOf(`diagnosis ${i}`);
    return [
      {
        fullUrl,
        resource: { ...conditionResource(diagnosis), ...about, evidence: [{ detail: [document] }] },
      },
      { fullUrl: urlOf(`provenance ${i}`), resource: provenanceResource(diagnosis, fullUrl, document) },
    ];
  });
  const composition = compositionResource(record, values, urlOf('composition'));
  return [
    { fullUrl: urlOf('composition'), resource: { ...composition, ...about } },
    {
      fullUrl: document.reference,
      resource: { ...documentResource(record, urlOf('composition')), ...stay(about) },
    },
    ...(patient && patientUrl ? [{ fullUrl: patientUrl, resource: patientResource(patient) }] : []),
    ...(encounter && encounterUrl
      ? [{ fullUrl: encounterUrl, resource: { ...encounterResource(encounter), subject: about.subject } }]
      : []),
    ...values.map(({ fullUrl, resource }) => ({ fullUrl, resource })),
    ...conditions,
  ];

  function stay({ subject, encounter: visit }: typeof about): object {
    const { dated } = record;
    const period = dated !== undefined && !INSTANT.test(dated) && { period: { start: dateTime(dated) } };
    return { subject, context: { ...(visit && { encounter: [visit] }), ...period } };
  }
}

/** Returns facts as text, whatever the order of their members. */
const sorted = (facts: object): string => JSON.stringify(Object.entries(facts).toSorted());

const identifierOf = (url: string) => ({ system: 'urn:ietf:rfc:3986', value: url });

function documentResource({ title, text, dated }: RecordToWrite, url: string): object {
  const data = Buffer.from(text.toWellFormed()).toString('base64');
  return {
    ...{ resourceType: 'DocumentReference', status: 'current', masterIdentifier: identifierOf(url) },
    ...(dated !== undefined && INSTANT.test(dated) && { date: dated }),
    description: title,
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data, title } }],
  };
}

interface PlacedValue {
  readonly value: { readonly start: number };
  readonly fullUrl: string;
}

function compositionResource(
  { title, text, dated, updatedAt, annotation }: RecordToWrite,
  values: readonly PlacedValue[],
  url: string,
): object {
  const sections = annotation.sections.length > 0 ? annotation.sections : [wholeText(text)];
  return {
    ...{ resourceType: 'Composition', status: 'final', identifier: identifierOf(url) },
    ...{ type: { text: title }, title, date: dateTime(dated ?? updatedAt), author: [UNKNOWN] },
    section: sections
      .filter(({ bodyStart, end }) => text.slice(bodyStart, end).trim() !== '')
      .map(({ heading, start, bodyStart, end }) => {
        const entry = values
          .filter(({ value }) => value.start >= start && value.start < end)
          .map(({ fullUrl }) => ({ reference: fullUrl }));
        return {
          title: heading === '' ? '正文' : heading,
          text: { status: 'generated', div: divOf(text.slice(bodyStart, end)) },
          ...(entry.length > 0 && { entry }),
        };
      }),
  };
}

const wholeText = (text: string) => ({ heading: '', start: 0, bodyStart: 0, end: text.length });

/** Characters that XML 1.0 cannot hold. */
const UNPRINTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function divOf(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(UNPRINTABLE, '�')
    .replace(/[&<>]/g, (sign) => ESCAPES[sign]!)
    .trim()
    .split(/\r?\n/);
  return `<div xmlns="http://www.w3.org/1999/xhtml">${lines.join('<br/>')}</div>`;
}

const coded = (system: string, code: string) => ({ coding: [{ system: `${TERMINOLOGY}/${system}`, code }] });

function conditionResource({ name, code, actor, at, reason }: AcceptedDiagnosis): object {
  const icd = { system: 'http://hl7.org/fhir/sid/icd-10', code };
  return {
    ...{ resourceType: 'Condition', clinicalStatus: coded('condition-clinical', 'active') },
    verificationStatus: coded('condition-ver-status', 'confirmed'),
    category: [coded('condition-category', 'encounter-diagnosis')],
    code: { ...(code !== undefined && { coding: [icd] }), text: name },
    ...(at !== undefined && { recordedDate: at }),
    ...(actor !== undefined && { asserter: { display: actor } }),
    ...(reason !== undefined && reason !== '' && { note: [{ text: reason }] }),
  };
}

/** Tells who accepted a diagnosis that Meridian suggested, from which text, and from which file the decision came. */
function provenanceResource(
  { actor, at, source }: AcceptedDiagnosis,
  target: string,
  document: object,
): object {
  const agent = (role: string, who: object) => ({
    type: coded('provenance-participant-type', role),
    who,
  });
  const isInstant = at !== undefined && INSTANT.test(at);
  return {
    ...{ resourceType: 'Provenance', target: [{ reference: target }] },
    ...(isInstant ? { recorded: at } : { _recorded: { extension: [{ url: ABSENT, valueCode: 'unknown' }] } }),
    agent: [
      agent('verifier', { type: 'Practitioner', display: actor ?? UNKNOWN.display }),
      agent('assembler', { type: 'Device', display: 'Meridian' }),
    ],
    entity: [
      { role: 'source', what: document },
      ...(source === undefined ? [] : [{ role: 'source', what: { display: source } }]),
    ],
  };
}
