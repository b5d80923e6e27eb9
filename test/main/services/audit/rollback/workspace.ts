/** The workspace and the audit table: audited actions, each prepared in a workspace. */
import * as accounts from '../../../../../main/services/accounts/accounts.ts';
import { startAuditExport } from '../../../../../main/services/audit/export.ts';
import { BackupSchedule } from '../../../../../main/services/upkeep/backup-plan.ts';
import { WatchFolder } from '../../../../../main/services/upkeep/watch-folder.ts';
import * as safekeeping from '../../../../../main/services/workspace/backup-and-key.ts';
import { type Sharing, startSharing, stopSharing } from '../../../../../main/services/workspace/sharing.ts';
import { UnlockAttempts } from '../../../../../main/services/workspace/unlock-attempts.ts';
import type { AuditAction } from '../../../../../shared/domain/audit.ts';
import { AppError } from '../../../../../shared/result.ts';
import { PASSWORD } from '../../../../helpers/passwords.ts';
import { temporaryDir } from '../../../../helpers/workspace.ts';
import { type Case, record, refuseUnless, type Session } from './fixtures.ts';

/** The session with an engine that can be stopped and started. */
const withEngine = (session: Session): Session => {
  const engine = { stop: async () => undefined, start: () => undefined };
  return { ...session, engine } as unknown as Session; // safe: only these are called
};

/** Adds an account, without which nothing is shared, and returns a sharing that listens nowhere. */
async function shareable(session: Session): Promise<Sharing> {
  await accounts.addAccount(session, { name: 'first', roles: ['administrator'], password: PASSWORD });
  let on: ReturnType<Sharing['status']>['on'] = null;
  return {
    status: () => ({ on, addresses: [] }),
    start: async () => {
      on = { urls: [], fingerprint: '', since: '' };
    },
    stop: async () => {
      on = null;
    },
  };
}

export const WORKSPACE = {
  'audit.export': (session) => () => startAuditExport(session, {}, 'csv'),
  'workspace.backup': (session) => () => safekeeping.backupWorkspace(session),
  'workspace.backup-plan': (session) => () => {
    const schedule = new BackupSchedule(session);
    try {
      schedule.setPlan({ every: 'day', folder: null, keep: 3 });
    } finally {
      void schedule.close();
    }
  },
  'workspace.change-key': (session) => () =>
    safekeeping.changeKey(withEngine(session), 'passphrase', 'a long passphrase'),
  'workspace.export-key': (session) => () => safekeeping.exportKey(session, 'a long passphrase'),
  'workspace.restore': (session) => {
    record(session);
    const { file } = safekeeping.backupWorkspace(session);
    record(session, '后来的病历。');
    return () => safekeeping.restoreWorkspace(withEngine(session), file);
  },
  'workspace.share': async (session) => {
    const sharing = await shareable(session);
    return () => startSharing(session, sharing, { address: '127.0.0.1', port: 0 });
  },
  'workspace.unshare': async (session) => {
    const sharing = await shareable(session);
    await startSharing(session, sharing, { address: '127.0.0.1', port: 0 });
    return () => stopSharing(session, sharing);
  },
  'workspace.unlock': async (session) => {
    await safekeeping.changeKey(withEngine(session), 'passphrase', 'a long passphrase');
    return () => new UnlockAttempts(session.workspace.dir).record(session);
  },
  'workspace.watch': (session) => () => {
    const watch = new WatchFolder(session);
    try {
      watch.set(temporaryDir());
    } finally {
      void watch.close();
    }
  },
  'workspace.unlock-failure': async (session) => {
    const attempts = new UnlockAttempts(session.workspace.dir);
    const wrong = async () => {
      throw new AppError('wrong-key', 'accounts.sign-in-first');
    };
    await attempts.attempt(wrong).catch(refuseUnless(/never/));
    return () => attempts.record(session);
  },
} satisfies Partial<Record<AuditAction, Case>>;
