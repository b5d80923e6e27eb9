/** Converts names of documents to file names valid on every system. */
import { LOST, type Losses } from './losses.ts';

/** File systems allow 255 bytes per name; extension and number need some of them. */
const MAX_BYTES = 180;
/** Device names that Windows reserves with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const FORBIDDEN = /[\\:*?"<>|\p{Cc}\p{Cs}\u2028\u2029]/gu;

/** Assigns a unique file to each document and counts changed names. */
export class FileNames {
  readonly #taken = new Set<string>();
  readonly #losses: Losses;

  constructor(losses: Losses) {
    this.#losses = losses;
  }

  /** @param extension with the dot */
  nameOf(document: string, extension: string): string {
    const safe = safePath(document);
    let free = safe;
    for (let n = 2; this.#taken.has(free.toLowerCase()); n++) free = `${safe} (${n})`;
    this.#taken.add(free.toLowerCase());
    if (free !== document) this.#losses.add(LOST.names, `${document} → ${free}`);
    return `${free}${extension}`;
  }
}

function safePath(name: string): string {
  const parts = name
    .split('/')
    .filter((part) => part !== '')
    .map(fileNameOf);
  return parts.length === 0 ? '_' : parts.join('/');
}

/** Returns a name as that of a file in a folder: valid on every system, with room for a date and an extension. */
export function fileNameOf(name: string): string {
  const safe = name
    .replaceAll('/', '_')
    .replace(FORBIDDEN, '_')
    .replace(/^ +|[ .]+$/g, '_')
    .replace(RESERVED, '_$1');
  return cut(safe) || '_';
}

function cut(part: string): string {
  let bytes = 0;
  let end = 0;
  for (const char of part) {
    bytes += Buffer.byteLength(char);
    if (bytes > MAX_BYTES) return part.slice(0, end);
    end += char.length;
  }
  return part;
}
