/** Edits whose time is earlier than that of the edit before them: the clock went back in between. Their order is right. */
import type { EditSummary } from '../../../../shared/domain/project.ts';

/** @param edits newest first, as a history has them */
export function clockBacks(edits: readonly Pick<EditSummary, 'id' | 'at'>[]): ReadonlySet<number> {
  return new Set(
    edits.flatMap(({ id, at }, i) => {
      const before = edits[i + 1];
      return before !== undefined && Date.parse(at) < Date.parse(before.at) ? [id] : [];
    }),
  );
}
