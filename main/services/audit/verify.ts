/** Verifies the audit table: its chain, its head, and the content that it records. */
import type { AuditProblem, AuditVerdict, ClockStep } from '../../../shared/domain/audit.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { ReadDb } from '../../db/connection.ts';
import { ChainCheck, entryOf, followChain } from '../../db/repositories/audit-chain.ts';
import { editsCheck } from '../projects/verify/verify.ts';
import type { Session } from '../session/session.ts';
import { checkWorkspace } from '../workspace/check.ts';
import type { ContentCheck } from './content-check.ts';
import { revisionsCheck } from './revisions-check.ts';

export const CONTENT_CHECKS: readonly ContentCheck[] = [revisionsCheck, editsCheck];

/** Number of findings reported of each kind; all are counted. */
const TOLD = 100;
const SLICE_MS = 20;

/**
 * Verifies everything in time slices, so that windows stay responsive. Includes entries appended meanwhile.
 * @param damage problems of the workspace's files, which come first
 */
export async function verifyAll(
  db: () => ReadDb,
  checks: readonly ContentCheck[] = CONTENT_CHECKS,
  damage: readonly Message[] = [],
): Promise<AuditVerdict> {
  const problems: AuditProblem[] = [];
  const clock: ClockStep[] = [];
  let found = 0;
  const notes: AuditVerdict['notes'] = [];
  let noted = 0;
  let clockSteps = 0;
  let brokenAt: number | undefined;
  const wrong = (problem: AuditProblem): void => {
    found++;
    const entry = entryOf(problem);
    if (entry !== undefined && (brokenAt === undefined || entry < brokenAt)) brokenAt = entry;
    if (problems.length < TOLD) problems.push(problem);
  };
  for (const reason of damage) wrong({ kind: 'content', object: 'workspace', reason });
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
      if (finding?.isNote === true) {
        noted++;
        if (notes.length < TOLD) notes.push({ object: finding.object, reason: finding.reason });
      } else if (finding !== null) wrong({ kind: 'content', object: finding.object, reason: finding.reason });
      await pause();
    }
    compared.push({ what, count });
  }
  return {
    entries: chain.entries,
    ...(brokenAt === undefined ? {} : { brokenAt }),
    found,
    problems,
    noted,
    notes,
    clockSteps,
    clock,
    head,
    compared,
  };
}

/** Verifies the audit table, the content that it records, and all files of the workspace. */
export async function verifyWorkspace(session: Session): Promise<AuditVerdict> {
  const { files, problems } = await checkWorkspace(session);
  const verdict = await session.background.run('verifyAudit', { damage: problems });
  return { ...verdict, compared: [...verdict.compared, { what: 'files', count: files }] };
}

/** Returns a function that yields to the event loop once a time slice is over. */
function pauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await new Promise((resume) => setImmediate(resume));
    began = performance.now();
  };
}
