/**
 * Settings: one JSON value a key; unknown or damaged values fall back to their defaults. They belong to the workspace,
 * but for those that belong to each person as soon as people have accounts, under keys such as `shortcuts@NAME`.
 */
import { z } from 'zod';
import { Settings, type SettingsChange } from '../../../shared/domain/system.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z.object({ key: z.string(), value: z.string() });

/** Whose settings; null: of the workspace, while nobody has an account. `''` is somebody who is not known yet. */
export type SettingsOwner = string | null;

const PERSONAL = ['shortcuts'] as const satisfies (keyof Settings)[];
const isPersonal = (key: string): boolean => PERSONAL.some((personal) => personal === key);
const keyOf = (key: string, owner: SettingsOwner): string =>
  owner === null || !isPersonal(key) ? key : `${key}@${owner}`;

export function readSettings(db: ReadDb, owner: SettingsOwner): Settings {
  const rows = db.all(Row, "SELECT key, value FROM setting WHERE key NOT LIKE 'mark.%'");
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const stored: Record<string, unknown> = {};
  for (const key of Object.keys(Settings.shape)) {
    const value = values.get(keyOf(key, owner));
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

/** What was personal while nobody had an account is the first person's, who had the window to themselves. */
export function adoptSettings(db: WriteDb, first: string): void {
  for (const key of PERSONAL)
    db.run('UPDATE OR REPLACE setting SET key = ? WHERE key = ?', keyOf(key, first), key);
}

export type StoredSetting = z.infer<typeof Row>;

/** What people have for themselves, as it is stored: it outlives a restore, as they do. */
export function personalSettings(db: ReadDb): StoredSetting[] {
  return PERSONAL.flatMap((key) =>
    db.all(Row, 'SELECT key, value FROM setting WHERE key GLOB ?', `${key}@*`),
  );
}

/** In the place of all that people had. */
export function putPersonalSettings(db: WriteDb, settings: readonly StoredSetting[]): void {
  for (const key of PERSONAL) db.run('DELETE FROM setting WHERE key GLOB ?', `${key}@*`);
  for (const { key, value } of settings) db.run('INSERT INTO setting (key, value) VALUES (?, ?)', key, value);
}

/** Marks: facts about the workspace itself, kept beside the settings under `mark.` keys. */
export function readMark(db: ReadDb, name: string): string | undefined {
  return db.get(Row, 'SELECT key, value FROM setting WHERE key = ?', `mark.${name}`)?.value;
}

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
