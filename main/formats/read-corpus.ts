/**
 * Texts without labels, from files of any size one after another: .txt, .jsonl, .json and .docx, the first two also
 * gzipped. Nothing but the text under way is held in memory.
 */

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { CorpusDocument } from '../../shared/domain/pretraining.ts';
import { MAX_FILE_BYTES } from '../../shared/file-size.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { byteLines, unzip } from './byte-lines.ts';
import { decodeText } from './decode.ts';
import { readRecords } from './read-stream.ts';

export interface CorpusFile {
  readonly path: string;
  /** As people know it, for messages. */
  readonly name: string;
}

const TEXT = /\.txt(\.gz)?$/i;
const ZIPPED = /\.gz$/i;
/** Lines of a large text file are read as texts of about this many code units: nobody says where they begin. */
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
  if (!existsSync(path)) throw new AppError('not-found', `There is no file ${name}. (文件不存在)`);
  const { size } = statSync(path);
  if (size === 0) return;
  if (!ZIPPED.test(path) && size <= MAX_FILE_BYTES) {
    yield decodeText(readFileSync(path), name).text;
    return;
  }
  const stream = createReadStream(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines: string[] = [];
  let units = 0;
  let line = 0;
  for await (const bytes of byteLines(ZIPPED.test(path) ? unzip(stream) : stream, name)) {
    line++;
    const text = textOfLine(decoder, bytes, `${name}, line ${line} (第 ${line} 行)`);
    lines.push(text);
    units += text.length;
    if (units < STRETCH_UNITS) continue;
    yield lines.join('\n');
    lines = [];
    units = 0;
  }
  yield lines.join('\n');
}

function textOfLine(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, place: string): string {
  if (bytes.includes(0)) throw noText(place, undefined);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw noText(place, cause);
  }
}

function noText(place: string, cause: unknown): AppError {
  const why = cause === undefined ? 'it holds zero bytes' : words(toErrorData(cause).message, 'en');
  return new AppError('bad-input', `${place}: this is no UTF-8 text: ${why} (不是 UTF-8 文本)`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'Save it as UTF-8. (请另存为 UTF-8)',
  });
}
