/** Backup and restore of the workspace, change and export of its key. */
import { renameSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { KeyKind, WorkspaceInfo } from '../../../shared/domain/system.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb, WriteDb } from '../../db/connection.ts';
import { hasAccounts as hasAccountsIn } from '../../db/repositories/accounts.ts';
import { takeBackOpenEdits } from '../../db/repositories/annotation/open-edits.ts';
import { type Actor, appendAudit, auditAlone } from '../../db/repositories/audit.ts';
import { isAnyRunning } from '../../db/repositories/resumable.ts';
import { newWrappingKey } from '../../workspace/key.ts';
import { type RebuildRequest, rebuildWorkspace } from '../../workspace/rebuild.ts';
import { commandLineActorIn, PROGRAM } from '../accounts/requester.ts';
import { recover } from '../jobs/recovery.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';

export const backupWorkspace = (session: Session): { file: string; bytes: number } =>
  session.workspace.backup('backup', (made) =>
    auditAlone(dbOf(session), session.actor, 'workspace.backup', 'workspace', { ...made }),
  );

/** Throws `conflict` during a job, which holds the connection. */
function refuseDuringJobs(session: Session): void {
  if (!session.jobs.list().some((job) => job.state === 'running')) return;
  throw new AppError('conflict', 'safekeeping.import-running', {}, { hint: 'hint.wait-or-cancel' });
}

/** Runs `change` while engine and background processes do not hold the database. */
async function withDatabaseReleased(session: Session, change: () => void): Promise<void> {
  refuseDuringJobs(session);
  await Promise.all([session.background.stop(), session.engine.stop()]);
  try {
    change();
  } finally {
    const { databaseFile, key } = session.workspace;
    session.engine.start({ databaseFile, key });
  }
}

/** Throws `conflict` during training, since a restore would replace the row of the active run. */
function refuseDuringTraining(session: Session): void {
  const db = dbOf(session);
  if (!isAnyRunning(db, 'run') && !isAnyRunning(db, 'vector_training')) return;
  throw new AppError('conflict', 'safekeeping.training-running', {}, { hint: 'hint.pause-training-first' });
}

/** @param folder of the backup; absent: the workspace's own */
export async function restoreWorkspace(
  session: Session,
  file: string,
  folder?: string,
): Promise<WorkspaceInfo> {
  refuseDuringTraining(session);
  await withDatabaseReleased(session, () =>
    session.workspace.restore(
      file,
      (db) => {
        takeBackOpenEdits(db, true);
        appendAudit(db, session.actor, 'workspace.restore', 'workspace', { file });
      },
      folder,
    ),
  );
  recover(session.workspace, 'run');
  recover(session.workspace, 'vector_training');
  session.emit('docs.changed', {});
  session.emit('kg.changed', {});
  session.emit('datasets.changed', {});
  session.emit('models.changed', {});
  session.emit('vectors.changed', {});
  return session.workspace.info();
}

export async function changeKey(
  session: Session,
  kind: Exclude<KeyKind, 'plain'>,
  passphrase: string | undefined,
): Promise<WorkspaceInfo> {
  const wrappingKey = passphrase === undefined ? undefined : await newWrappingKey(passphrase);
  const record = (db: WriteDb) =>
    void appendAudit(db, session.actor, 'workspace.change-key', 'workspace', { kind });
  await withDatabaseReleased(session, () =>
    session.workspace.changeKey(kind, passphrase, record, wrappingKey),
  );
  return session.workspace.info();
}

export async function exportKey(
  session: Session,
  passphrase: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const text = session.workspace.exportKey(await newWrappingKey(passphrase));
  auditAlone(dbOf(session), session.actor, 'workspace.export-key', 'workspace');
  return { name: `meridian-key-${session.workspace.id}.json`, bytes: Buffer.from(text, 'utf8') };
}

/** Audits that an exported key opened the workspace and lies in a new key file. */
export const keyImported = (session: Session): void =>
  auditAlone(dbOf(session), systemActor(), 'workspace.change-key', 'workspace', {
    kind: 'keyfile',
    imported: true,
  });

/** Makes a workspace out of a backup and an exported key on a machine that has neither. */
export function rebuildFromBackup(
  dir: string,
  request: Omit<RebuildRequest, 'record'>,
  actorIn: (db: ReadDb) => Actor = commandLineActorIn,
): void {
  const detail = { file: basename(request.backup), rebuilt: true };
  rebuildWorkspace(dir, {
    ...request,
    record: (db) =>
      db.transaction(() => appendAudit(db, actorIn(db), 'workspace.restore', 'workspace', detail)),
  });
}

/**
 * Rebuilds a workspace beside the one in `dir`. Returns how to put it in its place, which renames the present folder.
 * Throws as `rebuildFromBackup`; then nothing has changed.
 */
export function rebuildBeside(dir: string, request: Omit<RebuildRequest, 'record'>): () => void {
  const folder = resolve(dir);
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const [made, aside] = [`${folder}.rebuilt-${stamp}`, `${folder}.before-${stamp}`];
  rebuildFromBackup(made, request, (db) => {
    const { name } = systemActor();
    return { name: hasAccountsIn(db) ? PROGRAM + name : name };
  });
  return () => {
    renameSync(folder, aside);
    try {
      renameSync(made, folder);
    } catch (error) {
      renameSync(aside, folder);
      throw error;
    }
  };
}
