/** Backups on a schedule: made in the background, opened and checked, old ones removed; a failure stays told until one succeeds. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import {
  type BackupFile,
  BackupPlan,
  type BackupState,
  type CheckedBackup,
} from '../../../shared/domain/upkeep.ts';
import { Message, message } from '../../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { deleteMark, readMark, writeMark } from '../../db/repositories/settings.ts';
import { renameFile, temporaryName } from '../../workspace/atomic-file.ts';
import { formerKeys } from '../../workspace/change-key.ts';
import { dbOf, refuseLocked, type Session } from '../session/session.ts';
import { requireFolder } from './watch-folder.ts';

const PLAN = 'backupPlan';
const FAILED = 'backupFailed';
const VERIFIED = 'backupsVerified';
/** Time of the last scheduled backup that was verified. */
const DONE = 'backupDone';

const HOUR_MS = 3_600_000;
const EVERY_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
const LOOK_MS = 60_000;
/** Time after a failure until the next attempt. */
const RETRY_MS = 15 * 60_000;
/** Names of scheduled backups, the only ones that are ever removed. */
const SCHEDULED = /-scheduled\.db$/;

const Failure = z.object({ at: z.string(), reason: Message });
const Verified = z.record(z.string(), z.string());

export class BackupSchedule {
  readonly #session: Session;
  readonly #now: () => number;
  readonly #failed: (reason: Message) => void;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;

  /** @param failed is told of each backup that failed. @param now milliseconds since 1970 */
  constructor(
    session: Session,
    options: { readonly failed?: (reason: Message) => void; readonly now?: () => number } = {},
  ) {
    this.#session = session;
    this.#now = options.now ?? Date.now;
    this.#failed = options.failed ?? (() => undefined);
    if (session.workspace.readonly) return;
    this.#timer = setInterval(() => void this.runIfDue(), LOOK_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  get plan(): BackupPlan {
    return this.#session.policy.backups ?? BackupPlan.parse(JSON.parse(readMark(this.#db, PLAN) ?? '{}'));
  }

  /** Throws `bad-request` for a folder that cannot take backups. */
  setPlan(plan: BackupPlan): BackupState {
    refuseLocked(this.#session.policy.backups !== undefined, 'backups');
    const chosen =
      plan.folder === null
        ? plan
        : { ...plan, folder: requireFolder(plan.folder, this.#session.workspace.dir) };
    this.#db.transaction(() => {
      const before = this.plan;
      writeMark(this.#db, PLAN, JSON.stringify(chosen));
      auditAlone(this.#db, this.#session.actor, 'workspace.backup-plan', 'workspace', {
        before: inShort(before),
        after: inShort(chosen),
      });
    });
    this.#session.emit('backups.changed', {});
    return this.state();
  }

  state(): BackupState {
    const failed = Failure.safeParse(JSON.parse(readMark(this.#db, FAILED) ?? 'null'));
    const due = this.#due();
    return {
      plan: this.plan,
      backups: this.#files(),
      ...(failed.success ? { failed: failed.data } : {}),
      ...(due === undefined ? {} : { next: new Date(Math.max(due, this.#now())).toISOString() }),
    };
  }

  /** Makes a backup when the schedule wants one now. Never throws: the failure is kept and told. */
  async runIfDue(): Promise<void> {
    try {
      const due = this.#due();
      if (due === undefined || due > this.#now() || this.#running !== undefined) return;
      await this.run();
    } catch (error) {
      console.error('backup:', error);
    }
  }

  /**
   * Makes a backup and verifies it; a scheduled one then removes those beyond the plan. A failure is kept, told and
   * thrown. `backup`: asked for by somebody, never removed.
   */
  async run(kind: 'scheduled' | 'backup' = 'scheduled'): Promise<BackupState> {
    if (this.#running !== undefined) throw new AppError('conflict', 'upkeep.backup-running');
    const running = Promise.withResolvers<void>();
    this.#running = running.promise;
    try {
      await this.#make(kind);
      deleteMark(this.#db, FAILED);
      if (kind === 'scheduled') writeMark(this.#db, DONE, new Date(this.#now()).toISOString());
    } catch (error) {
      const reason = toErrorData(error).message;
      writeMark(this.#db, FAILED, JSON.stringify({ at: new Date(this.#now()).toISOString(), reason }));
      this.#failed(reason);
      throw error;
    } finally {
      this.#running = undefined;
      running.resolve();
      this.#session.emit('backups.changed', {});
    }
    return this.state();
  }

  /** Opens a backup and checks all of it. Throws `not-found`, and `wrong-key` when no key opens it. */
  async verify(file: string): Promise<CheckedBackup> {
    const checked = await this.#check(this.pathOf(file));
    if (checked.problems.length === 0) this.#noteVerified(file);
    this.#session.emit('backups.changed', {});
    return checked;
  }

  /** Returns the path of a backup by its name. Throws `not-found`. */
  pathOf(file: string): string {
    const path = this.#folders()
      .map((folder) => join(folder, file))
      .find((one) => basename(file) === file && existsSync(one));
    if (path === undefined) throw new AppError('not-found', 'workspace.no-backup', { file });
    return path;
  }

  get #db() {
    return dbOf(this.#session);
  }

  #folders(): string[] {
    const { folder } = this.plan;
    const own = join(this.#session.workspace.dir, 'backups');
    return folder === null ? [own] : [own, folder];
  }

  #due(): number | undefined {
    const { every } = this.plan;
    if (every === 'never') return undefined;
    const done = Date.parse(readMark(this.#db, DONE) ?? '');
    const due = Number.isNaN(done) ? 0 : done + EVERY_MS[every];
    const failed = Failure.safeParse(JSON.parse(readMark(this.#db, FAILED) ?? 'null'));
    return failed.success ? Math.max(due, Date.parse(failed.data.at) + RETRY_MS) : due;
  }

  #files(): BackupFile[] {
    const verified = this.#verified();
    return this.#folders()
      .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []))
      .filter((path) => path.endsWith('.db'))
      .map((path) => {
        const { mtime, size } = statSync(path);
        const file = basename(path);
        const at = verified[file];
        return { file, at: mtime.toISOString(), bytes: size, ...(at === undefined ? {} : { verified: at }) };
      })
      .sort((a, b) => b.at.localeCompare(a.at));
  }

  async #make(kind: 'scheduled' | 'backup'): Promise<void> {
    const { workspace, background } = this.#session;
    const { folder, keep } = this.plan;
    const target = folder ?? workspace.backupFolder();
    if (!existsSync(target)) throw new AppError('not-found', 'upkeep.no-folder', { folder: target });
    const partial = temporaryName(target);
    try {
      const { databaseFile, key } = workspace;
      await background.run('copyDatabase', { databaseFile, key, target: partial });
      const { problems, records } = await this.#check(partial);
      const [problem] = problems;
      if (problem !== undefined) throw new AppError('corrupt', message('upkeep.backup-unsound', { problem }));
      const file = `${new Date(this.#now()).toISOString().replace(/[:.]/g, '-')}-${kind}.db`;
      const removed = readdirSync(target)
        .filter((one) => kind === 'scheduled' && SCHEDULED.test(one))
        .sort()
        .slice(0, -(keep - 1) || undefined);
      const made = { file, bytes: statSync(partial).size, documents: records };
      auditAlone(this.#db, this.#session.actor, 'workspace.backup', 'workspace', {
        ...made,
        ...(folder === null ? {} : { folder }),
        ...(removed.length === 0 ? {} : { removedFiles: removed.join(' ') }),
      });
      renameFile(partial, join(target, file));
      this.#noteVerified(file);
      for (const one of removed) rmSync(join(target, one), { force: true });
    } finally {
      rmSync(partial, { force: true });
    }
  }

  #check(path: string): Promise<CheckedBackup> {
    const { workspace, background } = this.#session;
    const { key, db } = workspace;
    const keys = key === null ? [null] : [key, ...formerKeys(db).map((hex) => Buffer.from(hex, 'hex'))];
    return background.run('checkBackup', { path, keys });
  }

  #verified(): Record<string, string> {
    return Verified.parse(JSON.parse(readMark(this.#db, VERIFIED) ?? '{}'));
  }

  /** Notes the time for a file; forgets files that are gone. */
  #noteVerified(file: string): void {
    const there = new Set(this.#files().map((one) => one.file));
    const kept = Object.entries(this.#verified()).filter(([one]) => there.has(one));
    const at = new Date(this.#now()).toISOString();
    writeMark(this.#db, VERIFIED, JSON.stringify({ ...Object.fromEntries(kept), [file]: at }));
  }
}

const inShort = ({ every, folder, keep }: BackupPlan): string => [every, keep, folder ?? ''].join(' ').trim();
