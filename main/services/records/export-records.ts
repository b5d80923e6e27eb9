/** Exports records, de-identified by default; the audit table records how. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { LookReport } from '../../../shared/domain/second-look.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { acceptedDiagnoses } from '../../db/repositories/decisions.ts';
import { getDisease } from '../../db/repositories/diseases.ts';
import { recordFacts } from '../../db/repositories/patients.ts';
import { getSummary } from '../../db/repositories/records.ts';
import { type ExportedFacts, exportDocuments } from '../../formats/export.ts';
import type { Watch } from '../background/background.ts';
import { deidentifyInBackground, type HowToHide, type RecordToExport } from '../deid/deid.ts';
import { type LookWatch, lookDetail, requireWithinLimits } from '../deid/look-limits.ts';
import { dbOf, type Session, throwIfCancelled } from '../session/session.ts';
import { reviewOf } from './corrections.ts';
import { throwRecordNotFound } from './not-found.ts';
import { getRecord } from './records.ts';

type ExportRequest = Omit<Parsed<'docs.export'>, 'ticket'>;
type LookRequest = Pick<ExportRequest, 'ids' | 'mode' | 'level' | 'reviewed' | 'removeFrom' | 'generalise'>;

/** Returns what may be left in de-identified records; writes nothing. @throws AppError as `exportRecords` does */
export async function lookAtRecords(
  session: Session,
  { ids, reviewed, ...how }: LookRequest,
  watch: Watch = {},
): Promise<LookReport> {
  return (await deidentifyInBackground(session, originalsOf(session, ids, reviewed), how, watch)).look;
}

/**
 * Exports records unencrypted and audits each. Throws AppError `conflict` when a reviewed text has changed,
 * `bad-request` when more is left in them than the limits of the workspace allow.
 */
export async function exportRecords(
  session: Session,
  { ids, format, deidentify, mode, level, reviewed, removeFrom, generalise }: ExportRequest,
  watch: LookWatch = {},
): Promise<{ name: string; bytes: Uint8Array }> {
  const originals = originalsOf(session, ids, reviewed);
  const { records: leaving, look } = deidentify
    ? await hidden(session, originals, { mode, level, removeFrom, generalise }, watch)
    : { records: originals.map((record) => ({ ...record, replaced: 0 })), look: undefined };
  const annotated =
    format === 'txt'
      ? leaving.map((document) => ({ ...document, ...NO_ANALYSIS }))
      : await analysed(session, leaving, watch);
  const db = dbOf(session);
  db.transaction(() => {
    for (const { id, replaced } of leaving)
      appendAudit(db, session.actor, 'document.export', `document:${id}`, {
        format,
        encrypted: false,
        ...(look !== undefined
          ? {
              deidentified: mode,
              level,
              ...(generalise === undefined ? {} : { generalise }),
              replaced,
              reviewed: reviewed !== undefined,
              ...lookDetail(look),
            }
          : { deidentified: false }),
      });
  });
  const facts = (id: number) => (deidentify ? bareFacts : factsOf)(db, id);
  return await exportDocuments(
    annotated.map((document) => ({ ...document, ...facts(document.id) })),
    format,
  );
}

/** Analysis of a text whose format holds none. */
const NO_ANALYSIS = {
  annotation: { sections: [], mentions: [], patient: {}, values: [] },
  diagnosis: { candidates: [], findings: 0 },
};

/** Analyses texts one after the other. Corrections whose words were replaced or hidden are left out with them. */
async function analysed<T extends { readonly id: number; readonly text: string }>(
  session: Session,
  documents: readonly T[],
  { signal, onProgress }: Watch,
) {
  const found = [];
  for (const document of documents) {
    throwIfCancelled(signal);
    if (documents.length > 1) onProgress?.({ stage: 'writing', done: found.length, total: documents.length });
    const { text } = document;
    const review = reviewOf(session, document.id, text);
    const [annotation, diagnosis] = await Promise.all([
      session.engine.run('annotate', { text, review }, signal),
      session.engine.run('rank', { text, top: 10, review }, signal),
    ]);
    found.push({ ...document, annotation, diagnosis });
  }
  return found;
}

const originalsOf = (
  session: Session,
  ids: readonly number[],
  reviewed: ExportRequest['reviewed'],
): RecordToExport[] => ids.map((id) => requireReviewedText(getRecord(session, id), ids, reviewed));

async function hidden(
  session: Session,
  originals: readonly RecordToExport[],
  how: HowToHide,
  { onLook, ...watch }: LookWatch,
) {
  const { records, look } = await deidentifyInBackground(session, originals, how, watch);
  onLook?.(look);
  requireWithinLimits(dbOf(session), look);
  const leaving = originals.flatMap(({ id }, i) => {
    const record = records[i];
    return record === undefined
      ? []
      : [{ id, text: record.text, title: record.title, replaced: record.pieces.length }];
  });
  return { records: leaving, look };
}

/** Adds reviewed findings to a record. Throws `conflict` when the text has changed since the review. */
function requireReviewedText(
  document: RecordToExport,
  ids: readonly number[],
  reviewed: Parsed<'docs.export'>['reviewed'],
): RecordToExport {
  if (reviewed === undefined) return document;
  if (ids.length !== 1) throw new AppError('bad-request', 'documents.review-of-one');
  if (reviewed.text !== document.text)
    throw new AppError(
      'conflict',
      'documents.changed-since-review',
      {},
      { kept: 'kept.nothing-exported', hint: 'hint.look-again-then-export' },
    );
  return { ...document, findings: reviewed.findings };
}

const updatedAt = (db: ReadDb, id: number): string =>
  getSummary(db, id)?.updatedAt ?? throwRecordNotFound(id);

/** Returns what is known of a record besides its text. */
const factsOf = (db: ReadDb, id: number): ExportedFacts => ({
  ...recordFacts(db, id),
  updatedAt: updatedAt(db, id),
  diagnoses: acceptedDiagnoses(db, id).map(({ entityId, name, at, actor, reason, source }) => {
    const code = getDisease(db, entityId)?.code;
    return {
      ...{ name, at, actor },
      ...(code !== undefined && { code }),
      ...(reason !== null && { reason }),
      ...(source !== null && { source }),
    };
  }),
});

/** Leaves out what names the patient, the people who decided, and when anything was. */
function bareFacts(db: ReadDb, id: number): ExportedFacts {
  const { patient } = recordFacts(db, id);
  const sex = patient?.sex;
  return {
    ...(sex !== undefined && { patient: { name: '', sex } }),
    updatedAt: updatedAt(db, id).slice(0, 4),
    diagnoses: factsOf(db, id).diagnoses.map(({ name, code }) => ({
      name,
      ...(code !== undefined && { code }),
    })),
  };
}
