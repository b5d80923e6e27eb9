/** A browser host whose handlers fail in every way; prints its address. Limits are short, so that tests see them act. */
import { readFileSync } from 'node:fs';
import { startBrowserHost } from '../../main/hosts/browser.ts';
import { surviveStrayErrors } from '../../main/hosts/stray-errors.ts';
import { route } from '../../main/ipc/router.ts';
import type { Handlers } from '../../shared/contract/index.ts';

const failing = {
  'app.info': () => ({ alive: true }),
  'kg.stats': () => {
    throw new Error('synchronous');
  },
  'docs.list': async () => {
    throw new Error('asynchronous');
  },
  'models.list': () => {
    void Promise.reject(new Error('rejected after the reply'));
    return null;
  },
  'runs.list': () => {
    setImmediate(() => {
      throw new Error('thrown after the reply');
    });
    return null;
  },
  'settings.get': () => ({ large: 1n }), // JSON has no such number
  'projects.list': () => {
    throw { toString: null }; // cannot even be printed as text
  },
  'accounts.list': () => {
    throw 'a string';
  },
  'jobs.list': () => readFileSync('/nowhere'),
};

const host = await startBrowserHost(
  () => ({
    // safe: the tests call only these methods
    invoke: (method, input) => route(failing as unknown as Handlers, method, input, { checkOutput: false }),
    listen: () => () => undefined,
  }),
  0,
  { headersMs: 200, requestMs: 200, idleMs: 200, connections: 16 },
);
surviveStrayErrors();
console.log(host.url);
