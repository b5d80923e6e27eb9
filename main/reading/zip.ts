/**
 * Reads zip archives from memory (PKWARE APPNOTE 6.3, with zip64): stored and deflated entries of the central
 * directory. Entries are unpacked on demand and never beyond their announced size.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '../../shared/result.ts';
import { LIMITS } from './limits.ts';

export interface ZipEntry {
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly size: number;
  /** Unpacks and verifies the checksum. Stored entries share memory with the archive. */
  read(): Uint8Array;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;
const STORED = 0;
const DEFLATED = 8;

/** Returns whether bytes start like a zip archive. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 4 && viewOf(bytes).getUint32(0, true) === LOCAL_HEADER;
}

/** Returns entries by name, in directory order. */
export function openZip(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const directory = findDirectory(bytes);
  const headers = readDirectory(bytes, directory);
  checkOverlap(headers, directory.offset);
  const entries = new Map<string, ZipEntry>();
  for (const header of headers) {
    const { name, size } = header;
    checkName(name);
    if (entries.has(name)) throw badZip(`two entries are named "${name}"`);
    entries.set(name, { name, size, read: () => readEntry(bytes, header, directory.offset) });
  }
  return entries;
}

const badZip = (problem: string): AppError =>
  new AppError('bad-input', 'files.damaged', { what: 'zip', problem });

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface Directory {
  readonly offset: number;
  readonly bytes: number;
  readonly entries: number;
}

function findDirectory(bytes: Uint8Array): Directory {
  const view = viewOf(bytes);
  const lowest = Math.max(0, bytes.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = bytes.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) !== bytes.byteLength) continue;
    const directory = findDirectory64(view, at) ?? {
      offset: view.getUint32(at + 16, true),
      bytes: view.getUint32(at + 12, true),
      entries: view.getUint16(at + 10, true),
    };
    if (directory.offset + directory.bytes > at) throw badZip('its directory lies outside the file');
    return directory;
  }
  throw badZip('no directory at its end; the file is cut off or no zip archive');
}

function findDirectory64(view: DataView, end: number): Directory | undefined {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return undefined;
  const at = safeNumber(view.getBigUint64(locator + 8, true));
  if (at + 56 > locator || view.getUint32(at, true) !== END_OF_DIRECTORY_64) {
    throw badZip('the zip64 directory record is not where it should be');
  }
  return {
    offset: safeNumber(view.getBigUint64(at + 48, true)),
    bytes: safeNumber(view.getBigUint64(at + 40, true)),
    entries: safeNumber(view.getBigUint64(at + 32, true)),
  };
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw badZip(`an offset or size of ${value} bytes`);
  return Number(value);
}

interface EntryHeader {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly localHeader: number;
}

function readDirectory(bytes: Uint8Array, directory: Directory): EntryHeader[] {
  const view = viewOf(bytes);
  const end = directory.offset + directory.bytes;
  if (directory.entries > LIMITS.files)
    throw badZip(`it holds ${directory.entries} files; at most ${LIMITS.files} can be read`);
  const headers: EntryHeader[] = [];
  for (let at = directory.offset; at < end; ) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL_HEADER)
      throw badZip('its directory is damaged');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = at + 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > end) throw badZip('its directory is cut off');
    const name = decodeName(bytes.subarray(at + 46, at + 46 + nameBytes));
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw badZip(`"${name}" is encrypted`);
    const extra = new DataView(bytes.buffer, bytes.byteOffset + at + 46 + nameBytes, extraBytes);
    const [size, packed, localHeader] = wideFields(extra, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    headers.push({
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      localHeader,
    });
    at = next;
    if (headers.length > directory.entries) break;
  }
  if (headers.length !== directory.entries) {
    throw badZip(`its directory announces ${directory.entries} entries and holds ${headers.length}`);
  }
  return headers;
}

/** Decodes a name as UTF-8 regardless of the flag, else as Chinese Windows writes names. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Fields beyond 32 bits follow in the zip64 extra field, in this order. */
function wideFields(extra: DataView, fields: readonly [number, number, number]): [number, number, number] {
  if (!fields.includes(IN_ZIP64)) return [...fields];
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const end = at + 4 + extra.getUint16(at + 2, true);
    if (extra.getUint16(at, true) === ZIP64_FIELD && end <= extra.byteLength) {
      let from = at + 4;
      const wide = (field: number): number => {
        if (field !== IN_ZIP64) return field;
        if (from + 8 > end) throw badZip('a zip64 field is cut off');
        from += 8;
        return safeNumber(extra.getBigUint64(from - 8, true));
      };
      return [wide(fields[0]), wide(fields[1]), wide(fields[2])];
    }
    at = end;
  }
  throw badZip('a zip64 field is missing');
}

/** Refuses overlapping entries, by which small archives unpack to petabytes. */
function checkOverlap(headers: readonly EntryHeader[], directoryOffset: number): void {
  const ordered = headers.toSorted((a, b) => a.localHeader - b.localHeader);
  for (const [i, { name, localHeader, packed }] of ordered.entries()) {
    const limit = ordered[i + 1]?.localHeader ?? directoryOffset;
    if (localHeader + 30 + packed > limit) throw badZip(`"${name}" overlaps what follows it`);
  }
}

/** Refuses unsafe names, which no honest archive has. (Nothing is written to disk here.) */
function checkName(name: string): void {
  const climbs = name.split('/').some((part) => part === '..' || part === '.');
  if (name === '' || climbs || /^\/|^[a-z]:|[\\\0]/i.test(name)) {
    throw badZip(`an entry is named ${JSON.stringify(name)}, which leads out of the archive`);
  }
}

function readEntry(bytes: Uint8Array, header: EntryHeader, directoryOffset: number): Uint8Array {
  const { name, method, crc, packed, size, localHeader } = header;
  const view = viewOf(bytes);
  if (view.getUint32(localHeader, true) !== LOCAL_HEADER) throw badZip(`"${name}" is not where it should be`);
  const start =
    localHeader + 30 + view.getUint16(localHeader + 26, true) + view.getUint16(localHeader + 28, true);
  if (start + packed > directoryOffset) throw badZip(`"${name}" is cut off`);
  const content = unpack(name, method, bytes.subarray(start, start + packed), size);
  if (crc32(content) !== crc) throw badZip(`"${name}" is damaged: its checksum does not match`);
  return content;
}

function unpack(name: string, method: number, packed: Uint8Array, size: number): Uint8Array {
  if (method === STORED) {
    if (packed.byteLength !== size)
      throw badZip(`"${name}" has ${packed.byteLength} bytes, announces ${size}`);
    return packed;
  }
  if (method !== DEFLATED)
    throw badZip(`"${name}" is packed by method ${method}; only stored and deflated can be read`);
  if (size > LIMITS.ratioFrom && size > LIMITS.ratio * packed.byteLength) {
    throw badZip(
      `"${name}" announces ${size} bytes in ${packed.byteLength} packed ones; honest files never shrink so much`,
    );
  }
  let content: Uint8Array;
  try {
    content = inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw badZip(`"${name}" cannot be unpacked to its ${size} bytes: ${message}`);
  }
  if (content.byteLength !== size)
    throw badZip(`"${name}" has ${content.byteLength} bytes, announces ${size}`);
  return content;
}
