/** `docs import|export|list`, `workspace info|check|backup|restore|key|export-key|import-key|rebuild` */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { FileFormat } from '../../shared/domain/document.ts';
import { BackupPlan } from '../../shared/domain/upkeep.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { environmentPassphrase } from '../passphrase.ts';
import { requireWithinLimits } from '../services/deid/look-limits.ts';
import { decidePlaces } from '../services/deid/second-look.ts';
import { loadLinker, openSimilarRecords } from '../services/graph/linker.ts';
import { queryRecords } from '../services/records/query-records.ts';
import { importFiles, listRecords } from '../services/records/records.ts';
import { startEngine } from '../services/session/open-session.ts';
import { dbOf, type Session } from '../services/session/session.ts';
import { BackupSchedule } from '../services/upkeep/backup-plan.ts';
import { diagnosticsBundle } from '../services/upkeep/diagnostics.ts';
import { requireFolder, WatchFolder } from '../services/upkeep/watch-folder.ts';
import {
  backupWorkspace,
  changeKey,
  exportKey,
  rebuildFromBackup,
  restoreWorkspace,
} from '../services/workspace/backup-and-key.ts';
import { checkWorkspace } from '../services/workspace/check.ts';
import { importKey } from '../workspace/change-key.ts';
import { configDir, defaultWorkspace } from '../workspace/paths.ts';
import {
  actions,
  choice,
  deidLevel,
  deidMode,
  expected,
  generalisations,
  inSession,
  integer,
  needed,
  note,
  only,
  print,
  printJson,
  printList,
  UsageError,
  withSession,
} from './command.ts';
import { decisionsIn, removedRisk, tellLook } from './deid-look.ts';
import { onInterrupt } from './interrupt.ts';
import type { Options } from './options.ts';

type DocsOptions = Options<'docs'>;
type WorkspaceOptions = Options<'workspace'>;

export const docs = actions<DocsOptions>('docs', {
  import: async (paths, options) => {
    if (paths.length === 0) throw expected('docs import', 'FILE…');
    return withSession(options, 'starter', (session) => importDocuments(session, paths, options));
  },
  watch: async (paths, options) => {
    const folder = resolve(only(paths, 'DIR'));
    return withSession(options, 'starter', (session) => watch(session, folder));
  },
  export: inSession(exportAll),
  search: inSession(search),
  list: inSession((session, _args, options) =>
    printList(
      listRecords(session),
      options,
      ['id', 'title', 'patient', 'chars', 'revision', 'updated'],
      ({ id, title, patient, chars, revision, updatedAt }) => [
        id,
        title,
        patient === undefined ? '' : `${patient.name} (${patient.id})`,
        chars,
        revision,
        updatedAt,
      ],
    ),
  ),
});

async function importDocuments(
  session: Session,
  paths: readonly string[],
  options: DocsOptions,
): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
  const result = await importFiles(session, files);
  if (options.json) printJson(result);
  else print(message('cli.imported-documents', { documents: result.created.length }));
  for (const { name, reason } of result.refused) note(message('cli.refused-file', { file: name, reason }));
  if (result.created.length === 0) throw new AppError('bad-input', 'documents.nothing-imported');
}

/** Imports what appears in a folder until an interrupt. */
async function watch(session: Session, folder: string): Promise<void> {
  const watched = new WatchFolder(session, {
    folder: requireFolder(folder, session.workspace.dir),
    told: ({ name: file, records, refused }) => {
      if (records > 0) print(message('cli.watched-file', { file, records }));
      for (const reason of refused) note(message('cli.refused-file', { file, reason }));
    },
  });
  note(message('cli.watching', { folder }));
  const alive = setInterval(() => undefined, 60_000); // timers of the watch do not keep a program running
  await new Promise<void>((ended) => onInterrupt(ended));
  clearInterval(alive);
  await watched.close();
}

/** Prints the records that answer a question, with the first places that do. */
async function search(session: Session, args: readonly string[], options: DocsOptions): Promise<void> {
  const limit = integer(options.limit, '--limit', 20);
  const linker = loadLinker(session);
  const records = openSimilarRecords(session, linker);
  const pace = { between: async () => undefined, budgetMs: Number.POSITIVE_INFINITY };
  const { hits, next } = await queryRecords(
    session,
    { query: only(args, 'QUESTION'), limit },
    {
      match: (conditions) => records.match(conditions, pace),
      annotate: (text, review) => linker.annotate(text, review),
    },
  );
  if (options.json) return printJson(hits);
  for (const { document, snippets } of hits) {
    print(`${document.id}  ${document.title}`);
    for (const { before, match, after } of snippets)
      print(`       ${`${before}[${match}]${after}`.replaceAll('\n', ' ')}`);
  }
  note(message(next === undefined ? 'cli.records-found' : 'cli.records-found-first', { found: hits.length }));
}

async function exportAll(session: Session, ids: readonly string[], options: DocsOptions): Promise<void> {
  const format = choice('--format', options.format ?? 'jsonl', FileFormat.options);
  const out = options['second-look'] ? '' : needed(options.out, 'docs export', '--out FILE');
  const chosen =
    ids.length > 0 ? ids.map((id) => integer(id, 'ID', 0)) : listRecords(session).map(({ id }) => id);
  if (chosen.length === 0) throw new AppError('not-found', 'documents.nothing-to-export');
  startEngine(session);
  const { identified = false } = options;
  const level = deidLevel(options);
  for (const [option, isGiven] of [
    ['--mode', options.mode !== undefined],
    [options.strict ? '--strict' : '--no-strict', options.strict !== undefined],
    ['--level', options.level !== undefined],
    ['--generalise', options.generalise !== undefined],
    ['--second-look', options['second-look'] === true],
  ] as const)
    if (identified && isGiven) throw new UsageError('cli.excludes', { option, other: '--identified' });
  const mode = deidMode(options.mode);
  const generalise = generalisations(options.generalise);
  const decisions = decisionsIn(options);
  if (decisions.length > 0) decidePlaces(session, decisions);
  const looksOnly = options['second-look'] === true;
  const { exportRecords, lookAtRecords } = await import('../services/records/export-records.ts');
  const how = { ids: chosen, mode, level, removeFrom: removedRisk(options), generalise };
  if (looksOnly) {
    const look = await lookAtRecords(session, how);
    if (options.json) printJson(look);
    tellLook(look, options);
    return requireWithinLimits(dbOf(session), look);
  }
  const request = { ...how, format, deidentify: !identified };
  const { bytes } = await exportRecords(session, request, { onLook: (look) => tellLook(look, options) });
  writeFileSync(out, bytes, { mode: 0o600 });
  const deidentified = message(
    level !== 'ordinary' ? 'documents.deidentified-strictly' : 'documents.deidentified',
    {
      mode: message(`value.${mode}`),
    },
  );
  const leaves = identified ? message('documents.identified') : deidentified;
  note(message('documents.exported', { documents: chosen.length, out, how: leaves }));
}

export const workspace = actions<WorkspaceOptions>('workspace', {
  info: inSession((session) => printJson(session.workspace.info())),
  check: inSession(check),
  backup: inSession(async (session, _args, options) => {
    const made = backupWorkspace(session);
    printJson(made);
    if (options.verify) await printVerified(session, made.file);
  }),
  backups: inSession(plan),
  verify: inSession((session, args) => printVerified(session, only(args, 'BACKUP'))),
  restore: inSession(async (session, args) =>
    printJson(await restoreWorkspace(session, only(args, 'BACKUP'))),
  ),
  key: inSession(async (session, [kind = '']) => {
    const chosen = choice('workspace key', kind, ['keyfile', 'passphrase']);
    printJson(await changeKey(session, chosen, newPassphrase()));
  }),
  'export-key': inSession(async (session, _args, options) => {
    const out = needed(options.out, 'workspace export-key', '--out FILE');
    const { bytes } = await exportKey(session, required(newPassphrase()));
    writeFileSync(out, bytes, { mode: 0o600 });
    note(message('cli.key-exported', { out }));
  }),
  diagnostics: inSession(async (session, _args, options) => {
    const out = needed(options.out, 'workspace diagnostics', '--out FILE');
    const { bytes } = await diagnosticsBundle(session, new BackupSchedule(session), configDir());
    writeFileSync(out, bytes, { mode: 0o600 });
  }),
  'import-key': async (args, options) => restoreKey(args, options),
  rebuild,
});
/** Prints the plan and the backups, after changing what the options name. */
function plan(session: Session, _args: readonly string[], options: WorkspaceOptions): void {
  const schedule = new BackupSchedule(session);
  const { every, folder, keep } = options;
  const isChange = every !== undefined || folder !== undefined || keep !== undefined;
  const now = schedule.plan;
  const state = isChange
    ? schedule.setPlan({
        every: choice('--every', every ?? now.every, BackupPlan.shape.every.unwrap().options),
        folder: folder === undefined ? now.folder : folder === '' ? null : resolve(folder),
        keep: integer(keep, '--keep', now.keep),
      })
    : schedule.state();
  if (options.json) return printJson(state);
  const { failed, backups, next = '' } = state;
  print(
    `${state.plan.every} ${state.plan.folder ?? ''} ${state.plan.keep} ${next}`.replace(/ +/g, ' ').trim(),
  );
  if (failed !== undefined) note(message('cli.backup-failed', { reason: failed.reason }));
  printList(
    backups,
    options,
    ['name', 'created', 'bytes', 'verified'],
    ({ file, at, bytes, verified = '' }) => [...[file, at, bytes, verified]],
  );
}

/** Opens a backup and checks all of it. Throws `corrupt` after naming what is wrong. */
async function printVerified(session: Session, file: string): Promise<void> {
  const { records, auditEntries, problems } = await new BackupSchedule(session).verify(file);
  for (const problem of problems) note(problem);
  if (problems.length > 0) {
    const verdict = message('workspace.check-failed');
    throw new AppError('corrupt', 'workspace.backup-damaged', { file, verdict });
  }
  note(message('cli.backup-verified', { file, records, entries: auditEntries }));
}

async function check(session: Session, _args: readonly string[], options: WorkspaceOptions): Promise<void> {
  const { files: count, problems } = await checkWorkspace(session);
  const found = problems.length;
  if (options.json) printJson({ files: count, problems });
  else {
    print(
      found === 0
        ? message('workspace.check-sound', { count })
        : message('workspace.check-faults', { count, found }),
    );
    for (const problem of problems) print(problem);
  }
  if (found > 0)
    throw new AppError('corrupt', 'workspace.check-failed', {}, { hint: 'system.restore-backup' });
}

/** The passphrase that a new wrapping gets, apart from the one that opens the workspace now. */
const newPassphrase = (): string | undefined => environmentPassphrase('MERIDIAN_NEW_PASSPHRASE');

function required(passphrase: string | undefined): string {
  if (passphrase === undefined) throw new UsageError('cli.set-new-passphrase');
  return passphrase;
}

/** Makes the workspace of a backup where there is none, and says which files beside the database are missing. */
async function rebuild(args: readonly string[], options: WorkspaceOptions): Promise<void> {
  const [backup, keyFile, ...more] = args;
  if (backup === undefined || keyFile === undefined || more.length > 0)
    throw expected('workspace rebuild', 'BACKUP KEY');
  const passphrase = environmentPassphrase('MERIDIAN_PASSPHRASE');
  if (!passphrase) throw new UsageError('cli.set-passphrase');
  const dir = options.workspace ?? defaultWorkspace();
  const exported = readFileSync(keyFile, 'utf8');
  rebuildFromBackup(dir, { backup, exported, passphrase, configDir: configDir() });
  await withSession({ ...options, workspace: dir }, 'refused', async (session) => {
    const records = listRecords(session).length;
    const { problems } = await checkWorkspace(session);
    if (options.json) return printJson({ workspace: dir, records, problems });
    note(message('cli.workspace-rebuilt', { dir, records }));
    for (const problem of problems) note(problem);
  });
}

function restoreKey(args: readonly string[], options: WorkspaceOptions): void {
  const file = only(args, 'FILE');
  const passphrase = environmentPassphrase('MERIDIAN_PASSPHRASE');
  if (!passphrase) throw new UsageError('cli.set-passphrase');
  importKey(options.workspace ?? defaultWorkspace(), readFileSync(file, 'utf8'), passphrase, configDir());
  note(message('cli.key-restored'));
}
