import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../../main/db/connection.ts';
import { appendAudit, auditAlone, auditFacets, listAudit } from '../../../../main/db/repositories/audit.ts';
import { type AuditRow, chainHash } from '../../../../main/db/repositories/audit-chain.ts';
import {
  auditExportPart,
  auditExportText,
  startAuditExport,
} from '../../../../main/services/audit/export.ts';
import { verifyAll, verifyWorkspace } from '../../../../main/services/audit/verify.ts';
import * as documents from '../../../../main/services/records/records.ts';
import { csvCell } from '../../../../shared/csv.ts';
import type { AuditExportFormat, AuditFilter } from '../../../../shared/domain/audit.ts';
import { verifyAudit } from '../../../helpers/verify.ts';
import { openTestSession, openWorkspace } from '../../../helpers/workspace.ts';

afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;

/** An audit table with entries one hour apart, and nothing in the way of whoever would tamper with it. */
function openTrail(entries: number): Connection {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { db } = openWorkspace();
  for (let i = 1; i <= entries; i++) {
    vi.setSystemTime(Date.UTC(2026, 0, 1) + i * HOUR);
    const actor = { name: i % 3 === 0 ? '王医生' : '李标注' };
    auditAlone(db, actor, i % 2 === 0 ? 'document.revise' : 'document.create', `document:${i % 4}`, { i });
  }
  db.raw.exec('DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete; DROP TRIGGER audit_head_follows');
  return db;
}

const rows = (db: Connection): AuditRow[] =>
  // safe: the columns of the table
  db.raw.prepare('SELECT * FROM audit ORDER BY id').all() as AuditRow[];

function put(db: Connection, row: AuditRow): void {
  const { id, at, actor, action, object, detail, prev_hash, hash } = row;
  db.run(
    'INSERT OR REPLACE INTO audit (id, at, actor, action, object, detail, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    at,
    actor,
    action,
    object,
    detail,
    prev_hash,
    hash,
  );
}

/** Verifies the trail without comparing revisions, of which there are none here. */
const verify = (db: Connection) => verifyAll(() => db, []);

describe('a trail that was tampered with', () => {
  it('is intact before', async () => {
    const db = openTrail(12);
    expect(verifyAudit(db)).toEqual({ entries: 12 });
    const last = rows(db).at(-1)!;
    expect(await verify(db)).toEqual({
      entries: 12,
      found: 0,
      problems: [],
      noted: 0,
      notes: [],
      clockSteps: 0,
      clock: [],
      head: { id: 12, hash: last.hash },
      compared: [],
    });
  });

  for (const column of ['at', 'actor', 'action', 'object', 'detail', 'hash', 'prev_hash'] as const)
    it(`shows an altered ${column}`, async () => {
      const db = openTrail(6);
      db.run(`UPDATE audit SET ${column} = ? WHERE id = 3`, column === 'detail' ? '{"i":9}' : 'other');
      const { brokenAt, problems } = await verify(db);
      expect(brokenAt).toBe(3);
      expect(problems[0]).toEqual({ kind: column === 'prev_hash' ? 'unlinked' : 'altered', entry: 3 });
      expect(verifyAudit(db).brokenAt).toBe(3);
    });

  it('shows an entry whose hash was made anew', async () => {
    const db = openTrail(6);
    const row = { ...rows(db)[2]!, actor: '别人' };
    put(db, { ...row, hash: chainHash(row) });
    expect((await verify(db)).problems).toEqual([{ kind: 'unlinked', entry: 4 }]);
  });

  it('shows the last entry made anew: it is not the one noted', async () => {
    const db = openTrail(6);
    const row = { ...rows(db)[5]!, actor: '别人' };
    put(db, { ...row, hash: chainHash(row) });
    expect((await verify(db)).problems).toEqual([{ kind: 'cut', entry: 6, noted: 6 }]);
  });

  it('shows removed entries, in the middle, at the start and at the end', async () => {
    for (const [from, to] of [
      [3, 3],
      [1, 2],
      [2, 5],
    ] as const) {
      const db = openTrail(6);
      db.run('DELETE FROM audit WHERE id BETWEEN ? AND ?', from, to);
      expect((await verify(db)).problems).toEqual([{ kind: 'missing', entry: from, to }]);
    }
    const db = openTrail(6);
    db.run('DELETE FROM audit WHERE id >= 5');
    expect((await verify(db)).problems).toEqual([{ kind: 'cut', entry: 4, noted: 6 }]);
    expect(verifyAudit(db).brokenAt).toBe(5);
    db.run('DELETE FROM audit');
    expect((await verify(db)).problems).toEqual([{ kind: 'cut', entry: 0, noted: 6 }]);
  });

  it('shows an entry put between others, with their numbers moved on', async () => {
    const db = openTrail(6);
    const [, , third] = rows(db);
    db.run('UPDATE audit SET id = id + 100 WHERE id >= 4');
    const forged = { ...third!, id: 4, prev_hash: third!.hash, actor: '别人' };
    put(db, { ...forged, hash: chainHash(forged) });
    db.run('UPDATE audit SET id = id - 99 WHERE id > 100');
    expect(rows(db).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await verify(db)).problems[0]).toEqual({ kind: 'unlinked', entry: 5 });
  });

  it('shows an entry put at the end past Meridian', async () => {
    const db = openTrail(6);
    const last = rows(db).at(-1)!;
    const forged = { ...last, id: 7, prev_hash: last.hash };
    put(db, { ...forged, hash: chainHash(forged) });
    expect((await verify(db)).problems).toEqual([{ kind: 'cut', entry: 7, noted: 6 }]);
  });

  it('shows entries in another order', async () => {
    const db = openTrail(6);
    db.run('UPDATE audit SET id = 99 WHERE id = 3');
    db.run('UPDATE audit SET id = 3 WHERE id = 4');
    db.run('UPDATE audit SET id = 4 WHERE id = 99');
    const { problems } = await verify(db);
    expect(problems.map((problem) => problem.kind)).toEqual(['unlinked', 'unlinked', 'unlinked']);
    expect(problems[0]).toEqual({ kind: 'unlinked', entry: 3 });
  });

  it('shows any single change of any entry', async () => {
    const db = openTrail(8);
    const before = rows(db);
    const column = fc.constantFrom('at', 'actor', 'action', 'object', 'detail', 'prev_hash', 'hash');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), column, fc.string(), async (id, name, value) => {
        const row = before[id - 1]!;
        fc.pre(Reflect.get(row, name) !== value);
        db.run(`UPDATE audit SET ${name} = ? WHERE id = ?`, value, id);
        expect((await verify(db)).found).toBeGreaterThan(0);
        put(db, row);
        expect((await verify(db)).found).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('can still be looked at', () => {
    const db = openTrail(3);
    db.run(`UPDATE audit SET detail = 'not json' WHERE id = 2`);
    expect(listAudit(db, { limit: 9 }).map(({ detail }) => detail)).toEqual([
      { i: 3 },
      { unreadable: 'not json' },
      { i: 1 },
    ]);
  });
});

describe('a long trail', () => {
  it('is verified whole, with the first of many problems told', async () => {
    const { db } = openWorkspace();
    db.transaction(() => {
      for (let i = 0; i < 1300; i++) auditAlone(db, { name: 'a' }, 'document.create', 'thing:1', { i });
    });
    expect(await verify(db)).toMatchObject({ entries: 1300, found: 0 });
    db.raw.exec('DROP TRIGGER audit_no_update');
    db.run(`UPDATE audit SET actor = 'b' WHERE id > 600`);
    const verdict = await verify(db);
    expect(verdict).toMatchObject({ entries: 1300, found: 700, brokenAt: 601 });
    expect(verdict.problems).toHaveLength(100);
  });

  it('may grow while it is verified', async () => {
    const { db } = openWorkspace();
    db.transaction(() => {
      for (let i = 0; i < 1200; i++) auditAlone(db, { name: 'a' }, 'document.create', 'thing:1', { i });
    });
    let asked = 0;
    const growing = () => {
      if (asked++ % 2 === 1 && asked < 9) auditAlone(db, { name: 'b' }, 'document.create', 'thing:2', {});
      return db;
    };
    const verdict = await verifyAll(growing, []);
    expect(verdict.found).toBe(0);
    expect(verdict.entries).toBe(1204);
  });
});

describe('a clock that goes back', () => {
  it('changes nothing about the order, breaks nothing and is said', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { db } = openWorkspace();
    const times = [10, 11, 3, 4, 12].map((hour) => Date.UTC(2026, 0, 2, hour));
    times.forEach((time, i) => {
      vi.setSystemTime(time);
      auditAlone(db, { name: 'a' }, 'document.create', `thing:${i + 1}`, {});
    });
    const listed = listAudit(db, { limit: 9 });
    expect(listed.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    expect(listed.filter(({ clockBack }) => clockBack).map(({ id }) => id)).toEqual([3]);
    // CompactText to others, an entry is still compared with the one before it in the table.
    expect(listAudit(db, { object: 'thing:3', limit: 9 })[0]?.clockBack).toBe(true);
    const verdict = await verify(db);
    expect(verdict).toMatchObject({ entries: 5, found: 0, clockSteps: 1 });
    expect(verdict.clock).toEqual([
      { entry: 3, at: '2026-01-02T03:00:00.000Z', before: '2026-01-02T11:00:00.000Z' },
    ]);
  });

  it('leaves revisions in their order', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.UTC(2026, 0, 2));
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'a', origin: 'typed' });
    vi.setSystemTime(Date.UTC(2025, 0, 1));
    documents.commitRecord(session, id, { base: 1, draft: 0 }, 'b', 'saved');
    expect(documents.listRevisions(session, id).map(({ number }) => number)).toEqual([2, 1]);
    expect(documents.getRecord(session, id)).toMatchObject({ text: 'b', revision: 2 });
  });
});

describe('questions to the trail', () => {
  /** The same by looking at every entry. */
  const naive = (db: Connection, { object, actors, actions, since, until }: AuditFilter): number[] =>
    rows(db)
      .filter(
        (row) =>
          (object === undefined || row.object === object || row.object.split(':')[0] === object) &&
          (actors === undefined || actors.length === 0 || actors.includes(row.actor)) &&
          (actions === undefined || actions.length === 0 || actions.includes(row.action)) &&
          (since === undefined || Date.parse(row.at) >= Date.parse(since)) &&
          (until === undefined || Date.parse(row.at) < Date.parse(until)),
      )
      .map(({ id }) => id)
      .reverse();

  it('are answered as by looking at every entry, in pages', () => {
    const db = openTrail(40);
    auditAlone(db, { name: '王医生' }, 'workspace.backup', 'workspace', {});
    auditAlone(db, { name: '王医生' }, 'document.rename', 'documents:1', {});
    const time = fc
      .integer({ min: 0, max: 45 })
      .map((hours) => new Date(Date.UTC(2026, 0, 1) + hours * HOUR).toISOString().replace('.000', ''));
    const filter = fc.record(
      {
        object: fc.constantFrom('document:1', 'document', 'workspace', 'documents', 'docu', "'; --"),
        actors: fc.subarray(['王医生', '李标注', '没有']),
        actions: fc.subarray(['document.create', 'document.revise', 'workspace.backup']),
        since: time,
        until: time,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filter, fc.integer({ min: 1, max: 9 }), (asked, limit) => {
        const found: number[] = [];
        let before: number | undefined;
        for (;;) {
          const page = listAudit(db, { ...asked, before, limit });
          found.push(...page.map(({ id }) => id));
          if (page.length < limit) break;
          before = page.at(-1)?.id;
        }
        expect(found).toEqual(naive(db, asked));
      }),
    );
  });

  it('know everybody and every action', () => {
    expect(auditFacets(openTrail(6))).toEqual({
      actors: ['李标注', '王医生'],
      actions: ['document.create', 'document.revise'],
    });
  });
});

describe('the trail as a file', () => {
  it('comes in parts of ten thousand numbers, to its requester only', async () => {
    const session = openTestSession(openWorkspace());
    const { db } = session.workspace;
    const run = vi.spyOn(session.background, 'run');
    db.transaction(() => {
      for (let i = 0; i < 20_001; i++)
        appendAudit(db, session.actor, i % 2 === 0 ? 'document.create' : 'document.revise', 'document:1');
    });
    const { id, entries } = await startAuditExport(session, { actions: ['document.create'] }, 'jsonl');
    expect({ id, entries }).toEqual({ id: 20_002, entries: 10_001 });
    const parts: string[] = [];
    for await (const part of auditExportText(session, id)) parts.push(part);
    expect(parts.map((part) => part.split('\n').length - 1)).toEqual([5000, 5000, 1]);
    expect(run.mock.calls.map(([task]) => task)).toEqual([
      'countAudit',
      'writeAudit',
      'writeAudit',
      'writeAudit',
    ]);
    await expect(auditExportPart(session, 20_001, 0)).rejects.toThrow('20001');
    const other = { ...session, actor: { name: 'other' } };
    await expect(auditExportPart(other, id, 0)).rejects.toThrow('20002');
  });

  it('is verified in a background process', async () => {
    const session = openTestSession();
    const run = vi.spyOn(session.background, 'run');
    documents.createRecord(session, { title: 't', text: 'a', origin: 'typed' });
    expect(await verifyWorkspace(session)).toMatchObject({ entries: 1, found: 0 });
    expect(run.mock.calls.map(([task]) => task)).toContain('verifyAudit');
  });

  it('holds what was asked for, oldest first, and the export is in the trail', async () => {
    const exported = async (filter: AuditFilter, format: AuditExportFormat) => {
      const { id } = await startAuditExport(session, filter, format);
      let text = '';
      for await (const part of auditExportText(session, id)) text += part;
      return text;
    };
    const session = openTestSession();
    const { db } = session.workspace;
    const { id } = documents.createRecord(session, { title: '逗号,引号"', text: 'a', origin: 'typed' });
    documents.renameRecord(session, id, '=1+1\n换行');
    const jsonl = await exported({ object: `document:${id}` }, 'jsonl');
    const lines = jsonl.trimEnd().split('\n');
    const read: AuditRow[] = lines.map((line) => JSON.parse(line));
    expect(read.map(({ action }) => action)).toEqual(['document.create', 'document.rename']);
    for (const row of read) expect(chainHash(row)).toBe(row.hash);
    expect(listAudit(db, { limit: 1 })[0]).toMatchObject({
      action: 'audit.export',
      detail: { format: 'jsonl', entries: 2, object: `document:${id}` },
    });
    const csv = await exported({}, 'csv');
    expect(csv.startsWith('\ufeffid,at,actor,action,object,detail,prev_hash,hash\r\n1,')).toBe(true);
    expect(readCsv(csv.slice(1))).toHaveLength(4);
    expect(readCsv(csv.slice(1))[1]?.[5]).toContain('逗号,引号\\"');
    expect(verifyAudit(db)).toEqual({ entries: 4 });
  });

  it('has no cell that a spreadsheet would compute, and comes back from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [[cell] = []] = readCsv(`${csvCell(text)}\r\n`);
        expect(cell?.replace(/^'(?=[=+\-@\t\r])/, '')).toBe(text);
        expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

/** A plain reader of RFC 4180. */
function readCsv(text: string): string[][] {
  const table: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    row.push(cell);
    if (text[at] === ',') at++;
    else {
      at += 2;
      table.push(row);
      row = [];
    }
  }
  return table;
}
