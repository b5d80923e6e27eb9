/** Finds edits with an earlier time than the edit before them, made after the clock went back. */
import type { EditSummary } from '../../../../shared/domain/project.ts';

/** @param edits newest first, as a history has them */
export const backdatedEdits = (edits: readonly Pick<EditSummary, 'id' | 'at'>[]): ReadonlySet<number> =>
  new Set(
    edits.flatMap(({ id, at }, i) => {
      const before = edits[i + 1];
      return before !== undefined && Date.parse(at) < Date.parse(before.at) ? [id] : [];
    }),
  );
