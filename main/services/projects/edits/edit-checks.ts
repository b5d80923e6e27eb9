/** Invariants of a layer after an edit: items lie in the text, fit the schema, and refer to existing items. */
import type { Item, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { findItemJson, itemFromJson, otherItemsOf } from '../../../db/repositories/annotation/items.ts';
import { splitsCharacter } from '../../../formats/annotations/check-document.ts';
import type { SchemaIndex } from '../schema/schema-index.ts';
import type { Steps } from '../time-slices.ts';

/** Error of an edit that would break an invariant, with the item. */
export class Violation extends AppError {
  readonly layerId: number;
  readonly itemId: number;

  constructor(place: { layerId: number; itemId: number }, problem: Message) {
    super('bad-request', message('projects.impossible', { problem }), { kept: 'kept.nothing-changed' });
    this.layerId = place.layerId;
    this.itemId = place.itemId;
  }
}

/** Layer after an edit; unchanged items are read on demand. */
class LayerAfter {
  readonly #db: ReadDb;
  readonly #layerId: number;
  readonly #changed: ReadonlyMap<number, Item | null>;
  #others: readonly Item[] | undefined;

  constructor(db: ReadDb, layerId: number, changes: readonly Change[]) {
    this.#db = db;
    this.#layerId = layerId;
    this.#changed = new Map(changes.map(({ id, after }) => [id, after]));
  }

  get(id: number): Item | null {
    const changed = this.#changed.get(id);
    if (changed !== undefined) return changed;
    const json = findItemJson(this.#db, this.#layerId, id);
    return json === undefined ? null : itemFromJson(json);
  }

  /** Returns relations and labels. */
  others(): readonly Item[] {
    this.#others ??= [
      ...otherItemsOf(this.#db, this.#layerId)
        .map(({ item }) => item)
        .filter(({ id }) => !this.#changed.has(id)),
      ...[...this.#changed.values()].filter((item) => item !== null).filter(({ kind }) => kind !== 'span'),
    ];
    return this.#others;
  }
}

/**
 * Throws `Violation`. Checks only what the changes can break, so that an edit of one span costs the same in a layer of
 * thousands as in a layer of ten. A step checks about one change.
 */
export function* checkSteps(
  db: ReadDb,
  layerId: number,
  text: string,
  schema: SchemaIndex,
  changes: readonly Change[],
): Steps<void> {
  const refuse = (itemId: number, refusal: Message): never => {
    throw new Violation({ layerId, itemId }, refusal);
  };
  for (const { id, before, after } of changes) {
    if (after === null) continue;
    if (before !== null && before.kind !== after.kind) refuse(id, message('projects.kind-fixed'));
    const refusal =
      (after.kind === 'span' ? refusalOfFragments(text, after) : undefined) ?? schema.refusalOf(after);
    if (refusal !== undefined) refuse(id, refusal);
    yield;
  }
  const layer = new LayerAfter(db, layerId, changes);
  yield* relationSteps(layer, schema, changes, refuse);
  if (changes.some(({ after }) => after?.kind === 'label')) checkLabels(layer, schema, refuse);
}

/** Returns why fragments are invalid in a text, or `undefined`. */
function refusalOfFragments(text: string, { fragments }: Pick<SpanItem, 'fragments'>): Message | undefined {
  let last = -1;
  for (const { start, end } of fragments) {
    const place = `${start}–${end}`;
    if (end > text.length) return message('fault.outside', { offsets: place });
    if (start <= last) return message('projects.fragment-order', { place });
    if (splitsCharacter(text, start) || splitsCharacter(text, end))
      return message('fault.offset-inside-character', { offset: place });
    last = end;
  }
  return undefined;
}

type Refuse = (itemId: number, refusal: Message) => never;

function* relationSteps(
  layer: LayerAfter,
  schema: SchemaIndex,
  changes: readonly Change[],
  refuse: Refuse,
): Steps<void> {
  const disturbed = new Set(changes.filter(disturbsRelations).map(({ id }) => id));
  const changed = new Set(changes.filter(({ after }) => after?.kind === 'relation').map(({ id }) => id));
  if (disturbed.size === 0 && changed.size === 0) return;
  const relations =
    disturbed.size === 0 ? changes.map(({ after }) => after).filter((item) => item !== null) : layer.others();
  for (const relation of relations) {
    if (relation.kind !== 'relation') continue;
    yield;
    if (!changed.has(relation.id) && !disturbed.has(relation.from) && !disturbed.has(relation.to)) continue;
    const from = layer.get(relation.from);
    const to = layer.get(relation.to);
    if (from?.kind !== 'span' || to?.kind !== 'span')
      refuse(relation.id, message('projects.relation-needs-spans', { type: relation.type }));
    else if (relation.status === 'accepted' && (from.status !== 'accepted' || to.status !== 'accepted'))
      refuse(relation.id, message('projects.relation-of-suggestion', { type: relation.type }));
    else if (!schema.allowsEnds(relation.type, from.type, to.type))
      refuse(
        relation.id,
        message('projects.relation-not-allowed', { type: relation.type, from: from.type, to: to.type }),
      );
  }
}

/** Returns whether a change of a span can make its relations invalid. */
function disturbsRelations({ before, after }: Change): boolean {
  if (before?.kind !== 'span') return false;
  return after === null || after.type !== before.type || after.status !== before.status;
}

function checkLabels(layer: LayerAfter, schema: SchemaIndex, refuse: Refuse): void {
  const taken = new Map<string, string>();
  for (const { kind, id, type, status } of layer.others()) {
    if (kind !== 'label' || status !== 'accepted') continue;
    const group = schema.groupOf(type);
    const key = group === '' ? `label ${type}` : `group ${group}`;
    const other = taken.get(key);
    if (other !== undefined) refuse(id, message('projects.label-taken', { label: other }));
    taken.set(key, type);
  }
}
