/**
 * Whose window this is. What it holds was typed by one person: once somebody else is signed in, nothing of it may be
 * written in their name.
 */

import type { Method } from '../../shared/contract.ts';
import { type AccountStatus, isIn } from '../../shared/domain/account.ts';
import { AppError } from '../../shared/result.ts';
import { createStore } from '../lib/store.ts';

interface WindowOwner {
  /** Undefined until somebody is in; '' while nobody has an account. */
  readonly owner: string | undefined;
  /** Somebody else who is in now. */
  readonly foreign: string | null;
}

export const windowOwner = createStore<WindowOwner>({ owner: undefined, foreign: null });

/** Takes note of who is in. The first account is that of whoever used the window before. */
export function noteAccount(status: AccountStatus): void {
  if (!isIn(status)) return;
  const name = status.person?.name ?? '';
  windowOwner.update(({ owner }) =>
    owner === undefined || owner === '' || owner === name
      ? { owner: name, foreign: null }
      : { owner, foreign: name },
  );
}

const ALWAYS: ReadonlySet<Method> = new Set<Method>([
  'app.info',
  'settings.get',
  'account.signIn',
  'account.signOut',
  'account.lock',
  'account.activity',
  'account.changePassword',
]);

/** Throws `locked` when the window is somebody else's. */
export function refuseForeign(method: Method): void {
  const { owner, foreign } = windowOwner.get();
  if (foreign === null || ALWAYS.has(method)) return;
  throw new AppError('locked', `This window is ${owner}'s. (此窗口属于 ${owner})`, {
    kept: 'What is on screen stays in this window. (屏幕上的内容仍保留在本窗口)',
  });
}
