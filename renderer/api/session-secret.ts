/**
 * Secret of the session with the browser host. Kept in `localStorage`, which only pages of this origin can read, its
 * port included, so that further windows and reloads find it.
 */
const KEY = 'session-secret';

/**
 * Returns the secret for the one-time token in the fragment of the address, else the secret kept from before, or
 * `undefined` when the host accepts neither. Takes the token out of the address.
 */
export async function sessionSecret(): Promise<string | undefined> {
  // A new address in a window of the same origin changes only the fragment.
  window.addEventListener('hashchange', () => tokenOf(window.location) !== null && window.location.reload());
  const token = tokenOf(window.location);
  if (token !== null) window.history.replaceState(null, '', window.location.pathname);
  for (const credential of [token, localStorage.getItem(KEY)]) {
    const secret = credential === null ? undefined : await redeemed(credential);
    if (secret === undefined) continue;
    localStorage.setItem(KEY, secret);
    return secret;
  }
  return undefined;
}

const tokenOf = ({ hash }: Location): string | null => new URLSearchParams(hash.slice(1)).get('token');

async function redeemed(authorization: string): Promise<string | undefined> {
  const answer = await fetch('/session', { method: 'POST', headers: { authorization } }).catch(
    () => undefined,
  );
  return answer?.ok === true ? answer.text() : undefined;
}
