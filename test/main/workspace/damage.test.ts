/** A flipped byte in any file of a workspace is found, or changes nothing that is stored. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertRecord } from '../../../main/db/repositories/records.ts';
import { verifyWorkspace } from '../../../main/services/audit/verify.ts';
import { dataFile } from '../../../main/services/data/data-store.ts';
import { checkWorkspace } from '../../../main/services/workspace/check.ts';
import { fileKeyOf } from '../../../main/workspace/file-key.ts';
import { writeSealed } from '../../../main/workspace/sealed-file.ts';
import type { Workspace } from '../../../main/workspace/workspace.ts';
import { words } from '../../../shared/messages/words.ts';
import { toErrorData } from '../../../shared/result.ts';
import { draws } from '../../helpers/diagnosed-texts.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

const actor = { name: 'tester' };

/** Makes a closed workspace with records, free pages, a backup under a former key and sealed files. */
function makeWorkspace(dir: string): void {
  const workspace = openWorkspace(dir);
  const { db } = workspace;
  for (let number = 0; number < 20; number++)
    insertRecord(db, actor, {
      title: `样例 ${number}`,
      text: `患者否认高血压病史。${number}`.repeat(40),
      origin: 'test',
    });
  workspace.backup();
  workspace.changeKey('keyfile');
  workspace.db.raw.exec('CREATE TABLE gone (x); INSERT INTO gone VALUES (zeroblob(60000)); DROP TABLE gone');
  const key = fileKeyOf(workspace);
  for (const name of [
    dataFile(workspace.dir, 'ab'.repeat(32)),
    join(workspace.dir, 'runs', '1', 'checkpoint'),
  ])
    writeSealed(name, [new Uint8Array(5000).fill(7)], key);
  workspace.close();
}

/** All rows of all tables as text: what a damage must not change unnoticed. */
function content({ db, ...workspace }: Workspace): string {
  const tables = db.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(String);
  return JSON.stringify([workspace.dir, tables.map((table) => db.rows(`SELECT * FROM "${table}"`))]);
}

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(dir, name)).isFile() && statSync(join(dir, name)).size > 0,
  );

/** Returns what is said about the workspace; empty when it is sound. */
async function findings(dir: string): Promise<string[]> {
  try {
    const workspace = openWorkspace(dir);
    const { problems } = await checkWorkspace(openTestSession(workspace));
    return problems.map((problem) => words(problem, 'en'));
  } catch (error) {
    return [words(toErrorData(error).message, 'en')];
  }
}

function flip(file: string, at: number, mask: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ mask;
  writeFileSync(file, bytes);
}

describe('workspace check', () => {
  it('finds every flipped byte that changes anything stored', async () => {
    const dir = temporaryDir();
    makeWorkspace(dir);
    const folder = join(dir, 'workspace');
    const sound = join(dir, 'sound');
    cpSync(folder, sound, { recursive: true });
    expect(await findings(dir)).toEqual([]);
    const before = content(openWorkspace(dir));
    const random = draws(1311);
    const unnoticed: string[] = [];
    let harmless = 0;
    const files = filesOf(sound);
    expect(files.map((file) => file.replace(/.*\//, '')).sort()).toEqual(
      expect.arrayContaining(['checkpoint', 'meridian.db', 'workspace.json']),
    );
    for (const file of files) {
      for (let time = 0; time < 24; time++) {
        rmSync(folder, { recursive: true });
        cpSync(sound, folder, { recursive: true });
        const at = Math.floor(random() * statSync(join(folder, file)).size);
        flip(join(folder, file), at, 1 << Math.floor(random() * 8));
        if ((await findings(dir)).length > 0) continue;
        if (content(openWorkspace(dir)) === before) harmless++;
        else unnoticed.push(`${file} at ${at}`);
      }
    }
    expect({ unnoticed, harmless: harmless < files.length * 6 }).toEqual({ unnoticed: [], harmless: true });
  });

  it('says which file is damaged or gone, also to `audit verify`', async () => {
    const dir = temporaryDir();
    makeWorkspace(dir);
    const folder = join(dir, 'workspace');
    flip(join(folder, 'runs', '1', 'checkpoint'), 3000, 1);
    const [backup = ''] = readdirSync(join(folder, 'backups'));
    flip(join(folder, 'backups', backup), 40_000, 1);
    const session = openTestSession(openWorkspace(dir));
    const { problems } = await checkWorkspace(session);
    expect(problems.map((problem) => words(problem, 'en')).join('\n')).toMatch(
      new RegExp(`backups/${backup} is damaged.*\nruns/1/checkpoint is damaged.*content has changed`),
    );
    expect(words(problems[0]!, 'zh')).toMatch(/已损坏/);
    const verdict = await verifyWorkspace(session);
    expect(verdict.found).toBe(2);
  });

  it('finds rows that name missing rows', async () => {
    const workspace = openWorkspace();
    const { raw } = workspace.db;
    raw.pragma('foreign_keys = OFF');
    raw.exec("INSERT INTO draft (document_id, base, version, text, at) VALUES (999, 1, 1, 'x', '2026')");
    const { problems } = await checkWorkspace(openTestSession(workspace));
    expect(problems.map((problem) => words(problem, 'en'))).toEqual([
      expect.stringMatching(/draft .*document/),
    ]);
  });
});
