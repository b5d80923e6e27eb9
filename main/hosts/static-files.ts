/** Serves the built renderer, for app:// and for loopback HTTP alike. Nothing outside its folder can be reached. */
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { appRoot } from '../resources.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** No remote origin anywhere: the window can talk to nothing but its own host. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'", // Monaco and antd write style elements
  "worker-src 'self' blob:",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
}

const rendererDir = join(appRoot, 'dist', 'renderer');

/** The file at a URL path, or undefined when there is none. `/` is index.html. */
export async function staticFile(
  urlPath: string,
  dir: string = rendererDir,
): Promise<StaticFile | undefined> {
  const relative = safePath(urlPath);
  if (relative === undefined) return undefined;
  const path = join(dir, relative);
  const type = TYPES[extname(path)];
  if (type === undefined) return undefined;
  try {
    return { body: await readFile(path), type };
  } catch {
    return undefined;
  }
}

/** Decodes and normalises; undefined for anything that would leave the folder. */
export function safePath(urlPath: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
  const relative = normalize(decoded === '/' ? '/index.html' : decoded);
  if (!relative.startsWith(sep) || relative.includes(`..${sep}`) || relative.endsWith('..')) return undefined;
  return relative;
}
