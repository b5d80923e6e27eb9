/**
 * Whether annotations are what the edits made them, and edits what the audit table says: an item, an edit or a text
 * that was changed past Meridian shows.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReadDb } from '../../db/connection.ts';
import { textSum } from '../../db/repositories/annotation/documents.ts';
import { changesOf, changesSum, SCHEMA_LAYER } from '../../db/repositories/annotation/edits.ts';

export interface EditVerdict {
  readonly edits: number;
  readonly documents: number;
  /** The first thing found that is not as it should be; both languages. */
  readonly broken?: {
    readonly what: 'edit' | 'layer' | 'project' | 'document';
    readonly id: number;
    readonly reason: string;
  };
}

type Broken = NonNullable<EditVerdict['broken']>;

const Edit = z.object({
  id: z.number(),
  projectId: z.number(),
  actor: z.string(),
  action: z.string(),
  sha256: z.string(),
});
type Edit = z.infer<typeof Edit>;

const Told = z.object({
  edit: z.number().optional(),
  project: z.number().optional(),
  action: z.string().optional(),
  by: z.string().optional(),
  sha256: z.string().optional(),
  first: z.number().optional(),
  last: z.number().optional(),
  firstEdit: z.number().optional(),
  lastEdit: z.number().optional(),
  editsSha256: z.string().optional(),
});
const Entry = z.object({ actor: z.string(), action: z.string(), object: z.string(), detail: z.string() });

/** The chain of the audit table itself is verified by `verifyAudit`. */
export function verifyEdits(db: ReadDb): EditVerdict {
  const edits = db.all(
    Edit,
    'SELECT id, project_id AS projectId, actor, action, sha256 FROM edit ORDER BY id',
  );
  const documents = db.get(z.object({ n: z.number() }), 'SELECT count(*) AS n FROM project_document')?.n ?? 0;
  const checks = [brokenSum, brokenAudit, brokenLayer, brokenSchema, brokenText];
  for (const check of checks) {
    const broken = check(db, edits);
    if (broken !== undefined) return { edits: edits.length, documents, broken };
  }
  return { edits: edits.length, documents };
}

const broken = (what: Broken['what'], id: number, english: string, chinese: string): Broken => ({
  what,
  id,
  reason: `${english} (${chinese})`,
});

function brokenSum(db: ReadDb, edits: readonly Edit[]): Broken | undefined {
  const altered = edits.find(({ id, sha256 }) => changesSum(changesOf(db, id)) !== sha256);
  return altered && broken('edit', altered.id, 'its changes were altered', '其更改内容被篡改');
}

/** Every edit has its entry, and every entry its edit, unless project or workspace were replaced since. */
function brokenAudit(db: ReadDb, edits: readonly Edit[]): Broken | undefined {
  const told = new Map<number, { actor: string; action: string; sha256: string }[]>();
  /** Edits that must be there, with their project. */
  const expected = new Map<number, number>();
  const unpacked: { first: number; last: number; sha256: string }[] = [];
  const sql = `SELECT actor, action, object, detail FROM audit
                WHERE action IN ('annotation.edit', 'project.unpack', 'project.delete', 'workspace.restore')
                ORDER BY id`;
  for (const { actor, action, object, detail } of db.all(Entry, sql)) {
    const said = Told.parse(JSON.parse(detail));
    if (action === 'workspace.restore') expected.clear();
    else if (action === 'project.delete') {
      for (const [id, project] of expected) if (object === `project:${project}`) expected.delete(id);
    } else if (action === 'project.unpack')
      unpacked.push({
        first: said.firstEdit ?? 0,
        last: said.lastEdit ?? -1,
        sha256: said.editsSha256 ?? '',
      });
    else {
      const id = said.edit ?? 0;
      const entry = { actor: said.by ?? actor, action: said.action ?? '', sha256: said.sha256 ?? '' };
      told.set(id, [...(told.get(id) ?? []), entry]);
      expected.set(id, said.project ?? 0);
    }
  }
  for (const { first, last, sha256 } of unpacked) {
    const inside = edits.filter(({ id }) => id >= first && id <= last);
    if (inside.length > 0 && sumOfSums(inside) !== sha256)
      return broken(
        'edit',
        inside[0]?.id ?? 0,
        'edits that came with a project file were altered',
        '随项目文件导入的编辑被篡改',
      );
  }
  const came = (id: number): boolean => unpacked.some(({ first, last }) => id >= first && id <= last);
  for (const { id, actor, action, sha256 } of edits) {
    expected.delete(id);
    if (came(id)) continue;
    const matches = (told.get(id) ?? []).some(
      (entry) => entry.actor === actor && entry.action === action && entry.sha256 === sha256,
    );
    if (!matches) return broken('edit', id, 'it is not what the audit table says', '与审计记录不符');
  }
  const [lost] = expected.keys();
  return lost === undefined ? undefined : broken('edit', lost, 'it was removed', '已被删除');
}

/** One sum for many edits, which came with a project file. */
export function sumOfSums(edits: readonly { readonly sha256: string }[]): string {
  const sum = createHash('sha256');
  for (const { sha256 } of edits) sum.update(`${sha256}\n`);
  return sum.digest('hex');
}

/** Items are what the changes, one after the other, made of nothing. */
function brokenLayer(db: ReadDb): Broken | undefined {
  const Id = z.object({ id: z.number() });
  const stray = db.get(
    Id,
    `SELECT layer_id AS id FROM edit_change
      WHERE layer_id <> ${SCHEMA_LAYER} AND layer_id NOT IN (SELECT id FROM layer) LIMIT 1`,
  );
  if (stray !== undefined) return broken('layer', stray.id, 'it was removed', '已被删除');
  for (const { id } of db.all(Id, 'SELECT id FROM layer ORDER BY id')) {
    const reason = brokenChain(db, id);
    if (reason !== undefined) return broken('layer', id, ...reason);
  }
  return undefined;
}

function brokenChain(db: ReadDb, layerId: number): [string, string] | undefined {
  const items = new Map<number, string>();
  const chain = `SELECT item_id, before, after FROM edit_change WHERE layer_id = ? ORDER BY edit_id, item_id`;
  for (const [item, before, after] of db.iterate(chain, layerId)) {
    const id = Number(item);
    if ((items.get(id) ?? null) !== before)
      return [`item ${id} changed between two edits`, `标注 ${id} 在两次编辑之间发生变化`];
    if (after === null) items.delete(id);
    else items.set(id, String(after));
  }
  const stored = `SELECT id, kind, type, status, data FROM item WHERE layer_id = ?`;
  for (const [item, kind, type, status, data] of db.iterate(stored, layerId)) {
    const id = Number(item);
    const text = String(data);
    const told = z.object({ kind: z.string(), type: z.string(), status: z.string() }).parse(JSON.parse(text));
    if (items.get(id) !== text || told.kind !== kind || told.type !== type || told.status !== status)
      return [`item ${id} is not what the edits made it`, `标注 ${id} 与编辑记录不符`];
    items.delete(id);
  }
  const [lost] = items.keys();
  return lost === undefined ? undefined : [`item ${lost} is missing`, `标注 ${lost} 丢失`];
}

function brokenSchema(db: ReadDb): Broken | undefined {
  const Project = z.object({ id: z.number(), schema: z.string() });
  const Step = z.object({ before: z.string().nullable(), after: z.string().nullable() });
  for (const { id, schema } of db.all(Project, 'SELECT id, schema FROM project')) {
    const steps = db.all(
      Step,
      `SELECT c.before, c.after FROM edit e
         JOIN edit_change c ON c.edit_id = e.id AND c.layer_id = ${SCHEMA_LAYER}
        WHERE e.project_id = ? ORDER BY e.id`,
      id,
    );
    const follows = steps.every((step, n) => n === 0 || steps[n - 1]?.after === step.before);
    if (!follows || (steps.length > 0 && steps.at(-1)?.after !== schema))
      return broken('project', id, 'its schema is not what the edits made it', '标注体系与编辑记录不符');
  }
  return undefined;
}

/** Texts never change: each has the sum it came with, and together these are what the audit table says. */
function brokenText(db: ReadDb): Broken | undefined {
  const sums = new Map<number, string>();
  for (const [document, text, sha256] of db.iterate(
    'SELECT id, text, sha256 FROM project_document ORDER BY id',
  )) {
    const id = Number(document);
    if (textSum(String(text)) !== sha256) return broken('document', id, 'its text was altered', '文本被篡改');
    sums.set(id, sha256);
  }
  const came = db.all(
    Entry,
    `SELECT actor, action, object, detail FROM audit WHERE action IN ('project.add', 'project.unpack')`,
  );
  for (const { detail } of came) {
    const { first = 0, last = -1, sha256 } = Told.parse(JSON.parse(detail));
    const inside = [...sums].filter(([id]) => id >= first && id <= last).map(([, sum]) => sum);
    if (inside.length > 0 && textSum(inside.join('\n')) !== sha256)
      return broken(
        'document',
        first,
        'texts that came with it were exchanged or removed',
        '同批导入的文本被替换或删除',
      );
  }
  return undefined;
}
