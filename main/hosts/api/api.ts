/**
 * The programming interface of a server: REST and CDS Hooks over HTTPS for programs with a token. A request becomes a
 * request of the contract, so that permissions, limits and audit are those of the windows.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contract } from '../../../shared/contract/index.ts';
import { type Language, languageOf } from '../../../shared/messages/language.ts';
import { isMessageId, Message, message } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { type AppErrorData, type ErrorCode, errorLine, type Reply } from '../../../shared/result.ts';
import type { App } from '../../ipc/app.ts';
import { hasTooManyValues } from '../frames.ts';
import type { ServerMetrics } from '../server-metrics.ts';
import { SECURITY_HEADERS } from '../static-files.ts';
import { apiPage, cdsServices, openApi, type Problem } from './openapi.ts';
import { findOperation, type Operation, readParameter } from './operations.ts';

/** Bounds what the programs of one token, and all together, can hold. */
interface ApiLimits {
  /** Unanswered requests of one token. */
  readonly apiPending: number;
  readonly apiPerMinute: number;
  /** Bytes of all bodies that are being read or answered. */
  readonly apiBytes: number;
}

export interface ApiOptions {
  readonly limits: ApiLimits;
  readonly metrics: ServerMetrics;
  readonly refuse: (why: string, address: string | undefined) => void;
  readonly log: (event: string, detail: Readonly<Record<string, string | number>>) => void;
}

/** Most values of a body: a record has far fewer, and values cost more than text. */
const MAX_VALUES = 1_000_000;
const MINUTE_MS = 60_000;

type Holder = NonNullable<ReturnType<App['withToken']>>;

interface Use {
  pending: number;
  began: number;
  requests: number;
}

/** A refusal before any method was asked. */
class Refused extends Error {
  readonly status: number;
  readonly localized: Message;
  readonly headers: Readonly<Record<string, string>>;
  /** Why, for metrics and log; absent for mistakes of a known program. */
  readonly why: string | undefined;

  constructor(
    status: number,
    localized: Message,
    more: { headers?: Readonly<Record<string, string>>; why?: string } = {},
  ) {
    super(words(localized, 'en'));
    this.status = status;
    this.localized = localized;
    this.headers = more.headers ?? {};
    this.why = more.why;
  }
}

const STATUS: Readonly<Record<ErrorCode, number>> = {
  'bad-request': 400,
  'not-found': 404,
  'bad-input': 422,
  'too-large': 413,
  archived: 409,
  conflict: 409,
  locked: 503,
  forbidden: 403,
  'wrong-key': 403,
  'newer-version': 500,
  corrupt: 500,
  'disk-full': 507,
  io: 500,
  cancelled: 503,
  'engine-down': 503,
  internal: 500,
};

const FILE_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset=utf-8',
  jsonl: 'application/x-ndjson',
  html: 'text/html; charset=utf-8',
  json: 'application/fhir+json',
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Api {
  readonly #app: Pick<App, 'withToken'>;
  readonly #options: ApiOptions;
  readonly #uses = new Map<string, Use>();
  #bytes = 0;
  /** Number of requests that are being answered. */
  pending = 0;

  constructor(app: Pick<App, 'withToken'>, options: ApiOptions) {
    this.#app = app;
    this.#options = options;
  }

  /** Whether a path belongs to the interface. */
  serves = (path: string): boolean => /^\/(?:api|cds-services)(?:\/|$)/.test(path);

  /** Answers one request; a body that is not read ends the connection. */
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const language = languageOfRequest(request);
    this.pending++;
    try {
      const { status, type, body, headers } = await this.#answer(request, url, language);
      response
        .writeHead(status, {
          ...SECURITY_HEADERS,
          'cache-control': 'no-store',
          'content-type': type,
          ...headers,
        })
        .end(body);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.why !== undefined) this.#options.refuse(error.why, request.socket.remoteAddress);
      const { type, body } = problem(
        error.status,
        { code: 'bad-request', message: error.localized },
        language,
      );
      if (!request.complete) {
        response.shouldKeepAlive = false;
        response.once('finish', () => request.socket.destroySoon());
      }
      response
        .writeHead(error.status, { ...SECURITY_HEADERS, ...error.headers, 'content-type': type })
        .end(body);
    } finally {
      this.pending--;
    }
  }

  async #answer(request: IncomingMessage, url: URL, language: Language): Promise<Answer> {
    const { method: verb = '' } = request;
    const path = url.pathname.replace(/(.)\/$/, '$1');
    // Descriptions of the interface hold no data.
    if (verb === 'GET') {
      const json = (value: unknown): Answer => ({
        status: 200,
        type: 'application/json',
        body: JSON.stringify(value),
      });
      if (path === '/api/openapi.json') return json(openApi(language));
      if (path === '/cds-services') return json(cdsServices(language));
      if (path === '/api') return { status: 200, type: 'text/html; charset=utf-8', body: apiPage(language) };
    }
    const [, token = ''] = /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
    const holder = this.#app.withToken(token);
    if (holder === undefined)
      throw new Refused(401, message('api.no-token'), {
        headers: { 'www-authenticate': 'Bearer' },
        why: 'token',
      });
    const found = findOperation(verb, path);
    if (found === undefined)
      throw new Refused(404, message('api.no-operation', { operation: `${verb} ${path}`.slice(0, 200) }));
    return this.#counted(holder, () => this.#run(request, url, { ...found, holder, language }));
  }

  /** Runs a request within the limits of its token. */
  async #counted(holder: Holder, run: () => Promise<Answer>): Promise<Answer> {
    const { apiPending, apiPerMinute } = this.#options.limits;
    const key = `${holder.name}\n${holder.label}`;
    const now = performance.now();
    const use = this.#uses.get(key) ?? { pending: 0, began: now, requests: 0 };
    this.#uses.set(key, use);
    if (now - use.began >= MINUTE_MS) Object.assign(use, { began: now, requests: 0 });
    if (use.pending >= apiPending || use.requests >= apiPerMinute) {
      const seconds = use.pending >= apiPending ? 1 : Math.ceil((MINUTE_MS - (now - use.began)) / 1000);
      const headers = { 'retry-after': String(seconds) };
      throw new Refused(429, message('api.too-many', { seconds }), { headers, why: 'rate' });
    }
    use.pending++;
    use.requests++;
    try {
      return await run();
    } finally {
      use.pending--;
    }
  }

  async #run(
    request: IncomingMessage,
    url: URL,
    asked: {
      readonly operation: Operation;
      readonly inPath: Readonly<Record<string, string>>;
      readonly holder: Holder;
      readonly language: Language;
    },
  ): Promise<Answer> {
    const { operation, inPath, holder, language } = asked;
    const parameters = readParameters(operation, { ...inPath, ...Object.fromEntries(url.searchParams) });
    const hasBody = operation.body !== undefined;
    const reserved = hasBody ? this.#reserve(request, operation) : 0;
    const { address } = { address: request.socket.remoteAddress ?? '' };
    const ended = this.#options.metrics.request(operation.method, Object.hasOwn(contract, operation.method));
    let code = 'refused';
    try {
      const body = hasBody ? await readBody(request, operation.maxBytes ?? 0) : Buffer.alloc(0);
      const input = { ...operation.defaults, ...parameters, ...inputOf(operation, body, language) };
      const reply = await holder.invoke(operation.method, input);
      code = reply.ok ? 'ok' : reply.error.code;
      return answerOf(operation, reply, language);
    } finally {
      this.#bytes -= reserved;
      ended(code);
      const { verb, path } = operation;
      this.#options.log('api', {
        address,
        person: holder.name,
        token: holder.label,
        operation: `${verb} ${path}`,
        outcome: code,
      });
    }
  }

  /** Checks the head of a request with a body, and reserves its bytes. */
  #reserve({ headers }: IncomingMessage, { accepts = [], maxBytes = 0 }: Operation): number {
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const encoding = headers['content-encoding'] ?? 'identity';
    if (!accepts.includes(type) || encoding !== 'identity')
      throw new Refused(415, message('api.needs-type', { types: accepts }));
    const announced = headers['content-length'] === undefined ? maxBytes : Number(headers['content-length']);
    if (announced > maxBytes)
      throw new Refused(413, message('api.body-too-long', { bytes: maxBytes }), { why: 'body' });
    if (this.#bytes + announced > this.#options.limits.apiBytes)
      throw new Refused(503, message('api.busy'), { headers: { 'retry-after': '1' }, why: 'bytes' });
    this.#bytes += announced;
    return announced;
  }
}

function readParameters(
  operation: Operation,
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const known: readonly string[] = operation.parameters ?? [];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Refused(400, message('api.unknown-parameter', { name: unknown.slice(0, 100) }));
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, readParameter(operation, name, text)]),
  );
}

/** Reads a body. The connection stays open for the refusal of one that is too long. */
const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((read, refused) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      request.pause();
      refused(new Refused(413, message('api.body-too-long', { bytes: maxBytes }), { why: 'body' }));
    });
    request.once('end', () => read(Buffer.concat(chunks)));
    request.once('error', () => refused(new Refused(408, message('api.busy'), { why: 'unfinished body' })));
  });

/** Returns what the body gives of the method's input. */
function inputOf({ body }: Operation, bytes: Buffer, language: Language): Record<string, unknown> {
  if (body === undefined) return {};
  if (body === 'file') return { files: [{ name: 'bundle.json', base64: bytes.toString('base64') }] };
  if (hasTooManyValues(bytes, MAX_VALUES)) throw new Refused(400, message('files.nested-too-deeply'));
  if (body === 'text') return { request: bytes.toString(), language };
  const value = jsonObject(bytes);
  const unknown = Object.keys(value).find((name) => !body.includes(name));
  if (unknown !== undefined)
    throw new Refused(400, message('api.unknown-parameter', { name: unknown.slice(0, 100) }));
  return value;
}

function jsonObject(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // told below
  }
  throw new Refused(400, message('api.no-json'));
}

function answerOf({ method }: Operation, reply: Reply<unknown>, language: Language): Answer {
  if (!reply.ok) {
    const isUnfilled = reply.error.message.id === 'cds.no-prefetch';
    return problem(isUnfilled ? 412 : STATUS[reply.error.code], reply.error, language);
  }
  if (method === 'docs.export') return fileAnswer(contract[method].output.parse(reply.value));
  const isEmpty = method === 'docs.import' && contract[method].output.parse(reply.value).created.length === 0;
  const body = JSON.stringify(reply.value, (_key, value) => inWords(value, language));
  return { status: isEmpty ? 422 : 200, type: 'application/json', body };
}

function fileAnswer({ name, base64 }: { readonly name: string; readonly base64: string }): Answer {
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
  const type = FILE_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { status: 200, type, body: Buffer.from(base64, 'base64'), headers };
}

function problem(status: number, error: AppErrorData, language: Language): Answer {
  const body: Problem = {
    type: 'about:blank',
    title: words(error.message, language),
    status,
    detail: errorLine(error, language),
    code: error.code,
  };
  return { status, type: 'application/problem+json', body: JSON.stringify(body) };
}

/** Returns the words of a message; any other value stays as it is. */
function inWords(value: unknown, language: Language): unknown {
  if (typeof value !== 'object' || value === null || !('id' in value && 'params' in value)) return value;
  const read = typeof value.id === 'string' && isMessageId(value.id) ? Message.safeParse(value) : undefined;
  return read?.success ? words(read.data, language) : value;
}

/** Chinese unless the request prefers another language. */
function languageOfRequest({ headers }: IncomingMessage): Language {
  const [first = ''] = (headers['accept-language'] ?? 'zh').split(',');
  return first.trim() === '*' ? 'zh' : languageOf(first.trim());
}
