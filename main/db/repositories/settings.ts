/** Settings: one JSON value a key; unknown or damaged values fall back to their defaults. */
import { z } from 'zod';
import { Settings, type SettingsChange } from '../../../shared/domain/system.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z.object({ key: z.string(), value: z.string() });

export function readSettings(db: ReadDb): Settings {
  const stored: Record<string, unknown> = {};
  for (const { key, value } of db.all(Row, "SELECT key, value FROM setting WHERE key NOT LIKE 'mark.%'"))
    stored[key] = JSON.parse(value);
  const whole = Settings.safeParse(stored);
  return whole.success ? whole.data : Settings.parse({});
}

export function writeSettings(db: WriteDb, change: SettingsChange): Settings {
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    db.run(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      JSON.stringify(value),
    );
  }
  return readSettings(db);
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
