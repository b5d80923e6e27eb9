import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAgeRange } from '../../../../main/kg/ranking/disease-facts.ts';
import { EvidenceGraph } from '../../../../main/kg/ranking/evidence-graph.ts';
import { conceptsWithin } from '../../../../main/kg/ranking/nearness.ts';
import { distinctLists, listOf, transpose } from '../../../../main/kg/ranking/sparse-rows.ts';
import { countingSort, positions } from '../../../../shared/counting-sort.ts';
import { Fixture } from './rank-fixture.ts';

const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(9)), { maxLength: 60 });

describe('compressed sparse rows', () => {
  it('groups like a map of sorted sets', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const lists = distinctLists(
          given.map(([k]) => k),
          given.map(([, v]) => v),
          7,
        );
        for (let row = 0; row < 7; row++) {
          const wanted = [...new Set(given.filter(([k]) => k === row).map(([, v]) => v))];
          expect([...listOf(lists, row)]).toEqual(wanted.sort((a, b) => a - b));
        }
      }),
    );
  });

  it('transposes back to itself', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const lists = distinctLists(
          given.map(([k]) => k),
          given.map(([, v]) => v),
          7,
        );
        expect(transpose(transpose(lists, 10), 7)).toEqual(lists);
      }),
    );
  });

  it('sorts stably by key', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4)), (keys) => {
        const sorted = countingSort(positions(keys.length), keys, 5);
        const wanted = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || a - b);
        expect([...sorted]).toEqual(wanted);
      }),
    );
  });
});

const names = ['腹痛', '右下腹痛', '转移性右下腹痛', '发热', '咳嗽', '水肿', '凹陷性水肿', '非凹陷性水肿'];
const rows = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('甲病', '乙病', '丙病', '丁病'),
    lists: fc.record({
      HasSymptom: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 5 }),
      HasSign: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    }),
  }),
  { selector: (row) => row.name, minLength: 1 },
);

describe('EvidenceGraph', () => {
  it('counts the diseases of a concept and of everything narrower like a naive walk', () => {
    const chain: [string, string][] = [['发热', '咳嗽']];
    fc.assert(
      fc.property(rows, (given) => {
        const { graph } = new Fixture(given, chain);
        const kinds = (name: string): Set<string> => {
          const present = new Set(graph.norms);
          const direct = (n: string) => {
            const broader = chain.filter(([narrow]) => narrow === n).map(([, broad]) => broad);
            if (n === '转移性右下腹痛') broader.push(present.has('右下腹痛') ? '右下腹痛' : '腹痛');
            if (n === '右下腹痛') broader.push('腹痛');
            if (n === '凹陷性水肿') broader.push('水肿');
            if (n === '非凹陷性水肿') broader.push('水肿');
            return broader.filter((b) => present.has(b));
          };
          const found = new Set([name]);
          for (const n of found) for (const b of direct(n)) found.add(b);
          return found;
        };
        for (const name of new Set(graph.norms)) {
          const concept = graph.conceptOf[graph.norms.indexOf(name)]!;
          const wanted = given.filter(({ lists }) =>
            [...lists.HasSymptom, ...lists.HasSign].some((tail) => kinds(tail).has(name)),
          );
          expect([name, graph.diseaseCount[concept]]).toEqual([name, wanted.length]);
        }
        const filled = given.filter(({ lists }) => lists.HasSymptom.length + lists.HasSign.length > 0);
        expect(graph.diseases).toBe(filled.length);
      }),
    );
  });

  it('keeps the expectations of each disease by relation and rank', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { graph } = new Fixture(given);
        given.forEach(({ lists }, disease) => {
          const from = graph.expected.start[disease]!;
          const to = graph.expected.start[disease + 1]!;
          const tails = [...graph.expected.entity.slice(from, to)].map((e) => graph.names[e]);
          expect(tails).toEqual([...lists.HasSymptom, ...lists.HasSign]);
        });
      }),
    );
  });

  it('orders by rank, not by the order of rows, and drops edges to entities it lacks', () => {
    const graph = new EvidenceGraph({
      entities: { id: [3, 5, 9], type: [0, 1, 1], name: ['病', '一', '二'], norm: ['病', '一', '二'] },
      edges: { head: [3, 3, 3, 4], relation: [0, 0, 0, 0], tail: [9, 5, 8, 5], rank: [1, 0, 2, 0] },
      facts: { entity: [3, 8], key: [5, 5], value: ['1', '1'] },
      aliases: { entity: [3, 8], norm: ['别名', '无主'] },
    });
    expect([...graph.expected.entity].map((e) => graph.names[e])).toEqual(['一', '二']);
    expect([...graph.facts.urgent]).toEqual([0]);
    expect([...graph.aliases]).toEqual([[0, ['别名']]]);
    expect(graph.indexOf(9)).toBe(2);
    expect(graph.indexOf(8)).toBe(-1);
  });

  it('takes entities of one name as one concept', () => {
    const { graph, ...fixture } = new Fixture([
      { name: '胸腔积液', lists: { HasSymptom: ['气促'] } },
      { name: '肺炎', lists: { HasFinding: ['胸腔积液'] } },
    ]);
    expect(fixture.data.entities.name.filter((n) => n === '胸腔积液')).toHaveLength(2);
    const [first, second] = graph.norms.flatMap((n, i) => (n === '胸腔积液' ? [graph.conceptOf[i]] : []));
    expect(first).toBe(second);
  });

  it('finds kinds by the ending of a name, but not through a negating prefix, and survives cycles', () => {
    const { graph } = new Fixture(
      [{ name: '病', lists: { HasSymptom: [...names] } }],
      [
        ['发热', '咳嗽'],
        ['咳嗽', '发热'],
      ],
    );
    const kinds = (name: string, steps: number) =>
      [...conceptsWithin(graph.nearness.broader, graph.conceptOf[graph.norms.indexOf(name)]!, steps)].map(
        ([concept, n]) => `${graph.norms[graph.conceptOf.indexOf(concept)]} ${n}`,
      );
    expect(kinds('转移性右下腹痛', 2)).toEqual(['转移性右下腹痛 0', '右下腹痛 1', '腹痛 2']);
    expect(kinds('转移性右下腹痛', 1)).toEqual(['转移性右下腹痛 0', '右下腹痛 1']);
    expect(kinds('非凹陷性水肿', 3)).toEqual(['非凹陷性水肿 0', '水肿 1']);
    expect(kinds('发热', 9)).toEqual(['发热 0', '咳嗽 1']);
  });
});

describe('parseAgeRange', () => {
  it('reads years and open ends', () => {
    expect(parseAgeRange('0-3')).toEqual({ from: 0, to: 3 });
    expect(parseAgeRange('40-')).toEqual({ from: 40, to: Number.POSITIVE_INFINITY });
    expect(parseAgeRange('15-45')).toEqual({ from: 15, to: 45 });
  });
  it('refuses what is no range', () => {
    for (const text of ['', '成人', '-3', '45-15', '40', '1-2-3', '所有人群']) {
      expect(parseAgeRange(text)).toBeUndefined();
    }
  });
});
