/**
 * Imports the files that appear in a chosen folder, once each is complete. Files are only read. What was imported or
 * refused is noted by its content in the transaction of the import, so that a restart imports nothing twice.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { WatchState } from '../../../shared/domain/upkeep.ts';
import { fileTooLarge, MAX_FILE_BYTES, refusalOf } from '../../../shared/file-size.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { deleteMark, readMark, writeMark } from '../../db/repositories/settings.ts';
import * as repository from '../../db/repositories/watched-files.ts';
import { importFile } from '../records/records.ts';
import { dbOf, refuseLocked, type Session } from '../session/session.ts';

/** Mark of the workspace: the folder that is watched. */
const FOLDER = 'watchFolder';
const PASS_MS = 5000;
/** Time without a change after which a file counts as complete, if two passes saw it alike. */
const QUIET_MS = 2000;
const REFUSALS = 50;
/** Names of files that other programs have not finished. */
const UNFINISHED = /^[.~]|\.(?:tmp|part|partial|crdownload|filepart|download)$/i;

export interface WatchedOutcome {
  readonly name: string;
  readonly records: number;
  readonly refused: readonly Message[];
}

export interface WatchOptions {
  /** Folder that is watched instead of the workspace's own choice. */
  readonly folder?: string;
  readonly told?: (outcome: WatchedOutcome) => void;
  /** Milliseconds between passes, and without a change. */
  readonly passMs?: number;
  readonly quietMs?: number;
}

export class WatchFolder {
  readonly #session: Session;
  readonly #options: WatchOptions;
  /** Size and time of files as the pass before saw them. */
  #seen = new Map<string, string>();
  /** Files of this size and time need no further look. */
  readonly #done = new Map<string, string>();
  #problem: Message | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pass: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(session: Session, options: WatchOptions = {}) {
    this.#session = session;
    this.#options = options;
    if (!session.workspace.readonly) this.#later();
  }

  get folder(): string | null {
    const { watch } = this.#session.policy;
    if (this.#options.folder !== undefined || watch !== undefined)
      return this.#options.folder ?? watch?.folder ?? null;
    return readMark(dbOf(this.#session), FOLDER) ?? null;
  }

  state(): WatchState {
    const db = dbOf(this.#session);
    const { folder } = this;
    return {
      folder,
      ...(this.#problem === undefined || folder === null ? {} : { problem: this.#problem }),
      ...repository.watchedCounts(db),
      refusals: repository.lastRefusals(db, REFUSALS),
    };
  }

  /** Throws `bad-request` for what is no folder, or holds or lies in the workspace. */
  set(folder: string | null): WatchState {
    refuseLocked(this.#session.policy.watch !== undefined, 'watch');
    const db = dbOf(this.#session);
    const chosen = folder === null ? null : requireFolder(folder, this.#session.workspace.dir);
    db.transaction(() => {
      const before = readMark(db, FOLDER) ?? '';
      if (chosen === null) deleteMark(db, FOLDER);
      else writeMark(db, FOLDER, chosen);
      appendAudit(db, this.#session.actor, 'workspace.watch', 'workspace', { before, after: chosen ?? '' });
    });
    this.#problem = undefined;
    this.#seen.clear();
    this.#done.clear();
    this.#session.emit('watch.changed', {});
    return this.state();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#pass;
  }

  /** Looks through the folder once. */
  async pass(): Promise<void> {
    const { folder } = this;
    if (folder === null) return;
    try {
      const files = filesIn(folder);
      const before = this.#seen;
      this.#seen = new Map(files.map((file) => [file.name, versionOf(file)]));
      for (const file of files) {
        if (this.#closed || folder !== this.folder) return;
        const version = versionOf(file);
        const isComplete =
          before.get(file.name) === version &&
          Date.now() - file.modifiedMs >= (this.#options.quietMs ?? QUIET_MS);
        if (isComplete && this.#done.get(file.name) !== version) await this.#take(folder, file);
      }
      this.#tell(undefined);
    } catch (error) {
      // The folder may be on a drive that is away, the disk full, a process down: the next pass tries again.
      this.#tell(toErrorData(error).message);
    }
  }

  async #take(folder: string, file: repository.WatchedFile): Promise<void> {
    const db = dbOf(this.#session);
    if (!repository.isFileKnown(db, file)) {
      const read = readWhole(join(folder, file.name), file);
      if (read === undefined) return; // it has changed meanwhile
      const { bytes, problem } = read;
      const content = problem === undefined ? bytes : JSON.stringify(file);
      const sha256 = createHash('sha256').update(content).digest('hex');
      if (repository.isContentKnown(db, sha256)) repository.moveWatchedFile(db, sha256, file);
      else await this.#import(file, bytes, { sha256, problem });
    }
    this.#done.set(file.name, versionOf(file));
  }

  async #import(
    file: repository.WatchedFile,
    bytes: Uint8Array,
    { sha256, problem }: { readonly sha256: string; readonly problem: AppError | undefined },
  ): Promise<void> {
    const note = (records: number, reason: Message | null): void =>
      repository.insertWatchedFile(dbOf(this.#session), file, {
        ...{ sha256, at: new Date().toISOString(), records },
        reason: reason === null ? null : JSON.stringify(reason),
      });
    let outcome: WatchedOutcome;
    try {
      if (problem !== undefined) throw problem;
      const { created, refused } = await importFile(this.#session, { name: file.name, bytes }, (count) =>
        note(count, null),
      );
      outcome = { name: file.name, records: created.length, refused: refused.map(({ reason }) => reason) };
    } catch (error) {
      if (!(error instanceof AppError && OWN_FAULTS.has(error.code))) throw error;
      const reason = refusalOf(error);
      note(0, reason);
      outcome = { name: file.name, records: 0, refused: [reason] };
    }
    this.#options.told?.(outcome);
    this.#session.emit('watch.changed', {});
    if (outcome.records > 0) this.#session.emit('docs.changed', {});
  }

  #tell(problem: Message | undefined): void {
    if (JSON.stringify(problem) === JSON.stringify(this.#problem)) return;
    this.#problem = problem;
    if (problem !== undefined)
      this.#options.told?.({ name: this.folder ?? '', records: 0, refused: [problem] });
    if (!this.#closed) this.#session.emit('watch.changed', {});
  }

  #later(): void {
    this.#timer = setTimeout(() => {
      this.#pass = this.pass().finally(() => {
        if (!this.#closed) this.#later();
      });
    }, this.#options.passMs ?? PASS_MS);
    this.#timer.unref();
  }
}

/** Faults of a file itself, which a further attempt would find again. */
const OWN_FAULTS: ReadonlySet<string> = new Set([
  'bad-input',
  'too-large',
  'bad-request',
  'newer-version',
  'corrupt',
]);

const versionOf = ({ bytes, modifiedMs }: repository.WatchedFile): string => `${bytes} ${modifiedMs}`;

/** Returns the files of a folder by name; links, folders, and files that others are writing are left out. */
const filesIn = (folder: string): repository.WatchedFile[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .flatMap(({ name }) => {
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ name, bytes: stat.size, modifiedMs: stat.mtimeMs }];
    })
    .sort((a, b) => a.modifiedMs - b.modifiedMs || a.name.localeCompare(b.name));

/** Reads a file as it was listed; undefined when it is another one now. Follows no link. */
function readWhole(
  path: string,
  { name, bytes, modifiedMs }: repository.WatchedFile,
): { readonly bytes: Uint8Array; readonly problem: AppError | undefined } | undefined {
  if (bytes > MAX_FILE_BYTES) return { bytes: new Uint8Array(), problem: fileTooLarge(name, bytes) };
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const read = readFileSync(handle);
    const { size, mtimeMs } = fstatSync(handle);
    if (size !== bytes || mtimeMs !== modifiedMs || read.length !== bytes) return undefined;
    return { bytes: read, problem: undefined };
  } finally {
    closeSync(handle);
  }
}

/** Returns the absolute path of a folder that may be used beside a workspace. Throws `bad-request`. */
export function requireFolder(folder: string, workspaceDir: string): string {
  if (!isAbsolute(folder)) throw new AppError('bad-request', 'upkeep.not-absolute', { folder });
  const chosen = resolve(folder);
  if (statSync(chosen, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError('bad-request', 'upkeep.no-folder', { folder: chosen });
  const isWithin = (inner: string, outer: string): boolean => {
    const path = relative(outer, inner);
    return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path));
  };
  if (isWithin(chosen, workspaceDir) || isWithin(workspaceDir, chosen))
    throw new AppError('bad-request', 'upkeep.in-workspace', { folder: chosen });
  return chosen;
}
