/** Reads the audit table, also as a file: CSV for spreadsheets, JSON lines with the hashes for verification elsewhere. */
import { csvFile, csvLine } from '../../../shared/csv.ts';
import { AuditExportFormat, AuditFilter, type AuditPart } from '../../../shared/domain/audit.ts';
import type { AuditEntry } from '../../../shared/domain/system.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import {
  type AuditPage,
  type AuditRange,
  appendAudit,
  countAudit,
  iterateAudit,
  lastAuditId,
  listAudit,
} from '../../db/repositories/audit.ts';
import type { AuditRow } from '../../db/repositories/audit-chain.ts';
import { dbOf, type Session } from '../session/session.ts';

const COLUMNS = ['id', 'at', 'actor', 'action', 'object', 'detail', 'prev_hash', 'hash'] as const;

/** Returns the newest entries first. */
export const auditEntries = (session: Session, filter: AuditPage): AuditEntry[] =>
  listAudit(dbOf(session), filter);

/** An export that has been audited: its own entry, which comes after all that it exports. */
interface AuditExport {
  readonly id: number;
  readonly name: string;
  readonly entries: number;
}

/** Audits an export of the entries up to now. Its parts are written afterwards. */
export async function startAuditExport(
  session: Session,
  filter: AuditFilter,
  format: AuditExportFormat,
): Promise<AuditExport> {
  const last = lastAuditId(dbOf(session));
  const counted = await session.background.run('countAudit', { filter, after: 0, last });
  const db = dbOf(session);
  return db.transaction(() => {
    const added = countAudit(db, filter, { after: last, last: lastAuditId(db) });
    const entries = counted + added;
    appendAudit(db, session.actor, 'audit.export', 'audit', { format, entries, ...filter });
    const day = new Date().toISOString().slice(0, 10);
    return { id: lastAuditId(db), name: `meridian-audit-${day}.${format}`, entries };
  });
}

/** Entries whose ids one part covers. */
const PART = 10_000;

const ExportDetail = AuditFilter.extend({ format: AuditExportFormat });

/** Returns the part of an export that begins after entry `after`, oldest first. Only its requester gets it. */
export async function auditExportPart(session: Session, id: number, after: number): Promise<AuditPart> {
  const [entry] = listAudit(dbOf(session), { actions: ['audit.export'], before: id + 1, limit: 1 });
  if (entry?.id !== id || entry.actor !== session.actor.name)
    throw new AppError('not-found', 'audit.no-export', { id });
  const { format, ...filter } = ExportDetail.parse(entry.detail);
  return session.background.run('writeAudit', { filter, format, after, last: id - 1 });
}

/** Yields the text of an export, part by part. */
export async function* auditExportText(session: Session, id: number): AsyncGenerator<string> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part: AuditPart = await auditExportPart(session, id, after);
    yield part.text;
    after = part.next;
  }
}

/** Writes the entries of one part of a range. */
export function writeAudit(
  db: ReadDb,
  filter: AuditFilter,
  format: AuditExportFormat,
  { after, last }: AuditRange,
): AuditPart {
  const end = Math.min(after + PART, last);
  let text = after === 0 && format === 'csv' ? CSV_HEAD : '';
  for (const row of iterateAudit(db, filter, { after, last: end }))
    text += format === 'csv' ? csvLine(COLUMNS.map((column) => row[column])) : `${jsonLine(row)}\n`;
  return end < last ? { text, next: end } : { text };
}

const CSV_HEAD = csvFile([COLUMNS]);

/** Returns an entry as JSON; `detail` stays the text that was hashed. */
const jsonLine = (row: AuditRow): string => JSON.stringify(row);
