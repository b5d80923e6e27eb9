/** Parses, dispatches and answers requests of windows. Errors travel as data. */

import { z } from 'zod';
import { contract, type Handlers, type Method } from '../../shared/contract/index.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type Reply, toErrorData } from '../../shared/result.ts';

export interface RouterOptions {
  /** Also parse what handlers return: in tests and development. */
  readonly checkOutput: boolean;
  /** Throws when the method is refused to whoever asks. */
  readonly admit?: (method: Method) => void;
}

function isMethod(method: string): method is Method {
  return Object.hasOwn(contract, method);
}

/** Answers one request. Never throws; an unknown method or a wrong payload is a `bad-request`. */
export async function route(
  handlers: Handlers,
  method: unknown,
  input: unknown,
  options: RouterOptions,
): Promise<Reply<unknown>> {
  if (typeof method !== 'string' || !isMethod(method)) {
    const name = typeof method === 'string' ? method.slice(0, 80) : typeof method;
    return badRequest(message('request.unknown-method', { method: name }));
  }
  try {
    options.admit?.(method);
    const parsed = contract[method].input.safeParse(input);
    if (!parsed.success)
      return badRequest(message('request.invalid', { method, problems: z.prettifyError(parsed.error) }));
    // safe: the input was parsed by this very method's schema
    const handler = handlers[method] as (input: unknown) => unknown;
    const value = await handler(parsed.data);
    if (options.checkOutput) contract[method].output.parse(value);
    return { ok: true, value };
  } catch (error) {
    return refused(method, error);
  }
}

function badRequest(words: Message): Reply<never> {
  return { ok: false, error: { code: 'bad-request', message: words } };
}

function refused(method: Method, error: unknown): Reply<never> {
  const data = toErrorData(error);
  if (data.code === 'internal') console.error(`${method}:`, error);
  return { ok: false, error: data };
}
