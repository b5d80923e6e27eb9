/** Session: the open workspace, engine, requester, jobs and events that services need. */
import { userInfo } from 'node:os';
import type { EventData, EventName } from '../../../shared/contract/index.ts';
import type { Policy } from '../../../shared/domain/policy.ts';
import type { WorkProgress } from '../../../shared/domain/work.ts';
import { type Message, message, type PlainId } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { Connection, ReadDb } from '../../db/connection.ts';
import type { Actor } from '../../db/repositories/audit.ts';
import type { EngineHost } from '../../inference/engine-host.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Background, Watch } from '../background/background.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { captureRequester, requestClient } from './request.ts';

export interface Session {
  readonly workspace: Workspace;
  readonly engine: EngineHost;
  /** Requester or signed-in account now; do not store it. */
  readonly actor: Actor;
  readonly jobs: Jobs;
  /** Runs work that would block the windows. */
  readonly background: Background;
  readonly emit: Emit;
  /** Decisions of the machine's administrator. */
  readonly policy: Policy;
}

export type Emit = <E extends EventName>(event: E, data: EventData<E>) => void;

/** Returns the present connection. Do not store it: key changes and restores replace it. */
export const dbOf = (session: Session): Connection => session.workspace.db;

/** Returns the system's user, who acts while there are no accounts. */
export function systemActor(): Actor {
  try {
    return { name: userInfo().username };
  } catch {
    return { name: 'unknown' };
  }
}

/** Throws `forbidden` for what the machine's administrator has decided. */
export function refuseLocked(isLocked: boolean, what: string): void {
  if (isLocked)
    throw new AppError('forbidden', 'upkeep.by-policy', { what }, { kept: 'kept.nothing-changed' });
}

/** Work under tickets, by the client that gave them: nobody cancels the work of somebody else. */
const running = new WeakMap<object, Map<string, AbortController>>();

/**
 * Runs work under a ticket; without one it cannot be cancelled. Cancels earlier work of the same client under the same
 * ticket.
 */
export async function cancellable<Result>(
  session: Session,
  ticket: string | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  if (ticket === undefined) return work(controller.signal);
  const owner = requestClient() ?? session;
  const tickets = running.get(owner) ?? new Map<string, AbortController>();
  running.set(owner, tickets);
  tickets.get(ticket)?.abort();
  tickets.set(ticket, controller);
  try {
    return await work(controller.signal);
  } finally {
    if (tickets.get(ticket) === controller) tickets.delete(ticket);
  }
}

/** Like `cancellable`, and emits the work's progress with its ticket. */
export const cancellableWithProgress = <Result>(
  session: Session,
  ticket: string | undefined,
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> =>
  cancellable(session, ticket, (signal) => {
    if (ticket === undefined) return work({ signal });
    const asRequester = captureRequester(); // a child's message tells it
    const onProgress = (progress: WorkProgress) =>
      asRequester(() => session.emit('requests.progress', { ticket, progress }));
    return work({ signal, onProgress });
  });

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('cancelled', 'request.cancelled');
}

/** Cancels the work under a ticket, if it is still running. */
export function cancelRequest(session: Session, ticket: string): void {
  running
    .get(requestClient() ?? session)
    ?.get(ticket)
    ?.abort();
}

interface Rows<T> {
  list(db: ReadDb): T[];
  get(db: ReadDb, id: number): T | undefined;
  findByName(db: ReadDb, name: string): T | undefined;
}

interface Words {
  /** Names what is missing by its id, or by its name. */
  readonly noId: (id: number) => Message;
  readonly noName: (name: string) => Message;
  /** Advice while there is none at all. */
  readonly none: PlainId;
}

/** Returns an error that lists the names that there are. */
export function unknownName(problem: Message, names: readonly string[], none: PlainId): AppError {
  const hint = names.length === 0 ? none : message('hint.there-are', { names: names.join(', ') });
  return new AppError('not-found', problem, { hint });
}

/** Lookups that throw `not-found`, and names that are still free. */
export const namedOf = <T extends { readonly name: string }>(rows: Rows<T>, words: Words) => ({
  list: (session: Session): T[] => rows.list(dbOf(session)),
  get: (session: Session, id: number): T => {
    const found = rows.get(dbOf(session), id);
    if (found === undefined) throw new AppError('not-found', words.noId(id));
    return found;
  },
  find: (session: Session, name: string): T => {
    const found = rows.findByName(dbOf(session), name);
    if (found !== undefined) return found;
    const names = rows.list(dbOf(session)).map((other) => other.name);
    throw unknownName(words.noName(name), names, words.none);
  },
  /** Returns the name, with a number from 2 if it is taken. */
  unusedName: (session: Session, name: string, numbered = (n: number) => `${name}-${n}`): string => {
    let free = name;
    for (let n = 2; rows.findByName(dbOf(session), free) !== undefined; n++) free = numbered(n);
    return free;
  },
});
