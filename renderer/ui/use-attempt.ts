import { useCallback, useState } from 'react';
import { useNotices } from './use-notices.tsx';

type Attempt = (work: () => unknown) => Promise<void>;

/** Runs work and shows its failure as a notice. `busy` is true while it is under way. */
export function useAttempt(): { readonly busy: boolean; readonly attempt: Attempt } {
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const attempt = useCallback<Attempt>(
    async (work) => {
      setBusy(true);
      try {
        await work();
      } catch (error) {
        notices.fail(error);
      } finally {
        setBusy(false);
      }
    },
    [notices],
  );
  return { busy, attempt };
}
