/** Verifies that items, schemas and texts of projects are what edits and imports made them. */
import { z } from 'zod';
import { Item } from '../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { textSum } from '../../../db/repositories/annotation/documents.ts';
import {
  allLayerHeads,
  allProjectSchemas,
  allRemovalMarks,
  auditEntriesOf,
  changesOfLayer,
  importedBatches,
  type LayerHead,
  missingLayers,
  projectTexts,
  type StoredItem,
  schemaChangesOf,
  storedItemsOf,
} from '../../../db/repositories/verification.ts';
import { SchemaIndex } from '../schema/schema-index.ts';
import { type Finding, type Findings, finding } from './findings.ts';

/** Replays the changes of every layer from nothing and compares the outcome with the stored items. */
export function* checkLayers(db: ReadDb): Findings {
  for (const { layerId, projectId } of missingLayers(db))
    yield finding(
      `project:${projectId}`,
      message('system.missing', { what: message('projects.layer', { id: layerId }) }),
    );
  const schemas = new Map(allProjectSchemas(db).map(({ id, schema }) => [id, schema]));
  let known: { readonly projectId: number; readonly index: SchemaIndex } | undefined;
  for (const layer of allLayerHeads(db)) {
    const { projectId } = layer;
    if (known?.projectId !== projectId) {
      const schema = AnnotationSchema.safeParse(JSON.parse(schemas.get(projectId) ?? '{}'));
      known = { projectId, index: new SchemaIndex(schema.data ?? AnnotationSchema.parse({})) };
    }
    const { index } = known;
    yield brokenLayer(db, layer) ?? unfitLayer(db, layer, index) ?? incompleteLayer(db, layer, index) ?? null;
  }
}

/** Notes a finished layer that lacks required values: it was finished before they were required, or elsewhere. */
function incompleteLayer(db: ReadDb, layer: LayerHead, schema: SchemaIndex): Finding | undefined {
  if (layer.state !== 'done') return undefined;
  const { count, first } = schema.lacking(itemsIn(db, layer));
  if (first === undefined) return undefined;
  const { attribute, item } = first;
  const what = layer.person || message('projects.gold');
  const names = { count, attribute: attribute.title || attribute.name, type: item.type };
  const problem = message('projects.required-missing', names);
  return {
    ...finding(`project-document:${layer.documentId}`, message('system.about', { what, problem })),
    isNote: true,
  };
}

const itemsIn = (db: ReadDb, { id }: LayerHead): Item[] =>
  [...storedItemsOf(db, id)].map(({ data }) => Item.parse(JSON.parse(data)));

/** Finds an item whose type, attributes or ends the project's schema does not allow: no edit or import leaves one. */
function unfitLayer(db: ReadDb, layer: LayerHead, schema: SchemaIndex): Finding | undefined {
  const items = itemsIn(db, layer);
  const types = new Map(items.map(({ id, type }) => [id, type]));
  const unfit = items.find(
    (item) =>
      schema.refusalOf(item) !== undefined ||
      (item.kind === 'relation' &&
        !schema.allowsEnds(item.type, types.get(item.from) ?? '', types.get(item.to) ?? '')),
  );
  if (unfit === undefined) return undefined;
  const what = layer.person || message('projects.gold');
  const problem = message('projects.not-in-schema', { id: unfit.id });
  return finding(`project-document:${layer.documentId}`, message('system.about', { what, problem }));
}

function brokenLayer(db: ReadDb, { id: layerId, documentId, person }: LayerHead): Finding | undefined {
  const what = person || message('projects.gold');
  const wrong = (problem: Message): Finding =>
    finding(`project-document:${documentId}`, message('system.about', { what, problem }));
  const items = new Map<number, string>();
  for (const { itemId: id, before, after } of changesOfLayer(db, layerId)) {
    if ((items.get(id) ?? null) !== before) return wrong(message('projects.changed-between', { id }));
    if (after === null) items.delete(id);
    else items.set(id, after);
  }
  for (const item of storedItemsOf(db, layerId)) {
    const { id, data } = item;
    if (items.get(id) !== data || !bearsColumns(item))
      return wrong(message('projects.not-as-edited', { what: message('projects.item', { id }) }));
    items.delete(id);
  }
  const [lost] = items.keys();
  return lost === undefined
    ? undefined
    : wrong(message('system.missing', { what: message('projects.item', { id: lost }) }));
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
    else
      yield finding(
        `project:${id}`,
        message('projects.not-as-edited', { what: message('projects.the-schema') }),
      );
  }
}

/** Compares every text with its checksum, and the checksums of each import with its audit entry. Texts never change. */
export function* checkTexts(db: ReadDb): Findings {
  const sums = new Map<number, string>();
  for (const { id, text, sha256 } of projectTexts(db)) {
    sums.set(id, sha256);
    if (textSum(text) === sha256) yield null;
    else
      yield finding(
        `project-document:${id}`,
        message('system.altered', { what: message('projects.the-text') }),
      );
  }
  for (const { object, first, last, sha256 } of importedBatches(db)) {
    const inside = [...sums].filter(([id]) => id >= first && id <= last).map(([, sum]) => sum);
    if (inside.length > 0 && textSum(inside.join('\n')) !== sha256)
      yield finding(object, message('projects.documents-exchanged'));
  }
}

const Removal = z.object({ ids: z.array(z.tuple([z.number(), z.number()])) });
const Unpacked = z.object({ first: z.number(), last: z.number() });
const REMOVALS = ['project.remove', 'project.put-back', 'project.unpack', 'workspace.restore'];

/**
 * Compares each document's mark of removal with the last audit entry about it. Marks that a project file or a backup
 * brought have no entry of their own.
 */
export function* checkRemovals(db: ReadDb): Findings {
  const audited = new Map<number, string | null>();
  const brought: { readonly first: number; readonly last: number }[] = [];
  for (const { actor, action, detail } of auditEntriesOf(db, REMOVALS)) {
    const value = parseAudited(detail);
    if (action === 'workspace.restore') {
      audited.clear();
      brought.push({ first: 0, last: Number.POSITIVE_INFINITY });
    } else if (action === 'project.unpack') {
      const range = Unpacked.safeParse(value);
      if (range.success) brought.push(range.data);
    } else {
      const by = action === 'project.remove' ? actor : null;
      for (const [first, last] of Removal.safeParse(value).data?.ids ?? [])
        for (let id = first; id <= last; id++) audited.set(id, by);
    }
  }
  const isBrought = (id: number) => brought.some(({ first, last }) => id >= first && id <= last);
  for (const { id, removedBy } of allRemovalMarks(db)) {
    const expected = audited.has(id) ? audited.get(id) : isBrought(id) ? removedBy : null;
    if (removedBy === expected) yield null;
    else
      yield finding(
        `project-document:${id}`,
        message('system.altered', { what: message('projects.the-removal') }),
      );
  }
}

/** Returns `undefined` for a detail that is not JSON: the check of the chain reports it. */
export function parseAudited(detail: string): unknown {
  try {
    return JSON.parse(detail);
  } catch {
    return undefined;
  }
}
