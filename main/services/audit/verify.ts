/** Verifies the audit table: its chain, its end, and whether what it tells of is still so. */
import type { AuditProblem, AuditVerdict, ClockStep } from '../../../shared/domain/audit.ts';
import type { ReadDb } from '../../db/connection.ts';
import { ChainCheck, entryOf, followChain } from '../../db/repositories/audit-chain.ts';
import { editsCheck } from '../projects/verify/verify.ts';
import type { ContentCheck } from './content-check.ts';
import { revisionsCheck } from './revisions-check.ts';

export const CONTENT_CHECKS: readonly ContentCheck[] = [revisionsCheck, editsCheck];

/** Of each kind of finding only the first are told; all are counted. */
const TOLD = 100;
const SLICE_MS = 20;

/** All of it, in slices, so that the window stays alive. Entries made meanwhile are part of it. */
export async function verifyAll(
  db: () => ReadDb,
  checks: readonly ContentCheck[] = CONTENT_CHECKS,
): Promise<AuditVerdict> {
  const problems: AuditProblem[] = [];
  const clock: ClockStep[] = [];
  let found = 0;
  let clockSteps = 0;
  let brokenAt: number | undefined;
  const wrong = (problem: AuditProblem): void => {
    found++;
    const entry = entryOf(problem);
    if (entry !== undefined && (brokenAt === undefined || entry < brokenAt)) brokenAt = entry;
    if (problems.length < TOLD) problems.push(problem);
  };
  const pause = pauses();
  const chain = new ChainCheck(wrong, (step) => {
    clockSteps++;
    if (clock.length < TOLD) clock.push(step);
  });
  const steps = followChain(db, chain);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await pause();
  const head = step.value;

  const compared: AuditVerdict['compared'] = [];
  for (const { what, run } of checks) {
    let count = 0;
    for (const finding of run(db())) {
      count++;
      if (finding !== null) wrong({ kind: 'content', ...finding });
      await pause();
    }
    compared.push({ what, count });
  }
  return {
    entries: chain.entries,
    ...(brokenAt === undefined ? {} : { brokenAt }),
    found,
    problems,
    clockSteps,
    clock,
    head,
    compared,
  };
}

/** Lets others have their turn once a slice is over. */
function pauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await new Promise((resume) => setImmediate(resume));
    began = performance.now();
  };
}
