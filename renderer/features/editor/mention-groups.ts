/** Mentions gathered for the list at the side: kind → entity or words → their places in the text. */
import type { EntityId } from '../../../shared/domain/graph.ts';
import type { Assertion } from '../../../shared/domain/mention.ts';
import { type MentionKind, sortKinds } from '../../lib/mention-kinds.ts';
import { type MarkedMention, MENTION_SOURCES, type MentionSource } from './merge-mentions.ts';

export interface EntityGroup {
  readonly key: string;
  /** Absent where the model alone found the words: it names no entity. */
  readonly entityId?: EntityId;
  readonly kind: MentionKind;
  readonly name: string;
  /** The words used in the text, when they differ from the name. */
  readonly surfaces: readonly string[];
  readonly mentions: readonly MarkedMention[];
  /** Its assertions, each once, in order of appearance. */
  readonly assertions: readonly Assertion[];
  /** Sources of its places, each once. */
  readonly sources: readonly MentionSource[];
}

export interface KindGroup {
  readonly kind: MentionKind;
  readonly count: number;
  readonly entities: readonly EntityGroup[];
}

export interface MentionFilter {
  /** Looked for in names and words. */
  readonly words?: string;
  readonly source?: MentionSource | undefined;
}

/** Kinds in the legend's order; entities in order of first appearance. */
export function groupMentions(mentions: readonly MarkedMention[], filter: MentionFilter = {}): KindGroup[] {
  const wanted = (filter.words ?? '').trim().toLowerCase();
  const byEntity = new Map<string, MarkedMention[]>();
  for (const mention of mentions) {
    if (filter.source !== undefined && mention.source !== filter.source) continue;
    if (!nameOf(mention).toLowerCase().includes(wanted) && !mention.text.toLowerCase().includes(wanted))
      continue;
    const key = keyOf(mention);
    const found = byEntity.get(key);
    if (found === undefined) byEntity.set(key, [mention]);
    else found.push(mention);
  }
  const byKind = Map.groupBy(
    [...byEntity].map(([key, group]) => describeEntity(key, group)),
    ({ kind }) => kind,
  );
  return sortKinds(byKind.keys()).map((kind) => {
    const entities = byKind.get(kind) ?? [];
    return { kind, count: entities.reduce((sum, group) => sum + group.mentions.length, 0), entities };
  });
}

/** The entity's preferred name, or the words themselves where the model alone found them. */
export const nameOf = ({ linked, text }: MarkedMention): string => linked?.name ?? text;

const keyOf = ({ kind, linked, text }: MarkedMention): string =>
  linked?.entityId === undefined ? `${kind} “${text}”` : `${kind}:${linked.entityId}`;

function describeEntity(key: string, mentions: readonly MarkedMention[]): EntityGroup {
  const first = mentions[0]!;
  const name = nameOf(first);
  const sources = new Set(mentions.map(({ source }) => source));
  return {
    key,
    ...(first.linked?.entityId === undefined ? {} : { entityId: first.linked.entityId }),
    kind: first.kind,
    name,
    surfaces: [...new Set(mentions.map(({ text }) => text))].filter((text) => text !== name),
    mentions,
    assertions: [
      ...new Set(mentions.flatMap(({ linked, predicted }) => (linked ?? predicted)?.assertion ?? [])),
    ],
    sources: MENTION_SOURCES.filter((source) => sources.has(source)),
  };
}

export function countByKind(mentions: readonly MarkedMention[]): ReadonlyMap<MentionKind, number> {
  const counts = new Map<MentionKind, number>();
  for (const { kind } of mentions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
