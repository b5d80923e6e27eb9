import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMark } from '../../../main/db/repositories/settings.ts';
import { runFolder, runStorage } from '../../../main/services/runs/run-storage.ts';
import { fileKeyOf, readFileKey } from '../../../main/workspace/file-key.ts';
import { removeUnfinishedFiles } from '../../../main/workspace/leftovers.ts';
import { readSealed, writeSealed } from '../../../main/workspace/sealed-file.ts';
import { Workspace } from '../../../main/workspace/workspace.ts';
import type { AppError } from '../../../shared/result.ts';
import { killScript } from '../../helpers/kill-script.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

const KEY = randomBytes(32);
const bytesOf = (text: string) => new TextEncoder().encode(text);

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as AppError).code; // safe: only compared with codes
  }
  return 'none';
}

describe.each([
  ['encrypted', KEY],
  ['plain', null],
])('a sealed file, %s', (_, key) => {
  it('gives back what was written, whatever the chunks', () => {
    const file = join(temporaryDir(), 'file');
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (chunks) => {
        writeSealed(file, chunks, key);
        expect(Buffer.from(readSealed(file, key)!).equals(Buffer.concat(chunks))).toBe(true);
      }),
    );
  });

  it('may be larger than the pieces it is worked on in', () => {
    const file = join(temporaryDir(), 'file');
    const content = randomBytes(33 * 1024 * 1024 + 7);
    writeSealed(file, [content.subarray(0, 5), content.subarray(5)], key);
    expect(Buffer.from(readSealed(file, key)!).equals(content)).toBe(true);
  });

  it('tells every cut and every changed bit', () => {
    const file = join(temporaryDir(), 'file');
    writeSealed(file, [bytesOf('患者胸痛3小时')], key);
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      expect(
        codeOf(() => readSealed(file, key)),
        `cut at ${length}`,
      ).toBe('corrupt');
    }
    writeFileSync(file, Buffer.concat([whole, Buffer.of(0)]));
    expect(codeOf(() => readSealed(file, key))).toBe('corrupt');
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const changed = Buffer.from(whole);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(file, changed);
      expect(
        codeOf(() => readSealed(file, key)),
        `bit ${bit}`,
      ).toBe('corrupt');
    }
  });

  it('is absent, not empty, when there is none', () => {
    const file = join(temporaryDir(), 'file');
    expect(readSealed(file, key)).toBeUndefined();
    writeSealed(file, [], key);
    expect(readSealed(file, key)).toHaveLength(0);
  });

  it('refuses another key and none', () => {
    const file = join(temporaryDir(), 'file');
    writeSealed(file, [bytesOf('x')], key);
    expect(codeOf(() => readSealed(file, randomBytes(32)))).toBe('wrong-key');
    expect(codeOf(() => readSealed(file, key === null ? KEY : null))).toBe('wrong-key');
  });
});

describe('an encrypted file', () => {
  it('shows nothing of its content, and never the same bytes twice', () => {
    const file = join(temporaryDir(), 'file');
    const secret = bytesOf('张三 胸痛'.repeat(50));
    writeSealed(file, [secret], KEY);
    const first = readFileSync(file);
    expect(first.includes('张三')).toBe(false);
    writeSealed(file, [secret], KEY);
    expect(readFileSync(file).subarray(48).equals(first.subarray(48))).toBe(false);
  });
});

describe('kill -9 during a write', () => {
  const killedAfter = async (writes: number) => {
    const file = join(temporaryDir(), 'folder', 'file');
    const size = 20_000_000;
    const moment = { lines: writes, ms: writes * 3 };
    const told = await killScript('seal-forever.ts', [file, KEY.toString('hex'), String(size)], moment);
    const acknowledged = Number(told.at(-1));
    const content = readSealed(file, KEY)!;
    expect(content).toHaveLength(size);
    expect([acknowledged, acknowledged + 1]).toContain(content[0]);
    expect(content.every((byte) => byte === content[0])).toBe(true);
  };
  it('leaves the old file or the new one (killed after 2)', () => killedAfter(2));
  it.each([1, 5, 9])('leaves the old file or the new one (killed after %i)', { tags: ['long'] }, killedAfter);
});

describe('the key of files', () => {
  it('is made once, outlives a change of the workspace key, and is absent in a plain workspace', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    expect(readFileKey(workspace.db)).toBeNull();
    const key = fileKeyOf(workspace)!;
    expect(key).toHaveLength(32);
    expect(key).not.toEqual(workspace.key);
    workspace.changeKey('keyfile');
    expect(Buffer.from(fileKeyOf(workspace)!).equals(key)).toBe(true);
    const plain = openWorkspace(temporaryDir(), { create: 'plain' });
    expect(fileKeyOf(plain)).toBeNull();
    expect(readMark(plain.db, 'fileKey')).toBeUndefined();
  });

  it('is the same for every connection that asks first', () => {
    const dir = temporaryDir();
    const [a, b] = [openWorkspace(dir), openWorkspace(dir)];
    expect(fileKeyOf(a)).toEqual(fileKeyOf(b));
  });

  it('survives the restore of a backup that did not know it', () => {
    const workspace = openWorkspace();
    const { file } = workspace.backup();
    const key = fileKeyOf(workspace);
    workspace.restore(file);
    expect(fileKeyOf(workspace)).toEqual(key);
  });
});

describe('storage of a run', () => {
  it('keeps files by name in the folder of the run', () => {
    const workspace = openWorkspace();
    const folder = runFolder(workspace.dir, 3);
    const storage = runStorage(folder, fileKeyOf(workspace));
    expect(storage.read('checkpoint')).toBeUndefined();
    storage.write('checkpoint', [bytesOf('a'), bytesOf('b')]);
    storage.write('best', [bytesOf('c')]);
    expect(storage.read('checkpoint')).toEqual(bytesOf('ab'));
    expect(readdirSync(folder).sort()).toEqual(['best', 'checkpoint']);
    expect(() => storage.write('../escape', [])).toThrow('no name');
  });

  it('loses unfinished files of dead processes at the next start, and no others', () => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    const workspace = join(dir, 'workspace');
    const names = ['data/x', 'models/1.safetensors', 'runs/7/checkpoint'];
    for (const name of names) {
      mkdirSync(join(workspace, name, '..'), { recursive: true });
      writeFileSync(join(workspace, name), '');
      writeFileSync(join(workspace, `${name}.999999999.tmp`), '');
      writeFileSync(join(workspace, `${name}.${process.ppid}.tmp`), '');
    }
    Workspace.open(workspace, { configDir: join(dir, 'config') }).close();
    for (const name of names) {
      expect(existsSync(join(workspace, name))).toBe(true);
      expect(existsSync(join(workspace, `${name}.999999999.tmp`))).toBe(false);
      expect(existsSync(join(workspace, `${name}.${process.ppid}.tmp`))).toBe(true);
    }
  });

  it('and loses them between runs without touching what this process has under way', () => {
    const workspace = openWorkspace();
    const upload = join(workspace.temporaryDir(), 'upload');
    writeFileSync(upload, '');
    const unfinished = join(workspace.dir, 'runs', '1', 'checkpoint.999999999.tmp');
    mkdirSync(join(unfinished, '..'), { recursive: true });
    writeFileSync(unfinished, '');
    removeUnfinishedFiles(workspace.dir);
    expect([existsSync(upload), existsSync(unfinished)]).toEqual([true, false]);
  });
});
