/** Clinicians' decisions on suggested diagnoses: the newest one per document and disease. */
import { z } from 'zod';
import { Decision } from '../../../shared/domain/diagnosis.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z
  .object({ ...Decision.shape, reason: z.string().nullable() })
  .transform(({ reason, ...row }): Decision => ({ ...row, ...(reason === null ? {} : { reason }) }));

export function listDecisions(db: ReadDb, documentId: number): Decision[] {
  const sql = `SELECT document_id AS documentId, entity_id AS entityId, decision, reason, at, actor
                 FROM decision WHERE document_id = ? ORDER BY at DESC`;
  return db.all(Row, sql, documentId);
}

export function putDecision(db: WriteDb, decision: Decision, entityName: string): void {
  db.run(
    `INSERT INTO decision (document_id, entity_id, entity_name, decision, reason, at, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (document_id, entity_id) DO UPDATE
       SET decision = excluded.decision, reason = excluded.reason, at = excluded.at, actor = excluded.actor`,
    decision.documentId,
    decision.entityId,
    entityName,
    decision.decision,
    decision.reason ?? null,
    decision.at,
    decision.actor,
  );
}
