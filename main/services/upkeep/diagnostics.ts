/** Bundle for whoever helps: versions, sizes, states and logs. No text, title, name or path of anybody. */
import { cpus, freemem, release, totalmem } from 'node:os';
import { readSettings } from '../../db/repositories/settings.ts';
import { rowsOfTables } from '../../db/repositories/verification.ts';
import { appVersion } from '../../resources.ts';
import { readLogs } from '../../workspace/log-file.ts';
import { zipOf } from '../annotation-files/zip-write.ts';
import { dbOf, type Session } from '../session/session.ts';
import { checkWorkspace } from '../workspace/check.ts';
import type { BackupSchedule } from './backup-plan.ts';

/** Members of log lines that name people or their machines. */
const PEOPLE = new Set(['person', 'token', 'address']);

/** Returns the lines of a log without members that name people; a line that is no JSON is left out. */
const withoutPeople = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.stringify(JSON.parse(line), (key, value) => (PEOPLE.has(key) ? undefined : value))];
      } catch {
        return []; // cut off by a crash
      }
    })
    .map((line) => `${line}\n`)
    .join('');

/** @param configDir folder with the logs */
export async function diagnosticsBundle(
  session: Session,
  backups: BackupSchedule,
  configDir: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const db = dbOf(session);
  const { key, schemaVersion, bytes, readonly: isReadOnly = false } = session.workspace.info();
  const { language, theme, fontSize, modelThreshold, starterTagger, starterClassifier, starterDeid } =
    readSettings(db, null);
  const { files, problems } = await checkWorkspace(session);
  const { plan, failed, backups: made } = backups.state();
  const parts = {
    'program.json': {
      ...{ version: appVersion(), node: process.version, electron: process.versions.electron ?? null },
      ...{ platform: process.platform, release: release(), arch: process.arch },
      ...{
        processors: cpus().length,
        processor: cpus()[0]?.model ?? '',
        memory: totalmem(),
        free: freemem(),
      },
    },
    'workspace.json': {
      ...{ key, schemaVersion, bytes, readonly: isReadOnly },
      rows: rowsOfTables(db),
      settings: { language, theme, fontSize, modelThreshold, starterTagger, starterClassifier, starterDeid },
      check: { files, problems: problems.map(({ id }) => id) },
      backups: {
        ...{ every: plan.every, keep: plan.keep, elsewhere: plan.folder !== null },
        failed: failed?.reason.id ?? null,
        made: made.map(({ at, bytes: size, verified = null }) => ({ at, bytes: size, verified })),
      },
    },
    'engine.json': {
      ...session.engine.status(),
      jobs: session.jobs
        .list()
        .map(({ kind, state, error }) => ({ kind, state, error: error?.code ?? null })),
    },
  };
  const written = Object.entries(parts).map(([name, value]) => ({
    name,
    text: `${JSON.stringify(value, null, 2)}\n`,
  }));
  const all = [
    ...written,
    ...readLogs(configDir).map(({ name, text }) => ({ name: `logs/${name}`, text: withoutPeople(text) })),
  ];
  const day = new Date().toISOString().slice(0, 10);
  return {
    name: `meridian-diagnostics-${day}.zip`,
    bytes: zipOf(all.map(({ name, text }) => ({ name, bytes: Buffer.from(text, 'utf8') }))),
  };
}
