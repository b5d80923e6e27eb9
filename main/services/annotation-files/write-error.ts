/** Turns errors of writing an export into messages that a person can act on. */
import { type Message, message, type PlainId } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

interface Reason {
  readonly code: 'disk-full' | 'io';
  readonly problem: Message;
  readonly hint: PlainId;
}

const ELSEWHERE = 'hint.other-place-or-permissions';
const ROOM = 'hint.free-space-or-other-disk';
const FULL: Reason = { code: 'disk-full', problem: message('files.disk-full'), hint: ROOM };
const FORBIDDEN: Reason = {
  code: 'io',
  problem: message('files.no-permission'),
  hint: ELSEWHERE,
};

const IN_THE_WAY: Reason = {
  code: 'io',
  problem: message('files.file-in-path'),
  hint: 'hint.other-place',
};

const REASONS: Readonly<Partial<Record<string, Reason>>> = {
  ENOSPC: FULL,
  EDQUOT: { ...FULL, problem: message('files.quota-used') },
  EFBIG: {
    code: 'io',
    problem: message('files.file-size-limit'),
    hint: 'hint.fewer-documents',
  },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: { ...FORBIDDEN, problem: message('files.read-only') },
  EEXIST: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  ENAMETOOLONG: {
    code: 'io',
    problem: message('files.name-too-long'),
    hint: 'hint.shorter-path',
  },
  EIO: {
    code: 'io',
    problem: message('files.disk-fails'),
    hint: 'hint.other-disk',
  },
};

/** Runs `write`. @throws AppError `disk-full` or `io` that names the path and what was kept */
export function withPathInError<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const reason = REASONS[systemCode(error)];
    if (error instanceof AppError || reason === undefined) throw error;
    const { code, problem, hint } = reason;
    throw new AppError(
      code,
      'files.not-written',
      { path, problem },
      {
        kept: 'kept.nothing-half-written',
        hint,
        cause: error,
      },
    );
  }
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
