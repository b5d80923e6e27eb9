/** Workspaces for the scenarios, opened as the app opens them but without an engine process. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { verifyAll } from '../../main/services/audit/verify.ts';
import { listModels, loadModel } from '../../main/services/models/models.ts';
import { runFolder, runStorage } from '../../main/services/runs/run-storage.ts';
import { openSession } from '../../main/services/session/open-session.ts';
import { dbOf, type Session } from '../../main/services/session/session.ts';
import { fileKeyOf } from '../../main/workspace/file-key.ts';
import { keyFolder, SCRYPT } from '../../main/workspace/key.ts';
import { FakeChild } from '../helpers/fake-child.ts';
import { backgroundHere } from '../helpers/session.ts';

SCRYPT.N = 2 ** 10; // Passphrases are tried a thousand times; their cost is not the matter.

/** Opens the workspace below `dir` with the first of the passphrases that fits; undefined stands for none. */
export function openBelow(dir: string, passphrases: readonly (string | undefined)[] = [undefined]): Session {
  let failure: unknown;
  for (const passphrase of passphrases) {
    try {
      const session = openSession({
        dir: join(dir, 'workspace'),
        configDir: join(dir, 'config'),
        spawn: () => new FakeChild(1),
        emit: () => undefined,
        actor: () => ({ name: 'tester' }),
        ...(passphrase === undefined ? {} : { passphrase }),
      });
      return Object.assign(session, { background: backgroundHere(() => dbOf(session)) });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const Name = z.object({ name: z.string() });

/**
 * Returns all that a person would miss, as text: number of rows of every table, audit entries by action, records, items
 * and kept backups. Times, random ids and marks of unfinished work are left out.
 */
export function stateOf(session: Session): string {
  const db = dbOf(session);
  const tables = db
    .all(Name, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .map(({ name }) => name)
    .filter((name) => !/^sqlite_|_fts|^setting$/.test(name));
  const { key, backups } = session.workspace.info();
  return JSON.stringify({
    key,
    backups: backups.filter(({ file }) => file.endsWith('-backup.db')).length,
    actions: db.rows('SELECT action, count(*) FROM audit GROUP BY action ORDER BY action'),
    rows: tables.map((name) => [name, db.rows(`SELECT count(*) FROM "${name}"`)[0]?.[0]]),
    records: db.rows(
      `SELECT d.id, d.title, d.head, coalesce(w.text, r.text) FROM document d
         JOIN revision r ON r.document_id = d.id AND r.number = d.head LEFT JOIN draft w ON w.document_id = d.id
        ORDER BY d.id`,
    ),
    models: listModels(session).map(({ id, name }) => [name, loadModel(session, id).files.vocabulary.length]),
    checkpoint: versionOf(session),
    items: db.rows('SELECT layer_id, count(*) FROM item GROUP BY layer_id ORDER BY layer_id'),
  });
}

/** Returns the version that every byte of the checkpoint of run 1 has. */
function versionOf({ workspace }: Session): string {
  const bytes = runStorage(runFolder(workspace.dir, 1), fileKeyOf(workspace)).read('checkpoint') ?? [];
  return [...new Set(bytes)].join();
}

/** Returns what of an open workspace is damaged, by promise. */
export async function damageOf(session: Session, dir: string): Promise<Record<string, string | undefined>> {
  const verdict = await verifyAll(() => dbOf(session));
  const integrity = dbOf(session).integrityCheck();
  const left = ['workspace', 'workspace/backups', 'workspace/models', 'workspace/runs/1']
    .map((name) => join(dir, name))
    .concat(keyFolder(join(dir, 'config')))
    .flatMap(namesIn)
    .filter((name) => /\.(part|tmp|next)|-next|\.creating/.test(name));
  return {
    'SQLite finds no damage': integrity === 'ok' ? undefined : integrity,
    'audit chain and content verify': verdict.found === 0 ? undefined : JSON.stringify(verdict.problems),
    'nothing unfinished is left': left.length === 0 ? undefined : left.join(),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
