/** What a corpus is, for the card of what was trained on it: taken while it is read. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { CorpusFacts } from '../../../shared/domain/vectors.ts';

/** Parts the texts in the hash: no UTF-8 holds it. */
const SEPARATOR = Uint8Array.of(0xff);
const NAMES_SHOWN = 3;

export class CorpusMeter {
  readonly #hash = createHash('sha256');
  #texts = 0;
  #characters = 0;

  /** Passes the texts on. */
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

  /** Of the texts so far. */
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
