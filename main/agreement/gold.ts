/** Readings of annotators as items of the gold layer: settled where all agree, else to be decided. */
import { readingKey } from '../../shared/adjudication/groups-in-gold.ts';
import type { AdjudicationGroup, Reading } from '../../shared/domain/adjudication.ts';
import type { Item, ReadingOf } from '../../shared/domain/annotation.ts';
import type { LayeredDocument } from './layers.ts';

export interface GoldOptions {
  /** Who adjudicates, and when (ISO). */
  readonly adjudicator: string;
  readonly at: string;
  /** What the gold layer holds already, and all readings that it ever held. */
  readonly present?: readonly Item[];
  readonly known?: ReadonlySet<string>;
  /** The first id to give; ids are never used again. */
  readonly firstId?: number;
}

/** Longest note of an item. */
const MAX_NOTE = 5000;

/**
 * An item for every reading of which the gold layer never held a part: accepted where all agree, else suggested. Each
 * names the annotators' items that it comes from. A relation goes to the gold spans that its own annotators joined, and
 * is settled only between settled spans; one whose end was decided against has no place any more.
 * @param groups those of `adjudicationGroups` for this document
 */
export function goldItems(
  document: LayeredDocument,
  groups: readonly AdjudicationGroup[],
  options: GoldOptions,
): Item[] {
  const builder = new GoldBuilder(document, options);
  // Labels and spans come before relations among the groups, so that the ends are known.
  for (const group of groups) builder.add(group);
  return builder.items;
}

class GoldBuilder {
  readonly items: Item[] = [];
  readonly #options: GoldOptions;
  readonly #known: ReadonlySet<string>;
  readonly #sources = new Map<string, Item>();
  /** What is gold already, or will be, of each reading. */
  readonly #gold = new Map<string, Item>();
  readonly #contents = new Set<string>();
  #nextId: number;

  constructor({ layers }: LayeredDocument, options: GoldOptions) {
    this.#options = options;
    this.#known = options.known ?? new Set();
    this.#nextId = options.firstId ?? 1;
    for (const { annotator, items } of layers)
      for (const item of items) this.#sources.set(readingKey({ annotator, item: item.id }), item);
    for (const item of options.present ?? []) {
      this.#contents.add(contentKey(item));
      for (const reading of item.provenance.readings ?? []) this.#gold.set(readingKey(reading), item);
    }
  }

  add({ readings, differs }: AdjudicationGroup): void {
    for (const reading of readings) {
      if (reading.votes.some((vote) => this.#known.has(readingKey(vote)))) {
        this.#join(reading);
        continue;
      }
      const item = this.#itemOf(reading, differs.length === 0);
      // Gold that came from a file may say the same without naming whose reading it is.
      if (item === undefined || this.#contents.has(contentKey(item))) continue;
      this.items.push(item);
      for (const vote of reading.votes) this.#gold.set(readingKey(vote), item);
      this.#nextId++;
    }
  }

  /** Who came later and read it the same is led to the same item. */
  #join({ votes }: Reading): void {
    const item = votes.map((vote) => this.#gold.get(readingKey(vote))).find((one) => one !== undefined);
    for (const vote of votes) if (item !== undefined) this.#gold.set(readingKey(vote), item);
  }

  #itemOf(reading: Reading, isAgreed: boolean): Item | undefined {
    const source = this.#sources.get(readingKey(reading.votes[0]!));
    if (source === undefined) return undefined;
    const { type, attributes } = reading;
    const common = { id: this.#nextId, type, attributes, note: this.#notes(reading.votes) };
    if (reading.kind !== 'relation') {
      const settled = this.#standing(source, reading.votes, isAgreed);
      if (reading.kind === 'label') return { kind: 'label', ...common, ...settled };
      const { fragments, link } = reading;
      return { kind: 'span', ...common, ...settled, fragments, ...(link === undefined ? {} : { link }) };
    }
    const [from, to] = this.#ends(reading.votes);
    if (from === undefined || to === undefined) return undefined;
    const isSettled = isAgreed && from.status === 'accepted' && to.status === 'accepted';
    const settled = this.#standing(source, reading.votes, isSettled);
    return { kind: 'relation', ...common, ...settled, from: from.id, to: to.id };
  }

  #standing(
    { provenance }: Item,
    votes: Reading['votes'],
    isSettled: boolean,
  ): Pick<Item, 'status' | 'provenance'> {
    const { acceptedBy: _by, acceptedAt: _at, ...origin } = provenance;
    const readings: ReadingOf[] = votes.map(({ annotator, item }) => ({ annotator, item }));
    if (!isSettled) return { status: 'suggested', provenance: { ...origin, readings } };
    const { adjudicator, at } = this.#options;
    return {
      status: 'accepted',
      provenance: { ...origin, acceptedBy: adjudicator, acceptedAt: at, readings },
    };
  }

  /** Those of the first annotator whose ends are both there. */
  #ends(votes: Reading['votes']): readonly [Item?, Item?] {
    for (const vote of votes) {
      const source = this.#sources.get(readingKey(vote));
      if (source?.kind !== 'relation') continue;
      const [from, to] = [source.from, source.to].map((item) =>
        this.#gold.get(readingKey({ annotator: vote.annotator, item })),
      );
      if (from !== undefined && to !== undefined && from.id !== to.id) return [from, to];
    }
    return [];
  }

  #notes(votes: Reading['votes']): string {
    const notes = votes.flatMap((vote) => this.#sources.get(readingKey(vote))?.note || []);
    return [...new Set(notes)].join('\n').slice(0, MAX_NOTE);
  }
}

/** Equal for items that say the same of the same place. */
function contentKey(item: Item): string {
  const place =
    item.kind === 'span' ? item.fragments : item.kind === 'relation' ? [item.from, item.to] : null;
  const attributes = Object.entries(item.attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([item.kind, item.type, place, attributes]);
}
