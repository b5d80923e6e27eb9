/** Requests about the signed-in person, their permissions, and people. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { In, Method, Out } from '../../shared/contract/index.ts';
import { type AccountStatus, isIn } from '../../shared/domain/account.ts';
import { useStore } from '../lib/use-store.ts';
import { ActivityReport, reportEvery } from './activity.ts';
import { call, listen } from './client.ts';
import { keyOf, refresh } from './requests.ts';
import { noteAccount, windowOwner } from './window-owner.ts';

/** Takes over what main says about who is in. Whoever comes back sees what has changed meanwhile. */
function takeOver(client: QueryClient, account: AccountStatus): void {
  const app = keyOf('app.info', {});
  const before = client.getQueryData<Out<'app.info'>>(app)?.account;
  noteAccount(account);
  client.setQueryData<Out<'app.info'>>(
    app,
    (info) => info && { ...info, account, actor: account.person?.name ?? info.actor },
  );
  const cameIn = isIn(account) && (before === undefined || !isIn(before));
  const rights = JSON.stringify(account.refused) !== JSON.stringify(before?.refused);
  if (cameIn || rights) void client.invalidateQueries();
  else void refresh(client, 'accounts');
}

/** Wires pushes to the cache. Call once. */
export function keepAccountsFresh(client: QueryClient): void {
  listen('account.changed', (account) => takeOver(client, account));
}

/** Tells whether the roles of the window's owner allow a method, even while the window is locked. */
export function useMay(): (method: Method) => boolean {
  const { refused } = useStore(windowOwner);
  return useCallback((method) => !refused.includes(method), [refused]);
}

/** A request that answers with who is in afterwards. */
export function useAccountRequest<
  M extends
    | 'account.signIn'
    | 'account.signOut'
    | 'account.lock'
    | 'account.changePassword'
    | 'accounts.setIdleLock',
>(method: M) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In<M>): Promise<AccountStatus> => call(method, input),
    onSuccess: (account) => takeOver(client, account),
  });
}

const USES = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** Tells main that somebody uses this window, while somebody is signed in and windows lock at all. */
export function useActivity(account: AccountStatus | undefined): void {
  const idleMinutes = account?.state === 'signed-in' ? account.idleMinutes : 0;
  useEffect(() => {
    if (idleMinutes === 0) return;
    const report = new ActivityReport({
      everyMs: reportEvery(idleMinutes),
      tell: (ago) => void call('account.activity', { ago }).catch(() => undefined), // the next one tells it too
    });
    const touch = (): void => report.touch();
    for (const use of USES) window.addEventListener(use, touch, { capture: true, passive: true });
    return () => {
      for (const use of USES) window.removeEventListener(use, touch, { capture: true });
      report.stop();
    };
  }, [idleMinutes]);
}
