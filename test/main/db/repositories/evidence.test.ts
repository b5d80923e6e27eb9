import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, openConnection } from '../../../../main/db/connection.ts';
import { migrate } from '../../../../main/db/migrate.ts';
import {
  EVIDENCE_FACTS,
  EVIDENCE_RELATIONS,
  type EvidenceData,
  loadEvidence,
} from '../../../../main/db/repositories/evidence.ts';
import { beginSource, GraphWriter } from '../../../../main/db/repositories/graph-write.ts';
import { EvidenceGraph } from '../../../../main/kg/ranking/evidence-graph.ts';
import { EntityType } from '../../../../shared/domain/graph.ts';

let db: Connection;
beforeEach(() => {
  db = openConnection(':memory:', { key: null });
  migrate(db, () => {});
});
afterEach(() => db.close());

function writer(name: string): GraphWriter {
  return new GraphWriter(db, beginSource(db, { name, format: 'triples', sha256: '' }));
}

/** Returns what the database holds once the writers have written their edges. */
function written(...writers: readonly GraphWriter[]): EvidenceData {
  for (const { edges } of writers) for (const _edge of edges.write());
  return loadEvidence(db);
}

/** Edges in words, in the order of the columns. */
function edgesOf({ edges, entities }: EvidenceData): string[] {
  const name = (id: number) => entities.name[entities.id.indexOf(id)];
  return edges.head.map(
    (head, i) =>
      `${name(head)} ${EVIDENCE_RELATIONS[edges.relation[i]!]} ${name(edges.tail[i]!)} ${edges.rank[i]}`,
  );
}

describe('loadEvidence', () => {
  it('is empty for an empty graph', () => {
    const data = loadEvidence(db);
    expect(data.entities.id).toEqual([]);
    expect(data.edges.head).toEqual([]);
    expect(new EvidenceGraph(data).diseases).toBe(0);
  });

  it('reads entities, edges, facts and the other names of diseases and findings', () => {
    const one = writer('one');
    const disease = one.entity('急性心肌梗死', 'disease');
    one.synonym(disease, 'ＡＭＩ');
    one.synonym(disease, '急性心梗');
    const pain = one.entity('胸痛', 'symptom');
    one.synonym(pain, '胸部疼痛');
    one.edge(disease, 'HasSymptom', pain, 2);
    one.fact(disease, 'icd10', 'I21.9');
    one.fact(disease, 'urgent', '1');
    one.fact(disease, 'description', 'not evidence');
    const data = written(one);
    expect(data.entities).toEqual({
      id: [disease, pain],
      type: [EntityType.options.indexOf('disease'), EntityType.options.indexOf('symptom')],
      name: ['急性心肌梗死', '胸痛'],
      norm: ['急性心肌梗死', '胸痛'],
    });
    expect(edgesOf(data)).toEqual(['急性心肌梗死 HasSymptom 胸痛 2']);
    expect(data.facts).toEqual({
      entity: [disease, disease],
      key: [EVIDENCE_FACTS.indexOf('icd10'), EVIDENCE_FACTS.indexOf('urgent')],
      value: ['I21.9', '1'],
    });
    expect(data.aliases).toEqual({ entity: [disease, disease, pain], norm: ['ami', '急性心梗', '胸部疼痛'] });
  });

  it('lets the earliest source decide rank and facts, and keeps what only later ones say', () => {
    const first = writer('curated');
    const disease = first.entity('肺炎', 'disease');
    const cough = first.entity('咳嗽', 'symptom');
    first.edge(disease, 'HasSymptom', cough, 5);
    first.fact(disease, 'frequency', '常见');
    const second = writer('crawled');
    const fever = second.entity('发热', 'symptom');
    second.edge(disease, 'HasSymptom', cough, 0);
    second.edge(disease, 'HasSymptom', fever, 1);
    second.edge(disease, 'HasSign', cough, 3);
    second.fact(disease, 'frequency', '罕见');
    second.fact(disease, 'age', '0-3');
    const data = written(first, second);
    expect(edgesOf(data).sort()).toEqual(
      ['肺炎 HasSign 咳嗽 3', '肺炎 HasSymptom 发热 1', '肺炎 HasSymptom 咳嗽 5'].sort(),
    );
    const graph = new EvidenceGraph(data);
    expect(graph.facts.frequency.get(graph.indexOf(disease))).toBe('常见');
    expect(graph.facts.age.get(graph.indexOf(disease))).toEqual({ from: 0, to: 3 });
  });

  it('leaves out relations that are no evidence and takes unknown types as other', () => {
    const one = writer('one');
    const disease = one.entity('肺炎', 'disease');
    one.edge(disease, 'InDepartment', one.entity('呼吸内科', 'department'), 0);
    one.edge(disease, 'DO_EAT', one.entity('梨', 'other'), 0);
    db.run("UPDATE kg_entity SET type = 'food' WHERE name = '梨'");
    const data = written(one);
    expect(data.edges.head).toEqual([]);
    expect(data.entities.type.at(-1)).toBe(EntityType.options.indexOf('other'));
  });

  it('yields the distinct edges of random sources, each with the rank of the first', () => {
    const names = ['甲', '乙', '丙', '丁'];
    const edge = fc.record({
      source: fc.nat(2),
      head: fc.constantFrom(...names),
      relation: fc.constantFrom('HasSymptom', 'CausedBy', 'IsA', 'DifferentialFrom'),
      tail: fc.constantFrom(...names),
      rank: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 40 }), (given) => {
        const own = openConnection(':memory:', { key: null });
        migrate(own, () => {});
        const sources = [0, 1, 2].map((n) => beginSource(own, { name: `${n}`, format: 'x', sha256: '' }));
        const writers = sources.map((id) => new GraphWriter(own, id));
        const first = new Map<string, { source: number; rank: number }>();
        for (const { source, head, relation, tail, rank } of given) {
          const w = writers[source]!;
          w.edge(w.entity(head, 'disease'), relation, w.entity(tail, 'disease'), rank);
          if (relation === 'DifferentialFrom') continue;
          const key = `${head} ${relation} ${tail}`;
          const known = first.get(key);
          if (known === undefined || source < known.source) first.set(key, { source, rank });
        }
        for (const { edges } of writers) for (const _edge of edges.write());
        const wanted = [...first].map(([key, { rank }]) => `${key} ${rank}`);
        expect(edgesOf(loadEvidence(own)).sort()).toEqual(wanted.sort());
        own.close();
      }),
      { numRuns: 40 },
    );
  });
});
