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
