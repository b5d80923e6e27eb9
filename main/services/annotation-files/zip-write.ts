/** Writes zip archives (PKWARE APPNOTE 6.3) without zip64: names in UTF-8, no dates, so that equal files are equal. */

import { crc32, deflateRawSync } from 'node:zlib';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** Version of the format that a reader needs for deflate. */
const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAMES = 1 << 11;
/** 1 January 1980, the first date of the format. */
const DATE = 0x21;
const MAX_ENTRIES = 0xffff - 1;
const MAX_BYTES = 0xffffffff - 1;

/** Returns a zip archive. @throws AppError `too-large` for content that needs zip64 */
export function zipOf(files: readonly NamedFile[]): Uint8Array {
  if (files.length > MAX_ENTRIES) throw tooLarge(message('archive.file-count', { files: files.length }));
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const nameBytes = Buffer.from(name, 'utf8');
    const packed = deflateRawSync(bytes);
    const fields = entryFields(bytes, packed.length, nameBytes.length);
    parts.push(localHeader(fields), nameBytes, packed);
    directory.push(centralHeader(fields, at), nameBytes);
    at += 30 + nameBytes.length + packed.length;
    if (at > MAX_BYTES) throw tooLarge(message('archive.over-4-gb'));
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...parts, listing, endOfDirectory(files.length, listing.length, at)]);
}

/** Returns the fields common to both headers of an entry, from the flags to the length of the name. */
function entryFields(bytes: Uint8Array, packed: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(UTF8_NAMES, 0);
  fields.writeUInt16LE(DEFLATED, 2);
  fields.writeUInt16LE(DATE, 6);
  fields.writeUInt32LE(crc32(bytes), 8);
  fields.writeUInt32LE(packed, 12);
  fields.writeUInt32LE(bytes.length, 16);
  fields.writeUInt16LE(nameLength, 20);
  return fields;
}

function localHeader(fields: Buffer): Buffer {
  const start = Buffer.alloc(6);
  start.writeUInt32LE(LOCAL_HEADER, 0);
  start.writeUInt16LE(VERSION, 4);
  return Buffer.concat([start, fields, Buffer.alloc(2)]);
}

function centralHeader(fields: Buffer, offset: number): Buffer {
  const start = Buffer.alloc(8);
  start.writeUInt32LE(CENTRAL_HEADER, 0);
  start.writeUInt16LE(VERSION, 4);
  start.writeUInt16LE(VERSION, 6);
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(offset, 12);
  return Buffer.concat([start, fields, rest]);
}

function endOfDirectory(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function tooLarge(what: Message): AppError {
  return new AppError(
    'too-large',
    'archive.too-large',
    { what },
    {
      kept: 'kept.nothing-written',
      hint: 'hint.write-into-folder',
    },
  );
}
