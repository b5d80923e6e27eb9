/** Compares revisions with the audit table. Finds texts that something other than Meridian changed or removed. */
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import type { ReadDb } from '../../db/connection.ts';
import { textSum } from '../../db/repositories/records.ts';
import { allRevisions, auditEntriesOf } from '../../db/repositories/verification.ts';
import type { ContentCheck } from './content-check.ts';

/** Detail of an entry about a revision; older entries have no checksum. */
const Told = z.object({ after: z.number().optional(), sha256: z.string() });

const ENTRIES = [
  'document.create',
  'document.import',
  'document.revise',
  'document.restore',
  'workspace.restore',
];

/** Returns the audited checksums of each revision. A restored backup may bring back any: one match is enough. */
function readTold(db: ReadDb): { sums: Map<string, Set<string>>; expected: Set<string> } {
  const sums = new Map<string, Set<string>>();
  const expected = new Set<string>();
  for (const { action, object, detail } of auditEntriesOf(db, ENTRIES)) {
    // Content older than a restore may be gone.
    if (action === 'workspace.restore') expected.clear();
    const told = Told.safeParse(parse(detail));
    if (!told.success) continue;
    const revision = `${object} ${told.data.after ?? 1}`;
    sums.set(revision, (sums.get(revision) ?? new Set()).add(told.data.sha256));
    expected.add(revision);
  }
  return { sums, expected };
}

function parse(detail: string): unknown {
  try {
    return JSON.parse(detail);
  } catch {
    return undefined; // the chain check reports the alteration
  }
}

export const revisionsCheck: ContentCheck = {
  what: 'revisions',
  *run(db) {
    const { sums, expected } = readTold(db);
    for (const { documentId, number, text, sha256 } of allRevisions(db)) {
      const object = `document:${documentId}`;
      const revision = `${object} ${number}`;
      expected.delete(revision);
      const sum = textSum(text);
      const told = sums.get(revision);
      if (sum === sha256 && (told === undefined || told.has(sum))) yield null;
      else
        yield { object, reason: message('system.altered', { what: message('revision.number', { number }) }) };
    }
    for (const revision of expected) {
      const [object = '', number = ''] = revision.split(' ');
      yield { object, reason: message('system.missing', { what: message('revision.number', { number }) }) };
    }
  },
};
