/**
 * Reads records from FHIR R4 resources. Each Composition and each DocumentReference with text is a record; Observations,
 * DiagnosticReports and Conditions that no Composition holds become one record for each patient and encounter.
 */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { composeText, headerLines, timeWords } from '../clinical-text.ts';
import type { EmrRecord } from '../emr-json.ts';
import type { Refusals } from '../refusals.ts';
import { attachmentText } from './attachment.ts';
import { readLoose, toldDiagnosis } from './loose.ts';
import { type Whose, whoseIs } from './people.ts';
import { type FhirRow, parsed, type Resource, Resources, refuseWrong } from './resources.ts';
import { Composition, conceptWords, DocumentReference, identifierOf, Provenance } from './schema.ts';
import { sectionsOf } from './sections.ts';

/** Record with the resource that its text is from. */
interface Written {
  readonly record: EmrRecord;
  readonly resource: Resource;
}

/** Resources that are not read, or are broken, are counted in `refused`. */
export function recordsFromFhir(rows: Iterable<FhirRow>, refused: Refusals): EmrRecord[] {
  const resources = new Resources(rows, refused);
  const attempt = <Result>(resource: Resource, read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      refused.add(resource.line, error);
      return undefined;
    } finally {
      resources.use(resource);
    }
  };
  const documents: Written[] = [];
  const identifiers = new Set<string>();
  for (const resource of resources.of('DocumentReference')) {
    const record = attempt(resource, () => readDocument(resources, resource, identifiers));
    if (record !== undefined) documents.push({ record, resource });
  }
  const texts = new Set(documents.map(({ resource }) => resource));
  const told = toldDiagnosis(resources, texts);
  const compositions = resources.of('Composition').flatMap((resource) => {
    const record = attempt(resource, () => readComposition(resources, resource, identifiers, refused));
    return record === undefined ? [] : [record];
  });
  const whole = documents.map(({ record, resource }) => {
    const diagnoses = told.get(resource) ?? [];
    return diagnoses.length === 0 ? record : { ...record, diagnoses };
  });
  const loose = readLoose(resources, { texts, attempt });
  tellUnread(resources, refused, whole.length + compositions.length + loose.length);
  return [...whole, ...compositions, ...loose];
}

/** Counts resources that nothing was read from, once for each type. */
function tellUnread(resources: Resources, refused: Refusals, records: number): void {
  const byType = Map.groupBy(resources.unused(), ({ type }) => type);
  for (const [type, all] of byType) {
    // The author of the resources read here; a Condition names its own.
    if (type === 'Provenance' && all.every((resource) => isOfRead(resources, resource))) continue;
    // Nobody misses a patient or encounter beside records; alone they are no records.
    if (records > 0 && (type === 'Patient' || type === 'Encounter')) continue;
    const reason = message('fhir.not-read', { type, count: all.length });
    refused.add(all[0]!.line, new AppError('bad-input', reason));
  }
}

/** Returns whether all targets of a Provenance were read. */
function isOfRead(resources: Resources, resource: Resource): boolean {
  const { target = [] } = Provenance.safeParse(resource.value).data ?? {};
  return target.every((one) => {
    const found = resources.find(one, resource);
    return found !== undefined && resources.isUsed(found);
  });
}

function readDocument(
  resources: Resources,
  resource: Resource,
  identifiers: Set<string>,
): EmrRecord | undefined {
  const document = parsed(DocumentReference, resource);
  refuseWrong(document.status, resource);
  const { content, description, type, subject, context, masterIdentifier } = document;
  const date = document.date ?? context?.period?.start;
  const attachments = content.map(({ attachment }) => attachment);
  const text = attachmentText(attachments, resource.name);
  identifiers.add(JSON.stringify(identifierOf(masterIdentifier && [masterIdentifier])));
  const whose = whoseIs(resources, resource, { subject, encounter: context?.encounter?.[0] });
  const title = description ?? attachments.find((one) => one.title)?.title ?? conceptWords(type);
  return recordOf(resource, whose, { title: title || titleOf(whose, '文书', date), text, date });
}

function readComposition(
  resources: Resources,
  resource: Resource,
  identifiers: ReadonlySet<string>,
  refused: Refusals,
): EmrRecord | undefined {
  const composition = parsed(Composition, resource);
  refuseWrong(composition.status, resource);
  const { identifier, title, type, date } = composition;
  const own = identifierOf(identifier && [identifier]);
  const whose = whoseIs(resources, resource, composition);
  // A DocumentReference with this identifier holds the same document as one text.
  if (own !== undefined && identifiers.has(JSON.stringify(own))) return undefined;
  const sections = sectionsOf(resources, resource, composition, (line, error) => refused.add(line, error));
  const name = title ?? conceptWords(type);
  const header = [...(name === '' ? [] : [name]), ...headerLines(whose.patient, whose.encounter, date)];
  if (date !== undefined) header.push(`记录日期：${timeWords(date)}`);
  const text = composeText(header, sections);
  if (sections.every((section) => section.text.trim() === ''))
    throw new AppError('bad-input', message('fhir.no-text', { resource: resource.name }));
  return recordOf(resource, whose, { title: titleOf(whose, name || '病历', date), text, date });
}

const titleOf = ({ patient }: Whose, name: string, date: string | undefined): string =>
  [patient?.name, name, date?.slice(0, 10)].filter((part) => part !== undefined && part !== '').join(' ');

function recordOf(
  { name }: Pick<Resource, 'name'>,
  { patient, encounter }: Whose,
  {
    title,
    text,
    date,
  }: { readonly title: string; readonly text: string; readonly date?: string | undefined },
): EmrRecord {
  return {
    ...{ id: name, title, text, composed: true },
    ...(patient && { patient }),
    ...(encounter && { encounter }),
    ...(date !== undefined && { dated: date.slice(0, 40) }),
  };
}
