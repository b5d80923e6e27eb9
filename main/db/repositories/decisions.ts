/** Clinicians' decisions on suggested diagnoses: the newest one per document and disease. */
import { z } from 'zod';
import { Decision } from '../../../shared/domain/diagnosis.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z
  .object({ ...Decision.shape, reason: z.string().nullable(), source: z.string().nullable() })
  .transform(
    ({ reason, source, ...row }): Decision => ({
      ...row,
      ...(reason === null ? {} : { reason }),
      ...(source === null ? {} : { source }),
    }),
  );

export function listDecisions(db: ReadDb, documentId: number): Decision[] {
  const sql = `SELECT document_id AS documentId, entity_id AS entityId, decision, reason, at, actor, source
                 FROM decision WHERE document_id = ? ORDER BY at DESC`;
  return db.all(Row, sql, documentId);
}

const AcceptedRow = z.object({
  entityId: z.number(),
  name: z.string(),
  at: z.string(),
  actor: z.string(),
  reason: z.string().nullable(),
  source: z.string().nullable(),
});

/** Lists the diagnoses that were accepted for a record, by the names that they had then, first accepted first. */
export const acceptedDiagnoses = (db: ReadDb, documentId: number): z.infer<typeof AcceptedRow>[] =>
  db.all(
    AcceptedRow,
    `SELECT entity_id AS entityId, entity_name AS name, at, actor, reason, source
       FROM decision WHERE document_id = ? AND decision = 'accepted' ORDER BY at, entity_id`,
    documentId,
  );

export function putDecision(db: WriteDb, decision: Decision, entityName: string): void {
  db.run(
    `INSERT INTO decision (document_id, entity_id, entity_name, decision, reason, at, actor, source)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (document_id, entity_id) DO UPDATE
       SET decision = excluded.decision, reason = excluded.reason, at = excluded.at, actor = excluded.actor,
           source = excluded.source`,
    decision.documentId,
    decision.entityId,
    entityName,
    decision.decision,
    decision.reason ?? null,
    decision.at,
    decision.actor,
    decision.source ?? null,
  );
}
