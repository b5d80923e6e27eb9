/** Scheduled backups: when they run, that they were opened and checked, what is kept, and how failures are told. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../../main/db/connection.ts';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { createRecord, listRecords } from '../../../../main/services/records/records.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { BackupSchedule } from '../../../../main/services/upkeep/backup-plan.ts';
import {
  backupWorkspace,
  changeKey,
  restoreWorkspace,
} from '../../../../main/services/workspace/backup-and-key.ts';
import { BackupPlan } from '../../../../shared/domain/upkeep.ts';
import { words } from '../../../../shared/messages/words.ts';
import { codeOf } from '../../../helpers/accounts.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const HOUR = 3_600_000;

function scheduled(workspace = openWorkspace()) {
  const session = openTestSession(workspace);
  const failures: string[] = [];
  let now = Date.UTC(2026, 0, 5, 8);
  const schedule = new BackupSchedule(session, {
    now: () => now,
    failed: (reason) => void failures.push(words(reason, 'en')),
  });
  onTestFinished(() => schedule.close());
  return {
    ...{ session, schedule, failures, workspace },
    pass: (ms: number) => {
      now += ms;
    },
    own: () => readdirSync(workspace.backupFolder()).sort(),
  };
}

const plan = (given: Partial<BackupPlan>): BackupPlan => BackupPlan.parse(given);

describe('the schedule', () => {
  it('is off at first; then backs up when it is due, over restarts', async () => {
    const { session, schedule, pass, own } = scheduled();
    await schedule.runIfDue();
    expect([own(), schedule.state().next]).toEqual([[], undefined]);
    schedule.setPlan(plan({ every: 'day' }));
    await schedule.runIfDue();
    await schedule.runIfDue();
    expect(own()).toEqual(['2026-01-05T08-00-00-000Z-scheduled.db']);
    expect(schedule.state().next).toBe('2026-01-06T08:00:00.000Z');
    pass(23 * HOUR);
    await schedule.runIfDue();
    expect(own()).toHaveLength(1);
    pass(HOUR);
    const again = new BackupSchedule(session, { now: () => Date.UTC(2026, 0, 6, 8) });
    await again.runIfDue();
    await again.close();
    expect(own()).toHaveLength(2);
    const entries = listAudit(dbOf(session), {
      actions: ['workspace.backup', 'workspace.backup-plan'],
      limit: 9,
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'workspace.backup',
      'workspace.backup',
      'workspace.backup-plan',
    ]);
  });

  it('keeps as many as it is told, and removes scheduled ones only', async () => {
    const { session, schedule, pass, own } = scheduled();
    const { file } = backupWorkspace(session);
    for (const keep of [3, 1]) {
      schedule.setPlan(plan({ every: 'hour', keep }));
      for (let n = 0; n < 5; n++) {
        pass(HOUR);
        await schedule.runIfDue();
      }
      expect(own().filter((name) => name.endsWith('-scheduled.db'))).toHaveLength(keep);
      expect(own()).toContain(file);
    }
  });

  it('writes into the folder chosen, from which a restore comes back', async () => {
    const { session, schedule, own } = scheduled();
    const folder = temporaryDir();
    const { id } = createRecord(session, { title: '一', text: '文', origin: 'test' });
    schedule.setPlan(plan({ every: 'day', folder }));
    const { backups } = await schedule.run();
    expect([own(), readdirSync(folder)]).toEqual([[], [backups[0]?.file]]);
    createRecord(session, { title: '二', text: '文', origin: 'test' });
    const idle = { ...session, engine: { stop: async () => undefined, start: () => undefined } };
    await restoreWorkspace(idle as unknown as typeof session, backups[0]?.file ?? '', folder);
    expect(listRecords(session).map((one) => one.id)).toEqual([id]);
    for (const wrong of ['relative', join(folder, 'nothing'), session.workspace.dir])
      expect(await codeOf(() => schedule.setPlan(plan({ folder: wrong })))).toBe('bad-request');
  });
});

describe('a verified backup', () => {
  it('was opened and all of it checked', async () => {
    const { session, schedule, workspace } = scheduled();
    createRecord(session, { title: '一', text: '文'.repeat(3000), origin: 'test' });
    const { backups } = await schedule.run();
    expect(backups[0]).toMatchObject({ verified: '2026-01-05T08:00:00.000Z' });
    const { file } = backupWorkspace(session);
    expect(schedule.state().backups.find((one) => one.file === file)?.verified).toBeUndefined();
    expect(await schedule.verify(file)).toMatchObject({ records: 1, problems: [] });
    expect(schedule.state().backups.find((one) => one.file === file)?.verified).toBeDefined();
    expect(await codeOf(() => schedule.verify('../meridian.db'))).toBe('not-found');
    // One changed page.
    const path = join(workspace.backupFolder(), file);
    writeSync(openSync(path, 'r+'), Buffer.alloc(64, 7), 0, 64, 3 * 4096 + 100);
    const verdict = await schedule.verify(file).catch(() => ({ problems: ['refused'] }));
    expect(verdict.problems.length).toBeGreaterThan(0);
  });

  it('has an audit table and revisions that fit, else it is told', async () => {
    const { session, schedule, workspace } = scheduled();
    createRecord(session, { title: '一', text: '原文', origin: 'test' });
    const { file } = backupWorkspace(session);
    const db = openConnection(join(workspace.backupFolder(), file), { key: workspace.key });
    db.raw.exec("DROP TRIGGER IF EXISTS revision_no_update; UPDATE revision SET text = '改过'");
    db.close();
    const { problems } = await schedule.verify(file);
    expect(problems.map((problem) => words(problem, 'en')).join()).toContain('do not fit');
  });

  it('opens after a change of key, and never with another key', async () => {
    const { session, schedule, workspace } = scheduled();
    const { file } = backupWorkspace(session);
    const idle = { ...session, engine: { stop: async () => undefined, start: () => undefined } };
    await changeKey(idle as unknown as typeof session, 'keyfile', undefined);
    expect((await schedule.verify(file)).problems).toEqual([]);
    const other = openWorkspace();
    const { file: foreign } = backupWorkspace(openTestSession(other));
    copyFileSync(join(other.backupFolder(), foreign), join(workspace.backupFolder(), 'foreign.db'));
    expect(await codeOf(() => schedule.verify('foreign.db'))).toBe('wrong-key');
  });
});

describe('a failed backup', () => {
  it('is told until one succeeds, tried again after a while, and leaves the earlier ones', async () => {
    const { schedule, failures, pass, own } = scheduled();
    const folder = join(temporaryDir(), 'drive');
    mkdirSync(folder);
    schedule.setPlan(plan({ every: 'hour', folder }));
    rmSync(folder, { recursive: true });
    await schedule.runIfDue();
    expect(failures).toEqual([expect.stringContaining(folder)]);
    expect(words(schedule.state().failed!.reason, 'zh')).toContain(folder);
    pass(60_000);
    await schedule.runIfDue();
    expect(failures).toHaveLength(1);
    pass(15 * 60_000);
    await schedule.runIfDue();
    expect(failures).toHaveLength(2);
    mkdirSync(folder);
    pass(15 * 60_000);
    await schedule.runIfDue();
    expect([schedule.state().failed, readdirSync(folder).length, own()]).toEqual([undefined, 1, []]);
  });

  it('leaves no half file where the folder may not be written or the copy is not whole', async () => {
    const { session, schedule, failures } = scheduled();
    const folder = temporaryDir();
    schedule.setPlan(plan({ folder }));
    const damaging = {
      ...session,
      background: {
        ...session.background,
        run: async (task: string, input: { target?: string }) => {
          if (task === 'copyDatabase') return void writeFileSync(input.target ?? '', 'no database at all');
          throw new Error('not asked');
        },
      },
    };
    const broken = new BackupSchedule(damaging as unknown as typeof session);
    await expect(broken.run()).rejects.toThrow();
    await broken.close();
    expect(readdirSync(folder)).toEqual([]);
    if (process.getuid?.() !== 0) {
      chmodSync(folder, 0o500);
      await expect(schedule.run()).rejects.toThrow();
      chmodSync(folder, 0o700);
      expect(failures).toHaveLength(1);
    }
    await schedule.run();
    expect(schedule.state().failed).toBeUndefined();
  });
});
