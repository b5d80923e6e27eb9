/** Connects to the PostgreSQL server of a batch queue. Other machines are spoken to over verified TLS only. */
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import type pg from 'pg';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

const LOCAL = new Set(['localhost', '127.0.0.1', '::1']);
const PARAMETERS = new Set(['host', 'port', 'user', 'sslmode', 'sslrootcert']);
/** Milliseconds until a server counts as unreachable. */
const CONNECT_MS = 10_000;

/**
 * Returns the settings of a connection. A password may also come from PGPASSWORD or ~/.pgpass, which other users cannot
 * read off the command line.
 * @param url `postgresql://USER[:PASSWORD]@HOST[:PORT]/DATABASE[?sslrootcert=FILE]`; `host=/FOLDER` names a Unix socket
 * @throws AppError `bad-request` for any other form, and for a server elsewhere whose certificate would not be verified
 */
export function connectionOf(url: string): pg.PoolConfig {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const { protocol, searchParams } = parsed ?? {};
  const unknown = [...(searchParams?.keys() ?? [])].some((name) => !PARAMETERS.has(name));
  if (parsed === undefined || !/^postgres(?:ql)?:$/.test(protocol ?? '') || unknown) throw wrongUrl();
  const given = (name: string) => parsed.searchParams.get(name) ?? undefined;
  const host = given('host') ?? (parsed.hostname.replace(/^\[|\]$/g, '') || 'localhost');
  const database = decoded(parsed.pathname.slice(1));
  const port = Number(given('port') ?? (parsed.port || 5432));
  if (database === '' || !Number.isInteger(port) || port < 1 || port > 65_535) throw wrongUrl();
  const user = given('user') ?? decoded(parsed.username);
  return {
    ...{ host, port, database, application_name: 'meridian' },
    ...(user === '' ? {} : { user }),
    ...(parsed.password === '' ? {} : { password: decoded(parsed.password) }),
    ssl: tlsOf(host, given('sslmode'), given('sslrootcert')),
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  };
}

function tlsOf(host: string, mode: string | undefined, ca: string | undefined): pg.PoolConfig['ssl'] {
  const isHere = host.startsWith('/') || LOCAL.has(host);
  if (isHere && mode !== 'verify-full' && ca === undefined) return false;
  if (mode !== undefined && mode !== 'verify-full')
    throw new AppError('bad-request', 'batch.tls-only', {}, { hint: 'hint.batch-tls' });
  return {
    rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca: certificatesIn(ca) }),
  };
}

/** Most bytes of a file of certificates. */
const MAX_CERTIFICATES = 1024 * 1024;

/** Returns a file of certificates. Devices and pipes are not read: they need not end. @throws AppError `bad-request` */
function certificatesIn(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  const text = found?.isFile() === true && found.size <= MAX_CERTIFICATES ? readFileSync(path, 'utf8') : '';
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new AppError('bad-request', 'batch.no-certificates', { path }, { kept: 'kept.nothing-changed' });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrongUrl();
  }
}

const wrongUrl = (): AppError =>
  new AppError('bad-request', 'batch.wrong-url', {}, { kept: 'kept.nothing-changed' });

/** Codes of Node and SQLSTATEs of a server that is away, starts or stops. Work goes on when it is back. */
const AWAY =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0[123]|53300)$/;
const AWAY_WORDS = /Connection terminated|timeout exceeded when trying to connect|connection timeout/i;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns whether the server cannot be reached now. Several addresses of a host come as one error of several. */
export const isAway = (error: unknown): boolean =>
  (error instanceof AggregateError && error.errors.some(isAway)) ||
  AWAY.test(codeOf(error)) ||
  (error instanceof Error && AWAY_WORDS.test(error.message)) ||
  (error instanceof AppError && error.localized.id === 'batch.unreachable');

/** Returns the error as one for people; errors of Meridian stay as they are. */
export function queueError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const reason = plainText(error.message === '' ? code : error.message);
  const advice = { kept: 'kept.batch-results', cause: error } as const;
  if (isAway(error)) return new AppError('io', 'batch.unreachable', { reason }, advice);
  if (CERTIFICATE.test(code) || /does not support SSL/.test(error.message))
    return new AppError('forbidden', 'batch.not-verified', { reason }, { ...advice, hint: 'hint.batch-tls' });
  if (/^(?:28|42501)/.test(code)) return new AppError('forbidden', 'batch.refused', { reason }, advice);
  if (code === '3D000') return new AppError('not-found', 'batch.no-database', { reason }, advice);
  if (/^53/.test(code)) return new AppError('disk-full', 'batch.server-full', { reason }, advice);
  return error;
}
