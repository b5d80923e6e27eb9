/** Turns annotators' readings into items of the gold layer: accepted where all agree, else suggested. */
import { readingKey } from '../../shared/adjudication/groups-in-gold.ts';
import type { AdjudicationGroup, Reading } from '../../shared/domain/adjudication.ts';
import type { Item, ReadingOf } from '../../shared/domain/annotation.ts';
import type { LayeredDocument } from './layers.ts';

export interface GoldOptions {
  /** Adjudicator, and time of the adjudication (ISO). */
  readonly adjudicator: string;
  readonly at: string;
  /** Items in the gold layer now, and every reading it has ever held. */
  readonly present?: readonly Item[];
  readonly known?: ReadonlySet<string>;
  /** First id to assign; ids are never reused. */
  readonly firstId?: number;
}

/** Longest note of an item, in characters. */
const MAX_NOTE = 5000;

/**
 * Returns an item for every reading that the gold layer never held: accepted where all agree, else suggested. Each
 * names the annotators' items it comes from. A relation connects the gold spans of its own annotators and is
 * accepted only between accepted spans; it is dropped when one of its ends was rejected.
 * @param groups `adjudicationGroups` of this document
 */
export function goldItems(
  document: LayeredDocument,
  groups: readonly AdjudicationGroup[],
  options: GoldOptions,
): Item[] {
  const builder = new GoldBuilder(document, options);
  // Groups hold labels and spans before relations, so that the ends exist.
  for (const group of groups) builder.add(group);
  return builder.items;
}

class GoldBuilder {
  readonly items: Item[] = [];
  readonly #options: GoldOptions;
  readonly #known: ReadonlySet<string>;
  readonly #sources = new Map<string, Item>();
  /** Existing or new gold item of each reading. */
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
      // Gold imported from a file may match a reading without naming it.
      if (item === undefined || this.#contents.has(contentKey(item))) continue;
      this.items.push(item);
      for (const vote of reading.votes) this.#gold.set(readingKey(vote), item);
      this.#nextId++;
    }
  }

  /** Maps the items of later votes for the same reading to the same gold item. */
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

  /** Returns the ends of the first annotator for whom both exist. */
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

/** Returns a key that is equal for items with the same content at the same place. */
function contentKey(item: Item): string {
  const place =
    item.kind === 'span' ? item.fragments : item.kind === 'relation' ? [item.from, item.to] : null;
  const attributes = Object.entries(item.attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  const link = item.kind === 'span' && item.link ? [item.link.system, item.link.code, item.link.name] : null;
  return JSON.stringify([item.kind, item.type, place, attributes, link]);
}
