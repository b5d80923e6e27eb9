/**
 * Verifies that annotations are what edits made them, and that edits are what the audit table says. Finds items, edits
 * and texts that something other than Meridian changed. `services/audit/verify.ts` verifies the audit chain itself.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { message } from '../../../../shared/messages/message.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { changesOf, changesSum } from '../../../db/repositories/annotation/edits.ts';
import { allEditHeads, auditEntriesOf } from '../../../db/repositories/verification.ts';
import { type Findings, finding } from './findings.ts';
import { checkLayers, checkRemovals, checkSchemas, checkTexts, parseAudited } from './verify-content.ts';

export const editsCheck = {
  what: 'annotations',
  *run(db: ReadDb): Findings {
    yield* checkEdits(db);
    yield* checkLayers(db);
    yield* checkSchemas(db);
    yield* checkTexts(db);
    yield* checkRemovals(db);
  },
};

const Told = z.object({
  edit: z.number().optional(),
  project: z.number().optional(),
  action: z.string().optional(),
  by: z.string().optional(),
  sha256: z.string().optional(),
  firstEdit: z.number().optional(),
  lastEdit: z.number().optional(),
  editsSha256: z.string().optional(),
});

interface Unpacked {
  readonly first: number;
  readonly last: number;
  readonly sha256: string;
}

interface Audited {
  /** Entries by edit; several where a restored backup brought an edit back. */
  readonly told: Map<number, { actor: string; action: string; sha256: string }[]>;
  /** Edits that must exist, with their project. */
  readonly expected: Map<number, number>;
  /** Edits that came with a project file: one entry for all of them. */
  readonly unpacked: Unpacked[];
}

const ENTRIES = ['annotation.edit', 'project.unpack', 'project.delete', 'workspace.restore'];

function readAudit(db: ReadDb): Audited {
  const audited: Audited = { told: new Map(), expected: new Map(), unpacked: [] };
  const { told, expected, unpacked } = audited;
  for (const { actor, action, object, detail } of auditEntriesOf(db, ENTRIES)) {
    const said = Told.safeParse(parseAudited(detail)).data ?? {};
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
  return audited;
}

/** Matches edits and audit entries one to one, but for projects and workspaces replaced since. */
function* checkEdits(db: ReadDb): Findings {
  const edits = allEditHeads(db);
  const { told, expected, unpacked } = readAudit(db);
  const came = (id: number): boolean => unpacked.some(({ first, last }) => id >= first && id <= last);
  for (const { id, projectId, actor, action, sha256 } of edits) {
    expected.delete(id);
    const about = `project:${projectId}`;
    const matches = (told.get(id) ?? []).some(
      (entry) => entry.actor === actor && entry.action === action && entry.sha256 === sha256,
    );
    if (changesSum(changesOf(db, id)) !== sha256)
      yield finding(about, message('system.altered', { what: message('projects.edit', { id }) }));
    else if (!came(id) && !matches) yield finding(about, message('projects.not-as-audited', { id }));
    else yield null;
  }
  for (const { first, last, sha256 } of unpacked) {
    const inside = edits.filter(({ id }) => id >= first && id <= last);
    if (inside.length > 0 && sumOfSums(inside) !== sha256)
      yield finding(
        `project:${inside[0]?.projectId}`,
        message('system.altered', { what: message('projects.edits', { first, last }) }),
      );
  }
  for (const [id, project] of expected)
    yield finding(
      `project:${project}`,
      message('system.missing', { what: message('projects.edit', { id }) }),
    );
}

/** Returns one checksum for the edits that came with a project file. */
export function sumOfSums(edits: readonly { readonly sha256: string }[]): string {
  const sum = createHash('sha256');
  for (const { sha256 } of edits) sum.update(`${sha256}\n`);
  return sum.digest('hex');
}
