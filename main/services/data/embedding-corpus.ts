/** Texts that word vectors are trained on, from files and folders of any size, and words to keep together in them. */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_FILE_BYTES } from '../../../shared/file-size.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { byteLines, decodeLine, unzip } from '../../formats/byte-lines.ts';
import { decodeText } from '../../formats/decode.ts';
import { readRecords } from '../../formats/read-stream.ts';
import { parseUserDictionary, type UserWord } from '../../text/segmentation.ts';
import { dbOf, type Session } from '../session.ts';

const READABLE = /\.(txt|jsonl|ndjson|json|docx)(\.gz)?$/i;
const TEXT_FILE = /\.txt(\.gz)?$/i;

/** Files in the order given; of a folder all that hold text, by name, those of inner folders too. */
export function corpusFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === '-') return [path];
    if (!existsSync(path)) throw new AppError('not-found', `There is no file ${path}. (文件不存在)`);
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => READABLE.test(name))
      .sort()
      .map((name) => join(path, name));
    if (files.length > 0) return files;
    throw new AppError('bad-input', `There is no .txt or .jsonl file in ${path}. (文件夹中没有文本文件)`);
  });
}

/** The texts of .txt, .jsonl, .json and .docx files, also gzipped, or of standard input (`-`). */
export async function* corpusTexts(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    if (TEXT_FILE.test(file)) {
      yield* textsOfTextFile(file);
      continue;
    }
    for await (const item of readRecords(file)) {
      if (item.kind === 'refused')
        throw new AppError('bad-input', `${file}, line ${item.line} (第 ${item.line} 行): ${item.reason}`);
      yield item.record.text;
    }
  }
}

/** A whole book may be one file: what is large or zipped is read line by line, as UTF-8. */
async function* textsOfTextFile(file: string): AsyncGenerator<string> {
  const zipped = /\.gz$/i.test(file);
  if (!zipped && statSync(file).size <= MAX_FILE_BYTES) {
    yield decodeText(readFileSync(file), file).text;
    return;
  }
  const stream = createReadStream(file);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const bytes of byteLines(zipped ? unzip(stream) : stream, file)) {
    line++;
    try {
      yield decodeLine(decoder, bytes);
    } catch (cause) {
      throw new AppError(
        'bad-input',
        `${file}, line ${line}: this is no UTF-8 text. (第 ${line} 行不是 UTF-8 文本)`,
        { cause, hint: 'Save it as UTF-8. (请另存为 UTF-8)' },
      );
    }
  }
}

/** @throws AppError that names the line */
export function readUserDictionary(file: string): UserWord[] {
  return parseUserDictionary(decodeText(readFileSync(file), file).text);
}

/** Longer names are phrases, which no text repeats word by word. */
const MOST_UNITS = 10;

/** Names of the knowledge graph that segmentation should keep together: Chinese ones of 2 to 10 code units. */
export function graphNames(db: ReadDb): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of loadLexicon(db)) {
    if (name.length >= 2 && name.length <= MOST_UNITS && /^\S*\p{Script=Han}\S*$/u.test(name))
      names.add(name);
  }
  return names;
}

export function graphWords(session: Session): UserWord[] {
  return Array.from(graphNames(dbOf(session)), (word) => ({ word }));
}
