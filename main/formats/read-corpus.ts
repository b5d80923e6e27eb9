/**
 * Texts without labels, from files of any size one after another: .txt, .jsonl, .json and .docx, each also gzipped.
 * Only the current text is held in memory, or the current file where it is a .json or .docx.
 */
import { readFileSync, statSync } from 'node:fs';
import type { CorpusDocument } from '../../shared/domain/pretraining.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError } from '../../shared/result.ts';
import { decodeText } from '../reading/decode.ts';
import { readChunks, sourceFile } from '../reading/files.ts';
import { LIMITS } from '../reading/limits.ts';
import { readLines } from '../reading/lines.ts';
import { readRecords } from './read-stream.ts';

export interface CorpusFile {
  readonly path: string;
  /** As people know it, for messages. */
  readonly name: string;
}

const TEXT = /\.txt(\.gz)?$/i;
const ZIPPED = /\.gz$/i;
/** Code units after which a text of a large file ends: such a file does not say where its texts begin. */
const STRETCH_UNITS = 65_536;

/** @throws AppError that names file and line; a line that breaks the format refuses all */
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
      throw new AppError(
        'bad-input',
        `${name}, line ${item.line} (第 ${item.line} 行): ${words(item.reason, 'en')}`,
      );
    yield item.record.text;
  }
}

/** A small file is one text, of whatever encoding; one that is zipped or large is UTF-8. */
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
      throw noText(`${name}, line ${number} (第 ${number} 行)`, problem ?? 'it holds zero bytes');
    lines.push(text);
    units += text.length;
    if (units < STRETCH_UNITS) continue;
    yield lines.join('\n');
    lines = [];
    units = 0;
  }
  yield lines.join('\n');
}

function noText(place: string, why: string): AppError {
  return new AppError(
    'bad-input',
    'files.no-utf8-text',
    { place, problem: why },
    {
      hint: 'hint.save-as-utf8',
    },
  );
}
