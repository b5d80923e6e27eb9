/** How large a file may be to become documents: checked before it is read, and again once it is unpacked. */
import { type Message, message } from './messages/message.ts';
import { AppError, toErrorData } from './result.ts';

export const MAX_FILE_BYTES = 64 * 1024 * 1024;

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Why a file of more than MAX_FILE_BYTES is refused. */
export function fileTooLarge(name: string, bytes: number): AppError {
  const limit = megabytes(MAX_FILE_BYTES);
  return new AppError(
    'too-large',
    `${name} has over ${megabytes(bytes)} MB; at most ${limit} MB can be opened at once. (文件超过 ${limit} MB)`,
    {
      kept: 'Nothing was changed. (未做任何更改)',
      hint: 'Split it, or use the command line for .jsonl. (请拆分文件)',
    },
  );
}

/** A refusal in one line, as lists of refused files show it. */
export function refusalOf(thrown: unknown): Message {
  const { message: what, hint } = toErrorData(thrown);
  return hint === undefined ? what : message('system.what-and-hint', { what, hint });
}
