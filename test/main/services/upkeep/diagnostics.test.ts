/** Logs and the bundle of diagnostics: they rotate, tell what helps, and hold no word of any patient or person. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeMark } from '../../../../main/db/repositories/settings.ts';
import { openZip } from '../../../../main/reading/zip.ts';
import { createRecord, importFiles } from '../../../../main/services/records/records.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { BackupSchedule } from '../../../../main/services/upkeep/backup-plan.ts';
import { diagnosticsBundle } from '../../../../main/services/upkeep/diagnostics.ts';
import { errorPlaces, LogFile, logFolder } from '../../../../main/workspace/log-file.ts';
import { AppError } from '../../../../shared/result.ts';
import { person } from '../../../helpers/accounts.ts';
import { makeProject } from '../../../helpers/projects.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const SECRET = '龘靐齉爩';

it('holds no text of records, patients, projects, people or paths, in any encoding', async () => {
  const dir = temporaryDir();
  const configDir = join(dir, 'config');
  const session = openTestSession(openWorkspace(dir));
  createRecord(session, { title: `题${SECRET}`, text: `文${SECRET}`, origin: `${SECRET}.txt` });
  const patient = {
    resourceType: 'Patient',
    id: 'p',
    name: [{ text: SECRET }],
    identifier: [{ value: SECRET }],
  };
  const data = Buffer.from(`病历${SECRET}`).toString('base64');
  const note = {
    ...{ resourceType: 'DocumentReference', subject: { reference: 'Patient/p' }, description: SECRET },
    content: [{ attachment: { contentType: 'text/plain', data } }],
  };
  const bundle = { resourceType: 'Bundle', entry: [{ resource: patient }, { resource: note }] };
  await importFiles(session, [{ name: `${SECRET}.json`, bytes: Buffer.from(JSON.stringify(bundle)) }]);
  makeProject(session, [`项目${SECRET}`]);
  person(session, `人${SECRET}`, 'clinician');
  writeMark(dbOf(session), 'watchFolder', `/${SECRET}`);
  writeMark(dbOf(session), 'backupPlan', JSON.stringify({ every: 'day', folder: `/${SECRET}` }));
  const log = new LogFile(configDir);
  log.write('sign-in', { person: SECRET, address: SECRET });
  const nested = {
    [`f${SECRET}`]: () => new TypeError(`quotes ${SECRET}\nat ${SECRET} (/home/${SECRET}/a/b.ts:1:1)`),
  };
  log.write('internal-error', { method: 'docs.get', ...errorPlaces(nested[`f${SECRET}`]?.()) });
  log.write('internal-error', {
    ...errorPlaces(new AppError('io', 'workspace.no-backup', { file: SECRET })),
  });
  log.write('internal-error', { ...errorPlaces(SECRET) });

  const { bytes, name } = await diagnosticsBundle(session, new BackupSchedule(session), configDir);
  const files = openZip(bytes);
  expect([...files.keys()]).toEqual(['program.json', 'workspace.json', 'engine.json', 'logs/meridian.log']);
  const contents = [...files.values()].map((entry) => Buffer.from(entry.read()));
  const forms = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(SECRET, encoding));
  const written = [
    ...forms,
    ...[SECRET, data].map((text) => Buffer.from(Buffer.from(text).toString('base64').slice(0, 12))),
  ];
  for (const content of [Buffer.from(name), ...contents])
    for (const form of [...written, Buffer.from('u9f98'), Buffer.from(encodeURIComponent(SECRET))])
      expect(content.includes(form)).toBe(false);
  const [program = '', workspace = '', , logs = ''] = contents.map(String);
  expect(JSON.parse(program).version).toMatch(/^\d+\./);
  expect(JSON.parse(workspace)).toMatchObject({
    rows: { document: 3, patient: 1 },
    backups: { every: 'day', elsewhere: true },
  });
  expect(logs).toContain('"error":"TypeError"');
  expect(logs).toContain('diagnostics.test.ts:');
});

it('logs rotate by size, stay private, and the oldest goes', () => {
  const configDir = temporaryDir();
  const log = new LogFile(configDir, 400);
  for (let n = 0; n < 60; n++) log.write('event', { n });
  const folder = logFolder(configDir);
  expect(readdirSync(folder).sort()).toEqual(
    ['meridian.1.log', 'meridian.2.log', 'meridian.3.log', 'meridian.4.log', 'meridian.log'].sort(),
  );
  for (const file of readdirSync(folder)) {
    expect(statSync(join(folder, file)).size).toBeLessThan(500);
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  }
  expect(readFileSync(join(folder, 'meridian.log'), 'utf8')).toContain('"n":59');
  expect(
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join(),
  ).not.toContain('"n":0}');
});
