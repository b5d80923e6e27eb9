/** Verifies that items, schemas and texts of projects are what edits and imports made them. */
import { z } from 'zod';
import type { ReadDb } from '../../../db/connection.ts';
import { textSum } from '../../../db/repositories/annotation/documents.ts';
import {
  allLayerHeads,
  allProjectSchemas,
  changesOfLayer,
  importedBatches,
  type LayerHead,
  missingLayers,
  projectTexts,
  type StoredItem,
  schemaChangesOf,
  storedItemsOf,
} from '../../../db/repositories/verification.ts';
import { type Finding, type Findings, finding } from './findings.ts';

/** Replays the changes of every layer from nothing and compares the outcome with the stored items. */
export function* checkLayers(db: ReadDb): Findings {
  for (const { layerId, projectId } of missingLayers(db))
    yield finding(`project:${projectId}`, `annotations ${layerId} are missing`, `标注层 ${layerId} 缺失`);
  for (const layer of allLayerHeads(db)) yield brokenLayer(db, layer) ?? null;
}

function brokenLayer(db: ReadDb, { id: layerId, documentId, person }: LayerHead): Finding | undefined {
  const wrong = (english: string, chinese: string): Finding =>
    finding(
      `project-document:${documentId}`,
      `${person || 'gold'}: ${english}`,
      `${person || '金标准'}：${chinese}`,
    );
  const items = new Map<number, string>();
  for (const { itemId: id, before, after } of changesOfLayer(db, layerId)) {
    if ((items.get(id) ?? null) !== before)
      return wrong(`item ${id} changed between two edits`, `标注 ${id} 在两次编辑之间发生变化`);
    if (after === null) items.delete(id);
    else items.set(id, after);
  }
  for (const item of storedItemsOf(db, layerId)) {
    const { id, data } = item;
    if (items.get(id) !== data || !bearsColumns(item))
      return wrong(`item ${id} is not what the edits made it`, `标注 ${id} 与编辑记录不符`);
    items.delete(id);
  }
  const [lost] = items.keys();
  return lost === undefined ? undefined : wrong(`item ${lost} is missing`, `标注 ${lost} 缺失`);
}

const Columns = z.object({ kind: z.string(), type: z.string(), status: z.string() });

/** Tells whether the columns beside an item's JSON agree with it. */
function bearsColumns(item: StoredItem): boolean {
  const { kind, type, status } = Columns.parse(JSON.parse(item.data));
  return item.kind === kind && item.type === type && item.status === status;
}

/** Compares every schema with what its last edit left. */
export function* checkSchemas(db: ReadDb): Findings {
  for (const { id, schema } of allProjectSchemas(db)) {
    const steps = schemaChangesOf(db, id);
    const follows = steps.every((step, n) => n === 0 || steps[n - 1]?.after === step.before);
    if (follows && (steps.length === 0 || steps.at(-1)?.after === schema)) yield null;
    else yield finding(`project:${id}`, 'the schema is not what the edits made it', '标注体系与编辑记录不符');
  }
}

/** Compares every text with its checksum, and the checksums of each import with its audit entry. Texts never change. */
export function* checkTexts(db: ReadDb): Findings {
  const sums = new Map<number, string>();
  for (const { id, text, sha256 } of projectTexts(db)) {
    sums.set(id, sha256);
    if (textSum(text) === sha256) yield null;
    else yield finding(`project-document:${id}`, 'the text was altered', '文本被篡改');
  }
  for (const { object, first, last, sha256 } of importedBatches(db)) {
    const inside = [...sums].filter(([id]) => id >= first && id <= last).map(([, sum]) => sum);
    if (inside.length > 0 && textSum(inside.join('\n')) !== sha256)
      yield finding(
        object,
        'documents that came together were exchanged or removed',
        '同批导入的文档被替换或删除',
      );
  }
}
