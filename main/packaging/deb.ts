/** Builds the Debian package of a packed app by dpkg-deb (https://www.debian.org/doc/debian-policy/). */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { appRoot, appVersion } from '../resources.ts';
import { notices } from './components.ts';
import { filesOf, normalise, SOURCE_DATE_EPOCH } from './normal-files.ts';

/** Debian's names of architectures. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Libraries that Electron's program is linked with. Names with `t64` are those of Debian 13 and Ubuntu 24.04. */
const DEPENDS = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libasound2 | libasound2t64',
  'libgbm1',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'xdg-utils',
];

const debian = (name: string) => join(appRoot, 'main', 'packaging', 'debian', name);

export const hasDpkg = (): boolean => spawnSync('dpkg-deb', ['--version']).status === 0;

/** Writes the package of `app`, the unpacked folder, into the folder `out`; returns its path. */
export function buildDeb(app: string, out: string, arch: string = process.arch): string {
  const architecture = ARCHITECTURES[arch] ?? arch;
  const root = mkdtempSync(join(out, 'deb-'));
  try {
    stage(app, root);
    writeControl(root, architecture);
    normalise(root);
    const file = join(out, `meridian_${appVersion()}_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(SOURCE_DATE_EPOCH) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return file;
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Copies the files to where they will be installed. */
function stage(app: string, root: string): void {
  cpSync(app, join(root, 'opt', 'Meridian'), { recursive: true, verbatimSymlinks: true });
  const place = (from: string, to: string) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    copyFileSync(from, join(root, to));
  };
  place(debian('meridian'), 'usr/bin/meridian');
  chmodSync(join(root, 'usr/bin/meridian'), 0o755);
  place(debian('meridian.desktop'), 'usr/share/applications/meridian.desktop');
  place(debian('meridian.xml'), 'usr/share/mime/packages/meridian.xml');
  place(debian('apparmor'), 'etc/apparmor.d/meridian');
  place(
    join(appRoot, 'renderer', 'public', 'icon.svg'),
    'usr/share/icons/hicolor/scalable/apps/meridian.svg',
  );
  const copyright = join(root, 'usr/share/doc/meridian/copyright');
  mkdirSync(dirname(copyright), { recursive: true });
  writeFileSync(copyright, `${readFileSync(join(appRoot, 'LICENSE'), 'utf8')}\n${notices()}`);
}

function writeControl(root: string, architecture: string): void {
  const files = filesOf(root);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const folder = join(root, 'DEBIAN');
  mkdirSync(folder);
  const control = [
    'Package: meridian',
    `Version: ${appVersion()}`,
    `Architecture: ${architecture}`,
    'Maintainer: The Meridian authors <meridian@localhost>',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${DEPENDS.join(', ')}`,
    'Recommends: libsecret-1-0, libnotify4',
    'Section: science',
    'Priority: optional',
    'Description: offline workbench for Chinese electronic medical records',
    ' Meridian (经络) reads, annotates and de-identifies records and trains models on them.',
    ' It opens no network connection.',
  ];
  writeFileSync(join(folder, 'control'), `${control.join('\n')}\n`);
  writeFileSync(join(folder, 'conffiles'), '/etc/apparmor.d/meridian\n');
  // `dpkg --verify meridian` finds files changed since.
  const sums = files
    .filter(({ path }) => !path.startsWith('etc/'))
    .map(
      ({ path }) =>
        `${createHash('md5')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    );
  writeFileSync(join(folder, 'md5sums'), sums.join(''));
  for (const script of ['postinst', 'postrm']) {
    copyFileSync(debian(script), join(folder, script));
    chmodSync(join(folder, script), 0o755);
  }
}
