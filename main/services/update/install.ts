/** Installs an update file on systems with Debian packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../shared/result.ts';
import { appRoot, appVersion } from '../../resources.ts';
import { isOlder, openUpdate, type Update } from './update-file.ts';

const PUBLIC_KEY = join(appRoot, 'dist', 'update-key.pem');
const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch;

/** Returns the update in a file. Throws when it is not from the maker of this build, for another system, or older. */
export function readUpdate(path: string, publicKey = PUBLIC_KEY): Update {
  if (!existsSync(publicKey)) throw new AppError('not-found', 'update.no-key');
  const update = openUpdate(readFileSync(path), readFileSync(publicKey, 'utf8'));
  const { version, architecture } = update;
  if (architecture !== ARCHITECTURE)
    throw new AppError('bad-input', 'update.other-system', { architecture, here: ARCHITECTURE });
  if (isOlder(version, appVersion()))
    throw new AppError('bad-input', 'update.older', { version, here: appVersion() });
  return update;
}

/** Hands the installer to dpkg; anybody but root is asked for an administrator's password by pkexec. */
export function installUpdate({ installer }: Update): void {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-update-')); // mode 0700
  try {
    const file = join(folder, 'update.deb');
    writeFileSync(file, installer);
    const root = process.getuid?.() === 0;
    execFileSync(root ? 'dpkg' : 'pkexec', [...(root ? [] : ['dpkg']), '--install', file], {
      stdio: 'inherit',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
