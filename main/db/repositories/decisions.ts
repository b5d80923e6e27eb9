/** Clinicians' decisions on suggested diagnoses: the newest one per document and disease. */
import { z } from 'zod';
import { Decision } from '../../../shared/domain/diagnosis.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z
  .object({
    document_id: z.number(),
    entity_id: z.number(),
    decision: Decision.shape.decision,
    reason: z.string().nullable(),
    at: z.string(),
    actor: z.string(),
  })
  .transform(
    (row): Decision => ({
      documentId: row.document_id,
      entityId: row.entity_id,
      decision: row.decision,
      ...(row.reason === null ? {} : { reason: row.reason }),
      at: row.at,
      actor: row.actor,
    }),
  );

export function listDecisions(db: ReadDb, documentId: number): Decision[] {
  return db.all(Row, 'SELECT * FROM decision WHERE document_id = ? ORDER BY at DESC', documentId);
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
