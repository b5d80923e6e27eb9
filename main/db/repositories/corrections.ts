/** Corrections of highlights in records, and rules about words that are never marked. */
import { z } from 'zod';
import { Correction, type MadeCorrection, MentionRule } from '../../../shared/domain/correction.ts';
import { EntityId, type EntityType } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/folding.ts';
import { flag, insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

/** Words around a correction's words when they were edited away. */
const Lost = z.object({ before: z.string(), after: z.string() });
export type Lost = z.infer<typeof Lost>;

export interface StoredCorrection extends MadeCorrection {
  readonly lost: Lost | null;
}

const { found, mention } = Correction.shape;
const Row = z
  .object({
    ...{ id: z.string(), start: z.number(), text: z.string(), at: z.string(), actor: z.string() },
    ...{ found: json(found), mention: json(mention), lost: json(Lost).nullable() },
  })
  .transform((row) => ({ ...row, end: row.start + row.text.length, gone: row.lost !== null }));

/** Lists the oldest first; linked entities have the id that the graph gives them now, or none. */
export const listCorrections = (db: ReadDb, documentId: number): StoredCorrection[] =>
  db
    .all(Row, 'SELECT * FROM correction WHERE document_id = ? ORDER BY rowid', documentId)
    .map((row) => withEntity(db, row));

function withEntity(db: ReadDb, row: z.output<typeof Row>): StoredCorrection {
  const entity = row.mention?.entity;
  if (!row.mention || !entity) return row;
  const id = entityOf(db, entity);
  const { type, name } = entity;
  return { ...row, mention: { ...row.mention, entity: { ...(id === undefined ? {} : { id }), type, name } } };
}

/** Returns the id of the entity of that type and own name, else of the only one that has it as a synonym. */
export function entityOf(db: ReadDb, { type, name }: { type: EntityType; name: string }): number | undefined {
  const found = db.all(
    z.object({ id: EntityId, own: flag }),
    `SELECT e.id, n.norm = e.norm AS own FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
      WHERE n.norm = ? AND e.type = ?`,
    normaliseName(name),
    type,
  );
  return found.find(({ own }) => own)?.id ?? (found.length === 1 ? found[0]?.id : undefined);
}

export function putCorrection(
  db: WriteDb,
  documentId: number,
  { id, start, text, found, mention, at, actor }: Omit<MadeCorrection, 'gone'>,
): void {
  db.run(
    `INSERT INTO correction (id, document_id, start, text, found, mention, at, actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (document_id, id) DO UPDATE SET start = excluded.start, text = excluded.text, found = excluded.found,
       mention = excluded.mention, lost = NULL, at = excluded.at, actor = excluded.actor`,
    ...[id, documentId, start, text, JSON.stringify(found), JSON.stringify(mention), at, actor],
  );
}

/** Puts a correction at another place, or notes that its words are gone. */
export function placeCorrection(
  db: WriteDb,
  documentId: number,
  { id, start, found, mention }: Correction,
  lost: Lost | null,
): void {
  db.run(
    'UPDATE correction SET start = ?, found = ?, mention = ?, lost = ? WHERE document_id = ? AND id = ?',
    ...[start, JSON.stringify(found), JSON.stringify(mention), lost && JSON.stringify(lost), documentId, id],
  );
}

export function removeCorrection(db: WriteDb, documentId: number, id: string): void {
  db.run('DELETE FROM correction WHERE document_id = ? AND id = ?', documentId, id);
}

/** Returns the ids of all records with a correction, oldest first. */
export const correctedRecords = (db: ReadDb): number[] =>
  db
    .rows(
      `SELECT id FROM document WHERE deleted_at IS NULL AND id IN (SELECT document_id FROM correction) ORDER BY id`,
    )
    .map(([id]) => Number(id));

export const hasCorrections = (db: ReadDb, documentId: number): boolean =>
  db.rows('SELECT 1 FROM correction WHERE document_id = ? LIMIT 1', documentId).length > 0;

const RuleRow = z.object({ ...MentionRule.shape, active: flag });

/** Lists the newest first. */
export const listRules = (db: ReadDb): MentionRule[] =>
  db.all(RuleRow, 'SELECT words, type, active, at, actor FROM mention_rule ORDER BY at DESC, rowid DESC');

/** @param key the words and type as they are compared */
export const findRule = (db: ReadDb, key: string): MentionRule | undefined =>
  db.get(RuleRow, 'SELECT words, type, active, at, actor FROM mention_rule WHERE key = ?', key);

/** Puts a rule in place of an earlier one of the same key. */
export function putRule(db: WriteDb, key: string, rule: MentionRule): void {
  db.run('DELETE FROM mention_rule WHERE key = ?', key);
  insert(db, 'mention_rule', { key, ...rule });
}
