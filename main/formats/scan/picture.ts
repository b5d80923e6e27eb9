/** Reads the head of a picture's file: its kind, its size and how it is to be turned. */

export interface PictureHead {
  readonly width: number;
  readonly height: number;
  /** EXIF number, 1 for an upright picture. */
  readonly orientation: number;
}

/** Returns `undefined` for files that are neither PNG nor JPEG. */
export function pictureHead(bytes: Uint8Array): PictureHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20), orientation: 1 };
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let orientation = 1;
  for (let at = 2; at + 10 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    const length = view.getUint16(at + 2);
    if (marker === 0xe1)
      orientation = exifOrientation(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    // Frames are marked C0–CF but for tables (C4, CC) and an extension (C8).
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), orientation };
    at += 2 + length;
  }
  return undefined;
}

/** Heads of the entry 0x0112 of EXIF, one short number, in either order of bytes. */
const ORIENTATION = [Buffer.from([1, 18, 0, 3, 0, 0, 0, 1, 0]), Buffer.from([18, 1, 3, 0, 1, 0, 0, 0])];

function exifOrientation(bytes: Uint8Array): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const head of ORIENTATION) {
    const at = buffer.indexOf(head);
    const value = at < 0 ? undefined : buffer[at + head.length];
    if (value !== undefined && value >= 1 && value <= 8) return value;
  }
  return undefined;
}
