/** A key change as Meridian did it before it changed a copy, killed while it wrote: neither key opens the database. */
import { linkSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type KeyWrap, newKey } from '../../main/workspace/key.ts';
import type { Workspace } from '../../main/workspace/workspace.ts';

/** Leaves the database under the new key beside a hot journal of the old one. Returns the new key. Closes `workspace`. */
export function rekeyInPlaceAndDie(workspace: Workspace, wrap: (key: Uint8Array) => KeyWrap): Uint8Array {
  const key = newKey();
  const json = join(workspace.dir, 'workspace.json');
  writeFileSync(json, JSON.stringify({ ...JSON.parse(readFileSync(json, 'utf8')), nextKey: wrap(key) }));
  workspace.db.raw.pragma('journal_mode = DELETE');
  const journal = `${workspace.databaseFile}-journal`;
  writeFileSync(journal, '');
  linkSync(journal, `${journal}-kept`); // a second name, so that the end of the transaction does not remove the journal
  workspace.db.raw.pragma(`rekey = "x'${Buffer.from(key).toString('hex')}'"`);
  workspace.close();
  renameSync(`${journal}-kept`, journal);
  return key;
}

/** Returns whether the key opens the file in plain SQLite. */
export function opens(file: string, key: Uint8Array): boolean {
  const raw = new Database(file);
  try {
    raw.pragma("cipher = 'sqlcipher'");
    raw.pragma(`key = "x'${Buffer.from(key).toString('hex')}'"`);
    raw.prepare('SELECT count(*) FROM sqlite_master').get();
    return true;
  } catch {
    return false;
  } finally {
    raw.close();
  }
}
