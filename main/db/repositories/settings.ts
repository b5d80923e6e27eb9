/**
 * Settings: one JSON value a key; unknown or damaged values fall back to their defaults. Settings belong to the
 * workspace, except personal ones, which belong to each account as soon as there are accounts (key `theme@NAME`). What a
 * person has not chosen is as it was in the workspace before there were accounts.
 */
import { z } from 'zod';
import { Settings, type SettingsChange } from '../../../shared/domain/system.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z.object({ key: z.string(), value: z.string() });

/** Owner of settings: an account's name; null: the workspace, while there are no accounts; `''`: nobody signed in. */
export type SettingsOwner = string | null;

/** Begin anew for each account but the first, whose person was the only user before. */
const ADOPTED = ['shortcuts', 'openDocuments', 'activeDocument'] as const satisfies (keyof Settings)[];
const PERSONAL = [
  ...ADOPTED,
  'language',
  'theme',
  'tourDone',
  'fontSize',
  'hiddenTypes',
  'modelThreshold',
] as const satisfies (keyof Settings)[];
const isAdopted = (key: string): boolean => ADOPTED.some((adopted) => adopted === key);
const isPersonal = (key: string): boolean => PERSONAL.some((personal) => personal === key);
const keyOf = (key: string, owner: SettingsOwner): string =>
  owner === null || !isPersonal(key) ? key : `${key}@${owner}`;

export function readSettings(db: ReadDb, owner: SettingsOwner): Settings {
  const rows = db.all(Row, "SELECT key, value FROM setting WHERE key NOT LIKE 'mark.%'");
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const stored: Record<string, unknown> = {};
  for (const key of Object.keys(Settings.shape)) {
    const isOwnOnly = owner !== null && isAdopted(key);
    const value = values.get(keyOf(key, owner)) ?? (isOwnOnly ? undefined : values.get(key));
    if (value !== undefined) stored[key] = JSON.parse(value);
  }
  const whole = Settings.safeParse(stored);
  return whole.success ? whole.data : Settings.parse({});
}

export function writeSettings(db: WriteDb, change: SettingsChange, owner: SettingsOwner): Settings {
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    db.run(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      keyOf(key, owner),
      JSON.stringify(value),
    );
  }
  return readSettings(db, owner);
}

/** Gives the shortcuts and tabs of the workspace to its first account. */
export function adoptSettings(db: WriteDb, first: string): void {
  for (const key of ADOPTED)
    db.run('UPDATE OR REPLACE setting SET key = ? WHERE key = ?', keyOf(key, first), key);
}

export type StoredSetting = z.infer<typeof Row>;

/** Returns the stored settings of accounts, which a restore keeps, like the accounts. */
export const personalSettings = (db: ReadDb): StoredSetting[] =>
  PERSONAL.flatMap((key) => db.all(Row, 'SELECT key, value FROM setting WHERE key GLOB ?', `${key}@*`));

/** Replaces all settings of accounts. */
export function putPersonalSettings(db: WriteDb, settings: readonly StoredSetting[]): void {
  for (const key of PERSONAL) db.run('DELETE FROM setting WHERE key GLOB ?', `${key}@*`);
  for (const { key, value } of settings) db.run('INSERT INTO setting (key, value) VALUES (?, ?)', key, value);
}

/** Reads a mark: a fact about the workspace itself, stored beside the settings under a `mark.` key. */
export const readMark = (db: ReadDb, name: string): string | undefined =>
  db.get(Row, 'SELECT key, value FROM setting WHERE key = ?', `mark.${name}`)?.value;

export function writeMark(db: WriteDb, name: string, value: string): void {
  db.run(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    `mark.${name}`,
    value,
  );
}

export function deleteMark(db: WriteDb, name: string): void {
  db.run('DELETE FROM setting WHERE key = ?', `mark.${name}`);
}
