/** Names of documents as names of files that every system takes. */
import { LOST, type Losses } from './losses.ts';

/** File systems take 255 bytes a name; the ending and a number need some of them. */
const MAX_BYTES = 180;
/** Device names of Windows, which it reserves with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const FORBIDDEN = /[\\:*?"<>|\p{Cc}\p{Cs}\u2028\u2029]/gu;

/** Gives each document a file of its own; names that had to change are counted. */
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
    .map((part) =>
      cut(
        part
          .replace(FORBIDDEN, '_')
          .replace(/^ +|[ .]+$/g, '_')
          .replace(RESERVED, '_$1'),
      ),
    )
    .filter((part) => part !== '');
  return parts.length === 0 ? '_' : parts.join('/');
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
