/** What is said to who is not let in. */
import { AppError } from '../../../shared/result.ts';

export function wrong(wait: number): AppError {
  const message = 'Wrong name or password. (姓名或密码不正确)';
  return new AppError('wrong-key', message, {
    hint: wait > 0 ? waitHint(wait) : 'Capitals and input method matter. (请注意大小写和输入法)',
  });
}

export function tooSoon(wait: number): AppError {
  return new AppError(
    'forbidden',
    'Too many failed attempts; this one was not tried. (失败次数过多，本次未验证)',
    {
      hint: waitHint(wait),
    },
  );
}

function waitHint(wait: number): string {
  const seconds = Math.ceil(wait / 1000);
  return `Wait ${seconds} seconds; an administrator can reset the password. (请等待 ${seconds} 秒，也可请管理员重置密码)`;
}

export function windowLocked(): AppError {
  return new AppError('locked', 'The window is locked. (窗口已锁定)', {
    kept: 'What is on screen stays in this window. (屏幕上的内容仍保留在本窗口)',
    hint: 'Type your password to go on. (输入密码后继续)',
  });
}

export function choosePassword(): AppError {
  return new AppError('locked', 'Choose a new password first. (请先设置新密码)');
}

export function deactivated(name: string): AppError {
  return new AppError('forbidden', `The account of ${name} is deactivated. (${name} 的账户已停用)`, {
    hint: 'Ask an administrator. (请联系管理员)',
  });
}
