/**
 * Commits edits of very many changes in slices, between which requests are answered. Others see the items as before until
 * the last transaction; an edit that fails is taken back, one of a process that was killed at the next start.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EditResult } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import { byPlace, ChangesSum, insertChange } from '../../../db/repositories/annotation/edits.ts';
import {
  closeEdit,
  openEdit,
  openEditOf,
  takeBackSteps,
} from '../../../db/repositories/annotation/open-edits.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { slicedTransaction } from '../../../db/repositories/bulk-transactions.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { noDocument, noProject } from '../not-found.ts';
import { SchemaIndex } from '../schema/schema-index.ts';
import { inSlices, type Steps } from '../time-slices.ts';
import {
  archived,
  type EditRequest,
  finishEdit,
  headOf,
  type PreparedEdit,
  prepareSteps,
  refuseWhileOpen,
} from './commit-edit.ts';

/** Most changes of an edit that is committed by one transaction. */
export const MAX_AT_ONCE = 1000;
/** Processor time of a transaction; its commit, which encrypts the changed pages, takes about as long again. */
const SLICE_MS = 8;

/** Returns whether an edit is one to commit in slices. An edit of the schema never is. */
export const isLarge = ({ layers, schema }: EditRequest): boolean =>
  schema === undefined && layers.reduce((sum, { changes }) => sum + changes.length, 0) > MAX_AT_ONCE;

/** Last edit in slices of each project, by workspace. */
const running = new WeakMap<object, Map<number, Promise<unknown>>>();

/** Runs `work` after the edits of the project that are being written in slices. */
export async function inTurn<T>(session: Session, projectId: number, work: () => Promise<T>): Promise<T> {
  const turns = running.get(session.workspace) ?? new Map<number, Promise<unknown>>();
  running.set(session.workspace, turns);
  const before = turns.get(projectId);
  const mine = before === undefined ? work() : before.then(work, work);
  turns.set(projectId, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(projectId) === mine) turns.delete(projectId);
  }
}

/**
 * As `commitEdit`, in slices; not inside a transaction. Throws what it throws, after taking back what was written.
 * @param within called in the transaction that completes the edit
 */
export async function commitInSlices(
  session: Session,
  request: EditRequest,
  within: (result: EditResult) => void = () => undefined,
): Promise<EditResult> {
  const { projectId } = request;
  const head = headOf(session, request);
  const { id, schema } = dbOf(session).transaction(() => {
    const project = findProject(dbOf(session), projectId) ?? noProject(projectId);
    refuseWhileOpen(dbOf(session), projectId);
    return { id: openEdit(dbOf(session), head), schema: new SchemaIndex(project.schema) };
  });
  try {
    // Rows that the request read in an earlier slice may have changed.
    const layers = request.layers.map(({ layerId, changes }) => ({ layerId, changes }));
    const prepared = await inSlices(prepareSteps(dbOf(session), { ...request, layers }, schema));
    const sha256 = await inTransactions(session, writeSteps(session, id, prepared), () =>
      requireOpen(session, projectId, id),
    );
    return dbOf(session).transaction(() => {
      requireOpen(session, projectId, id);
      for (const { documentId } of prepared.layers) {
        const { lockedAt, lockedBy, name } =
          findDocument(dbOf(session), documentId) ?? noDocument(documentId);
        if (lockedAt !== null) throw archived(name, lockedBy);
      }
      closeEdit(dbOf(session), id, head.state, sha256);
      const result = finishEdit(session, request, prepared, { ...head, id, sha256 });
      within(result);
      return result;
    });
  } catch (error) {
    if (openEditOf(dbOf(session), projectId)?.editId === id)
      await inTransactions(session, takeBackSteps(dbOf(session), id));
    throw error;
  }
}

/** Writes history and items; returns the sum of the changes. */
function* writeSteps(session: Session, id: number, { stored, writes }: PreparedEdit): Steps<string> {
  const sum = new ChangesSum();
  for (const change of stored.sort(byPlace)) {
    insertChange(dbOf(session), id, change);
    sum.add(change);
    yield;
  }
  // All of them are in the history before the first item changes: readers take their states from there.
  yield* writes.steps(dbOf(session));
  return sum.digest();
}

/** Throws when the edit was removed meanwhile, as by a restore of a backup. */
function requireOpen(session: Session, projectId: number, id: number): void {
  const open = openEditOf(dbOf(session), projectId);
  if (open?.editId === id && open.process === process.pid) return;
  throw new AppError(
    'conflict',
    'projects.annotations-changed',
    { change: '' },
    { kept: 'kept.nothing-changed' },
  );
}

/** Takes all steps in short transactions. @param begin called at the start of each */
export async function inTransactions<T>(
  session: Session,
  steps: Steps<T>,
  begin: () => void = () => undefined,
): Promise<T> {
  const checkpoint = (): Promise<void> =>
    session.background.run('checkpoint', {}).catch(() => dbOf(session).checkpoint());
  for (;;) {
    let step: IteratorResult<undefined, T> | undefined;
    const slice = (): void => {
      begin();
      const end = performance.now() + SLICE_MS;
      do step = steps.next();
      while (step.done !== true && performance.now() < end);
    };
    await slicedTransaction(dbOf(session), slice, checkpoint);
    if (step?.done === true) return step.value;
    await nextTurn();
  }
}
