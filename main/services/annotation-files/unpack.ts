/** What people hand over (a file, a gzipped one, a zip archive, a folder) as the files that formats read. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { message } from '../../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { looksLikeZip, openZip } from '../../engine/io/zip.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { refuseProjectFile } from '../projects/exchange/detect-project.ts';

/** Most bytes of all files together, unpacked: they are held in memory. */
const MAX_BYTES = 512 * 1024 * 1024;
/** What systems put into folders and archives by themselves. */
const JUNK = /(^|\/)(__MACOSX|\.git)\/|(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i;
/** Zip archives that are one document. */
const OFFICE = /\.(docx|xlsx|pptx|odt|ods)$/i;
const NOTHING_IMPORTED = 'Nothing was imported. (未导入任何内容)';

/** @throws AppError `not-found`, `bad-input` for damaged archives and empty folders, `too-large` */
export function readFiles(path: string): NamedFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', `There is no file ${path}. (文件不存在)`);
  if (!stats.isDirectory()) {
    checkSize(stats.size, path);
    return [...unpack(basename(path), readFileSync(path)), ...partner(path)];
  }
  const names = filesOf(path, '').filter((name) => !JUNK.test(name));
  if (names.length === 0)
    throw new AppError('bad-input', `The folder ${path} holds no file. (文件夹为空)`, {
      kept: NOTHING_IMPORTED,
    });
  const files: NamedFile[] = [];
  let total = 0;
  for (const name of names.sort(inOrder)) {
    const file = gunzipped(name, readFileSync(join(path, name)));
    total += file.bytes.length;
    checkSize(total, path);
    files.push(file);
  }
  return files;
}

/** An upload, which lies under another name than it came with. */
export function readUpload(name: string, path: string): NamedFile[] {
  return unpack(name, readFileSync(path));
}

/** The files of an archive, or the one file that the bytes are. */
export function unpack(name: string, bytes: Uint8Array): NamedFile[] {
  // Of brat's pairs either may be empty: a document without annotations, or without text.
  if (bytes.length === 0 && !/\.(ann|txt)$/i.test(name))
    throw new AppError('bad-input', `${name} is empty. (${name}：文件为空)`, { kept: NOTHING_IMPORTED });
  if (OFFICE.test(name) || !(looksLikeZip(bytes) || /\.zip$/i.test(name))) return [gunzipped(name, bytes)];
  try {
    return unzipped(name, bytes);
  } catch (cause) {
    const { code, message: problem } = toErrorData(cause);
    throw new AppError(
      code === 'too-large' ? code : 'bad-input',
      message('archive.unreadable', { name, problem }),
      {
        kept: NOTHING_IMPORTED,
        cause,
      },
    );
  }
}

function unzipped(name: string, bytes: Uint8Array): NamedFile[] {
  const entries = [...openZip(bytes).values()].filter(
    (entry) => !entry.name.endsWith('/') && !JUNK.test(entry.name),
  );
  if (entries.length === 0) throw new AppError('bad-input', 'the archive holds no file (压缩包为空)');
  checkSize(
    entries.reduce((total, { size }) => total + size, 0),
    name,
  );
  // In the archive's own order, in which documents were written.
  return entries.map((entry) => gunzipped(entry.name, entry.read()));
}

function gunzipped(name: string, bytes: Uint8Array): NamedFile {
  const file = plain(name, bytes);
  refuseProjectFile(file.name, file.bytes);
  return file;
}

function plain(name: string, bytes: Uint8Array): NamedFile {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { name, bytes };
  try {
    const plain = gunzipSync(bytes, { maxOutputLength: MAX_BYTES + 1 });
    checkSize(plain.length, name);
    return { name: name.replace(/\.gz$/i, ''), bytes: plain };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof RangeError) throw tooLarge(name);
    throw new AppError('bad-input', `${name} is a damaged gzip file. (${name}：gzip 文件已损坏)`, {
      kept: NOTHING_IMPORTED,
      cause,
    });
  }
}

/** Names relative to the folder; links to folders are not followed, since they may lead in a circle. */
function filesOf(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path, `${prefix}${entry.name}/`);
    const isFile = entry.isFile() || statSync(path, { throwIfNoEntry: false })?.isFile();
    return isFile ? [`${prefix}${entry.name}`] : [];
  });
}

/** Of brat's pairs the other file. */
function partner(path: string): NamedFile[] {
  if (!/\.ann$/i.test(path)) return [];
  const text = join(dirname(path), `${basename(path).slice(0, -4)}.txt`);
  return statSync(text, { throwIfNoEntry: false })?.isFile()
    ? [{ name: basename(text), bytes: readFileSync(text) }]
    : [];
}

const numeric = new Intl.Collator('en', { numeric: true });

/** 2 before 10, on every machine alike. */
function inOrder(a: string, b: string): number {
  return numeric.compare(a, b) || (a < b ? -1 : 1);
}

function checkSize(bytes: number, name: string): void {
  if (bytes > MAX_BYTES) throw tooLarge(name);
}

function tooLarge(name: string): AppError {
  return new AppError('too-large', `${name} has over ${MAX_BYTES >> 20} MB unpacked. (文件过大)`, {
    kept: NOTHING_IMPORTED,
    hint: 'Split it. (请拆分文件)',
  });
}
