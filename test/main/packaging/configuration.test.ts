/** electron-builder takes the settings of every installer, and what they name is there. */
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, Packager } from 'electron-builder';
import { describe, expect, it } from 'vitest';
import { configuration } from '../../../main/packaging/configuration.ts';
import { appRoot } from '../../../main/resources.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const electron = { electronVersion: '45.4.1' };

/** Returns the settings as electron-builder would use them. Throws where they break its schema. */
async function effective(config: Configuration): Promise<Configuration> {
  const packager = new Packager({ projectDir: appRoot, config });
  await packager.validateConfig();
  return packager.config;
}

const given = (signer?: string) =>
  configuration({ out: temporaryDir(), electron, signer, afterPack: async () => undefined });

/** Returns the side of a square PNG. */
function sideOf(png: Buffer): number {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
  return png.readUInt32BE(16);
}

describe('settings of installers', () => {
  it('fit the schema of electron-builder, with and without a signing program', async () => {
    for (const signer of [undefined, '/bin/true'])
      expect(await effective(given(signer))).toMatchObject({
        linux: { target: ['dir', 'AppImage'] },
        win: { target: ['nsis', 'zip'] },
        nsis: { oneClick: false, perMachine: false },
        mac: { target: ['dmg', 'zip'] },
        asar: true,
        publish: null,
      });
  });

  it('name the files of projects and have icons of every size that Windows and macOS show', async () => {
    const { directories, win, mac } = await effective(given());
    for (const system of [win, mac])
      expect(system?.fileAssociations).toMatchObject([{ ext: 'jsonl', name: 'Meridian annotation project' }]);
    const icon = (name: string) => readFileSync(join(appRoot, directories?.buildResources ?? '', name));
    const ico = icon('icon.ico');
    const sides = Array.from({ length: ico.readUInt16LE(4) }, (_, i) => {
      const entry = ico.subarray(6 + 16 * i);
      const png = ico.subarray(entry.readUInt32LE(12)).subarray(0, entry.readUInt32LE(8));
      return [entry[0] || 256, sideOf(png)];
    });
    expect(sides).toEqual([16, 24, 32, 48, 64, 128, 256].map((side) => [side, side]));
    const icns = icon('icon.icns');
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
    const blocks = new Map<string, number>();
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      blocks.set(icns.toString('latin1', at, at + 4), sideOf(icns.subarray(at + 8)));
    const macSides = {
      ic11: 32,
      ic12: 64,
      ic07: 128,
      ic08: 256,
      ic13: 256,
      ic09: 512,
      ic14: 512,
      ic10: 1024,
    };
    expect(Object.fromEntries(blocks)).toEqual(macSides);
  });

  it('that electron-builder does not know are refused', async () => {
    await expect(effective({ ...given(), dmg: { nothing: 1 } } as Configuration)).rejects.toThrow('dmg'); // safe: wrong on purpose
  });

  it('leave out files that are there: libraries of other systems, sources of native code', async () => {
    const { files, linux, win, mac } = await effective(given());
    const patterns = JSON.stringify([files, linux?.files, win?.files, mac?.files]);
    const folders = [...patterns.matchAll(/!(node_modules\/[\w@/-]+)\//g)].map(([, folder = '']) => folder);
    expect(folders).toContain('node_modules/onnxruntime-node/bin/napi-v6');
    for (const folder of new Set(folders))
      expect([folder, existsSync(join(appRoot, folder))]).toEqual([folder, true]);
    const systems = globSync('*', { cwd: join(appRoot, 'node_modules/onnxruntime-node/bin/napi-v6') });
    expect(systems.sort()).toEqual(['darwin', 'linux', 'win32']);
  });

  it('call the signing program with the app of macOS and each program of Windows', async () => {
    const folder = mkdtempSync(join(temporaryDir(), 'signer-'));
    const [signer, log] = [join(folder, 'signer'), join(folder, 'log')];
    writeFileSync(signer, `#!/bin/sh\necho "$1" >> ${log}\n`, { mode: 0o755 });
    const { win, mac } = given(signer);
    const [signProgram, signApp] = [win?.signtoolOptions?.sign, mac?.sign];
    if (typeof signProgram !== 'function' || typeof signApp !== 'function') throw new Error('no hooks');
    await Reflect.apply(signProgram, undefined, [{ path: 'Meridian.exe' }]);
    await Reflect.apply(signApp, undefined, [{ app: 'Meridian.app' }]);
    expect(readFileSync(log, 'utf8')).toBe('Meridian.exe\nMeridian.app\n');
  });
});
