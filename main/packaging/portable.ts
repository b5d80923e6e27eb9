/** Builds the portable archive of a packed app by GNU tar: unpack it anywhere and start `Meridian/meridian`. */
import { execFileSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { appVersion } from '../resources.ts';
import { normalise, SOURCE_DATE_EPOCH } from './normal-files.ts';

/** Writes the archive of `app`, the unpacked folder, into the folder `out`; returns its path. */
export function buildPortable(app: string, out: string, arch: string = process.arch): string {
  normalise(app);
  const file = join(out, `meridian-${appVersion()}-linux-${arch}.tar.gz`);
  execFileSync('tar', [
    '--create',
    '--sort=name',
    '--format=gnu',
    `--mtime=@${SOURCE_DATE_EPOCH}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--use-compress-program=gzip -n',
    `--transform=s,^${basename(app)},Meridian-${appVersion()},`,
    `--directory=${dirname(app)}`,
    `--file=${file}`,
    basename(app),
  ]);
  return file;
}
