/** Whether items, schemas and texts of projects are what the edits and imports made them. */
import { z } from 'zod';
import type { ReadDb } from '../../../db/connection.ts';
import { textSum } from '../../../db/repositories/annotation/documents.ts';
import { SCHEMA_LAYER } from '../../../db/repositories/annotation/edits.ts';
import { type Finding, type Findings, finding } from './findings.ts';

const Layer = z.object({ id: z.number(), documentId: z.number(), person: z.string() });

/** Items are what the changes, one after the other, made of nothing. */
export function* checkLayers(db: ReadDb): Findings {
  const Stray = z.object({ layerId: z.number(), projectId: z.number() });
  const strays = db.all(
    Stray,
    `SELECT DISTINCT c.layer_id AS layerId, e.project_id AS projectId
       FROM edit_change c JOIN edit e ON e.id = c.edit_id
      WHERE c.layer_id <> ${SCHEMA_LAYER} AND c.layer_id NOT IN (SELECT id FROM layer)`,
  );
  for (const { layerId, projectId } of strays)
    yield finding(`project:${projectId}`, `annotations ${layerId} are missing`, `标注层 ${layerId} 缺失`);
  const layers = db.all(Layer, 'SELECT id, document_id AS documentId, person FROM layer ORDER BY id');
  for (const layer of layers) yield brokenLayer(db, layer) ?? null;
}

function brokenLayer(
  db: ReadDb,
  { id: layerId, documentId, person }: z.infer<typeof Layer>,
): Finding | undefined {
  const wrong = (english: string, chinese: string): Finding =>
    finding(
      `project-document:${documentId}`,
      `${person || 'gold'}: ${english}`,
      `${person || '金标准'}：${chinese}`,
    );
  const items = new Map<number, string>();
  const chain = 'SELECT item_id, before, after FROM edit_change WHERE layer_id = ? ORDER BY edit_id, item_id';
  for (const [item, before, after] of db.iterate(chain, layerId)) {
    const id = Number(item);
    if ((items.get(id) ?? null) !== before)
      return wrong(`item ${id} changed between two edits`, `标注 ${id} 在两次编辑之间发生变化`);
    if (after === null || after === undefined) items.delete(id);
    else items.set(id, String(after));
  }
  const stored = 'SELECT id, kind, type, status, data FROM item WHERE layer_id = ?';
  for (const [item, ...columns] of db.iterate(stored, layerId)) {
    const id = Number(item);
    const data = String(columns.pop());
    if (items.get(id) !== data || !bearsColumns(data, columns))
      return wrong(`item ${id} is not what the edits made it`, `标注 ${id} 与编辑记录不符`);
    items.delete(id);
  }
  const [lost] = items.keys();
  return lost === undefined ? undefined : wrong(`item ${lost} is missing`, `标注 ${lost} 缺失`);
}

const Columns = z.object({ kind: z.string(), type: z.string(), status: z.string() });

/** The columns beside an item's JSON are taken from it. */
function bearsColumns(data: string, columns: readonly unknown[]): boolean {
  const { kind, type, status } = Columns.parse(JSON.parse(data));
  return columns[0] === kind && columns[1] === type && columns[2] === status;
}

/** A schema is what the last edit of it left. */
export function* checkSchemas(db: ReadDb): Findings {
  const Project = z.object({ id: z.number(), schema: z.string() });
  const Step = z.object({ before: z.string().nullable(), after: z.string().nullable() });
  for (const { id, schema } of db.all(Project, 'SELECT id, schema FROM project ORDER BY id')) {
    const steps = db.all(
      Step,
      `SELECT c.before, c.after FROM edit e
         JOIN edit_change c ON c.edit_id = e.id AND c.layer_id = ${SCHEMA_LAYER}
        WHERE e.project_id = ? ORDER BY e.id`,
      id,
    );
    const follows = steps.every((step, n) => n === 0 || steps[n - 1]?.after === step.before);
    if (follows && (steps.length === 0 || steps.at(-1)?.after === schema)) yield null;
    else yield finding(`project:${id}`, 'the schema is not what the edits made it', '标注体系与编辑记录不符');
  }
}

/** Texts never change: each has the sum it came with, and together these are what was written down of them. */
export function* checkTexts(db: ReadDb): Findings {
  const Row = z.object({ id: z.number(), text: z.string(), sha256: z.string() });
  const Id = z.object({ id: z.number() });
  const sums = new Map<number, string>();
  for (const { id } of db.all(Id, 'SELECT id FROM project_document ORDER BY id')) {
    const row = db.get(Row, 'SELECT id, text, sha256 FROM project_document WHERE id = ?', id);
    if (row === undefined) continue; // deleted meanwhile
    sums.set(id, row.sha256);
    if (textSum(row.text) === row.sha256) yield null;
    else yield finding(`project-document:${id}`, 'the text was altered', '文本被篡改');
  }
  const Came = z.object({ object: z.string(), first: z.number(), last: z.number(), sha256: z.string() });
  const came = db.all(
    Came,
    `SELECT object, json_extract(detail, '$.first') AS first, json_extract(detail, '$.last') AS last,
            json_extract(detail, '$.sha256') AS sha256
       FROM audit WHERE action IN ('project.add', 'project.unpack') AND json_valid(detail)
        AND json_type(detail, '$.first') = 'integer' AND json_type(detail, '$.sha256') = 'text'`,
  );
  for (const { object, first, last, sha256 } of came) {
    const inside = [...sums].filter(([id]) => id >= first && id <= last).map(([, sum]) => sum);
    if (inside.length > 0 && textSum(inside.join('\n')) !== sha256)
      yield finding(
        object,
        'documents that came together were exchanged or removed',
        '同批导入的文档被替换或删除',
      );
  }
}
