/** GraphWriter and removeSource against a naive model in plain arrays, over random sources in random order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WriteDb } from '../../../../main/db/connection.ts';
import { beginSource, GraphWriter, removeSource } from '../../../../main/db/repositories/graph-write.ts';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { inconsistencies } from '../../../helpers/kg.ts';
import { openWorkspace } from '../../../helpers/workspace.ts';

interface Statement {
  readonly head: string;
  readonly headType: EntityType;
  readonly also: readonly EntityType[];
  readonly kind: 'edge' | 'synonym' | 'fact';
  readonly tail: string;
  readonly tailType: EntityType;
  readonly relation: string;
}

interface Name {
  readonly id: number;
  entity: number;
  readonly norm: string;
  readonly sources: Set<number>;
}
interface Entity {
  readonly id: number;
  readonly type: EntityType;
  norm: string;
}

const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map((row) => row.id)) + 1;

class NaiveGraph {
  entities: Entity[] = [];
  names: Name[] = [];
  #lastEntity: number;

  /** @param lastEntity the highest id that the database has ever given to an entity */
  constructor(lastEntity = 0) {
    this.#lastEntity = lastEntity;
  }

  /** `entity key source` → value. */
  facts = new Map<string, string>();
  /** `head relation tail source` → rank. */
  edges = new Map<string, number>();

  add(source: number, statements: readonly Statement[], ownSynonyms: boolean): void {
    const memory = new Map<string, number>();
    const resolve = (name: string, type: EntityType, also: readonly EntityType[]): number => {
      const norm = name.toLowerCase();
      const key = `${type} ${norm}`;
      const id =
        memory.get(key) ?? this.#find(source, norm, type, also, ownSynonyms) ?? this.#create(norm, type);
      memory.set(key, id);
      this.#claim(source, id, norm);
      return id;
    };
    for (const [rank, s] of statements.entries()) {
      const head = resolve(s.head, s.headType, s.also);
      if (s.kind === 'synonym') this.#claim(source, head, s.tail.toLowerCase());
      else if (s.kind === 'fact') this.facts.set(`${head} ${s.relation} ${source}`, s.tail);
      else {
        const tail = resolve(s.tail, s.tailType, []);
        const key = `${head} ${s.relation} ${tail} ${source}`;
        if (head !== tail && !this.edges.has(key)) this.edges.set(key, rank);
      }
    }
  }

  #find(
    source: number,
    norm: string,
    type: EntityType,
    also: readonly EntityType[],
    ownSynonyms: boolean,
  ): number | undefined {
    const own = this.entities.find((e) => e.norm === norm && e.type === type);
    if (own !== undefined) return own.id;
    const bearers = this.names
      .filter((n) => n.norm === norm && (ownSynonyms || [...n.sources].some((s) => s !== source)))
      .map((n) => ({ entity: this.#entity(n.entity), first: Math.min(...n.sources) }))
      .filter(({ entity }) => [type, ...also].includes(entity.type));
    const earliest = Math.min(...bearers.map((b) => b.first));
    const trusted = bearers.filter((b) => b.first === earliest).map((b) => b.entity);
    for (const wanted of [type, ...also]) {
      const ofType = trusted.filter((e) => e.type === wanted);
      const named = ofType.find((e) => e.norm === norm);
      if (named !== undefined) return named.id;
      if (ofType.length > 0) return ofType.length === 1 ? ofType[0]?.id : undefined;
    }
    return undefined;
  }

  #entity(id: number): Entity {
    const found = this.entities.find((e) => e.id === id);
    if (found === undefined) throw new Error(`no entity ${id}`);
    return found;
  }

  #create(norm: string, type: EntityType): number {
    const id = ++this.#lastEntity; // ids of entities are never used again
    this.entities.push({ id, type, norm });
    return id;
  }

  #claim(source: number, entity: number, norm: string): void {
    const known = this.names.find((n) => n.entity === entity && n.norm === norm);
    if (known !== undefined) known.sources.add(source);
    else this.names.push({ id: nextId(this.names), entity, norm, sources: new Set([source]) });
  }

  remove(source: number): void {
    for (const key of [...this.edges.keys()]) if (key.endsWith(` ${source}`)) this.edges.delete(key);
    for (const key of [...this.facts.keys()]) if (key.endsWith(` ${source}`)) this.facts.delete(key);
    for (const name of this.names) name.sources.delete(source);
    this.names = this.names.filter((name) => name.sources.size > 0);
    this.entities = this.entities.filter((e) => this.names.some((n) => n.entity === e.id));
    const nameless = this.entities.filter(
      (e) => !this.names.some((n) => n.entity === e.id && n.norm === e.norm),
    );
    for (const entity of nameless) entity.norm = `lost ${entity.id}`;
    for (const entity of nameless.sort((a, b) => a.id - b.id)) this.#rename(entity);
  }

  #rename(entity: Entity): void {
    const names = this.names.filter((n) => n.entity === entity.id).sort((a, b) => a.id - b.id);
    const holder = (norm: string) => this.entities.find((e) => e.type === entity.type && e.norm === norm);
    const free = names.find((n) => holder(n.norm) === undefined);
    if (free !== undefined) {
      entity.norm = free.norm;
      return;
    }
    const target = holder(names[0]?.norm ?? '');
    if (target === undefined) throw new Error('an entity without names');
    this.#merge(entity.id, target.id, names);
  }

  #merge(from: number, to: number, names: readonly Name[]): void {
    for (const name of names) {
      const same = this.names.find((n) => n.entity === to && n.norm === name.norm);
      if (same === undefined) name.entity = to;
      else {
        for (const source of name.sources) same.sources.add(source);
        this.names = this.names.filter((n) => n !== name);
      }
    }
    this.entities = this.entities.filter((e) => e.id !== from);
    for (const [key, value] of [...this.facts]) {
      const [id, fact, source] = key.split(' ');
      if (Number(id) !== from) continue;
      this.facts.delete(key);
      if (!this.facts.has(`${to} ${fact} ${source}`)) this.facts.set(`${to} ${fact} ${source}`, value);
    }
    for (const end of [0, 2]) {
      for (const [key, rank] of [...this.edges]) {
        const parts = key.split(' ');
        if (Number(parts[end]) !== from) continue;
        this.edges.delete(key);
        parts[end] = String(to);
        if (!this.edges.has(parts.join(' '))) this.edges.set(parts.join(' '), rank);
      }
    }
    for (const key of [...this.edges.keys()]) {
      const [head, , tail] = key.split(' ');
      if (head === tail && Number(head) === to) this.edges.delete(key);
    }
  }

  dump() {
    return {
      entities: this.entities.map((e) => `${e.id} ${e.type} ${e.norm}`).sort(),
      names: this.names.map((n) => `${n.id} ${n.entity} ${n.norm} ${[...n.sources].sort()}`).sort(),
      facts: [...this.facts].map(([key, value]) => `${key} ${value}`).sort(),
      edges: [...this.edges].map(([key, rank]) => `${key} ${rank}`).sort(),
    };
  }
}

function dump(db: WriteDb): ReturnType<NaiveGraph['dump']> {
  const texts = (sql: string) => [...db.iterate(sql)].map(([text]) => String(text)).sort();
  return {
    entities: texts(`SELECT id || ' ' || type || ' ' || norm FROM kg_entity`),
    names: texts(
      `SELECT id || ' ' || entity_id || ' ' || norm || ' ' ||
              (SELECT group_concat(source_id) FROM (SELECT source_id FROM kg_name_source WHERE name_id = n.id ORDER BY source_id))
         FROM kg_name n`,
    ),
    facts: texts(`SELECT entity_id || ' ' || key || ' ' || source_id || ' ' || value FROM kg_fact`),
    edges: texts(
      `SELECT head || ' ' || r.name || ' ' || tail || ' ' || source_id || ' ' || rank
         FROM kg_edge JOIN kg_relation r ON r.id = relation_id`,
    ),
  };
}

function write(db: WriteDb, statements: readonly Statement[], ownSynonyms: boolean): number {
  const source = beginSource(db, { name: 's', format: 'triples', sha256: '' });
  const writer = new GraphWriter(db, source, { ownSynonyms });
  for (const [rank, s] of statements.entries()) {
    const head = writer.entity(s.head, s.headType, s.also);
    if (s.kind === 'synonym') writer.synonym(head, s.tail);
    else if (s.kind === 'fact') writer.fact(head, s.relation, s.tail);
    else {
      const tail = writer.entity(s.tail, s.tailType);
      if (head !== tail) writer.edge(head, s.relation, tail, rank);
    }
  }
  for (const _edge of writer.edges.write());
  return source;
}

const aName = fc.constantFrom('a', 'b', 'c', 'd', 'A', 'B');
const aType = fc.constantFrom<EntityType>('disease', 'symptom', 'sign');
const aStatement: fc.Arbitrary<Statement> = fc.record({
  head: aName,
  headType: aType,
  also: fc.constantFrom<readonly EntityType[]>([], [], ['sign', 'disease'], ['symptom', 'sign']),
  kind: fc.constantFrom('edge', 'synonym', 'synonym', 'fact'),
  tail: aName,
  tailType: aType,
  relation: fc.constantFrom('r', 'q'),
});
const aSource = fc.record({ statements: fc.array(aStatement, { maxLength: 8 }), ownSynonyms: fc.boolean() });

interface Source {
  readonly statements: readonly Statement[];
  readonly ownSynonyms: boolean;
}
/** Another source, or the removal of one of those present. */
type Action = Source | { readonly remove: number };

/** Does the same to the database and to the model, comparing after each step, and clears both at the end. */
function play(db: WriteDb, actions: readonly Action[]): void {
  const Last = z.object({ seq: z.number() });
  const model = new NaiveGraph(db.get(Last, `SELECT seq FROM sqlite_sequence WHERE name = 'kg_entity'`)?.seq);
  let present: number[] = [];
  const remove = (source: number) => {
    removeSource(db, source);
    model.remove(source);
    present = present.filter((id) => id !== source);
  };
  for (const action of actions) {
    if ('remove' in action) {
      const source = present[action.remove % Math.max(1, present.length)];
      if (source !== undefined) remove(source);
    } else {
      const source = write(db, action.statements, action.ownSynonyms);
      model.add(source, action.statements, action.ownSynonyms);
      present.push(source);
    }
    expect(dump(db)).toEqual(model.dump());
    expect(inconsistencies(db)).toEqual([]);
  }
  for (const source of present) remove(source);
  expect(dump(db)).toEqual(new NaiveGraph().dump());
}

/** A statement about diseases, in words: `x = n`, `x r y`, `x : fact`. */
function says(text: string): Statement {
  const [head = '', relation = '', tail = ''] = text.split(' ');
  const kind = relation === '=' ? 'synonym' : relation === ':' ? 'fact' : 'edge';
  return { head, headType: 'disease', also: [], kind, tail, tailType: 'disease', relation };
}
const source = (...statements: string[]): Source => ({
  statements: statements.map(says),
  ownSynonyms: false,
});

describe('the graph tables', () => {
  it('say what a naive model says, through imports and removals in any order', () => {
    const { db } = openWorkspace();
    const anAction = fc.oneof(aSource, fc.record({ remove: fc.nat({ max: 3 }) }));
    const actions = fc.array(anAction, { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(actions, (some) => play(db, some)),
      { numRuns: 150 },
    );
  });

  it('rename an entity to its first name that no other entity has', () => {
    const { db } = openWorkspace();
    play(db, [source('x = y', 'x = z', 'y r k'), source('z = y', 'y r z'), { remove: 0 }]);
  });

  it('join an entity with another when all its names have become the other', () => {
    const { db } = openWorkspace();
    play(db, [
      source('x = n'),
      source('x = n', 'g = n'),
      source('n r a', 'n r b', 'n r k', 'n : one', 'n = k', 'b q n', 'k r n'), // about x, by the first source
      { remove: 0 },
      source('n r b', 'n q c', 'n : two'), // a new n, since the second source gives it to two
      { remove: 0 },
    ]);
  });

  it('take a second writing of a source as merged, whatever came before', () => {
    const { db } = openWorkspace();
    fc.assert(
      fc.property(fc.array(aSource, { maxLength: 2 }), aSource, (earlier, { statements }) => {
        const sources = earlier.map((source) => write(db, source.statements, source.ownSynonyms));
        const first = write(db, statements, false);
        const before = { ...dump(db), names: [], edges: [], facts: [] };
        const distinct = () => [
          ...db.iterate('SELECT count(*) FROM (SELECT DISTINCT head, relation_id, tail FROM kg_edge)'),
          ...db.iterate('SELECT count(*) FROM kg_name'),
        ];
        const counts = distinct();
        const second = write(db, statements, false);
        expect({ ...dump(db), names: [], edges: [], facts: [] }).toEqual(before);
        expect(distinct()).toEqual(counts);
        for (const source of [...sources, first, second]) removeSource(db, source);
      }),
      { numRuns: 150 },
    );
  });
});
