/** Replies that cross a process border. Errors travel as data: Electron keeps only `message` of a thrown error. */
import { z } from 'zod';

/** What kind of thing went wrong; the renderer chooses icon and wording by it, the CLI its exit code. */
export const ErrorCode = z.enum([
  'bad-request', // wrong payload, wrong use
  'not-found',
  'bad-input', // a file or text that cannot be read as what it claims to be
  'too-large',
  'archived', // the record is locked until an administrator unlocks it
  'conflict', // somebody else changed it meanwhile
  'locked', // workspace needs a passphrase, or another process holds it, or nobody is signed in
  'forbidden', // the person's roles do not allow it
  'wrong-key',
  'newer-version', // made by a newer Meridian
  'corrupt',
  'disk-full',
  'io',
  'cancelled',
  'engine-down',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** `message` says what happened, `kept` what is safe, `hint` what to do; all are shown to people. */
export const AppErrorData = z.object({
  code: ErrorCode,
  message: z.string(),
  kept: z.string().optional(),
  hint: z.string().optional(),
});
export type AppErrorData = z.infer<typeof AppErrorData>;

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppErrorData };

/** The one error class that services throw on purpose; anything else becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kept: string | undefined;
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { kept?: string; hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.kept = more.kept;
    this.hint = more.hint;
  }
}

/** Turns whatever was thrown into data for a reply. System error codes get words that a person can act on. */
export function toErrorData(thrown: unknown): AppErrorData {
  if (thrown instanceof AppError) {
    return {
      code: thrown.code,
      message: thrown.message,
      ...(thrown.kept === undefined ? {} : { kept: thrown.kept }),
      ...(thrown.hint === undefined ? {} : { hint: thrown.hint }),
    };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const system = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  switch (system) {
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return {
        code: 'disk-full',
        message: 'The disk is full; the last change could not be written. (磁盘已满，最后一次更改未能写入)',
        kept: 'Everything saved before is intact. (此前保存的内容完好)',
        hint: 'Free some space and try again. (请释放空间后重试)',
      };
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return {
        code: 'locked',
        message: 'The workspace is in use by another process. (工作区正被另一个进程使用)',
        hint: 'Close the other Meridian and try again. (请关闭另一个 Meridian 后重试)',
      };
    case 'SQLITE_CORRUPT':
      return {
        code: 'corrupt',
        message: `The workspace database is damaged: ${message}. (工作区数据库已损坏)`,
        hint: 'Restore the last backup from Settings or with `workspace restore`. (请在设置中恢复最近的备份)',
      };
    case 'ENOENT':
      return { code: 'not-found', message };
    case 'EISDIR':
      return {
        code: 'bad-request',
        message: `A file is needed, not a folder: ${message}. (需要文件而非文件夹)`,
      };
    case 'EEXIST':
    case 'ENOTDIR':
      return {
        code: 'bad-request',
        message: `A folder is needed, not a file: ${message}. (需要文件夹而非文件)`,
      };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { code: 'io', message: `${message}: no permission. (没有权限)` };
    default:
      return { code: 'internal', message };
  }
}
