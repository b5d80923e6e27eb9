/** Each audited action with an audit entry that fails: nothing of its change is kept, and it works once entries do. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { recoverUnfinished } from '../../../../main/kg/import/index.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { fileKeyOf } from '../../../../main/workspace/file-key.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../../../shared/domain/audit.ts';
import { cheapenScrypt } from '../../../helpers/accounts.ts';
import { openTestSession } from '../../../helpers/workspace.ts';
import type { Case, Session } from './rollback/fixtures.ts';
import { GRAPH } from './rollback/graph.ts';
import { MODELS } from './rollback/models.ts';
import { PEOPLE } from './rollback/people.ts';
import { PROJECTS } from './rollback/projects.ts';
import { RECORDS } from './rollback/records.ts';
import { WORKSPACE } from './rollback/workspace.ts';

cheapenScrypt();

const CASES: Readonly<Record<AuditAction, Case>> = {
  ...GRAPH,
  ...MODELS,
  ...PEOPLE,
  ...PROJECTS,
  ...RECORDS,
  ...WORKSPACE,
};

/** Changes nothing in the database beside its entry. */
const ALONE: ReadonlySet<AuditAction> = new Set([
  ...(['batch.invite', 'batch.results'] as const),
  ...(['account.lock', 'account.sign-out', 'audit.export', 'deid.files', 'document.export'] as const),
  ...(['experiment.report', 'model.export', 'project.export', 'project.pack', 'rule.export'] as const),
  'kg.export',
  ...(['vectors.export', 'workspace.backup', 'workspace.change-key', 'workspace.export-key'] as const),
  ...([
    'document.read',
    'hook.answer',
    'phrases.export',
    'run.export',
    'run.import',
    'run.report',
    'workspace.unlock',
    'workspace.unlock-failure',
  ] as const),
  ...(['workspace.share', 'workspace.unshare'] as const),
]);

/** Returns the sums over the rows of each table but the audit's own. */
function contentOf(session: Session, action: AuditAction): Record<string, string> {
  const db = dbOf(session);
  const tables = db
    .rows(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .flat()
    .map(String);
  const sumOf = (table: string): string => {
    // The time of a claim says which process looks after a row, not what it is.
    const columns = db.rows(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'claimed_at'`);
    return createHash('sha256')
      .update(JSON.stringify(db.rows(`SELECT ${columns.join(', ')} FROM "${table}"`)))
      .digest('hex');
  };
  const others = action === 'learning.train' ? ['data_set'] : []; // imports of data sets have entries of their own
  const own = tables.filter((name) => !/^(sqlite_|audit)|_fts/.test(name) && !others.includes(name));
  return Object.fromEntries(own.map((name) => [name, sumOf(name)]));
}

const entries = (session: Session, action: AuditAction): number =>
  listAudit(dbOf(session), { limit: 999, actions: [action] }).length;

const outcome = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    return String(error);
  }
};

describe('an audited action whose entry fails', () => {
  it.each(AUDIT_ACTIONS)('%s is refused and leaves nothing, and works with its entry', async (action) => {
    const session = openTestSession();
    fileKeyOf(session.workspace);
    const act = await CASES[action](session);
    const [before, told] = [contentOf(session, action), entries(session, action)];
    dbOf(session).raw.exec(
      `CREATE TRIGGER fail_audit BEFORE INSERT ON audit WHEN NEW.action = '${action}'
       BEGIN SELECT RAISE(ABORT, 'ended'); END`,
    );
    const said = await outcome(act);
    recoverUnfinished(dbOf(session));
    expect(said).toContain('ended');
    expect(contentOf(session, action)).toEqual(before);
    dbOf(session).raw.exec('DROP TRIGGER fail_audit');
    expect(await outcome(act)).toBe('done');
    expect(entries(session, action)).toBeGreaterThan(told);
    if (!ALONE.has(action)) expect(contentOf(session, action)).not.toEqual(before);
  });
});
