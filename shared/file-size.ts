/** Size limit of files that become documents, checked before reading and after unpacking. */
import { type Message, message } from './messages/message.ts';
import { AppError, toErrorData } from './result.ts';

export const MAX_FILE_BYTES = 64 * 1024 * 1024;

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Returns the error for a file of more than MAX_FILE_BYTES. */
export function fileTooLarge(name: string, bytes: number): AppError {
  const limit = megabytes(MAX_FILE_BYTES);
  return new AppError(
    'too-large',
    'files.over-limit',
    { name, megabytes: megabytes(bytes), limit },
    { kept: 'kept.nothing-changed', hint: 'hint.split-or-command-line' },
  );
}

/** Returns a refusal in one line, for lists of refused files. */
export function refusalOf(thrown: unknown): Message {
  const { message: what, hint } = toErrorData(thrown);
  return hint === undefined ? what : message('system.what-and-hint', { what, hint });
}
