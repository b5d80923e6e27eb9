/** The second look before an export: what may be left is shown and decided about before anything is written. */
import type { In } from '../../shared/contract/index.ts';
import type { LookReport } from '../../shared/domain/second-look.ts';
import type { WorkProgress } from '../../shared/domain/work.ts';
import { createStore } from '../lib/store.ts';
import { call } from './client.ts';
import { stoppable } from './stoppable.ts';

interface PendingLook {
  readonly report: LookReport;
  /** Told whether the export goes on. */
  readonly finish: (goesOn: boolean) => void;
}

/** Places to look through now; null for none. The window shows them. */
export const pendingLook = createStore<PendingLook | null>(null);

type LookRequest =
  | { readonly method: 'deid.look'; readonly input: In<'deid.look'> }
  | { readonly method: 'projects.look'; readonly input: In<'projects.look'> };

interface LookWork {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: WorkProgress) => void;
  readonly onReport?: (report: LookReport) => void;
}

/** Looks at what would leave. Resolves to true when nothing is open or somebody has looked it through, else to false. */
export async function looksThrough(
  { method, input }: LookRequest,
  { signal, onProgress, onReport }: LookWork,
): Promise<boolean> {
  const report = await stoppable(
    signal,
    (ticket) =>
      method === 'deid.look' ? call(method, { ...input, ticket }) : call(method, { ...input, ticket }),
    onProgress,
  );
  onReport?.(report);
  const { high, medium, low } = report.left;
  if (high + medium + low === 0) return true;
  return new Promise((resolve) => {
    const finish = (goesOn: boolean): void => {
      pendingLook.set(null);
      resolve(goesOn);
    };
    pendingLook.set({ report, finish });
  });
}
