/** Writes annotation files to a path atomically: old files stay complete until the new ones are complete. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { invariant } from '../../../shared/assert.ts';
import { AppError } from '../../../shared/result.ts';
import { isOtherProcessAlive } from '../../db/process-alive.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { ownerOfTemporary, renameFile, syncFolder, writeFileAtomic } from '../../workspace/atomic-file.ts';
import { withPathInError } from './write-error.ts';
import { zipOf } from './zip-write.ts';

export interface WrittenTo {
  readonly path: string;
  readonly kind: 'file' | 'zip' | 'folder';
  readonly files: number;
}

/**
 * Writes an archive for a name that ends in .zip and a gzipped file for .gz. Several files make a folder, except
 * settings of other tools, which are written beside a single file.
 * @throws AppError `bad-request` for a folder that has something in it already, `disk-full`, `io`
 */
export function writeFiles(path: string, files: readonly NamedFile[]): WrittenTo {
  const target = resolve(path);
  return withPathInError(target, () => {
    removeLeftovers(target);
    return write(target, files);
  });
}

function write(target: string, files: readonly NamedFile[]): WrittenTo {
  if (/\.zip$/i.test(target)) {
    refuseFolder(target);
    writeFileAtomic(target, zipOf(files));
    return { path: target, kind: 'zip', files: files.length };
  }
  const [first, ...more] = files.filter(({ isBeside }) => !isBeside);
  if (first !== undefined && more.length === 0 && !isFolder(target)) {
    for (const { name, bytes } of files.filter((file) => file !== first))
      writeFileAtomic(beside(target, name), bytes);
    writeFileAtomic(target, /\.gz$/i.test(target) ? gzipSync(first.bytes) : first.bytes);
    return { path: target, kind: 'file', files: files.length };
  }
  writeFolder(target, files);
  return { path: target, kind: 'folder', files: files.length };
}

/** `tasks.json` and `label-config.xml`: `tasks.label-config.xml`. */
function beside(target: string, name: string): string {
  const stem = basename(target).replace(/(\.[^.]+)?(\.gz)?$/i, '');
  return join(dirname(target), `${stem}.${name}`);
}

/** Packs several files into one zip archive; a single file stays as it is. @param name without extension */
export function asOneFile(name: string, files: readonly NamedFile[]): NamedFile {
  const [first] = files;
  return first !== undefined && files.length === 1 ? first : { name: `${name}.zip`, bytes: zipOf(files) };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function refuseFolder(path: string): void {
  if (!isFolder(path)) return;
  throw new AppError('bad-request', 'files.is-a-folder', { path }, { kept: 'kept.nothing-written' });
}

/** Writes a folder that appears under its name only with all its files. */
function writeFolder(target: string, files: readonly NamedFile[]): void {
  const exists = existsSync(target);
  if (exists && (!isFolder(target) || readdirSync(target).length > 0))
    throw new AppError(
      'bad-request',
      'files.needs-new-folder',
      { target, count: files.length },
      { kept: 'kept.nothing-written', hint: 'hint.other-folder-or-zip' },
    );
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    const paths = files.map(({ name }) => pathIn(temporary, name));
    for (const [i, { bytes }] of files.entries()) {
      const path = paths[i] ?? '';
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
    }
    // Flushes after all are written: the first call flushes most of them, the others have little to do.
    for (const path of paths) flush(path);
    for (const folder of new Set(paths.map((path) => dirname(path)))) syncFolder(folder);
    if (exists) rmdirSync(target);
    renameFile(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

function pathIn(folder: string, name: string): string {
  const path = join(folder, name);
  invariant(path.startsWith(folder + sep), `${name} leads out of the folder`);
  return path;
}

function flush(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes what an interrupted export of the same name left, since it holds unencrypted records. */
export function removeLeftovers(path: string): void {
  const target = resolve(path);
  const folder = dirname(target);
  if (!isFolder(folder)) return;
  for (const name of readdirSync(folder)) {
    const owner = ownerOfTemporary(name);
    if (owner === undefined || name !== `${basename(target)}.${owner}.tmp` || isOtherProcessAlive(owner))
      continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
