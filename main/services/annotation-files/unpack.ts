/** Unpacks a file, a gzipped file, a zip archive or a folder into the files that formats read. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { message } from '../../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { ByteBudget, isGzip, tooLarge } from '../../reading/budget.ts';
import { LIMITS } from '../../reading/limits.ts';
import { looksLikeZip, openZip } from '../../reading/zip.ts';
import { refuseProjectFile } from '../projects/exchange/detect-project.ts';

/** Files that operating systems add to folders and archives. */
const JUNK = /(^|\/)(__MACOSX|\.git)\/|(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i;
/** Zip archives that are single documents. */
const OFFICE = /\.(docx|xlsx|pptx|odt|ods)$/i;
/** Archives within archives: tools pack each annotator's files by themselves. */
const MAX_DEPTH = 3;
const NOTHING_IMPORTED = message('kept.nothing-imported');

export interface GivenFile {
  /** Own name of the file: uploads are stored under other ones. */
  readonly name: string;
  /** File, archive or folder; for a brat file, its text beside it is read too. */
  readonly path: string;
}

/** @throws AppError `not-found`, `bad-input` for damaged archives and empty folders, `too-large` */
export function readFiles(given: readonly GivenFile[]): NamedFile[] {
  const budget = new ByteBudget();
  return given.flatMap((file) => readGiven(file, budget));
}

/** Returns files as a person names them on the command line. */
export const givenFiles = (paths: readonly string[]): GivenFile[] =>
  paths.map((path) => ({ name: basename(path), path }));

function readGiven({ name, path }: GivenFile, budget: ByteBudget): NamedFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', 'files.not-found', { name: path });
  if (!stats.isDirectory()) return [...unpack(name, readWhole(path, name), budget), ...partner(path, budget)];
  return readFolder(path, budget);
}

function readFolder(path: string, budget: ByteBudget): NamedFile[] {
  const names = filesOf(path, '').filter((name) => !JUNK.test(name));
  if (names.length === 0)
    throw new AppError('bad-input', 'files.empty-folder', { path }, { kept: NOTHING_IMPORTED });
  if (names.length > LIMITS.files) throw tooManyFiles(path, names.length);
  return names.sort(inOrder).flatMap((name) => inner(name, readWhole(join(path, name), name), budget, 0));
}

/** Reads a whole file. @throws AppError `bad-input` for pipes and devices, which may never end; `too-large` */
function readWhole(path: string, name: string): Uint8Array {
  const stats = statSync(path);
  if (!stats.isFile())
    throw new AppError('bad-input', 'files.not-a-file', { name }, { kept: NOTHING_IMPORTED });
  if (stats.size > LIMITS.unpackedBytes) throw tooLarge(name, LIMITS.unpackedBytes);
  return readFileSync(path);
}

/** Returns the files of an archive, or the one file itself. */
export function unpack(name: string, bytes: Uint8Array, budget = new ByteBudget()): NamedFile[] {
  // Files of a brat pair may be empty: a document without annotations, or without text.
  if (bytes.length === 0 && !/\.(ann|txt)$/i.test(name))
    throw new AppError('bad-input', 'files.empty', { name }, { kept: NOTHING_IMPORTED });
  return inner(name, bytes, budget, 0);
}

/** @param depth number of archives around the file */
function inner(name: string, bytes: Uint8Array, budget: ByteBudget, depth: number): NamedFile[] {
  if (OFFICE.test(name) || !(looksLikeZip(bytes) || (depth === 0 && /\.zip$/i.test(name))))
    return [gunzipped(name, bytes, budget)];
  try {
    return unzipped(name, bytes, budget, depth);
  } catch (cause) {
    const { code, message: problem } = toErrorData(cause);
    throw new AppError(
      code === 'too-large' ? code : 'bad-input',
      message('archive.unreadable', { name, problem }),
      { kept: NOTHING_IMPORTED, cause },
    );
  }
}

function unzipped(name: string, bytes: Uint8Array, budget: ByteBudget, depth: number): NamedFile[] {
  if (depth > MAX_DEPTH) throw new AppError('bad-input', 'archive.too-deep', { limit: MAX_DEPTH });
  const entries = [...openZip(bytes).values()].filter(
    (entry) => !entry.name.endsWith('/') && !JUNK.test(entry.name),
  );
  if (entries.length === 0) throw new AppError('bad-input', 'archive.empty');
  budget.check(
    entries.reduce((total, { size }) => total + size, 0),
    name,
  );
  // Keeps the archive's order, in which documents were written.
  const folder = depth === 0 ? '' : `${name.replace(/\.zip$/i, '')}/`;
  return entries.flatMap((entry) => inner(`${folder}${entry.name}`, entry.read(), budget, depth + 1));
}

function gunzipped(name: string, bytes: Uint8Array, budget: ByteBudget): NamedFile {
  const file = { name: isGzip(bytes) ? name.replace(/\.gz$/i, '') : name, bytes: budget.unpack(bytes, name) };
  refuseProjectFile(file.name, file.bytes);
  return file;
}

/** Returns names relative to the folder. Links to folders are not followed, since they may form a cycle. */
function filesOf(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path, `${prefix}${entry.name}/`);
    const isFile = entry.isFile() || statSync(path, { throwIfNoEntry: false })?.isFile();
    return isFile ? [`${prefix}${entry.name}`] : [];
  });
}

/** Returns the text file of a brat annotation file. */
function partner(path: string, budget: ByteBudget): NamedFile[] {
  if (!/\.ann$/i.test(path)) return [];
  const text = join(dirname(path), `${basename(path).slice(0, -4)}.txt`);
  return statSync(text, { throwIfNoEntry: false })?.isFile()
    ? [gunzipped(basename(text), readWhole(text, text), budget)]
    : [];
}

const numeric = new Intl.Collator('en', { numeric: true });

/** Compares names in natural order (2 before 10), independent of the locale. */
const inOrder = (a: string, b: string): number => numeric.compare(a, b) || (a < b ? -1 : 1);

function tooManyFiles(path: string, count: number): AppError {
  return new AppError('too-large', message('files.too-many', { path, files: count, limit: LIMITS.files }), {
    kept: NOTHING_IMPORTED,
    hint: 'hint.split-folder',
  });
}
