/** Mentions gathered for the list at the side: type → entity → its places in the text. */
import type { EntityId, EntityType } from '../../shared/domain/graph.ts';
import type { Assertion, Mention } from '../../shared/domain/mention.ts';
import { TYPE_ORDER } from './entity-types.ts';

export interface EntityGroup {
  readonly entityId: EntityId;
  readonly type: EntityType;
  readonly name: string;
  /** The words used in the text, when they differ from the name. */
  readonly surfaces: readonly string[];
  readonly mentions: readonly Mention[];
  /** What is said about it, each once, in order of appearance. */
  readonly assertions: readonly Assertion[];
}

export interface TypeGroup {
  readonly type: EntityType;
  readonly count: number;
  readonly entities: readonly EntityGroup[];
}

/** Types in the legend's order; entities in order of first appearance; `filter` looks in names and surfaces. */
export function groupMentions(mentions: readonly Mention[], filter = ''): TypeGroup[] {
  const wanted = filter.trim().toLowerCase();
  const byEntity = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const fits = mention.name.toLowerCase().includes(wanted) || mention.text.toLowerCase().includes(wanted);
    if (!fits) continue;
    const key = `${mention.type}:${mention.entityId}`;
    const found = byEntity.get(key);
    if (found === undefined) byEntity.set(key, [mention]);
    else found.push(mention);
  }
  const groups = [...byEntity.values()].map(describeEntity);
  return TYPE_ORDER.flatMap((type) => {
    const entities = groups.filter((group) => group.type === type);
    if (entities.length === 0) return [];
    return [{ type, count: entities.reduce((sum, group) => sum + group.mentions.length, 0), entities }];
  });
}

function describeEntity(mentions: Mention[]): EntityGroup {
  const first = mentions[0]!;
  return {
    entityId: first.entityId,
    type: first.type,
    name: first.name,
    surfaces: [...new Set(mentions.map((m) => m.text))].filter((text) => text !== first.name),
    mentions,
    assertions: [...new Set(mentions.map((m) => m.assertion))],
  };
}

export function countByType(mentions: readonly Mention[]): ReadonlyMap<EntityType, number> {
  const counts = new Map<EntityType, number>();
  for (const { type } of mentions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
