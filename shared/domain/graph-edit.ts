/** Changes that people make to the knowledge graph, and the journal from which they are undone. */
import { z } from 'zod';
import { EntityId, EntityType } from './graph.ts';
import { limitedRecord, ShortName } from './limits.ts';

/** Format of the sources that hold what a person added; the person's name follows in theirs. */
export const BY_PERSON = 'person';

const NameText = z.string().max(400);
const FactText = z.string().max(20_000);
const Names = z.array(NameText).max(500);

/** An edge as seen from one entity. */
export const EdgeOf = z.object({ relation: ShortName, direction: z.enum(['out', 'in']), other: EntityId });
export type EdgeOf = z.infer<typeof EdgeOf>;

const EdgeEnds = { head: EntityId, relation: ShortName, tail: EntityId };

/** One change. What it changes is given as it was seen (`from`), so that a change of something else is refused. */
export const GraphChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    type: EntityType,
    name: NameText,
    names: Names,
    facts: limitedRecord(ShortName, FactText, 100),
  }),
  /** The old name stays as a synonym. */
  z.object({ kind: z.literal('rename'), id: EntityId, from: NameText, to: NameText }),
  z.object({ kind: z.literal('retype'), id: EntityId, from: EntityType, to: EntityType }),
  z.object({ kind: z.literal('addName'), id: EntityId, name: NameText }),
  z.object({ kind: z.literal('removeName'), id: EntityId, name: NameText }),
  /** Null: no such fact. A value replaces those of all sources. */
  z.object({
    kind: z.literal('fact'),
    id: EntityId,
    key: ShortName,
    from: FactText.nullable(),
    to: FactText.nullable(),
  }),
  z.object({ kind: z.literal('addEdge'), ...EdgeEnds }),
  z.object({ kind: z.literal('removeEdge'), ...EdgeEnds }),
  /** Gives names, facts and edges of `id` to `into`, and removes `id`. */
  z.object({ kind: z.literal('merge'), id: EntityId, into: EntityId }),
  /** Gives the chosen names, facts and edges of `id` to a new entity. */
  z.object({
    kind: z.literal('split'),
    id: EntityId,
    type: EntityType,
    name: NameText,
    names: Names,
    facts: z.array(ShortName).max(100),
    edges: z.array(EdgeOf).max(5000),
  }),
  z.object({ kind: z.literal('remove'), id: EntityId }),
]);
export type GraphChange = z.infer<typeof GraphChange>;

/** A change in words: names of entities and relations, in the order of its parts. */
export const GraphChangeNote = z.object({
  kind: z.enum([
    'add',
    'rename',
    'retype',
    'addName',
    'removeName',
    'fact',
    'addEdge',
    'removeEdge',
    'merge',
    'split',
    'remove',
    'keep',
  ]),
  words: z.array(z.string()),
});
export type GraphChangeNote = z.infer<typeof GraphChangeNote>;

/** Changes that were made together. */
export const GraphEdit = z.object({
  id: z.number().int(),
  at: z.string(),
  actor: z.string(),
  undone: z.boolean(),
  /** The first ones. */
  notes: z.array(GraphChangeNote),
  /** Number of all changes. */
  changes: z.number().int(),
});
export type GraphEdit = z.infer<typeof GraphEdit>;
