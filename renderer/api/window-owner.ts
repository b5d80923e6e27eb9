/**
 * The owner of this window. Its content was typed by one person: once somebody else is signed in, nothing of it may be
 * written in their name.
 */
import type { Method } from '../../shared/contract/index.ts';
import { type AccountStatus, isIn } from '../../shared/domain/account.ts';
import { AppError } from '../../shared/result.ts';
import { createStore } from '../lib/store.ts';

interface WindowOwner {
  /** Undefined until somebody is in; '' while nobody has an account. */
  readonly owner: string | undefined;
  /** Somebody else who is in now. */
  readonly foreign: string | null;
  /** Methods that the owner's roles refuse. It stays while the window is locked, so that nothing in it goes away. */
  readonly refused: readonly string[];
}

export const windowOwner = createStore<WindowOwner>({ owner: undefined, foreign: null, refused: [] });

/** Takes note of who is in. The first account is that of whoever used the window before. */
export function noteAccount(status: AccountStatus): void {
  if (!isIn(status)) {
    windowOwner.update((now) => (now.foreign === null ? now : { ...now, foreign: null }));
    return;
  }
  const name = status.person?.name ?? '';
  const { refused } = status;
  windowOwner.update((now) =>
    now.owner === undefined || now.owner === '' || now.owner === name
      ? { owner: name, foreign: null, refused }
      : { ...now, foreign: name },
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
  throw new AppError('locked', 'window.belongs-to', { owner: owner ?? '' }, { kept: 'kept.screen' });
}
