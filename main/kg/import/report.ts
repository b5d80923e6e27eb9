/** Collects the report of an import: counts, and refusals by reason with examples. */
import type { ImportReport } from '../../../shared/domain/graph.ts';
import { type Message, message, type PlainId } from '../../../shared/messages/message.ts';

const EXAMPLES = 5;
const EXAMPLE_CHARS = 200;

interface Group {
  readonly reason: Message;
  count: number;
  readonly examples: { line: number; text: string }[];
}

export class ReportBuilder {
  readonly #refused = new Map<string, Group>();
  readonly #relations = new Map<string, number>();
  /** Prefix of examples when an import has several files. */
  fileLabel = '';
  rows = 0;
  /** New statements (edges and synonyms). */
  triples = 0;
  merged = 0;

  refuse(reason: PlainId | Message, line: number, text: string): void {
    const key = typeof reason === 'string' ? reason : JSON.stringify(reason);
    const said = typeof reason === 'string' ? message(reason) : reason;
    const group = this.#refused.get(key) ?? { reason: said, count: 0, examples: [] };
    this.#refused.set(key, group);
    group.count++;
    if (group.examples.length >= EXAMPLES) return;
    const shown = (this.fileLabel + text).slice(0, EXAMPLE_CHARS);
    group.examples.push({ line, text: shown.toWellFormed() });
  }

  /** Counts a statement under the file's own relation name. */
  relation(name: string): void {
    this.#relations.set(name, (this.#relations.get(name) ?? 0) + 1);
  }

  get refused(): ImportReport['refused'] {
    return [...this.#refused.values()].sort((a, b) => b.count - a.count);
  }

  finish(more: Pick<ImportReport, 'newEntities' | 'newNames' | 'seconds'>): ImportReport {
    const { rows, triples, merged } = this;
    const relations = Object.fromEntries([...this.#relations].sort((a, b) => b[1] - a[1]));
    return { rows, triples, merged, refused: this.refused, relations, ...more };
  }
}
