/** Writes small zip archives, correct ones and broken ones. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: Uint8Array;
  readonly deflate?: boolean;
  /** Uncompressed size that the directory claims instead of the true one. */
  readonly size?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
  /** Writes sizes and offset as zip64 fields, as PyTorch does for large files. */
  readonly zip64?: boolean;
}

export function writeZip(
  parts: readonly ZipPart[],
  options: { zip64?: boolean; comment?: string } = {},
): Uint8Array {
  const out: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const push = (chunk: Buffer) => {
    out.push(chunk);
    at += chunk.length;
  };
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const packed = part.deflate ? deflateRawSync(part.content) : Buffer.from(part.content);
    const size = part.size ?? part.content.length;
    const crc = part.crc ?? crc32(part.content);
    const method = part.method ?? (part.deflate ? 8 : 0);
    const offset = at;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    push(Buffer.concat([local, name, packed]));
    const extra = Buffer.alloc(part.zip64 ? 28 : 0);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(part.flags ?? 0, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    if (part.zip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
      for (const field of [20, 24, 42]) central.writeUInt32LE(0xffffffff, field);
    } else {
      central.writeUInt32LE(packed.length, 20);
      central.writeUInt32LE(size, 24);
      central.writeUInt32LE(offset, 42);
    }
    directory.push(central, name, extra);
  }
  const start = at;
  const listing = Buffer.concat(directory);
  push(listing);
  if (options.zip64) {
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(44n, 4);
    record.writeBigUInt64LE(BigInt(parts.length), 32);
    record.writeBigUInt64LE(BigInt(listing.length), 40);
    record.writeBigUInt64LE(BigInt(start), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(at), 8);
    push(Buffer.concat([record, locator]));
  }
  const comment = Buffer.from(options.comment ?? '');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(options.zip64 ? 0xffff : parts.length, 10);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : listing.length, 12);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : start, 16);
  end.writeUInt16LE(comment.length, 20);
  push(Buffer.concat([end, comment]));
  return Buffer.concat(out);
}
