/** Active learning: rounds of training on projects, and the labelling order of a project's documents. */
import { z } from 'zod';
import { LearningRound } from '../../../../shared/domain/learning.ts';
import { type Message, readMessage } from '../../../../shared/messages/message.ts';
import { flag, insert } from '../../columns.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';

const Row = z
  .object({
    ...LearningRound.omit({ model: true, previous: true }).shape,
    modelId: z.number().nullable(),
    modelName: z.string().nullable(),
    previousName: z.string().nullable(),
    previousF1: z.number().nullable(),
    adopted: flag,
    error: z.string().nullable(),
  })
  .transform(
    ({ modelId, modelName, previousName, previousF1, error, ...row }): LearningRound => ({
      ...row,
      model: modelName === null ? null : { id: modelId, name: modelName },
      previous: previousName === null ? null : { name: previousName, f1: previousF1 ?? 0 },
      error: error === null ? null : readMessage(error),
    }),
  );

// The id of a deleted run stays in the row.
const SELECT = `
  SELECT r.id, r.project_id AS projectId, r.at, r.actor AS "by", iif(run.id IS NULL, NULL, r.run_id) AS runId,
         run.state AS run, r.documents, r.dev_documents AS devDocuments, r.labels, r.state, r.f1, r.adopted, r.error,
         r.model_id AS modelId, r.model_name AS modelName, r.previous_name AS previousName,
         r.previous_f1 AS previousF1
    FROM learning_round r LEFT JOIN run ON run.id = r.run_id`;

/** Lists oldest first. */
export const listRounds = (db: ReadDb, projectId: number): LearningRound[] =>
  db.all(Row, `${SELECT} WHERE r.project_id = ? ORDER BY r.id`, projectId);

/** Returns the rounds of all projects that have not been concluded. */
export const listOpenRounds = (db: ReadDb): LearningRound[] =>
  db.all(Row, `${SELECT} WHERE r.state = 'training' ORDER BY r.id`);

export const getRound = (db: ReadDb, id: number): LearningRound | undefined =>
  db.get(Row, `${SELECT} WHERE r.id = ?`, id);

export type NewRound = Pick<
  LearningRound,
  'projectId' | 'at' | 'by' | 'documents' | 'devDocuments' | 'labels'
> & { readonly runId: number };

export function insertRound(db: WriteDb, round: NewRound): number {
  const { by: actor, ...columns } = round;
  return insert(db, 'learning_round', { ...columns, actor, state: 'training' });
}

export type RoundEnd =
  | { readonly state: 'failed'; readonly error: Message }
  | ({ readonly state: 'finished' } & Pick<LearningRound, 'model' | 'f1' | 'previous' | 'adopted'>);

/** Stores the result of a round. Returns false when another process has stored one already. */
export function endRound(db: WriteDb, id: number, end: RoundEnd): boolean {
  if (end.state === 'failed') {
    const sql = `UPDATE learning_round SET state = 'failed', error = ? WHERE id = ? AND state = 'training'`;
    return db.run(sql, JSON.stringify(end.error), id).changes === 1;
  }
  const { changes } = db.run(
    `UPDATE learning_round SET state = 'finished', model_id = ?, model_name = ?, f1 = ?, previous_name = ?,
            previous_f1 = ?, adopted = ? WHERE id = ? AND state = 'training'`,
    end.model?.id ?? null,
    end.model?.name ?? null,
    end.f1,
    end.previous?.name ?? null,
    end.previous?.f1 ?? null,
    end.adopted ? 1 : 0,
    id,
  );
  return changes === 1;
}

/** Inserts a finished round of another workspace. */
export function restoreRound(
  db: WriteDb,
  round: Omit<LearningRound, 'id' | 'runId' | 'run'> & { readonly state: 'finished' | 'failed' },
): void {
  const { projectId, at, by, documents, devDocuments, labels, state, model, f1, previous, adopted, error } =
    round;
  insert(db, 'learning_round', {
    ...{ projectId, at, actor: by, documents, devDocuments, labels, state, f1, adopted, error },
    modelId: model?.id,
    modelName: model?.name,
    previousName: previous?.name,
    previousF1: previous?.f1,
  });
}

const Adopted = z.object({ id: z.number(), name: z.string() });

/** Returns the model of the newest round that was adopted, if the registry still has it. */
export const adoptedModel = (db: ReadDb, projectId: number): { id: number; name: string } | undefined =>
  db.get(
    Adopted,
    `SELECT m.id, m.name FROM learning_round r JOIN model m ON m.id = r.model_id
      WHERE r.project_id = ? AND r.adopted = 1 ORDER BY r.id DESC LIMIT 1`,
    projectId,
  );

const OrderRow = z.object({
  documentId: z.number(),
  place: z.number(),
  entropy: z.number().nullable(),
  margin: z.number().nullable(),
  modelName: z.string().nullable(),
  strategy: z.string(),
});
export type OrderedDocument = z.infer<typeof OrderRow>;

/** Returns the labelling order of a project, most useful document first. */
export const listOrder = (db: ReadDb, projectId: number): OrderedDocument[] =>
  db.all(
    OrderRow,
    `SELECT o.document_id AS documentId, o.place, o.entropy, o.margin, o.model_name AS modelName, o.strategy
       FROM document_order o JOIN project_document d ON d.id = o.document_id
      WHERE d.project_id = ? AND d.removed_at IS NULL ORDER BY o.place`,
    projectId,
  );

/** Replaces the labelling order of a project. */
export function setOrder(
  db: WriteDb,
  projectId: number,
  order: readonly OrderedDocument[],
  at: string,
): void {
  db.run(
    'DELETE FROM document_order WHERE document_id IN (SELECT id FROM project_document WHERE project_id = ?)',
    projectId,
  );
  for (const { documentId, place, entropy, margin, modelName, strategy } of order)
    db.run(
      'INSERT INTO document_order (document_id, place, entropy, margin, model_name, strategy, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      documentId,
      place,
      entropy,
      margin,
      modelName,
      strategy,
      at,
    );
}

const Rejected = z.object({ before: z.string() });

/** Returns the rejected suggestions of a layer as JSON. */
export const rejectedItems = (db: ReadDb, layerId: number): string[] =>
  db
    .all(
      Rejected,
      `SELECT c.before FROM edit_change c JOIN edit e ON e.id = c.edit_id
        WHERE c.layer_id = ? AND c.before IS NOT NULL AND c.after IS NULL AND e.action = 'suggestion.reject'
          AND e.state = 'done'`,
      layerId,
    )
    .map(({ before }) => before);
