/** Exports records, de-identified by default; the audit table records how. */
import type { Parsed } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { acceptedDiagnoses } from '../../db/repositories/decisions.ts';
import { getDisease } from '../../db/repositories/diseases.ts';
import { recordFacts } from '../../db/repositories/patients.ts';
import { getSummary } from '../../db/repositories/records.ts';
import { type ExportedFacts, exportDocuments } from '../../formats/export.ts';
import type { Watch } from '../background/background.ts';
import { deidentifyInBackground, type RecordToExport } from '../deid/deid.ts';
import { dbOf, type Session } from '../session/session.ts';
import { reviewOf } from './corrections.ts';
import { throwRecordNotFound } from './not-found.ts';
import { getRecord } from './records.ts';

/** Exports records unencrypted and audits each. @throws AppError `conflict` when a reviewed text has changed */
export async function exportRecords(
  session: Session,
  { ids, format, deidentify, mode, level, reviewed }: Omit<Parsed<'docs.export'>, 'ticket'>,
  watch: Watch = {},
): Promise<{ name: string; bytes: Uint8Array }> {
  const originals = ids.map(
    (id): RecordToExport => requireReviewedText(getRecord(session, id), ids, reviewed),
  );
  const leaving = deidentify
    ? await hidden(session, originals, { mode, level }, watch)
    : originals.map((record) => ({ ...record, replaced: 0 }));
  const annotated = await Promise.all(
    leaving.map(async (document) => {
      // Corrections whose words were replaced or hidden are left out with them.
      const { text } = document;
      const review = reviewOf(session, document.id, text);
      const annotation = await session.engine.run('annotate', { text, review }, watch.signal);
      const diagnosis = await session.engine.run('rank', { text, top: 10, review }, watch.signal);
      return { ...document, annotation, diagnosis };
    }),
  );
  const db = dbOf(session);
  db.transaction(() => {
    for (const { id, replaced } of leaving)
      appendAudit(db, session.actor, 'document.export', `document:${id}`, {
        format,
        encrypted: false,
        ...(deidentify
          ? { deidentified: mode, level, replaced, reviewed: reviewed !== undefined }
          : { deidentified: false }),
      });
  });
  const facts = (id: number) => (deidentify ? bareFacts : factsOf)(db, id);
  return exportDocuments(
    annotated.map((document) => ({ ...document, ...facts(document.id) })),
    format,
  );
}

async function hidden(
  session: Session,
  originals: readonly RecordToExport[],
  how: Pick<Parsed<'docs.export'>, 'mode' | 'level'>,
  watch: Watch,
) {
  const records = await deidentifyInBackground(session, originals, how, watch);
  return originals.flatMap(({ id }, i) => {
    const record = records[i];
    return record === undefined
      ? []
      : [{ id, text: record.text, title: record.title, replaced: record.pieces.length }];
  });
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
