/** Finds suspicious content of imports over the whole graph, in the background. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import { type ReviewCounts, type ReviewItem, ReviewKind } from '../../../shared/domain/graph-review.ts';
import type { ReadDb } from '../../db/connection.ts';
import {
  type ReviewedEntity,
  reviewDecisions,
  reviewedEdges,
  reviewedEntities,
  sourceNames,
} from '../../db/repositories/graph-review.ts';
import { graphVersion } from '../../db/repositories/graph-triples.ts';
import { contradict, suspectEdge, suspectOf } from '../../kg/suspicious.ts';
import { loadRules } from '../../text/rules.ts';
import { buildSectionFinder } from '../../text/sections.ts';

export interface Suspicious {
  readonly counts: ReviewCounts;
  readonly items: ReviewItem[];
}

let last:
  | { readonly db: string; readonly version: string; readonly items: readonly ReviewItem[] }
  | undefined;

/**
 * Returns the items of a kind that nobody has decided about, and the number of items of each.
 * @param request.decided returns instead those of all kinds that were removed or retyped before, and are there again
 */
export function findSuspicious(
  db: ReadDb,
  request: {
    readonly workspaceDir: string;
    readonly kind?: ReviewKind | undefined;
    readonly limit: number;
    readonly decided?: boolean | undefined;
  },
): Suspicious {
  const { version, complete } = graphVersion(db);
  const isKnown = last?.version === version && last.db === request.workspaceDir && complete;
  if (!isKnown) last = { db: request.workspaceDir, version, items: [...suspicious(db)] };
  const all = last?.items ?? [];
  const decisions = reviewDecisions(db);
  // safe: one entry a kind
  const counts = Object.fromEntries(ReviewKind.options.map((kind) => [kind, 0])) as ReviewCounts;
  const items: ReviewItem[] = [];
  for (const item of all) {
    const decision = decisions.get(item.key)?.decision;
    if (request.decided === true) {
      if (decision === 'remove' || decision === 'retype') items.push(item);
    } else if (decision === undefined) {
      counts[item.kind]++;
      if (item.kind === request.kind && items.length < request.limit) items.push(item);
    }
  }
  return { counts, items: items.slice(0, request.limit) };
}

function* suspicious(db: ReadDb): Generator<ReviewItem> {
  const entities = reviewedEntities(db);
  const sources = sourceNames(db);
  const { kindOf } = buildSectionFinder(loadRules().headings);
  const isHeading = (name: string): boolean => name.length > 2 && kindOf(name) !== undefined;
  const sameName = Map.groupBy(entities.values(), ({ norm }) => norm);
  const named = ({ id, type, name }: ReviewedEntity) => ({ id, type, name });
  for (const entity of entities.values()) {
    if (entity.trusted) continue;
    const { type, norm } = entity;
    const found = suspectOf(entity.name, type, isHeading) ?? twice(entity, sameName.get(norm) ?? []);
    if (found === undefined) continue;
    const { kind, suggestion } = found;
    yield {
      ...{ key: `${kind}|${type}|${norm}`, kind, entity: named(entity) },
      ...(suggestion !== undefined && { suggestion }),
      sources: [sources.get(entity.source) ?? ''],
    };
  }
  for (const { head: from, relation, tail: to, source } of reviewedEdges(db)) {
    const [head, tail] = [entities.get(from), entities.get(to)];
    if (head === undefined || tail === undefined) continue;
    const kind = suspectEdge(head, relation, tail);
    if (kind === undefined) continue;
    yield {
      key: [kind, head.type, head.norm, relation, tail.type, tail.norm].join('|'),
      ...{ kind, entity: named(head), edge: { relation, tail: named(tail) } },
      sources: [sources.get(source) ?? ''],
    };
  }
}

/** The entity that was named first is taken to have the right type. */
function twice(
  entity: ReviewedEntity,
  others: readonly ReviewedEntity[],
): { kind: ReviewKind; suggestion: EntityType } | undefined {
  const [first] = others.toSorted((a, b) => Number(b.trusted) - Number(a.trusted) || a.id - b.id);
  if (first === undefined || first.id === entity.id || !contradict(first.type, entity.type)) return undefined;
  return { kind: 'twice', suggestion: first.type };
}
