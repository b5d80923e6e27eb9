/** `docs import|export|list`, `workspace info|check|backup|restore|key|export-key|import-key` */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { KeyKind } from '../../shared/domain/system.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { environmentPassphrase } from '../passphrase.ts';
import { exportRecords } from '../services/records/export-records.ts';
import { importFiles, listRecords } from '../services/records/records.ts';
import { startEngine } from '../services/session/open-session.ts';
import type { Session } from '../services/session/session.ts';
import {
  backupWorkspace,
  changeKey,
  exportKey,
  restoreWorkspace,
} from '../services/workspace/backup-and-key.ts';
import { checkWorkspace } from '../services/workspace/check.ts';
import { importKey } from '../workspace/change-key.ts';
import { configDir, defaultWorkspace } from '../workspace/paths.ts';
import {
  deidMode,
  integer,
  note,
  only,
  print,
  printJson,
  table,
  UsageError,
  withSession,
} from './command.ts';
import { said } from './language.ts';
import type { CommandOptions } from './options.ts';

export async function docs(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  switch (action) {
    case 'import':
      if (rest.length === 0) throw new UsageError('docs import: name at least one file');
      return withSession(options, 'starter', (session) => importDocuments(session, rest, options));
    case 'export':
      return withSession(options, 'starter', (session) => exportAll(session, rest, options));
    case 'list':
      return withSession(options, 'starter', async (session) => {
        const all = listRecords(session);
        if (options.json) return printJson(all);
        const rows = all.map(({ id, title, chars, revision, updatedAt }) => [
          id,
          title,
          chars,
          revision,
          updatedAt,
        ]);
        print(table([['id', 'title', 'chars', 'revision', 'updated'], ...rows]));
      });
    default:
      throw new UsageError(`docs ${action ?? ''}: expected import, export or list`);
  }
}

async function importDocuments(
  session: Session,
  paths: readonly string[],
  options: CommandOptions,
): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
  const result = await importFiles(session, files);
  if (options.json) printJson(result);
  else print(`imported ${result.created.length} documents`);
  for (const { name, reason } of result.refused) note(`refused ${name}: ${said(reason)}`);
  if (result.created.length === 0) throw new AppError('bad-input', 'documents.nothing-imported');
}

async function exportAll(session: Session, ids: readonly string[], options: CommandOptions): Promise<void> {
  const format = options.format ?? 'jsonl';
  if (format !== 'txt' && format !== 'jsonl' && format !== 'html')
    throw new UsageError('--format takes txt, jsonl or html');
  if (options.out === undefined) throw new UsageError('docs export needs --out FILE');
  const chosen =
    ids.length > 0 ? ids.map((id) => integer(id, 'id', 0)) : listRecords(session).map(({ id }) => id);
  if (chosen.length === 0) throw new AppError('not-found', 'documents.nothing-to-export');
  startEngine(session);
  const { identified = false } = options;
  if (identified && options.mode !== undefined) throw new UsageError('--mode does not go with --identified');
  if (identified && options.strict === true) throw new UsageError('--strict does not go with --identified');
  const mode = deidMode(options.mode);
  const strict = options.strict === true;
  const { bytes } = await exportRecords(session, {
    ids: chosen,
    format,
    deidentify: !identified,
    mode,
    strict,
  });
  writeFileSync(options.out, bytes, { mode: 0o600 });
  const how = identified
    ? 'WITH what identifies the patients (含患者身份信息)'
    : `de-identified by ${mode}${strict ? ', strictly' : ''} (已去标识化)`;
  note(
    `exported ${chosen.length} documents to ${options.out}, ${how}; the file is not encrypted (文件未加密)`,
  );
}

export async function workspace(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  if (action === 'import-key') return restoreKey(rest, options);
  await withSession(options, 'starter', async (session) => {
    switch (action) {
      case 'info':
        return printJson(session.workspace.info());
      case 'check':
        return check(session, options);
      case 'backup':
        return printJson(backupWorkspace(session));
      case 'restore':
        return printJson(await restoreWorkspace(session, only(rest, 'BACKUP file name')));
      case 'key': {
        const kind = KeyKind.exclude(['plain', 'keychain']).safeParse(rest[0]);
        if (!kind.success) throw new UsageError('workspace key: expected keyfile or passphrase');
        return printJson(await changeKey(session, kind.data, newPassphrase()));
      }
      case 'export-key': {
        if (options.out === undefined) throw new UsageError('workspace export-key needs --out FILE');
        writeFileSync(options.out, exportKey(session, required(newPassphrase())).bytes, { mode: 0o600 });
        return note(`key exported to ${options.out}; keep it apart from the workspace`);
      }
      default:
        throw new UsageError(
          `workspace ${action ?? ''}: expected info, check, backup, restore, key, export-key or import-key`,
        );
    }
  });
}

async function check(session: Session, options: CommandOptions): Promise<void> {
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
  if (passphrase === undefined)
    throw new UsageError('set MERIDIAN_NEW_PASSPHRASE to the passphrase that shall protect the key');
  return passphrase;
}

function restoreKey(args: readonly string[], options: CommandOptions): void {
  const file = only(args, 'exported key file');
  const passphrase = environmentPassphrase('MERIDIAN_PASSPHRASE');
  if (!passphrase) throw new UsageError('set MERIDIAN_PASSPHRASE to the passphrase of the exported key');
  importKey(options.workspace ?? defaultWorkspace(), readFileSync(file, 'utf8'), passphrase, configDir());
  note('key restored as a key file');
}
