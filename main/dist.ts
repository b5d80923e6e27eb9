/**
 * `npm run dist` builds installers; `npm run dist:dir` only the unpacked app, from the Electron folder that
 * ELECTRON_OVERRIDE_DIST_PATH names or that is installed, without any download. MERIDIAN_SIGN names a program that is
 * called with the path of each file to sign. MERIDIAN_UPDATE_KEY names a file with an Ed25519 private key (PEM): its
 * public key goes into the app, and the .deb is written as a signed update file too.
 */
import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { flipFuses } from '@electron/fuses';
import { type AfterPackContext, build, Platform } from 'electron-builder';
import { z } from 'zod';
import { buildAll } from './build.ts';
import { notices, sbom } from './packaging/components.ts';
import { configuration, sign } from './packaging/configuration.ts';
import { buildDeb, hasDpkg } from './packaging/deb.ts';
import { FUSES } from './packaging/fuses.ts';
import { buildPortable } from './packaging/portable.ts';
import { appRoot, appVersion } from './resources.ts';
import { packUpdate } from './services/update/update-file.ts';

const { values } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const out = values.out ?? join(appRoot, 'release');

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

/** Sets the fuses of the packed binary, before it is signed, and adds notices and SBOM. */
async function finishPacked({ appOutDir, packager }: AfterPackContext): Promise<void> {
  const system = packager.platform.name;
  const binary = join(appOutDir, BINARIES[system] ?? '');
  const resources = system === 'mac' ? join(binary, 'Contents', 'Resources') : join(appOutDir, 'resources');
  await flipFuses(binary, { ...FUSES, resetAdHocDarwinSignature: system === 'mac' });
  rmSync(join(resources, 'default_app.asar'), { force: true }); // it would run any folder
  writeFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), notices());
  writeFileSync(join(resources, 'sbom.cdx.json'), sbom(electron.electronVersion));
}

const signer = process.env.MERIDIAN_SIGN || undefined;
const keyFile = process.env.MERIDIAN_UPDATE_KEY;
const updateKey = keyFile ? readFileSync(keyFile, 'utf8') : undefined;
const publicKeyFile = join(appRoot, 'dist', 'update-key.pem');

/** Writes the update file of a Debian package beside it; returns its path. */
function writeUpdate(deb: string, privateKey: string): string {
  const file = deb.replace(/deb$/, 'update');
  const architecture = /_([a-z0-9]+)\.deb$/.exec(deb)?.[1] ?? '';
  writeFileSync(
    file,
    packUpdate({ version: appVersion(), architecture, installer: readFileSync(deb) }, privateKey),
  );
  return file;
}

await buildAll();
if (updateKey === undefined) rmSync(publicKeyFile, { force: true });
else
  writeFileSync(publicKeyFile, createPublicKey(updateKey).export({ type: 'spki', format: 'pem' }).toString());
const local = localElectron();
if (values.dir && local === undefined) {
  console.error('dist:dir needs a local Electron folder: set ELECTRON_OVERRIDE_DIST_PATH.');
  process.exit(1);
}
const Manifest = z.object({ devDependencies: z.object({ electron: z.string() }) });
const wanted = Manifest.parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8'))).devDependencies
  .electron;
const electron = local ?? { electronVersion: wanted };
const config = configuration({ out, electron, signer, afterPack: finishPacked });
const linux = process.platform === 'linux';
// electron-builder's own .deb needs a download; its AppImage takes its runtime from APPIMAGE_TOOLS_PATH.
const unpackedOnly = values.dir || (linux && !process.env.APPIMAGE_TOOLS_PATH);
const made = await build({
  projectDir: appRoot,
  ...(unpackedOnly ? { targets: Platform.current().createTarget('dir') } : {}),
  config,
});
if (linux && !values.dir) {
  const app = join(out, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
  made.push(buildPortable(app, out));
  if (hasDpkg()) {
    const deb = buildDeb(app, out);
    made.push(deb, ...(updateKey === undefined ? [] : [writeUpdate(deb, updateKey)]));
  } else console.log('No dpkg-deb here: no .deb was built.');
}
if (signer !== undefined && !values.dir) for (const file of made) sign(signer, file);
for (const file of made) console.log(file);
