/**
 * Identity of requests. A request acts for the account that was signed in at its client when it arrived, even when that
 * person signs out before it is done: name and client travel with the request's asynchronous calls.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../db/repositories/audit.ts';

interface Request {
  readonly actor: Actor;
  /** Client that made this request and gets its progress, its cancellation, its sign-in. */
  readonly client: object | undefined;
}

const requests = new AsyncLocalStorage<Request>();

/** @param client absent: the work belongs to no client */
export const runAs = <T>(actor: Actor, work: () => T, client?: object): T =>
  requests.run({ actor, client }, work);

/** Returns the actor of the current request; `undefined` outside of requests. */
export const requester = (): Actor | undefined => requests.getStore()?.actor;

/** Returns the client of the current request; `undefined` outside of requests. */
export const requestClient = (): object | undefined => requests.getStore()?.client;

/** Runs work in the name of one actor. */
export type RunAs = <T>(work: () => T) => T;

/** Captures the current request for work that other events start: queues, messages of child processes. */
export function captureRequester(): RunAs {
  const request = requests.getStore();
  return (work) => (request === undefined ? requests.exit(work) : requests.run(request, work));
}
