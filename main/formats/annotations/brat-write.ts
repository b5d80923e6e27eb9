/** One document as brat's standoff lines. */
import type { AnnotatedDocument, Item, Relation, Span } from '../../../shared/domain/annotation.ts';
import type { BratNames } from './brat-names.ts';
import { wordsAt } from './brat-offsets.ts';
import { acceptedItems, countExtras, example, LOST, type Losses } from './losses.ts';
import { type ToUnits, toCodePoints } from './offsets.ts';

/** The relation that brat writes without a number. */
const EQUIVALENCE = 'Equiv';
const NAMES = 'names of types that brat cannot hold, changed (brat 不支持的类型名，已替换)';
const VALUES = 'attributes with an empty value (空属性值)';

export function bratText({ name, text }: AnnotatedDocument, losses: Losses): string {
  const broken = text.match(/\p{Cs}/gu)?.length ?? 0;
  losses.add(LOST.surrogates, name, broken);
  return text.toWellFormed();
}

export function bratAnn(document: AnnotatedDocument, names: BratNames, losses: Losses): string {
  const { spans, relations, labels } = acceptedItems(document, losses);
  for (const label of labels) losses.add(LOST.labels, example(document, label));
  return new Writer(document, names, losses).lines(spans, relations);
}

class Writer {
  readonly #document: AnnotatedDocument;
  readonly #names: BratNames;
  readonly #losses: Losses;
  readonly #points: ToUnits;
  /** How many lines of each kind there are that bear no item's number. */
  readonly #counts = { A: 0, N: 0, '#': 0 };
  readonly #lines: string[] = [];

  constructor(document: AnnotatedDocument, names: BratNames, losses: Losses) {
    this.#document = document;
    this.#names = names;
    this.#losses = losses;
    this.#points = toCodePoints(document.text);
  }

  /** Items stand in the file in their order, each followed by what is said of it. */
  lines(spans: readonly Span[], relations: readonly Relation[]): string {
    const offsets = new Map(spans.flatMap((span) => this.#offsets(span)));
    const wanted = new Set<Item>([...spans, ...relations]);
    for (const item of this.#document.items) {
      if (!wanted.has(item)) continue;
      if (item.kind === 'span') this.#span(item, offsets.get(item.id));
      if (item.kind === 'relation') this.#relation(item, offsets.has(item.from) && offsets.has(item.to));
    }
    return this.#lines.join('');
  }

  #offsets(span: Span): [number, string][] {
    const pairs = span.fragments.map(({ start, end }) => [this.#points(start), this.#points(end)]);
    if (!pairs.flat().includes(undefined)) return [[span.id, pairs.map((pair) => pair.join(' ')).join(';')]];
    this.#losses.add(LOST.insideCharacter, example(this.#document, span));
    return [];
  }

  #span(span: Span, offsets: string | undefined): void {
    if (offsets === undefined) return;
    const words = wordsAt(this.#document.text, span.fragments).replace(BREAKS, ' ');
    this.#line(`T${span.id}`, `${this.#name(span)} ${offsets}`, words.toWellFormed());
    this.#extras(span, `T${span.id}`);
    if (span.link === undefined) return;
    const { system, code, name } = span.link;
    if (/[\s:]/.test(system) || /\s/.test(code) || !`${system}${code}`.isWellFormed())
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
    else this.#line(`R${id}`, `${this.#name(relation)} Arg1:T${from} Arg2:T${to}`);
    this.#extras(relation, `R${id}`);
  }

  #extras(item: Item, target: string): void {
    for (const [name, value] of Object.entries(item.attributes)) {
      const safe = this.#names.of(name);
      if (safe !== name) this.#losses.add(NAMES, name);
      if (value === '') this.#losses.add(VALUES, example(this.#document, item));
      else
        this.#line(this.#next('A'), `${safe} ${target}${value === 'true' ? '' : ` ${this.#oneLine(value)}`}`);
    }
    if (item.note !== '') this.#line(this.#next('#'), `AnnotatorNotes ${target}`, this.#oneLine(item.note));
    countExtras(this.#document, item, this.#losses, { attributes: true, note: true, link: true });
  }

  #name(item: Item): string {
    const safe = this.#names.of(item.type);
    if (safe !== item.type) this.#losses.add(NAMES, `${item.type} → ${safe}`);
    return safe;
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

/** What ends a line for some reader of the format (Python's `splitlines`), or a column. */
const BREAKS = /[\p{Cc}\u2028\u2029]/gu;
