/** Exchanges the one-time token of a browser host's address; returns the subprotocols that open its WebSocket. */
export async function sessionProtocols(address: string): Promise<string[]> {
  const { origin, hash } = new URL(address);
  const authorization = hash.slice('#token='.length);
  const answer = await fetch(`${origin}/session`, { method: 'POST', headers: { authorization } });
  return ['meridian', await answer.text()];
}
