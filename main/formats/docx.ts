/** Reads text of .docx files. */
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
  throw new AppError(
    'too-large',
    `${name} holds over ${LIMITS.docxBytes >> 20} MB of markup; no record has so much. (docx 内容过大)`,
    { kept: 'kept.nothing-changed', hint: 'Save it as .txt. (请另存为 .txt)' },
  );
}

function unreadable(name: string, cause: unknown): AppError {
  return new AppError('bad-input', 'documents.unreadable-docx', { name }, { cause });
}
