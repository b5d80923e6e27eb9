/**
 * Deciding between what several annotators made. The gold layer holds every reading that somebody has to decide about as
 * a suggestion; here they are brought together with the groups they came from, and a decision becomes one edit.
 */
import type { AdjudicationGroup, Reading } from '../../../shared/domain/adjudication.ts';
import type { Item, Relation, Span } from '../../../shared/domain/annotation.ts';
import type { Change } from '../../../shared/domain/project.ts';
import type { Edit, EditContext } from './edits.ts';
import { merged, sameFragments } from './fragments.ts';
import { type Layer, sameItem } from './layer.ts';

export interface OpenReading {
  readonly reading: Reading;
  /** Its item in the gold layer; null once it is decided against, or changed. */
  readonly item: Item | null;
}

/** A group in which annotators differ. */
export interface OpenGroup {
  readonly group: AdjudicationGroup;
  readonly readings: readonly OpenReading[];
  /** Something of it still waits for a decision. */
  readonly open: boolean;
}

/** The groups that differ, in the order of the text, with what the gold layer has of them. */
export function openGroups(groups: readonly AdjudicationGroup[], layer: Layer): OpenGroup[] {
  const places = new Map<string, Span[]>();
  for (const span of layer.spans.spans) {
    const key = placeKey(span.fragments, span.type);
    places.set(key, [...(places.get(key) ?? []), span]);
  }
  const groupOf = new Map<number, string>();
  const found = groups.map((group) => ({
    group,
    readings: group.readings.map((reading): OpenReading => {
      const item = reading.kind === 'span' ? spanOf(reading, places) : null;
      if (item !== null) groupOf.set(item.id, group.id);
      return { reading, item };
    }),
  }));
  return found
    .filter(({ group }) => group.differs.length > 0)
    .map(({ group, readings }) => {
      const all = readings.map(
        ({ reading, item }): OpenReading => ({ reading, item: item ?? otherOf(reading, layer, groupOf) }),
      );
      return { group, readings: all, open: all.some(({ item }) => item?.status === 'suggested') };
    });
}

const placeKey = (fragments: readonly { start: number; end: number }[], type: string): string =>
  `${type} ${fragments.map(({ start, end }) => `${start}-${end}`).join()}`;

function spanOf(
  reading: Extract<Reading, { kind: 'span' }>,
  places: ReadonlyMap<string, Span[]>,
): Span | null {
  const here = places.get(placeKey(reading.fragments, reading.type)) ?? [];
  return (
    here.find(
      ({ attributes, link }) =>
        sameRecord(attributes, reading.attributes) &&
        link?.system === reading.link?.system &&
        link?.code === reading.link?.code,
    ) ?? null
  );
}

function sameRecord(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** Relations are known by the groups they join, labels by themselves. */
function otherOf(reading: Reading, layer: Layer, groupOf: ReadonlyMap<number, string>): Item | null {
  if (reading.kind === 'label') return layer.labels.find(({ type }) => type === reading.type) ?? null;
  if (reading.kind === 'span') return null;
  return (
    layer.relations.find(
      ({ type, from, to }) =>
        type === reading.type &&
        (reading.from === null || groupOf.get(from) === reading.from) &&
        (reading.to === null || groupOf.get(to) === reading.to),
    ) ?? null
  );
}

/** The group whose readings an item is one of. */
export function groupOfItem(groups: readonly OpenGroup[], id: number): OpenGroup | undefined {
  return groups.find(({ readings }) => readings.some(({ item }) => item?.id === id));
}

/** Takes one reading and lets the others of its group go; relations of those lead to what was taken. */
export function takeReading(
  context: EditContext,
  { group, readings }: OpenGroup,
  index: number,
): Edit | null {
  const taken = readings[index]?.item;
  if (taken == null) return null;
  return settle(context, group, readings, taken, accepted(context, taken));
}

/** One span of all words that any of the readings has, of the type that most have. */
export function mergeReadings(context: EditContext, { group, readings }: OpenGroup): Edit | null {
  const spans = readings.flatMap(({ item }) => (item?.kind === 'span' ? [item] : []));
  const [first] = spans;
  if (first === undefined || spans.length < 2) return null;
  const fragments = merged(spans.flatMap(({ fragments: own }) => own));
  const after = sameFragments(fragments, first.fragments)
    ? accepted(context, first)
    : accepted(context, { ...first, fragments });
  return settle(context, group, readings, first, after);
}

/** Nothing of the group becomes gold; relations that hang on it go with it. */
export function takeNone(context: EditContext, { group, readings }: OpenGroup): Edit | null {
  return settle(context, group, readings, null, null);
}

function accepted<T extends Item>(context: EditContext, item: T): T {
  if (item.status === 'accepted') return item;
  return {
    ...item,
    status: 'accepted',
    provenance: { ...item.provenance, acceptedBy: context.person, acceptedAt: context.at },
  };
}

function settle(
  context: EditContext,
  group: AdjudicationGroup,
  readings: readonly OpenReading[],
  taken: Item | null,
  after: Item | null,
): Edit | null {
  const { layer } = context;
  const gone = readings.flatMap(({ item }) => (item === null || item.id === taken?.id ? [] : [item]));
  const changes = new Map<number, Change>();
  const change = (before: Item, next: Item | null): void => {
    if (next === null || !sameItem(before, next))
      changes.set(before.id, { id: before.id, before, after: next });
  };
  if (taken !== null && after !== null) change(taken, after);
  for (const item of gone) change(item, null);
  const ids = new Set(gone.map(({ id }) => id));
  for (const relation of layer.relations) {
    if (changes.has(relation.id) || !(ids.has(relation.from) || ids.has(relation.to))) continue;
    change(relation, taken?.kind === 'span' ? rewired(relation, ids, taken.id) : null);
  }
  if (changes.size === 0) return null;
  return {
    action: 'adjudicate',
    detail: { type: after?.type ?? group.readings[0]?.type ?? '', count: changes.size },
    changes: [...changes.values()],
  };
}

/** Null for one that would lead from a span to itself. */
function rewired(relation: Relation, gone: ReadonlySet<number>, to: number): Relation | null {
  const next = {
    ...relation,
    from: gone.has(relation.from) ? to : relation.from,
    to: gone.has(relation.to) ? to : relation.to,
  };
  return next.from === next.to ? null : next;
}
