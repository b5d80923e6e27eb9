/** Openings of records in the audit table: each once, whoever opens it and however often it is read then. */
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { applyToDocument } from '../../../../main/services/deid/deid.ts';
import { openRecord, readRevision } from '../../../../main/services/records/open-record.ts';
import { createRecord } from '../../../../main/services/records/records.ts';
import { runAs } from '../../../../main/services/session/request.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const record = (session: Session): number =>
  createRecord(session, { title: '病历', text: '机密文字', origin: 'test' }).id;
const openings = (session: Session) =>
  listAudit(dbOf(session), { actions: ['document.read'], limit: 100 }).reverse();

describe('an opening', () => {
  it('is audited with who, when and which record, without its words', () => {
    const session = openTestSession();
    const id = record(session);
    openRecord(session, id);
    const [entry] = openings(session);
    expect(entry).toMatchObject({ actor: 'tester', object: `document:${id}`, detail: { revision: 1 } });
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(entry)).not.toContain('机密');
  });

  it('is one entry, however often the window reads the record again; the next opening is another', async () => {
    const session = openTestSession();
    const [one, other] = [record(session), record(session)];
    openRecord(session, one);
    for (let n = 0; n < 5; n++) openRecord(session, one, true);
    readRevision(session, one, 1);
    await applyToDocument(session, { id: one, mode: 'mask' });
    expect(openings(session)).toHaveLength(1);
    openRecord(session, one);
    openRecord(session, other);
    expect(openings(session).map(({ object }) => object)).toEqual(
      [one, one, other].map((id) => `document:${id}`),
    );
  });

  it('cannot be hidden: what was never opened there is audited however it is read', async () => {
    const session = openTestSession();
    const ids = [record(session), record(session), record(session)] as const;
    openRecord(session, ids[0], true);
    readRevision(session, ids[1], 1);
    await applyToDocument(session, { id: ids[2], mode: 'mask', findings: [] });
    expect(openings(session).map(({ object }) => object)).toEqual(ids.map((id) => `document:${id}`));
  });

  it('belongs to one person at one client', () => {
    const session = openTestSession();
    const id = record(session);
    const acting = { ...session, actor: { name: '甲' } };
    const [window, other] = [{}, {}];
    const read = (client: object) => runAs(acting.actor, () => openRecord(acting, id, true), client);
    read(window);
    read(window);
    read(other);
    runAs({ name: '乙' }, () => openRecord({ ...session, actor: { name: '乙' } }, id, true), window);
    expect(openings(session).map(({ actor }) => actor)).toEqual(['甲', '甲', '乙']);
  });

  it('of a record that is not there is no entry', () => {
    const session = openTestSession();
    expect(() => openRecord(session, 99)).toThrow(/99/);
    expect(openings(session)).toEqual([]);
  });
});
