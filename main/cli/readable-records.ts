/** Records of a file, a folder or standard input; refused lines, and refused files of a folder, are told on standard error. */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { readRecords } from '../formats/read-stream.ts';
import { corpusFiles } from '../services/data/embedding-corpus.ts';
import { note } from './command.ts';

/** Files that hold one document, which their name tells. */
const SINGLE = /\.(txt|docx|pdf|png|jpe?g)(\.gz)?$/i;

/** Documents of a folder are named by file, those of a file with several also by their own id. */
export async function* readableRecords(input: string): AsyncGenerator<EmrRecord> {
  if (statSync(input, { throwIfNoEntry: false })?.isDirectory() !== true) return yield* recordsOf(input);
  for (const path of corpusFiles([input])) {
    const name = relative(input, path);
    try {
      for await (const record of recordsOf(path))
        yield { ...record, id: SINGLE.test(name) ? name : `${name}:${record.id}` };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tellRefused(path, toErrorData(error).message);
    }
  }
}

async function* recordsOf(input: string): AsyncGenerator<EmrRecord> {
  for await (const item of readRecords(input)) {
    if (item.kind !== 'refused') yield item.record;
    else tellRefused(`${input}:${item.line}`, item.reason);
  }
}

const tellRefused = (place: string, reason: Message): void => note(message('cli.refused', { place, reason }));
