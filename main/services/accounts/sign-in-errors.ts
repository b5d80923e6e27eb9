import { AppError } from '../../../shared/result.ts';

export function wrongNameOrPassword(wait: number): AppError {
  const message = 'Wrong name or password. (姓名或密码不正确)';
  return new AppError('wrong-key', message, { hint: wait > 0 ? waitHint(wait) : 'hint.capitals-matter' });
}

export function tooManyAttempts(wait: number): AppError {
  return new AppError('forbidden', 'accounts.too-many-attempts', {}, { hint: waitHint(wait) });
}

function waitHint(wait: number): string {
  const seconds = Math.ceil(wait / 1000);
  return `Wait ${seconds} seconds; an administrator can reset the password. (请等待 ${seconds} 秒，也可请管理员重置密码)`;
}

export function windowLocked(): AppError {
  return new AppError(
    'locked',
    'accounts.window-locked',
    {},
    { kept: 'kept.screen', hint: 'hint.type-password' },
  );
}

export const newPasswordRequired = (): AppError => new AppError('locked', 'accounts.choose-new-password');

export function deactivated(name: string): AppError {
  return new AppError('forbidden', 'accounts.deactivated', { name }, { hint: 'hint.ask-administrator' });
}
