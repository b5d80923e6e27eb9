import { useEffect, useState } from 'react';
import { windowOwner } from '../../api/window-owner.ts';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { useStore } from '../../lib/use-store.ts';

/**
 * Reloads the window when another account signs in, so that nothing of the one before is left in it, unless it holds
 * unsaved work. `dropped`: the window and its content are about to be discarded.
 */
export function useWindowOwner(): {
  readonly owner: string;
  readonly held: string | null;
  readonly dropped: boolean;
  readonly discard: () => void;
} {
  const { owner = '', foreign } = useStore(windowOwner);
  const [discarded, setDiscarded] = useState(false);
  // Once held it stays so, whatever the window is trying meanwhile.
  const [kept, setKept] = useState<string | null>(null);
  if (foreign === null && kept !== null) setKept(null);
  if (foreign !== null && kept !== foreign && hasUnsaved() && !discarded) setKept(foreign);
  const held = foreign !== null && !discarded && (kept === foreign || hasUnsaved());
  const dropped = foreign !== null && !held;
  // By then the window has gone, and does not try to save when the page is left.
  useEffect(() => {
    if (dropped) window.location.reload();
  }, [dropped]);
  return { owner, held: held ? foreign : null, dropped, discard: () => setDiscarded(true) };
}
