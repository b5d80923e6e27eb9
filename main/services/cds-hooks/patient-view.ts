/** Answers CDS Hooks' `patient-view`: cards with critical values and ranked diagnoses from the resources sent along. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type CdsResponse,
  KEEP,
  PATIENT_VIEW_PREFETCH,
  PatientViewRequest,
} from '../../../shared/domain/cds-hooks.ts';
import { MAX_TEXT } from '../../../shared/domain/limits.ts';
import type { Language } from '../../../shared/messages/language.ts';
import { AppError } from '../../../shared/result.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import { isRecord, parseShallowJson } from '../../reading/json.ts';
import { reviewOf } from '../records/corrections.ts';
import { importFiles } from '../records/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { cardsOf } from './cards.ts';

type Resource = Readonly<Record<string, unknown>>;

/** Diagnoses on a card. */
const TOP = 5;

/**
 * Throws `bad-request` for what is no request, `not-found` without any prefetch, since this service can fetch nothing
 * itself, and `bad-input` for resources that cannot be read or belong to another patient.
 */
export async function patientView(
  session: Session,
  { request, language }: { readonly request: string; readonly language: Language },
): Promise<CdsResponse> {
  const { context, hookInstance, prefetch, extension } = parsed(request);
  if (prefetch === undefined) {
    const keys = Object.keys(PATIENT_VIEW_PREFETCH);
    throw new AppError('not-found', 'cds.no-prefetch', { keys });
  }
  const resources = resourcesOf(Object.values(prefetch));
  for (const resource of resources) requireOfPatient(resource, context.patientId);
  const read = await readRecords(session, resources);
  const { text, left } = joined(read.records);
  const review = reviewOf(session, undefined, text);
  const cards =
    text === ''
      ? []
      : cardsOf(
          {
            text,
            analysis: await session.engine.run('annotate', { text, review }),
            diagnosis: await session.engine.run('rank', { text, top: TOP, review }),
            unread: read.refused + left,
          },
          language,
        );
  const kept =
    extension?.[KEEP] === true && read.records.length > 0
      ? await keep(session, resources, hookInstance)
      : undefined;
  auditAlone(dbOf(session), session.actor, 'hook.answer', 'hook:patient-view', {
    hookInstance,
    cards: cards.length,
    ...(kept === undefined ? {} : { documents: kept.length }),
  });
  return { cards, ...(kept === undefined ? {} : { extension: { 'org.meridian.kept': kept } }) };
}

function parsed(request: string): PatientViewRequest {
  let value: unknown;
  try {
    value = parseShallowJson(request);
  } catch (cause) {
    throw new AppError('bad-request', 'api.no-json', {}, { cause });
  }
  const { data, error } = PatientViewRequest.safeParse(value);
  if (error === undefined) return data;
  throw new AppError('bad-request', 'request.invalid', {
    method: 'patient-view',
    problems: z.prettifyError(error),
  });
}

/** Returns the resources of a prefetch, those of Bundles one by one, each once. */
function resourcesOf(values: readonly (Resource | null)[]): Resource[] {
  const all = values.flatMap((value) => {
    if (value === null || value.resourceType === 'OperationOutcome') return [];
    if (value.resourceType !== 'Bundle') return [value];
    const entries: readonly unknown[] = Array.isArray(value.entry) ? value.entry : [];
    return entries.flatMap((entry) => {
      const resource = isRecord(entry) ? entry.resource : undefined;
      return isRecord(resource) && resource.resourceType !== 'OperationOutcome' ? [resource] : [];
    });
  });
  const seen = new Map<string, Resource>();
  return all.filter((resource) => {
    const key = `${resource.resourceType}/${resource.id}`;
    if (typeof resource.id === 'string' && isDeepStrictEqual(seen.get(key), resource)) return false;
    seen.set(key, resource);
    return true;
  });
}

/** Throws `bad-input` for a resource of another patient, whose findings would be taken for this one's. */
function requireOfPatient(resource: Resource, patientId: string): void {
  const { resourceType, id } = resource;
  const subject = isRecord(resource.subject) ? resource.subject.reference : undefined;
  const [, other] = /(?:^|\/)Patient\/([^/]+)/.exec(typeof subject === 'string' ? subject : '') ?? [];
  const owner = resourceType === 'Patient' ? id : other;
  if (typeof owner !== 'string' || owner === patientId) return;
  throw new AppError('bad-input', 'cds.other-patient', {
    resource: `${resourceType}/${typeof id === 'string' ? id : '?'}`,
    patient: patientId,
  });
}

const fileOf = (resources: readonly Resource[], name: string) => ({
  name,
  bytes: Buffer.from(
    JSON.stringify({
      resourceType: 'Bundle',
      type: 'collection',
      entry: resources.map((resource) => ({ resource })),
    }),
  ),
});

/** Reads resources in a background process, as files are read. A patient alone is no record. */
async function readRecords(session: Session, resources: readonly Resource[]) {
  const records: EmrRecord[] = [];
  if (resources.every(({ resourceType }) => resourceType === 'Patient' || resourceType === 'Encounter'))
    return { records, refused: 0 };
  const { refusedCount } = await session.background.run('readRecords', fileOf(resources, 'prefetch.json'), {
    onPart: (part) => void records.push(...part),
  });
  return { records, refused: refusedCount };
}

/** Joins the newest records that fit into one text, oldest first. @returns also how many are left out */
function joined(records: readonly EmrRecord[]): { readonly text: string; readonly left: number } {
  const newestFirst = records.toSorted((a, b) => (b.dated ?? '').localeCompare(a.dated ?? ''));
  const texts: string[] = [];
  let length = 0;
  for (const { text } of newestFirst) {
    length += text.length + 1;
    if (length > MAX_TEXT) break;
    texts.unshift(text);
  }
  return { text: texts.join('\n'), left: records.length - texts.length };
}

async function keep(
  session: Session,
  resources: readonly Resource[],
  hookInstance: string,
): Promise<number[]> {
  const { created } = await importFiles(session, [
    fileOf(resources, `cds-${hookInstance.slice(0, 60)}.json`),
  ]);
  return created.map(({ id }) => id);
}
