/** Converts annotations of a WebAnno file to spans and relations. */
import type { Item, ItemId } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { AppError } from '../../../../shared/result.ts';
import { importedFrom, type Losses, READ_LOST } from '../losses.ts';
import { DEPENDENCY, isTooLong, type Meaning, meaningOf } from '../uima-layers.ts';
import type { Annotation, Cells, Reference, Row } from './cells.ts';
import { ANY_TYPE, type BrokenLine } from './header.ts';

const WEBANNO_LOST = { chains: 'losses.chains', tokenRelations: 'losses.token-relations' } as const;

interface Context {
  readonly text: string;
  readonly file: string;
  readonly losses: Losses;
  readonly broken: BrokenLine;
}

export function itemsOf(cells: Cells, context: Context): Item[] {
  const builder = new ItemBuilder(cells, context);
  for (const annotation of cells.spans) builder.addSpan(annotation);
  for (const annotation of cells.spans) builder.addSlots(annotation);
  for (const annotation of cells.relations) builder.addRelation(annotation);
  for (const link of cells.chained) context.losses.add(WEBANNO_LOST.chains, link);
  return builder.items;
}

class ItemBuilder {
  readonly items: Item[] = [];
  readonly #ids = new Map<Annotation, ItemId>();
  /** Relations by the first line of their target. */
  readonly #connected = new Set<string>();
  readonly #cells: Cells;
  readonly #context: Context;
  /** Layers with spans. */
  readonly #layers: ReadonlySet<string>;

  constructor(cells: Cells, context: Context) {
    this.#layers = new Set(cells.spans.map(({ layer }) => layer.name));
    this.#cells = cells;
    this.#context = context;
  }

  addSpan(annotation: Annotation): void {
    const fragments = fragmentsOf(annotation.rows, this.#context.text);
    const { type, attributes, link } = this.#meaning(annotation);
    if (fragments.length === 0) {
      this.#context.losses.add(READ_LOST.zeroWidth, `${type} (${this.#context.file})`);
      return;
    }
    const common = this.#common(type);
    this.#ids.set(annotation, common.id);
    this.items.push({
      kind: 'span',
      ...common,
      attributes,
      fragments,
      ...(link === undefined ? {} : { link }),
    });
  }

  /** Adds a relation from each annotation to its slot fillers. */
  addSlots(annotation: Annotation): void {
    const from = this.#ids.get(annotation);
    const slot = annotation.layer.columns.find(({ kind }) => kind === 'slot');
    for (const { role, to } of annotation.slots) {
      const target = this.#find(
        to,
        slot?.target === ANY_TYPE ? '' : (slot?.target ?? ''),
        to.unit,
        to.marks[0] ?? 0,
      );
      this.#connect({ type: role, attributes: {}, link: undefined }, from, target && this.#ids.get(target));
    }
  }

  /**
   * Returns the relations on their targets' first lines. INCEpTION repeats a relation on the last line when a target of
   * several tokens ends inside of one.
   */
  addRelation(annotation: Annotation): void {
    const { from, layer, rows } = annotation;
    const base = layer.columns.find(({ kind }) => kind === 'base')?.target ?? '';
    const meaning = this.#meaning(annotation);
    const [row] = rows;
    const isBetweenTokens = layer.name === DEPENDENCY && !this.#hasEnds(annotation, base);
    if (from === undefined || row === undefined || !this.#layers.has(base) || isBetweenTokens) {
      this.#context.losses.add(WEBANNO_LOST.tokenRelations, `${meaning.type} (${this.#context.file})`);
      return;
    }
    const [sourceMark = 0, targetMark = 0] = from.marks;
    const source = this.#find(from, base, from.unit, sourceMark);
    const target = this.#find(from, base, row.id, targetMark);
    const [fromId, toId] = [this.#ids.get(source), this.#ids.get(target)];
    const same = JSON.stringify([meaning.type, Object.entries(meaning.attributes), fromId, toId]);
    if (target.rows[0]?.id === row.id) this.#connected.add(same);
    else if (this.#connected.has(same)) return;
    this.#connect(meaning, fromId, toId);
  }

  #hasEnds({ from, rows: [row] }: Annotation, base: string): boolean {
    const [source = 0, target = 0] = from?.marks ?? [];
    const ends = [
      this.#cells.find(base, from?.unit ?? '', source),
      this.#cells.find(base, row?.id ?? '', target),
    ];
    return ends.every((end) => end !== undefined);
  }

  #connect({ type, attributes }: Meaning, from: ItemId | undefined, to: ItemId | undefined): void {
    if (from === undefined || to === undefined)
      this.#context.losses.add(READ_LOST.zeroWidth, `${type} (${this.#context.file})`);
    else this.items.push({ kind: 'relation', ...this.#common(type), attributes, from, to });
  }

  #find({ row, column }: Reference, layer: string, unit: string, mark: number): Annotation {
    const found = this.#cells.find(layer, unit, mark);
    if (found !== undefined) return found;
    const what = mark === 0 ? unit : `${unit}[${mark}]`;
    throw this.#context.broken(row.line, column, message('fault.no-annotation-in-layer', { what, layer }));
  }

  #meaning(annotation: Annotation): Meaning {
    const { layer, features, rows } = annotation;
    const meaning = meaningOf(layer.name, features, this.#context.losses);
    if (isTooLong(meaning.type)) throw this.#tooLong(rows[0]);
    return meaning;
  }

  #tooLong(row: Row | undefined): AppError {
    return this.#context.broken(row?.line, 1, message('fault.type-too-long', { limit: 100 }));
  }

  #common(type: string) {
    return {
      id: this.items.length + 1,
      type,
      note: '',
      status: 'accepted' as const,
      provenance: importedFrom(this.#context.file),
    };
  }
}

/** Joins consecutive lines to one fragment, with the white space between their tokens. */
function fragmentsOf(rows: readonly Row[], text: string): Span[] {
  const fragments: Span[] = [];
  for (const { begin, end } of [...rows].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin === end) continue;
    const last = fragments.at(-1);
    if (last !== undefined && text.slice(last.end, begin).trim() === '') last.end = Math.max(last.end, end);
    else fragments.push({ start: begin, end });
  }
  return fragments;
}
