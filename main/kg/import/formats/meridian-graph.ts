/**
 * A graph as this program exports it: JSON lines, the first of which names the format, then an entity a line with names,
 * facts and outgoing edges. Names come before edges, so that every edge finds its tail.
 */
import { z } from 'zod';
import { EntityType } from '../../../../shared/domain/graph.ts';
import type { Line } from '../../../reading/lines.ts';
import { type Intake, REASON } from '../intake.ts';
import { linePass, type OpenFormat } from '../pass.ts';

const HEAD = /^\{"format":"meridian-graph"/;

export const isMeridianGraph = (line: string): boolean => HEAD.test(line);

const Entity = z.object({
  type: EntityType,
  name: z.string(),
  names: z.array(z.object({ name: z.string() })),
  facts: z.array(z.object({ key: z.string(), value: z.string(), source: z.string() })),
  edges: z.array(
    z.object({
      relation: z.string().min(1),
      tail: z.object({ type: EntityType, name: z.string() }),
      rank: z.number().int().min(0),
      sources: z.array(z.string()),
    }),
  ),
});
type Entity = z.infer<typeof Entity>;

export const openMeridianGraph: OpenFormat = (heads, intake) =>
  heads.flatMap(({ file }) => [
    linePass(file, intake, { counted: true }, (line) => addNames(line, intake)),
    linePass(file, intake, { counted: false }, (line) => addEdges(line, intake)),
  ]);

function entityOf(line: Line): Entity | undefined {
  try {
    return Entity.parse(JSON.parse(line.text));
  } catch {
    return undefined;
  }
}

function addNames(line: Line, intake: Intake): void {
  if (isMeridianGraph(line.text)) return;
  const entity = entityOf(line);
  if (entity === undefined) {
    intake.refuse(line, REASON.malformedJson);
    return;
  }
  const own = intake.name(entity.name, line);
  if (own === undefined) return;
  const { id } = intake.listed(own, entity.type);
  for (const { name } of entity.names) {
    const other = intake.name(name, line);
    if (other !== undefined && other !== own) intake.synonym(id, other);
  }
  const told = new Set<string>();
  for (const { key, value } of entity.facts) {
    if (!told.has(key)) intake.fact(id, key, value);
    told.add(key);
  }
}

/** Accepted predictions are left out: they are evidence only where a person accepted them. */
function addEdges(line: Line, intake: Intake): void {
  const entity = entityOf(line);
  if (entity === undefined) return;
  const own = intake.name(entity.name, line);
  if (own === undefined) return;
  const head = intake.resolve(own, entity.type).id;
  for (const { relation, tail, rank, sources } of entity.edges) {
    const name = sources.every((source) => source.startsWith('predicted'))
      ? undefined
      : intake.name(tail.name, line);
    if (name === undefined) continue;
    intake.report.relation(relation);
    intake.edge(line, head, relation, intake.resolve(name, tail.type).id, rank);
  }
}
