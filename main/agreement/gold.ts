/** Gold items out of groups and what was chosen of them. */
import type { AdjudicationGroup, Choice, Reading, Vote } from '../../shared/domain/adjudication.ts';
import type { DocumentLabel, Item, Provenance, Relation, Span } from '../../shared/domain/annotation.ts';
import { AppError } from '../../shared/result.ts';
import type { LayeredDocument } from './layers.ts';

export interface GoldOptions {
  /** Who decided, and when (ISO). */
  readonly adjudicator: string;
  readonly at: string;
  /** The first id to give; ids are never used again. */
  readonly firstId?: number;
}

export interface Gold {
  readonly items: readonly Item[];
  /** The group that each item came from, by the item's id. */
  readonly origins: ReadonlyMap<number, string>;
  /** Groups that nobody has decided on. */
  readonly undecided: readonly string[];
  /** Chosen relations of which an end is not gold; they have no item. */
  readonly withoutEnd: readonly string[];
}

/** Longest note of an item. */
const MAX_NOTE = 5000;

/**
 * Builds the gold items in the order of the groups. Of several choices for a group the last counts. A relation goes to
 * the gold spans of the groups it joins: to the reading that its own annotator joined if that was taken, else to the
 * first one taken.
 * @param groups those of `adjudicationGroups` for this document
 * @throws AppError `bad-request` for a choice of a group or a reading that there is not, or a span without place
 */
export function goldItems(
  document: LayeredDocument,
  groups: readonly AdjudicationGroup[],
  choices: readonly Choice[],
  options: GoldOptions,
): Gold {
  const builder = new GoldBuilder(document, groups, options);
  const chosen = new Map(choices.map((choice) => [choice.group, choice]));
  for (const id of chosen.keys()) builder.check(id);
  const undecided: string[] = [];
  for (const group of groups) {
    const choice = chosen.get(group.id);
    if (choice === undefined) undecided.push(group.id);
    else builder.add(group, choice);
  }
  return { items: builder.items, origins: builder.origins, undecided, withoutEnd: builder.withoutEnd };
}

const voteKey = ({ annotator, item }: Vote): string => JSON.stringify([annotator, item]);

class GoldBuilder {
  readonly items: Item[] = [];
  readonly origins = new Map<number, string>();
  readonly withoutEnd: string[] = [];
  readonly #options: GoldOptions;
  readonly #groups: ReadonlyMap<string, AdjudicationGroup>;
  readonly #sources = new Map<string, Item>();
  /** Gold spans of each group, and of each vote for what was taken. */
  readonly #ofGroup = new Map<string, number>();
  readonly #ofVote = new Map<string, number>();
  #nextId: number;

  constructor(document: LayeredDocument, groups: readonly AdjudicationGroup[], options: GoldOptions) {
    this.#options = options;
    this.#groups = new Map(groups.map((group) => [group.id, group]));
    this.#nextId = options.firstId ?? 1;
    for (const { annotator, items } of document.layers)
      for (const item of items) this.#sources.set(voteKey({ annotator, item: item.id }), item);
  }

  check(group: string): void {
    if (!this.#groups.has(group))
      throw new AppError(
        'bad-request',
        `There is nothing to decide under ${group}; somebody may have changed their annotations. (没有该裁决项，标注可能已被修改)`,
      );
  }

  add(group: AdjudicationGroup, choice: Choice): void {
    const [first] = group.readings;
    if (choice.take === 'own') return this.#addOwn(group, choice, first!);
    for (const number of new Set(choice.readings)) {
      const reading = group.readings[number];
      if (reading === undefined)
        throw new AppError(
          'bad-request',
          `${group.id} has no reading ${number}; somebody may have changed their annotations. (没有该选项，标注可能已被修改)`,
        );
      const [vote] = reading.votes;
      const source = this.#sources.get(voteKey(vote!));
      if (source === undefined)
        throw new AppError('bad-request', `${group.id} is not of this document. (不属于该文档)`);
      const { adjudicator, at } = this.#options;
      this.#put(group, reading, {
        attributes: reading.attributes,
        note: this.#notes(reading),
        provenance: { ...source.provenance, acceptedBy: adjudicator, acceptedAt: at },
      });
    }
  }

  #addOwn(group: AdjudicationGroup, choice: Extract<Choice, { take: 'own' }>, first: Reading): void {
    const { type, attributes, fragments, link, note } = choice;
    const provenance: Provenance = {
      kind: 'human',
      name: this.#options.adjudicator,
      at: this.#options.at,
    };
    if (first.kind !== 'span') return this.#put(group, { ...first, type }, { attributes, note, provenance });
    if (fragments === undefined)
      throw new AppError('bad-request', `${group.id}: a span needs a place. (缺少标注位置)`);
    // Relations of everybody in the group lead to this span.
    const votes = group.readings.flatMap((reading) => reading.votes);
    const { link: _, ...rest } = first;
    const own = { ...rest, type, fragments, votes, ...(link === undefined ? {} : { link }) };
    this.#put(group, own, { attributes, note, provenance });
  }

  #put(
    group: AdjudicationGroup,
    reading: Reading,
    more: Pick<Item, 'attributes' | 'note' | 'provenance'>,
  ): void {
    const common = { type: reading.type, status: 'accepted', ...more } as const;
    switch (reading.kind) {
      case 'label':
        return void this.#push<DocumentLabel>(group, { kind: 'label', id: this.#nextId, ...common });
      case 'span': {
        const { fragments, link, votes } = reading;
        const withLink = link === undefined ? {} : { link };
        const id = this.#push<Span>(group, {
          kind: 'span',
          id: this.#nextId,
          ...common,
          fragments,
          ...withLink,
        });
        if (!this.#ofGroup.has(group.id)) this.#ofGroup.set(group.id, id);
        for (const vote of votes) this.#ofVote.set(voteKey(vote), id);
        return;
      }
      case 'relation': {
        const [from, to] = this.#ends(reading);
        if (from === undefined || to === undefined) this.withoutEnd.push(group.id);
        else this.#push<Relation>(group, { kind: 'relation', id: this.#nextId, ...common, from, to });
      }
    }
  }

  #push<One extends Item>(group: AdjudicationGroup, item: One): number {
    this.items.push(item);
    this.origins.set(item.id, group.id);
    this.#nextId++;
    return item.id;
  }

  /** Spans come before relations among the groups, so that the ends are known. */
  #ends({
    votes,
    from,
    to,
  }: Extract<Reading, { kind: 'relation' }>): readonly [number | undefined, number | undefined] {
    const joined = votes.flatMap((vote) => {
      const source = this.#sources.get(voteKey(vote));
      return source?.kind === 'relation'
        ? [source.from, source.to].map((item) => this.#ofVote.get(voteKey({ ...vote, item })))
        : [];
    });
    const endOf = (group: string | null): number | undefined =>
      group === null
        ? undefined
        : (joined.find((id) => id !== undefined && this.origins.get(id) === group) ??
          this.#ofGroup.get(group));
    return [endOf(from), endOf(to)];
  }

  #notes({ votes }: Reading): string {
    const notes = votes.flatMap((vote) => this.#sources.get(voteKey(vote))?.note || []);
    return [...new Set(notes)].join('\n').slice(0, MAX_NOTE);
  }
}
