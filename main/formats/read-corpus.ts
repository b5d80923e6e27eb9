/**
 * Reads unlabelled texts from files of any size: .txt, .jsonl, .json and .docx, each also gzipped. Memory holds only
 * the current text, or the current file for .json and .docx.
 */

import { readFileSync, statSync } from 'node:fs';
import type { CorpusDocument } from '../../shared/domain/pretraining.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { decodeText } from '../reading/decode.ts';
import { readChunks, sourceFile } from '../reading/files.ts';
import { LIMITS } from '../reading/limits.ts';
import { readLines } from '../reading/lines.ts';
import { readRecords } from './read-stream.ts';

export interface CorpusFile {
  readonly path: string;
  /** File name, for messages. */
  readonly name: string;
}

const TEXT = /\.txt(\.gz)?$/i;
const ZIPPED = /\.gz$/i;
/** Maximum code units of a text in a large file, which has no marks between texts. */
const STRETCH_UNITS = 65_536;

/** @throws AppError naming file and line; one malformed line refuses all */
export async function* readCorpus(files: readonly CorpusFile[]): AsyncGenerator<CorpusDocument> {
  let number = 0;
  for (const file of files) {
    for await (const text of TEXT.test(file.path) ? textsOfTextFile(file) : textsOfRecords(file))
      if (text.trim() !== '') yield { id: String(++number), text };
  }
}

async function* textsOfRecords({ path, name }: CorpusFile): AsyncGenerator<string> {
  for await (const item of readRecords(path)) {
    if (item.kind === 'refused')
      throw new AppError('bad-input', 'system.about', {
        what: message('files.line', { name, line: item.line }),
        problem: item.reason,
      });
    yield item.record.text;
  }
}

/** Reads a small file as one text in any encoding; a zipped or large one must be UTF-8. */
async function* textsOfTextFile({ path, name }: CorpusFile): AsyncGenerator<string> {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) return;
  const file = sourceFile(path, name);
  if (!ZIPPED.test(path) && file.bytes <= LIMITS.recordFileBytes) {
    yield decodeText(readFileSync(path), name).text;
    return;
  }
  let lines: string[] = [];
  let units = 0;
  for await (const { number, text, problem } of readLines(readChunks(file))) {
    if (problem !== undefined || text.includes('\0'))
      throw noText(message('files.line', { name, line: number }), message(problem ?? 'files.zero-bytes'));
    lines.push(text);
    units += text.length;
    if (units < STRETCH_UNITS) continue;
    yield lines.join('\n');
    lines = [];
    units = 0;
  }
  yield lines.join('\n');
}

function noText(place: string | Message, why: string | Message): AppError {
  return new AppError(
    'bad-input',
    'files.no-utf8-text',
    { place, problem: why },
    { hint: 'hint.save-as-utf8' },
  );
}
