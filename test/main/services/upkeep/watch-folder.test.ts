/** Watched folders: each file once, when it is complete, over restarts and kills; nothing in the folder changes. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { listRecords } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { type WatchedOutcome, WatchFolder } from '../../../../main/services/upkeep/watch-folder.ts';
import { MAX_FILE_BYTES } from '../../../../shared/file-size.ts';
import { codeOf } from '../../../helpers/accounts.ts';
import { killScript } from '../../../helpers/kill-script.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const FHIR = join(import.meta.dirname, '../../../fixtures/fhir/document.json');
const HL7 = join(import.meta.dirname, '../../../fixtures/hl7');

function watching(session: Session, folder: string) {
  const told: WatchedOutcome[] = [];
  const options = {
    folder,
    quietMs: -1000,
    passMs: 60_000,
    told: (one: WatchedOutcome) => void told.push(one),
  };
  const watch = new WatchFolder(session, options);
  onTestFinished(() => watch.close());
  const look = async (): Promise<void> => {
    await watch.pass(); // sees the files
    await watch.pass(); // finds them as they were
  };
  return { watch, told, look };
}

const titles = (session: Session): string[] =>
  listRecords(session)
    .map(({ title }) => title)
    .sort();

/** Names, content and times of all that a folder holds. */
const stateOf = (folder: string): string[] =>
  readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${name} ${sum} ${statSync(path).mtimeMs} ${statSync(path).mode}`;
  });

describe('a watched folder', () => {
  it('brings text, FHIR and HL7 in, refuses the rest by name, and is left as it was', async () => {
    const session = openTestSession();
    const folder = temporaryDir();
    const [hl7 = ''] = readdirSync(HL7);
    writeFileSync(join(folder, '入院记录.txt'), '发热三天。');
    writeFileSync(join(folder, 'bundle.json'), readFileSync(FHIR));
    writeFileSync(join(folder, hl7), readFileSync(join(HL7, hl7)));
    writeFileSync(join(folder, 'scan.rtf'), '{\\rtf1}');
    writeFileSync(join(folder, 'empty.txt'), '');
    const before = stateOf(folder);
    const { watch, told, look } = watching(session, folder);
    await look();
    expect(stateOf(folder)).toEqual(before);
    expect(titles(session)).toContain('入院记录');
    expect(
      told
        .filter(({ records }) => records > 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['bundle.json', hl7, '入院记录.txt'].sort());
    const { files, refused, records, refusals } = watch.state();
    expect([files, refused, records]).toEqual([5, 2, listRecords(session).length]);
    expect(refusals.map(({ name }) => name).sort()).toEqual(['empty.txt', 'scan.rtf']);
    expect(JSON.stringify(refusals)).toContain('unsupported-ending');
    const [entry] = listAudit(dbOf(session), { actions: ['document.import'], limit: 1 });
    expect(entry?.actor).toBe('tester');
    const count = told.length;
    await look();
    expect([told.length, listRecords(session).length]).toEqual([count, records]);
  });

  it('waits until a file is complete', async () => {
    const session = openTestSession();
    const folder = temporaryDir();
    const { watch } = watching(session, folder);
    const path = join(folder, 'slow.txt');
    for (const name of ['copy.txt.part', '~$open.docx', '.hidden.txt'])
      writeFileSync(join(folder, name), '文');
    writeFileSync(path, '第一部分。');
    await watch.pass();
    appendFileSync(path, '第二部分。');
    await watch.pass();
    expect(listRecords(session)).toEqual([]);
    await watch.pass();
    expect(listRecords(session).map(({ chars }) => chars)).toEqual(['第一部分。第二部分。'.length]);
    renameSync(join(folder, 'copy.txt.part'), join(folder, 'copy.txt'));
    await watch.pass();
    await watch.pass();
    expect(titles(session)).toEqual(['copy', 'slow']);
    const quiet = new WatchFolder(session, { folder, quietMs: 60_000, passMs: 60_000 });
    writeFileSync(join(folder, 'new.txt'), '新');
    await quiet.pass();
    await quiet.pass();
    expect(titles(session)).not.toContain('new');
    await quiet.close();
  });

  it('brings the same content in once, under whatever name, and changed content again', async () => {
    const session = openTestSession();
    const folder = temporaryDir();
    const { look } = watching(session, folder);
    const path = join(folder, 'a.txt');
    writeFileSync(path, '一');
    await look();
    renameSync(path, join(folder, 'b.txt'));
    utimesSync(join(folder, 'b.txt'), 1, 1);
    writeFileSync(join(folder, 'c.txt'), '一');
    await look();
    expect(titles(session)).toEqual(['a']);
    writeFileSync(join(folder, 'c.txt'), '二');
    await look();
    expect(titles(session)).toEqual(['a', 'c']);
  });

  it('follows no link, takes no folder and refuses what is too large without reading it', async () => {
    const session = openTestSession();
    const [folder, elsewhere] = [temporaryDir(), temporaryDir()];
    writeFileSync(join(elsewhere, 'secret.txt'), '机密');
    symlinkSync(join(elsewhere, 'secret.txt'), join(folder, 'link.txt'));
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'x.txt'), '文');
    writeFileSync(join(folder, 'huge.txt'), '');
    const { truncateSync } = await import('node:fs');
    truncateSync(join(folder, 'huge.txt'), MAX_FILE_BYTES + 1);
    const { watch, look } = watching(session, folder);
    await look();
    expect(listRecords(session)).toEqual([]);
    expect(watch.state().refusals.map(({ name }) => name)).toEqual(['huge.txt']);
  });

  it('that goes away is told, and goes on when it is back', async () => {
    const session = openTestSession();
    const folder = join(temporaryDir(), 'in');
    mkdirSync(folder);
    const { watch, told, look } = watching(session, folder);
    rmSync(folder, { recursive: true });
    await look();
    expect(watch.state().problem).toBeDefined();
    expect(told).toHaveLength(1);
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), '文');
    await look();
    expect([watch.state().problem, titles(session)]).toEqual([undefined, ['a']]);
  });

  it('keeps a file for later when the import fails for another reason than the file', async () => {
    const session = openTestSession();
    const folder = temporaryDir();
    writeFileSync(join(folder, 'a.txt'), '文');
    const broken = {
      ...session,
      background: { ...session.background, run: () => Promise.reject(new Error('down')) },
    };
    const failing = watching(broken, folder);
    await failing.look();
    expect([failing.watch.state().files, failing.watch.state().problem]).toEqual([0, expect.anything()]);
    await failing.watch.close();
    const { look } = watching(session, folder);
    await look();
    expect(titles(session)).toEqual(['a']);
  });
});

describe('the choice of a folder', () => {
  it('is off at first, kept over restarts, audited, and refused where it cannot be', async () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const session = openTestSession(workspace);
    const watch = new WatchFolder(session, { passMs: 60_000 });
    expect(watch.state().folder).toBeNull();
    await watch.pass();
    const folder = temporaryDir();
    for (const wrong of [
      'relative',
      join(folder, 'nothing'),
      FHIR,
      workspace.dir,
      join(workspace.dir, '..'),
      join(workspace.dir, 'backups'),
    ])
      expect(await codeOf(() => watch.set(wrong)), wrong).toBe('bad-request');
    expect(watch.set(folder).folder).toBe(folder);
    await watch.close();
    const again = new WatchFolder(session, { passMs: 60_000 });
    expect(again.state().folder).toBe(folder);
    expect(again.set(null).folder).toBeNull();
    await again.close();
    expect(
      listAudit(dbOf(session), { actions: ['workspace.watch'], limit: 9 }).map(({ detail }) => detail.after),
    ).toEqual(['', folder]);
  });
});

describe('a kill', () => {
  it('at any moment loses no file and imports none twice', { timeout: 300_000 }, async () => {
    const dir = temporaryDir();
    const [root, config, folder] = [join(dir, 'workspace'), join(dir, 'config'), temporaryDir()];
    openWorkspace(dir).close();
    const names = Array.from({ length: 120 }, (_, n) => `record-${String(n).padStart(3, '0')}`);
    for (const name of names) writeFileSync(join(folder, `${name}.txt`), `${name} 发热`);
    for (const ms of [5, 15, 30, 100, 300])
      await killScript('watch-forever.ts', [root, config, folder], { lines: 1, ms });
    const session = openTestSession(openWorkspace(dir));
    const { look, watch } = watching(session, folder);
    await look();
    expect(titles(session)).toEqual(names);
    expect(watch.state()).toMatchObject({ files: 120, records: 120, refused: 0 });
  });
});
