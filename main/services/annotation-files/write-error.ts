/** Turns errors of writing an export into messages that a person can act on. */
import { AppError } from '../../../shared/result.ts';

interface Reason {
  readonly code: 'disk-full' | 'io';
  readonly english: string;
  readonly chinese: string;
  readonly hint: string;
}

const ELSEWHERE = 'Choose another place, or change its permissions. (请选择其他位置或修改权限)';
const ROOM = 'Free some space, or choose another disk. (请释放空间或换一个磁盘)';
const FULL: Reason = { code: 'disk-full', english: 'the disk is full', chinese: '磁盘已满', hint: ROOM };
const FORBIDDEN: Reason = {
  code: 'io',
  english: 'there is no permission to write there',
  chinese: '没有写入权限',
  hint: ELSEWHERE,
};

const IN_THE_WAY: Reason = {
  code: 'io',
  english: 'a part of the path is a file, not a folder',
  chinese: '路径中有一段是文件而非文件夹',
  hint: 'Choose another place. (请选择其他位置)',
};

const REASONS: Readonly<Partial<Record<string, Reason>>> = {
  ENOSPC: FULL,
  EDQUOT: { ...FULL, english: 'your share of the disk is used up', chinese: '磁盘配额已用完' },
  EFBIG: {
    code: 'io',
    english: 'the file is larger than this disk or this account may have',
    chinese: '文件超过磁盘或账户允许的大小',
    hint: 'Choose another disk, or export fewer documents at a time. (请换一个磁盘或分批导出)',
  },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: { ...FORBIDDEN, english: 'the disk is read-only', chinese: '磁盘为只读' },
  EEXIST: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  ENAMETOOLONG: {
    code: 'io',
    english: 'a name is longer than this disk allows',
    chinese: '名称过长',
    hint: 'Choose a shorter path, or write into a .zip file. (请缩短路径或写入 .zip 文件)',
  },
  EIO: {
    code: 'io',
    english: 'the disk does not answer as it should',
    chinese: '磁盘读写出错',
    hint: 'Choose another disk. (请换一个磁盘)',
  },
};

/** Runs `write`. @throws AppError `disk-full` or `io` that names the path and what was kept */
export function withPathInError<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const reason = REASONS[systemCode(error)];
    if (error instanceof AppError || reason === undefined) throw error;
    const { code, english, chinese, hint } = reason;
    throw new AppError(code, `${path} was not written: ${english}. (未能写入：${chinese})`, {
      kept: 'kept.nothing-half-written',
      hint,
      cause: error,
    });
  }
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
