/** Streams texts to train word vectors on, from files and folders of any size, and reads words to keep together. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { readCorpus } from '../../formats/read-corpus.ts';
import { decodeText } from '../../reading/decode.ts';
import { parseUserDictionary, type UserWord } from '../../text/segmentation.ts';
import { dbOf, type Session } from '../session/session.ts';

const READABLE = /\.(txt|jsonl|ndjson|json|docx|pdf)(\.gz)?$/i;

/** Returns the files in the order given; for a folder all text files in it, by name, recursively. */
export const corpusFiles = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    if (path === '-') return [path];
    if (!existsSync(path)) throw new AppError('not-found', 'files.not-found', { name: path });
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => READABLE.test(name))
      .sort()
      .map((name) => join(path, name));
    if (files.length > 0) return files;
    throw new AppError('bad-input', 'data.no-files-in', { path });
  });

/** Yields the texts of .txt, .jsonl, .json and .docx files, also gzipped, or of standard input (`-`). */
export async function* corpusTexts(paths: readonly string[]): AsyncGenerator<string> {
  for await (const { text } of readCorpus(paths.map((path) => ({ path, name: path })))) yield text;
}

/** @throws AppError that names the line */
export const readUserDictionary = (file: string): UserWord[] =>
  parseUserDictionary(decodeText(readFileSync(file), file).text);

/** Longest name in code units; longer ones are phrases that texts rarely repeat. */
const MOST_UNITS = 10;

/** Returns names of the graph for segmentation to keep together: Chinese ones of 2 to 10 code units. */
export function graphNames(db: ReadDb): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of loadLexicon(db)) {
    if (name.length >= 2 && name.length <= MOST_UNITS && /^\S*\p{Script=Han}\S*$/u.test(name))
      names.add(name);
  }
  return names;
}

export const graphWords = (session: Session): UserWord[] =>
  Array.from(graphNames(dbOf(session)), (word) => ({ word }));
