/** Guesses the task of a training file from its name and beginning. */
import type { TrainingTask } from '../../../../shared/domain/training.ts';

/** Characters looked at. */
export const HEAD = 65_536;

/** A line of JSON with both texts of a pair. */
const PAIR =
  /"(text|sentence|query|question|文本|问题)_?[1a]"\s*:.*"\1_?[2b]"\s*:|"premise"\s*:.*"hypothesis"\s*:|"query"\s*:.*"title"\s*:|"question"\s*:.*"answer"\s*:/i;

export function guessTask(name: string, head: string): TrainingTask {
  const stem = name.toLowerCase().replace(/\.gz$/, '');
  if (stem.endsWith('.txt')) return 'pretrain';
  const [heading = ''] = head.split('\n', 1);
  if (/\.(csv|tsv|tab)$/.test(stem)) return /诊断|diagnos/i.test(heading) ? 'diagnose' : 'classify';
  if (/"(spo_list|relations)"\s*:/.test(head)) return 'relation';
  if (/"(entities|dialogue-content)"\s*:/.test(head)) return 'ner';
  if (!heading.trim().startsWith('{')) return 'ner'; // what is refused is refused with the plainest reason
  if (/"normalized_result"\s*:/.test(heading)) return 'normalisation';
  if (/"candidates"\s*:|"positives"\s*:.*"negatives"\s*:/.test(heading)) return 'ranking';
  if (/"premise"\s*:/i.test(heading)) return 'nli';
  if (PAIR.test(heading)) return 'pair';
  if (/"(labels|诊断|diagnos[ei]s)"\s*:/i.test(head)) return 'diagnose';
  return holdsTextOnly(heading) ? 'pretrain' : 'classify';
}

/** Fields of a text that name no label. */
const PLAIN = new Set(['text', 'id', 'title', 'name']);

function holdsTextOnly(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && Object.keys(value).every((key) => PLAIN.has(key));
  } catch {
    return false; // no JSON, or a line longer than what was read
  }
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
