/** Reads the audit table, also as a file: CSV for spreadsheets, JSON lines with the hashes for verification elsewhere. */
import type { AuditExportFormat, AuditFilter } from '../../../shared/domain/audit.ts';
import type { AuditEntry } from '../../../shared/domain/system.ts';
import { type AuditPage, auditAlone, iterateAudit, listAudit } from '../../db/repositories/audit.ts';
import type { AuditRow } from '../../db/repositories/audit-chain.ts';
import { dbOf, type Session } from '../session/session.ts';

const COLUMNS = ['id', 'at', 'actor', 'action', 'object', 'detail', 'prev_hash', 'hash'] as const;

/** Returns the newest entries first. */
export const auditEntries = (session: Session, filter: AuditPage): AuditEntry[] =>
  listAudit(dbOf(session), filter);

/** Exports entries, oldest first. The export itself is audited after them. */
export function exportAudit(
  session: Session,
  filter: AuditFilter,
  format: AuditExportFormat,
): { name: string; bytes: Uint8Array; entries: number } {
  const db = dbOf(session);
  const lines: string[] = [];
  for (const row of iterateAudit(db, filter)) lines.push(format === 'csv' ? csvLine(row) : jsonLine(row));
  const entries = lines.length;
  auditAlone(db, session.actor, 'audit.export', 'audit', { format, entries, ...filter });
  const day = new Date().toISOString().slice(0, 10);
  return { name: `meridian-audit-${day}.${format}`, bytes: encode(lines, format), entries };
}

function encode(lines: readonly string[], format: AuditExportFormat): Uint8Array {
  if (format === 'jsonl') return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'utf8');
  // Line ends follow RFC 4180; the byte order mark makes Excel read UTF-8.
  return Buffer.from(`\ufeff${[COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join('')}`, 'utf8');
}

/** Returns an entry as JSON; `detail` stays the text that was hashed. */
const jsonLine = (row: AuditRow): string => JSON.stringify(row);

const csvLine = (row: AuditRow): string => COLUMNS.map((column) => csvCell(row[column])).join(',');

/** Returns a CSV cell, quoted where needed. Formulas get an apostrophe, so that spreadsheets do not run them. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
