import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

export function wrongNameOrPassword(wait: number): AppError {
  const hint = wait > 0 ? waitHint(wait) : 'hint.capitals-matter';
  return new AppError('wrong-key', 'accounts.wrong-password', {}, { hint });
}

export function tooManyAttempts(wait: number): AppError {
  return new AppError('forbidden', 'accounts.too-many-attempts', {}, { hint: waitHint(wait) });
}

function waitHint(wait: number): Message {
  const seconds = Math.ceil(wait / 1000);
  return message('hint.wait-seconds', { seconds });
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
