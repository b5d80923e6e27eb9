/** Measures a corpus while it is read, for the card of the model trained on it. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { CorpusFacts } from '../../../shared/domain/vectors.ts';

/** Separates texts in the hash; the byte never occurs in UTF-8. */
const SEPARATOR = Uint8Array.of(0xff);
const NAMES_SHOWN = 3;

export class CorpusMeter {
  readonly #hash = createHash('sha256');
  #texts = 0;
  #characters = 0;

  /** Yields the texts unchanged and measures them. */
  async *measure(texts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of texts) {
      this.add(text);
      yield text;
    }
  }

  add(text: string): void {
    this.#hash.update(text, 'utf8').update(SEPARATOR);
    this.#texts++;
    this.#characters += text.length;
  }

  facts(name: string): CorpusFacts {
    const [texts, characters] = [this.#texts, this.#characters];
    return { name, texts, characters, sha256: this.#hash.copy().digest('hex') };
  }
}

/** `a.txt, b.jsonl, c.txt +4` */
export function nameOfFiles(files: readonly string[]): string {
  const names = files.map((file) => basename(file));
  const more = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` +${more}` : '');
}
