/** A change and its audit entry are kept together, also when the process ends between them. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendAudit, listAudit } from '../../../../main/db/repositories/audit.ts';
import { listSources } from '../../../../main/db/repositories/graph-read.ts';
import { recoverUnfinished } from '../../../../main/kg/import/index.ts';
import { importFile, undo } from '../../../../main/services/graph/graph.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { backupWorkspace } from '../../../../main/services/workspace/backup-and-key.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

/** Makes every new entry of the audit table fail, as if the process ended before it. */
const failAudit = (session: Session): void =>
  void dbOf(session).raw.exec(
    `CREATE TEMP TRIGGER fail_audit BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'ended'); END`,
  );

const entriesOf = (session: Session, action: string): number =>
  listAudit(dbOf(session), { limit: 99, actions: [action] }).length;

const edgesOf = (session: Session) => dbOf(session).rows('SELECT count(*) FROM kg_edge')[0]?.[0];

function openWithGraph(): { session: Session; load: () => Promise<unknown> } {
  const session = openTestSession();
  const path = join(temporaryDir(), 'a.tsv');
  writeFileSync(path, Array.from({ length: 3000 }, (_, n) => `病${n}\tHasSymptom\t痛${n}\n`).join(''));
  const load = () => importFile(session, { name: 'a.tsv', path }, { format: 'auto' }, () => undefined);
  return { session, load };
}

describe('without its entry', () => {
  it('no import is undone', async () => {
    const { session, load } = openWithGraph();
    await load();
    const [source] = listSources(dbOf(session));
    failAudit(session);
    await expect(undo(session, source!.id, { sliceMs: 0 })).rejects.toThrow('ended');
    recoverUnfinished(dbOf(session));
    expect(edgesOf(session)).toBe(3000);
  });

  it('no backup appears', () => {
    const session = openTestSession();
    failAudit(session);
    expect(() => backupWorkspace(session)).toThrow('ended');
    const folder = join(session.workspace.dir, 'backups');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});

it('an undo has its entry from its first slice on, since the next start completes it', async () => {
  const { session, load } = openWithGraph();
  await load();
  const [source] = listSources(dbOf(session));
  const entries: number[] = [];
  const report = () => entries.push(entriesOf(session, 'kg.undo'));
  await undo(session, source!.id, { sliceMs: 0, report });
  expect(entries.length).toBeGreaterThan(3);
  expect(new Set(entries)).toEqual(new Set([1]));
  expect(entriesOf(session, 'kg.undo')).toBe(1);
});

it('an entry outside of a transaction is refused', () => {
  const session = openTestSession();
  const append = () => appendAudit(dbOf(session), { name: 'x' }, 'kg.import', 'z');
  expect(append).toThrow(/transaction/);
  dbOf(session).transaction(append);
  expect(entriesOf(session, 'kg.import')).toBe(1);
});
