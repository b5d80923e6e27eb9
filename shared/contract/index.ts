/**
 * Every request and event between renderer and main, by area. One line per capability: both ends infer from it, input
 * is parsed at the edge, output in tests and development.
 */
import type { z } from 'zod';
import { accountsContract, accountsEvents } from './accounts.ts';
import { annotationContract, annotationEvents } from './annotation.ts';
import { batchContract } from './batch.ts';
import { cdsHooksContract } from './cds-hooks.ts';
import { deidContract } from './deid.ts';
import { graphContract, graphEvents } from './graph.ts';
import { learningContract, learningEvents } from './learning.ts';
import { patientsContract } from './patients.ts';
import { phrasesContract, phrasesEvents } from './phrases.ts';
import { projectFilesContract } from './project-files.ts';
import { recordsContract, recordsEvents } from './records.ts';
import { serversContract, serversEvents } from './servers.ts';
import { systemContract, systemEvents } from './system.ts';
import { threadsContract, threadsEvents } from './threads.ts';
import { trainingContract, trainingEvents } from './training.ts';
import { upkeepContract, upkeepEvents } from './upkeep.ts';
import { vectorsContract, vectorsEvents } from './vectors.ts';

export { MAX_TEXT } from '../domain/limits.ts';

export const contract = {
  ...annotationContract,
  ...batchContract,
  ...cdsHooksContract,
  ...deidContract,
  ...graphContract,
  ...learningContract,
  ...accountsContract,
  ...patientsContract,
  ...phrasesContract,
  ...projectFilesContract,
  ...recordsContract,
  ...serversContract,
  ...systemContract,
  ...threadsContract,
  ...trainingContract,
  ...upkeepContract,
  ...vectorsContract,
} as const;

export const events = {
  ...annotationEvents,
  ...graphEvents,
  ...learningEvents,
  ...accountsEvents,
  ...phrasesEvents,
  ...recordsEvents,
  ...serversEvents,
  ...systemEvents,
  ...threadsEvents,
  ...trainingEvents,
  ...upkeepEvents,
  ...vectorsEvents,
} as const;

export type Method = keyof typeof contract;
export type In<M extends Method> = z.input<(typeof contract)[M]['input']>;
export type Parsed<M extends Method> = z.output<(typeof contract)[M]['input']>;
export type Out<M extends Method> = z.output<(typeof contract)[M]['output']>;
export type EventName = keyof typeof events;
export type EventData<E extends EventName> = z.output<(typeof events)[E]>;

/** Implementation by main: one async function per method. */
export type Handlers = { readonly [M in Method]: (input: Parsed<M>) => Promise<Out<M>> | Out<M> };

/** API of the renderer, provided by the preload script or the WebSocket. */
export interface Bridge {
  readonly host: 'electron' | 'browser';
  invoke(method: string, input: unknown): Promise<unknown>;
  on(event: string, callback: (data: unknown) => void): () => void;
}
