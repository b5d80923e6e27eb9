/** Reads text of .docx files. */
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { LIMITS } from '../reading/limits.ts';
import { openZip } from '../reading/zip.ts';

/** Throws `bad-input` for other files, `too-large` for one that unpacks to more than its parser can take. */
export async function docxText(data: Uint8Array, name: string): Promise<string> {
  checkSize(data, name);
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(data) });
    return value.replace(/\n\n/g, '\n');
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

/** Unpacks every part within its announced size, which the parser does not check. */
function checkSize(data: Uint8Array, name: string): void {
  let total = 0;
  try {
    for (const entry of openZip(data).values()) {
      // Pictures, fonts and embedded files are not read.
      if (!/\.(xml|rels)$/i.test(entry.name)) continue;
      total += entry.size;
      if (total > LIMITS.docxBytes) break;
      entry.read();
    }
  } catch (cause) {
    throw unreadable(name, cause);
  }
  if (total <= LIMITS.docxBytes) return;
  throw new AppError('too-large', message('files.docx-too-large', { name, size: LIMITS.docxBytes >> 20 }), {
    kept: 'kept.nothing-changed',
    hint: 'hint.save-as-txt-file',
  });
}

const unreadable = (name: string, cause: unknown): AppError =>
  new AppError('bad-input', 'documents.unreadable-docx', { name }, { cause });
