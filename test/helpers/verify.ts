/** Whole checks at once, as tests ask for them. */
import type { ReadDb } from '../../main/db/connection.ts';
import { ChainCheck, entryOf, followChain } from '../../main/db/repositories/audit-chain.ts';
import type { Finding } from '../../main/services/projects/verify/findings.ts';
import { editsCheck } from '../../main/services/projects/verify/verify.ts';

/** Verifies the whole chain. `brokenAt` is the first entry that does not match. */
export function verifyAudit(db: ReadDb): { entries: number; brokenAt?: number } {
  let brokenAt: number | undefined;
  const check = new ChainCheck(
    (problem) => {
      const entry = entryOf(problem);
      if (entry !== undefined && entry < (brokenAt ?? Infinity)) brokenAt = entry;
    },
    () => undefined,
  );
  for (const _ of followChain(() => db, check));
  return brokenAt === undefined ? { entries: check.entries } : { entries: check.entries, brokenAt };
}

/** Verifies all annotations. @returns how much was compared, everything that is wrong, and what is to be looked at */
export function verifyEdits(db: ReadDb): { compared: number; problems: Finding[]; notes: Finding[] } {
  const all = [...editsCheck.run(db)];
  const found = all.filter((each) => each !== null);
  const isNote = ({ isNote }: Finding): boolean => isNote === true;
  return { compared: all.length, problems: found.filter((one) => !isNote(one)), notes: found.filter(isNote) };
}
