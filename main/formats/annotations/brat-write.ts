/** Writes one document as brat standoff lines. */
import type {
  AnnotatedDocument,
  ConceptLink,
  Item,
  Relation,
  SpanItem,
} from '../../../shared/domain/annotation.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { bratName } from './brat-names.ts';
import { cutAtLines, joinedOverLines, wordsAt } from './brat-offsets.ts';
import { NIL } from './brat-read.ts';
import { acceptedItems, countExtras, example, LOST, type Losses } from './losses.ts';
import { type ToUnits, toCodePoints } from './offsets.ts';

/** Type of the relation that brat writes without a number. */
export const EQUIVALENCE = 'Equiv';
export const WRITE_LOST = { lineEnds: 'losses.line-ends', edges: 'losses.edge-line-ends' } as const;
const VALUES = 'losses.empty-values';

export function bratText({ name, text }: AnnotatedDocument, losses: Losses): string {
  const broken = text.match(/\p{Cs}/gu)?.length ?? 0;
  losses.add(LOST.surrogates, name, broken);
  return text.toWellFormed();
}

export function bratAnn(document: AnnotatedDocument, losses: Losses): string {
  const { spans, relations, labels } = acceptedItems(document, losses);
  for (const label of labels) losses.add(LOST.labels, example(document, label));
  return new Writer(document, losses).lines(spans, relations);
}

interface Place {
  readonly offsets: string;
  readonly words: string;
}

class Writer {
  readonly #document: AnnotatedDocument;
  readonly #losses: Losses;
  readonly #points: ToUnits;
  /** Number of lines of each kind without an item's number. */
  readonly #counts = { A: 0, N: 0, '#': 0 };
  readonly #lines: string[] = [];

  constructor(document: AnnotatedDocument, losses: Losses) {
    this.#document = document;
    this.#losses = losses;
    this.#points = toCodePoints(document.text);
  }

  /** Writes items in their order, each followed by its attributes, links and notes. */
  lines(spans: readonly SpanItem[], relations: readonly Relation[]): string {
    const places = new Map(spans.flatMap((span) => this.#placeOf(span)));
    const wanted = new Set<Item>([...spans, ...relations]);
    for (const item of this.#document.items) {
      if (!wanted.has(item)) continue;
      if (item.kind === 'span') this.#span(item, places.get(item.id));
      if (item.kind === 'relation') this.#relation(item, places.has(item.from) && places.has(item.to));
    }
    return this.#lines.join('');
  }

  /** brat compares the line's words with the text character by character. */
  #placeOf(span: SpanItem): [number, Place][] {
    const { text } = this.#document;
    const pieces = cutAtLines(text, span.fragments);
    const offsets = pieces.map(({ start, end }) => [this.#points(start), this.#points(end)]);
    if (offsets.flat().includes(undefined))
      this.#losses.add(LOST.insideCharacter, example(this.#document, span));
    else if (pieces.length === 0) this.#losses.add(WRITE_LOST.lineEnds, example(this.#document, span));
    else {
      if (!areSame(joinedOverLines(text, pieces), span.fragments))
        this.#losses.add(WRITE_LOST.edges, example(this.#document, span));
      const place = {
        offsets: offsets.map((pair) => pair.join(' ')).join(';'),
        words: wordsAt(text, pieces).toWellFormed(),
      };
      return [[span.id, place]];
    }
    return [];
  }

  #span(span: SpanItem, place: Place | undefined): void {
    if (place === undefined) return;
    this.#line(`T${span.id}`, `${bratName(span.type)} ${place.offsets}`, place.words);
    this.#extras(span, `T${span.id}`);
    if (span.link !== undefined) this.#link(span, span.link);
  }

  #link(span: SpanItem, { system, code: given, name }: ConceptLink): void {
    const code = given === '' && system === NIL ? NIL : given;
    if (/[\s:]/.test(system) || /\s/.test(code) || code === '' || !`${system}${code}`.isWellFormed())
      this.#losses.add(LOST.links, `${example(this.#document, span)} ${system}:${code}`);
    else this.#line(this.#next('N'), `Reference T${span.id} ${system}:${code}`, this.#oneLine(name));
  }

  #relation(relation: Relation, whole: boolean): void {
    if (!whole) {
      this.#losses.add(LOST.loose, example(this.#document, relation));
      return;
    }
    const { id, from, to, attributes, note } = relation;
    if (relation.type === EQUIVALENCE && note === '' && Object.keys(attributes).length === 0)
      this.#line('*', `${EQUIVALENCE} T${from} T${to}`);
    else this.#line(`R${id}`, `${bratName(relation.type)} Arg1:T${from} Arg2:T${to}`);
    this.#extras(relation, `R${id}`);
  }

  #extras(item: Item, target: string): void {
    for (const [name, value] of Object.entries(item.attributes)) {
      if (value === '') this.#losses.add(VALUES, example(this.#document, item));
      else
        this.#line(
          this.#next('A'),
          `${bratName(name)} ${target}${value === 'true' ? '' : ` ${this.#oneLine(value)}`}`,
        );
    }
    if (item.note !== '') this.#line(this.#next('#'), `AnnotatorNotes ${target}`, this.#oneLine(item.note));
    countExtras(this.#document, item, this.#losses, { attributes: true, note: true, link: true });
  }

  #oneLine(value: string): string {
    const line = value.replace(BREAKS, ' ').toWellFormed();
    if (line !== value) this.#losses.add(LOST.lineBreaks, value);
    return line;
  }

  #next(kind: 'A' | 'N' | '#'): string {
    this.#counts[kind]++;
    return `${kind}${this.#counts[kind]}`;
  }

  #line(...columns: string[]): void {
    this.#lines.push(`${columns.join('\t')}\n`);
  }
}

/** Characters that end a line (Python's `splitlines`) or a column for some reader of the format. */
const BREAKS = /[\p{Cc}\u2028\u2029]/gu;

const areSame = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.length === others.length &&
  some.every(({ start, end }, i) => start === others[i]?.start && end === others[i]?.end);
