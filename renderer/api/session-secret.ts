/**
 * Secret of the session with the host. Kept in `localStorage`, which only pages of this origin can read, its port
 * included, so that further windows and reloads find it.
 */
const KEY = 'session-secret';

/**
 * Returns whether the host accepts this page: for the one-time token in the fragment of the address, for the secret kept
 * from before, or, a server on the network, for nothing, since people sign in there. Takes the token out of the address.
 */
export async function hasSession(): Promise<boolean> {
  // A new address in a window of the same origin changes only the fragment.
  window.addEventListener('hashchange', () => tokenOf(window.location) !== null && window.location.reload());
  const token = tokenOf(window.location);
  if (token !== null) window.history.replaceState(null, '', window.location.pathname);
  for (const credential of [token, keptSecret(), '']) {
    const secret = credential === null ? undefined : await redeemed(credential);
    if (secret === undefined) continue;
    if (secret !== '') keepSecret(secret);
    return true;
  }
  return false;
}

export const keptSecret = (): string | null => localStorage.getItem(KEY);

/** Keeps the secret that a server gave at signing in; null: somebody has signed out. */
export function keepSecret(secret: string | null): void {
  if (secret === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, secret);
}

const tokenOf = ({ hash }: Location): string | null => new URLSearchParams(hash.slice(1)).get('token');

async function redeemed(authorization: string): Promise<string | undefined> {
  const answer = await fetch('/session', { method: 'POST', headers: { authorization } }).catch(
    () => undefined,
  );
  return answer?.ok === true ? answer.text() : undefined;
}
