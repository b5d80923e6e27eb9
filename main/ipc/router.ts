/** Parses, dispatches and answers requests of windows. Errors travel as data. */
import { z } from 'zod';
import { contract, type Handlers, type Method } from '../../shared/contract/index.ts';
import { AppError, type Reply, toErrorData } from '../../shared/result.ts';

export interface RouterOptions {
  /** Parses outputs of handlers too, for tests and development. */
  readonly checkOutput: boolean;
  /** Is told of errors without words for people. */
  readonly internal?: (method: string, error: unknown) => void;
  /** Throws when the method is refused to whoever asks. */
  readonly admit?: (method: Method) => void;
}

/** Number of problems of an input that an error names. */
const MAX_PROBLEMS = 10;

const isMethod = (method: string): method is Method => Object.hasOwn(contract, method);

/** Answers one request. Never throws; an unknown method or a wrong payload is a `bad-request`. */
export async function route(
  handlers: Handlers,
  method: unknown,
  input: unknown,
  options: RouterOptions,
): Promise<Reply<unknown>> {
  try {
    if (typeof method !== 'string' || !isMethod(method)) {
      const name = typeof method === 'string' ? method.slice(0, 80) : typeof method;
      throw new AppError('bad-request', 'request.unknown-method', { method: name });
    }
    options.admit?.(method);
    // safe: the input is parsed by this very method's schema
    const handler = handlers[method] as (input: unknown) => unknown;
    const value = await handler(parsed(method, input));
    if (options.checkOutput) contract[method].output.parse(value);
    return { ok: true, value };
  } catch (error) {
    return refused(method, error, options);
  }
}

/** Returns the parsed input. Throws `bad-request` with the first problems. */
function parsed(method: Method, input: unknown): unknown {
  const { data, error } = contract[method].input.safeParse(input);
  if (error === undefined) return data;
  const problems = z.prettifyError(new z.ZodError(error.issues.slice(0, MAX_PROBLEMS)));
  throw new AppError('bad-request', 'request.invalid', { method, problems });
}

function refused(method: unknown, error: unknown, { internal }: RouterOptions): Reply<never> {
  const data = toErrorData(error);
  if (data.code === 'internal') {
    console.error(`${method}:`, error);
    internal?.(typeof method === 'string' && isMethod(method) ? method : 'unknown', error);
  }
  return { ok: false, error: data };
}
