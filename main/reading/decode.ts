/** Decodes bytes as UTF-8, UTF-16 with a mark, or GB18030; refuses anything else instead of guessing. */
import { AppError } from '../../shared/result.ts';

export interface Decoded {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';
}

/** Control characters that indicate a binary file: all but tab, line feed, form feed, carriage return. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/gu;
const STRANGE_OR_CONTROL = /[\ue000-\uf8ff\u0080-\u009f]|[^\P{Cc}\t\n\f\r]/gu;

/**
 * Decodes a text file. Throws `bad-input` for empty and binary files and for bytes that are neither valid UTF-8
 * nor valid GB18030. A byte order mark is dropped; line ends are kept.
 */
export function decodeText(bytes: Uint8Array, name: string): Decoded {
  if (bytes.length === 0) throw new AppError('bad-input', 'files.empty', { name });
  const marked = byMark(bytes);
  if (marked !== undefined) return checked(tryDecode(bytes, marked), marked, name);
  if (bytes.includes(0)) throw notText(name);
  const utf8 = tryDecode(bytes, 'utf-8');
  if (utf8 !== undefined) return checked(utf8, 'utf-8', name);
  return checked(tryDecode(bytes, 'gb18030'), 'gb18030', name);
}

/**
 * Decodes a file of annotations like `decodeText`, but keeps control characters in valid UTF-8, since records contain
 * them. Throws `bad-input` for an empty or a binary file.
 */
export function fileText({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): string {
  const isWide = byMark(bytes)?.startsWith('utf-16') === true;
  const text = bytes.length === 0 || isWide ? undefined : tryDecode(bytes, 'utf-8');
  return text ?? decodeText(bytes, name).text;
}

function byMark(bytes: Uint8Array): Decoded['encoding'] | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function tryDecode(bytes: Uint8Array, encoding: Decoded['encoding']): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function checked(text: string | undefined, encoding: Decoded['encoding'], name: string): Decoded {
  if (text === undefined)
    throw new AppError(
      'bad-input',
      'files.unknown-encoding',
      { name },
      { hint: 'hint.save-as-utf8-and-open' },
    );
  const limit = Math.max(2, text.length / 200);
  // Wrongly decoded binary yields control characters or private-use code points.
  const strange = encoding === 'gb18030' ? STRANGE_OR_CONTROL : CONTROL;
  let count = 0;
  for (const _found of text.matchAll(strange)) if (++count > limit) throw notText(name);
  return { text, encoding };
}

const notText = (name: string): AppError =>
  new AppError('bad-input', 'files.not-text', { name }, { hint: 'hint.opens-these' });
