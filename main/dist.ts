/**
 * `npm run dist` builds installers; `npm run dist:dir` only the unpacked app, from the Electron folder that
 * ELECTRON_OVERRIDE_DIST_PATH names or that is installed, without any download.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { flipFuses } from '@electron/fuses';
import { type AfterPackContext, build, Platform } from 'electron-builder';
import { z } from 'zod';
import { buildAll } from './build.ts';
import { FUSES } from './fuses.ts';
import { appRoot } from './resources.ts';

const { values } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, out: { type: 'string' } },
});

/** A local Electron folder and its version, when there is one. */
function localElectron(): { electronDist: string; electronVersion: string } | undefined {
  const candidates = [
    process.env.ELECTRON_OVERRIDE_DIST_PATH,
    join(appRoot, 'node_modules', 'electron', 'dist'),
  ];
  for (const folder of candidates) {
    const file = folder === undefined ? '' : join(folder, 'version');
    if (folder !== undefined && existsSync(file)) {
      return { electronDist: folder, electronVersion: readFileSync(file, 'utf8').trim().replace(/^v/, '') };
    }
  }
  return undefined;
}

/** The program in the packed folder, as electron-builder.yml names it. */
const BINARIES: Readonly<Record<string, string>> = {
  linux: 'meridian',
  mac: 'Meridian.app',
  windows: 'Meridian.exe',
};

/** Sets the fuses of the packed binary, before it is signed. */
async function setFuses({ appOutDir, packager }: AfterPackContext): Promise<void> {
  const system = packager.platform.name;
  const binary = join(appOutDir, BINARIES[system] ?? '');
  await flipFuses(binary, { ...FUSES, resetAdHocDarwinSignature: system === 'mac' });
}

await buildAll();
const local = localElectron();
if (values.dir && local === undefined) {
  console.error(
    'dist:dir needs a local Electron folder: set ELECTRON_OVERRIDE_DIST_PATH. (需要本地 Electron 目录)',
  );
  process.exit(1);
}
const Manifest = z.object({ devDependencies: z.object({ electron: z.string() }) });
const wanted = Manifest.parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8'))).devDependencies
  .electron;
const made = await build({
  projectDir: appRoot,
  ...(values.dir ? { targets: Platform.current().createTarget('dir') } : {}),
  config: {
    afterPack: setFuses,
    electronVersion: local?.electronVersion ?? wanted,
    ...(local === undefined ? {} : { electronDist: local.electronDist }),
    ...(values.out === undefined ? {} : { directories: { output: values.out, buildResources: 'resources' } }),
  },
});
for (const file of made) console.log(file);
