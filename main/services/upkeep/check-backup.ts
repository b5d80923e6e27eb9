/** Opens backups and checks all of their content, in a background process. */
import { basename } from 'node:path';
import type { CheckedBackup } from '../../../shared/domain/upkeep.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { openConnection } from '../../db/connection.ts';
import { countAudit, lastAuditId } from '../../db/repositories/audit.ts';
import { recordTotals } from '../../db/repositories/records.ts';
import { openWithOneOf } from '../../workspace/check-files.ts';
import { CONTENT_CHECKS, verifyAll } from '../audit/verify.ts';

const TOLD = 20;

/**
 * Opens the backup with one of the keys, reads every page, and verifies its audit chain with the revisions and edits
 * that it tells of. Throws when no key opens it.
 */
export async function checkBackup({
  path,
  keys,
}: {
  readonly path: string;
  readonly keys: readonly (Uint8Array | null)[];
}): Promise<CheckedBackup> {
  const file = basename(path);
  const db = openWithOneOf(path, keys);
  try {
    const faults = db.faults();
    // Rows of a damaged database cannot be compared.
    const { found, brokenAt } = faults.length > 0 ? { found: 0 } : await verifyAll(() => db, CONTENT_CHECKS);
    const problems: Message[] = faults.map((problem) => message('workspace.file-damaged', { file, problem }));
    if (found > 0)
      problems.push(message('upkeep.backup-altered', { file, count: found, entry: brokenAt ?? 0 }));
    return {
      records: faults.length > 0 ? 0 : recordTotals(db).documents,
      auditEntries: faults.length > 0 ? 0 : countAudit(db, {}, { after: 0, last: lastAuditId(db) }),
      problems: problems.slice(0, TOLD),
    };
  } finally {
    db.close();
  }
}

/** Writes a consistent copy of a database under the same key, to a file that does not exist. */
export function copyDatabase({
  databaseFile,
  key,
  target,
}: {
  readonly databaseFile: string;
  readonly key: Uint8Array | null;
  readonly target: string;
}): undefined {
  const db = openConnection(databaseFile, { key, readonly: true });
  try {
    db.copyInto(target);
  } finally {
    db.close();
  }
}
