/** Edits of a layer: changes with their before and after, and a word for the history. */
import type { ConceptLink, Item, Provenance, SpanItem } from '../../../../shared/domain/annotation.ts';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import {
  type AttributeType,
  bearsAttribute,
  joinValues,
  type LabelType,
  valuesOf,
} from '../../../../shared/domain/annotation-schema.ts';
import type { Change, EditAction } from '../../../../shared/domain/project.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { merged, sameFragments } from './fragments.ts';
import type { Layer } from './layer.ts';

export interface Edit {
  readonly action: EditAction;
  readonly detail: Readonly<Record<string, string | number>>;
  readonly changes: readonly Change[];
}

export interface EditContext {
  readonly layer: Layer;
  readonly text: string;
  /** Ids of new items begin here. */
  readonly nextItem: number;
  readonly person: string;
  /** ISO time. */
  readonly at: string;
}

const MOST_WORDS = 60;
const short = (words: string): string =>
  words.length <= MOST_WORDS ? words : `${words.slice(0, MOST_WORDS - 1)}…`;

export const human = ({ person, at }: EditContext): Provenance => ({ kind: 'human', name: person, at });

export const made = (after: Item): Change => ({ id: after.id, before: null, after });
export const changed = (before: Item, after: Item): Change => ({ id: before.id, before, after });
const gone = (before: Item): Change => ({ id: before.id, before, after: null });

export function detailOf({ text, layer }: EditContext, item: Item): Edit['detail'] {
  switch (item.kind) {
    case 'span':
      return { type: item.type, words: short(wordsOf(text, item)) };
    case 'relation': {
      const ends = [item.from, item.to].map((id) => layer.get(id));
      const words = ends.map((end) => (end?.kind === 'span' ? wordsOf(text, end) : '?'));
      return { type: item.type, words: short(words.join(' → ')) };
    }
    case 'label':
      return { type: item.type };
  }
}

/** A new span; null where an equal one is already there. */
export function addSpan(context: EditContext, type: string, fragments: readonly Span[]): Edit | null {
  const places = merged(fragments);
  const first = places[0];
  if (first === undefined) return null;
  const twin = context.layer.spans
    .at(first.start)
    .some((span) => span.type === type && sameFragments(span.fragments, places));
  if (twin) return null;
  const span = newSpan(context, context.nextItem, type, places);
  return { action: 'span.add', detail: detailOf(context, span), changes: [made(span)] };
}

const newSpan = (context: EditContext, id: number, type: string, fragments: Span[]): SpanItem => ({
  kind: 'span',
  id,
  type,
  attributes: {},
  note: '',
  status: 'accepted',
  provenance: human(context),
  fragments,
});

/** Spans of the same words at many places, as suggestions to look through, or as they are. */
export function markAll(
  context: EditContext,
  type: string,
  words: string,
  places: readonly Span[],
  suggested: boolean,
): Edit | null {
  if (places.length === 0) return null;
  const changes = places.map((place, i) => {
    const span = newSpan(context, context.nextItem + i, type, [{ ...place }]);
    return made(
      suggested
        ? { ...span, status: 'suggested', provenance: { ...human(context), kind: 'dictionary', name: words } }
        : span,
    );
  });
  return {
    action: suggested ? 'suggestion.add' : 'span.mark-all',
    detail: { type, words: short(words), count: places.length },
    changes,
  };
}

/** Items, and the relations that would hang in the air without them. */
export function removeItems(context: EditContext, ids: readonly number[]): Edit | null {
  const { layer } = context;
  const items = new Map<number, Item>();
  for (const id of ids) {
    const item = layer.get(id);
    if (item === undefined) continue;
    items.set(id, item);
    if (item.kind === 'span') for (const relation of layer.relationsOf(id)) items.set(relation.id, relation);
  }
  const first = items.values().next().value;
  if (first === undefined) return null;
  const action =
    first.kind === 'relation' ? 'relation.remove' : first.kind === 'label' ? 'label.set' : 'span.remove';
  return {
    action,
    detail: { ...detailOf(context, first), count: items.size },
    changes: [...items.values()].map(gone),
  };
}

/** Another place; null where nothing would change. A suggestion that a person corrects is theirs from then on. */
export function resizeSpan(context: EditContext, span: SpanItem, fragments: readonly Span[]): Edit | null {
  const places = merged(fragments);
  if (places.length === 0 || sameFragments(places, span.fragments)) return null;
  const after = standFor(context, { ...span, fragments: places });
  return { action: 'span.resize', detail: detailOf(context, after), changes: [changed(span, after)] };
}

/** Editing a suggestion accepts it. */
export function standFor<T extends Item>(context: EditContext, item: T): T {
  if (item.status === 'accepted') return item;
  return {
    ...item,
    status: 'accepted',
    provenance: { ...item.provenance, acceptedBy: context.person, acceptedAt: context.at },
  };
}

export function setType(context: EditContext, item: SpanItem, type: string): Edit | null {
  if (item.type === type && item.status === 'accepted') return null;
  const after = standFor(context, { ...item, type });
  return {
    action: 'span.type',
    detail: { ...detailOf(context, after), before: item.type },
    changes: [changed(item, after)],
  };
}

/** A value, `true` for a flag that is set, or null for none. */
export function setAttribute(
  context: EditContext,
  item: Item,
  attribute: AttributeType,
  value: string | null,
): Edit | null {
  const { [attribute.name]: before, ...rest } = item.attributes;
  if ((before ?? null) === value) return null;
  const attributes = value === null ? rest : { ...item.attributes, [attribute.name]: value };
  const after = standFor<Item>(context, { ...item, attributes });
  return {
    action: 'item.attribute',
    detail: { ...detailOf(context, after), attribute: attribute.name, value: value ?? '' },
    changes: [changed(item, after)],
  };
}

/** Whether a choice's first value counts when none is set. */
const hasDefault = ({ kind, several, required }: AttributeType): boolean =>
  kind === 'choice' && !several && !required;

/** The value of an attribute; a choice with a default has its first value when none is set. */
export const attributeValue = (item: Item, attribute: AttributeType): string =>
  item.attributes[attribute.name] ?? (hasDefault(attribute) ? (attribute.values[0] ?? '') : '');

/** The value to store when a choice's value is picked: one of several is put in or taken out; null for none. */
export function pickedValue(item: Item, attribute: AttributeType, choice: string): string | null {
  if (!attribute.several) return hasDefault(attribute) && choice === attribute.values[0] ? null : choice;
  const before = valuesOf(item.attributes[attribute.name]);
  const isIn = before.includes(choice);
  return joinValues(attribute, isIn ? before.filter((value) => value !== choice) : [...before, choice]);
}

export const attributesFor = (
  attributes: readonly AttributeType[],
  item: Pick<Item, 'kind' | 'type'>,
): AttributeType[] => attributes.filter((attribute) => bearsAttribute(attribute, item));

/**
 * A choice's following value; the default is kept as no value. Of several values a single one is followed by the next
 * single one, and more stay as they are. Flags flip.
 */
export function nextValue(item: Item, attribute: AttributeType, direction: 1 | -1 = 1): string | null {
  if (attribute.kind === 'flag') return item.attributes[attribute.name] === 'true' ? null : 'true';
  const present = item.attributes[attribute.name];
  if (attribute.several && valuesOf(present).length > 1) return present ?? null;
  const choices = hasDefault(attribute) ? attribute.values : ['', ...attribute.values];
  const count = choices.length;
  const at = Math.max(0, choices.indexOf(attributeValue(item, attribute)));
  const next = (at + direction + count) % count;
  return next === 0 ? null : (choices[next] ?? null);
}

export function setNote(context: EditContext, item: Item, note: string): Edit | null {
  if (item.note === note) return null;
  const after: Item = { ...item, note };
  return { action: 'item.note', detail: detailOf(context, item), changes: [changed(item, after)] };
}

export function setLink(context: EditContext, span: SpanItem, link: ConceptLink | null): Edit | null {
  const { link: before, ...rest } = span;
  if (link === null && before === undefined) return null;
  if (link !== null && before?.system === link.system && before.code === link.code) return null;
  const after = standFor<SpanItem>(context, link === null ? rest : { ...rest, link });
  return {
    action: 'span.link',
    detail: { ...detailOf(context, span), link: link === null ? '' : `${link.code} ${link.name}`.trim() },
    changes: [changed(span, after)],
  };
}

/** Sets or takes away a label of the document, or accepts a suggested one; of a group only one stays. */
export function toggleLabel(context: EditContext, label: LabelType, all: readonly LabelType[]): Edit {
  const { labels } = context.layer;
  const present = labels.find(({ type }) => type === label.name);
  const detail = { type: label.name };
  if (present?.status === 'accepted') return { action: 'label.set', detail, changes: [gone(present)] };
  const group = new Set(
    all.filter(({ group }) => group !== '' && group === label.group).map(({ name }) => name),
  );
  const item: Item = {
    kind: 'label',
    id: context.nextItem,
    type: label.name,
    attributes: {},
    note: '',
    status: 'accepted',
    provenance: human(context),
  };
  const others = labels.filter((one) => group.has(one.type) && one !== present);
  const set = present === undefined ? made(item) : changed(present, standFor(context, present));
  return { action: 'label.set', detail, changes: [...others.map(gone), set] };
}

/** Accepts suggestions, or removes them with what hangs on them. */
export function decide(
  context: EditContext,
  items: readonly Item[],
  decision: 'accept' | 'reject',
): Edit | null {
  const open = items.filter(({ status }) => status === 'suggested');
  const first = open[0];
  if (first === undefined) return null;
  const detail = { ...detailOf(context, first), count: open.length };
  if (decision === 'accept')
    return {
      action: 'suggestion.accept',
      detail,
      changes: withEnds(context.layer, open).map((item) => changed(item, standFor(context, item))),
    };
  const removed = removeItems(
    context,
    open.map(({ id }) => id),
  );
  return removed && { action: 'suggestion.reject', detail, changes: removed.changes };
}

/** A relation cannot be accepted between suggestions: its ends are accepted with it. */
function withEnds(layer: Layer, items: readonly Item[]): Item[] {
  const all = new Map(items.map((item) => [item.id, item]));
  for (const item of items) {
    if (item.kind !== 'relation') continue;
    for (const id of [item.from, item.to]) {
      const end = layer.get(id);
      if (end?.status === 'suggested') all.set(id, end);
    }
  }
  return [...all.values()];
}
