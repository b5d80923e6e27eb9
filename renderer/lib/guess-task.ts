/** What a file of training data seems to be for, by its name and beginning; people can say otherwise. */
import type { FormTask } from './form-settings.ts';

/** Characters looked at. */
export const HEAD = 65_536;

export function guessTask(name: string, head: string): FormTask {
  const stem = name.toLowerCase().replace(/\.gz$/, '');
  const [heading = ''] = head.split('\n', 1);
  if (/\.(csv|tsv|tab)$/.test(stem)) return /诊断|diagnos/i.test(heading) ? 'diagnose' : 'classify';
  if (/"entities"\s*:/.test(head)) return 'ner';
  if (!heading.trim().startsWith('{')) return 'ner'; // what is refused is refused with the plainest reason
  return /"(labels|诊断|diagnos[ei]s)"\s*:/i.test(head) ? 'diagnose' : 'classify';
}

/** The beginning of a file as text, unpacked where it is gzipped; empty when it cannot be read. */
export async function headOf(file: Blob): Promise<string> {
  try {
    const piece = file.slice(0, HEAD);
    const magic = new Uint8Array(await piece.slice(0, 2).arrayBuffer());
    const zipped = magic[0] === 0x1f && magic[1] === 0x8b;
    const stream = zipped ? piece.stream().pipeThrough(new DecompressionStream('gzip')) : piece.stream();
    return await firstText(stream);
  } catch {
    return '';
  }
}

/** A piece of a gzip stream ends in an error; what came before it counts. */
async function firstText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < HEAD) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // the piece ends here
  }
  void reader.cancel().catch(() => undefined);
  return text;
}
