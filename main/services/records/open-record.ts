/** Opens records for people to read. Each opening is audited once; reading on in the same window is not. */
import type { DocumentFull } from '../../../shared/domain/document.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { requestClient } from '../session/request.ts';
import { dbOf, type Session } from '../session/session.ts';
import { getRecord, getRevisionText } from './records.ts';

/** Records that a person has opened at a client, which is one window's or program's session. */
const opened = new WeakMap<object, Map<string, Set<number>>>();

/**
 * Returns a record and audits its opening before.
 * @param again whether the client has it open already; without an earlier opening there it is audited all the same
 */
export function openRecord(session: Session, id: number, again = false): DocumentFull {
  const record = getRecord(session, id);
  note(session, record, again);
  return record;
}

/** Returns the text of a revision; audits an opening of its record unless it is open. */
export function readRevision(session: Session, id: number, number: number): string {
  const text = getRevisionText(session, id, number);
  note(session, getRecord(session, id), true);
  return text;
}

function note(session: Session, { id, revision }: DocumentFull, again: boolean): void {
  if (session.workspace.readonly) return; // it cannot be written
  const { actor } = session;
  const client = requestClient() ?? session;
  const byPerson = opened.get(client) ?? new Map<string, Set<number>>();
  const records = byPerson.get(actor.name) ?? new Set<number>();
  if (again && records.has(id)) return;
  auditAlone(dbOf(session), actor, 'document.read', `document:${id}`, { revision });
  opened.set(client, byPerson.set(actor.name, records.add(id)));
}
