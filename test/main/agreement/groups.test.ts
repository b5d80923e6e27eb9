import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjudicationGroups } from '../../../main/agreement/groups.ts';
import { acceptedItems, type LayeredDocument } from '../../../main/agreement/layers.ts';
import { AdjudicationGroup } from '../../../shared/domain/adjudication.ts';
import { anyDocuments, doc, label, layer, relation, span } from './test-layers.ts';

const LINK = { system: 'icd-10', code: 'I21', name: '急性心肌梗死' };
const of = (...layers: LayeredDocument['layers']): LayeredDocument => doc('d', 40, layers);
/** Each group as its id and in what it differs. */
const outline = (document: LayeredDocument) =>
  adjudicationGroups(document).map(({ id, differs }) => [id, ...differs]);

describe('spans', () => {
  it('agree where place, type, attributes and link are the same', () => {
    const mine = [span(1, '疾病', [0, 3], { attributes: { 断言: '否定', 程度: '重' }, link: LINK })];
    const yours = [
      span(7, '疾病', [0, 3], { attributes: { 程度: '重', 断言: '否定' }, link: LINK, note: '备注' }),
    ];
    const groups = adjudicationGroups(of(layer('甲', mine), layer('乙', yours)));
    expect(groups).toMatchObject([{ kind: 'span', differs: [], missing: [] }]);
    expect(groups[0]!.readings).toHaveLength(1);
    expect(groups[0]!.readings[0]!.votes).toEqual([
      { annotator: '甲', item: 1 },
      { annotator: '乙', item: 7 },
    ]);
  });

  it('of other types at one place are one group', () => {
    const groups = adjudicationGroups(
      of(
        layer('甲', [span(1, 'a', [0, 3])]),
        layer('乙', [span(1, 'b', [0, 3])]),
        layer('丙', [span(1, 'b', [0, 3])]),
      ),
    );
    expect(groups).toMatchObject([{ differs: ['type'], missing: [] }]);
    expect(groups[0]!.readings.map(({ type, votes }) => [type, votes.length])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('that overlap are one group, and tell borders and types apart', () => {
    expect(outline(of(layer('甲', [span(1, 'a', [0, 3])]), layer('乙', [span(1, 'a', [1, 3])])))).toEqual([
      ['span:0-3:a', 'boundary'],
    ]);
    expect(outline(of(layer('甲', [span(1, 'a', [0, 3])]), layer('乙', [span(1, 'b', [1, 3])])))).toEqual([
      ['span:0-3:a', 'boundary', 'type'],
    ]);
  });

  it('that one person alone has are a group each', () => {
    const groups = adjudicationGroups(
      of(layer('甲', [span(1, 'a', [0, 3]), span(2, 'a', [5, 6])]), layer('乙', [])),
    );
    expect(groups).toMatchObject([
      { id: 'span:0-3:a', differs: ['presence'], missing: ['乙'] },
      { id: 'span:5-6:a', differs: ['presence'], missing: ['乙'] },
    ]);
  });

  it('differ in attributes and links', () => {
    const plain = layer('甲', [span(1, 'a', [0, 3])]);
    expect(outline(of(plain, layer('乙', [span(1, 'a', [0, 3], { attributes: { 断言: '否定' } })])))).toEqual(
      [['span:0-3:a', 'attributes']],
    );
    expect(outline(of(plain, layer('乙', [span(1, 'a', [0, 3], { link: LINK })])))).toEqual([
      ['span:0-3:a', 'link'],
    ]);
  });

  it('that are nested for everybody stay two', () => {
    const nested = [span(1, 'a', [0, 9]), span(2, 'b', [2, 5])];
    expect(outline(of(layer('甲', nested), layer('乙', nested)))).toEqual([['span:0-9:a'], ['span:2-5:b']]);
    // The inner one is drawn otherwise by 乙: it is the inner one that differs, not the outer one.
    expect(outline(of(layer('甲', nested), layer('乙', [nested[0]!, span(2, 'b', [2, 6])])))).toEqual([
      ['span:0-9:a'],
      ['span:2-6:b', 'boundary'],
    ]);
  });

  it('go with what they fit best', () => {
    const mine = [span(1, 'a', [0, 4]), span(2, 'a', [4, 10])];
    const yours = [span(1, 'a', [3, 10])];
    expect(outline(of(layer('甲', mine), layer('乙', yours)))).toEqual([
      ['span:0-4:a', 'presence'],
      ['span:3-10:a', 'boundary'],
    ]);
  });

  it('in several fragments are equal fragment by fragment', () => {
    const parts = span(1, 'a', [0, 2, 5, 7]);
    expect(outline(of(layer('甲', [parts]), layer('乙', [parts])))).toEqual([['span:0-2,5-7:a']]);
    expect(outline(of(layer('甲', [parts]), layer('乙', [span(1, 'a', [0, 7])])))).toEqual([
      ['span:0-2,5-7:a', 'boundary'],
    ]);
    // A span in the hole of another shares no character with it.
    expect(outline(of(layer('甲', [parts]), layer('乙', [span(1, 'a', [3, 4])])))).toEqual([
      ['span:0-2,5-7:a', 'presence'],
      ['span:3-4:a', 'presence'],
    ]);
  });
});

describe('relations', () => {
  const ends = [span(1, 'a', [0, 3]), span(2, 'b', [5, 8])];

  it('are the same between spans that are drawn differently', () => {
    const mine = [...ends, relation(3, 'r', 1, 2)];
    const yours = [span(4, 'b', [5, 7]), span(5, 'a', [0, 3]), relation(6, 'r', 5, 4)];
    expect(outline(of(layer('甲', mine), layer('乙', yours))).at(-1)).toEqual([
      'relation:["span:0-3:a","span:5-8:b"]:r',
    ]);
  });

  it('differ in type, direction and presence', () => {
    const mine = layer('甲', [...ends, relation(3, 'r', 1, 2)]);
    const last = (items: Parameters<typeof layer>[1]) =>
      outline(of(mine, layer('乙', [...ends, ...items]))).slice(2);
    expect(last([relation(3, 's', 1, 2)])).toEqual([[expect.any(String), 'type']]);
    expect(last([relation(3, 'r', 2, 1)])).toEqual([[expect.any(String), 'direction']]);
    expect(last([])).toEqual([[expect.any(String), 'presence']]);
    const turned = of(mine, layer('乙', [...ends, relation(3, 'r', 2, 1)]));
    expect(adjudicationGroups(turned, { symmetric: ['r'] }).at(-1)!.differs).toEqual([]);
  });

  it('with an end that is a suggestion stay alone', () => {
    const items = [ends[0]!, { ...ends[1]!, status: 'suggested' as const }, relation(3, 'r', 1, 2)];
    const groups = adjudicationGroups(of(layer('甲', items), layer('乙', items)));
    expect(groups.map(({ id, differs }) => [id, ...differs])).toEqual([
      ['span:0-3:a'],
      ['relation:["乙",3]:r', 'presence'],
      ['relation:["甲",3]:r', 'presence'],
    ]);
  });
});

it('takes each label of the document by itself', () => {
  expect(outline(of(layer('甲', [label(1, 'x'), label(2, 'y')]), layer('乙', [label(1, 'y')])))).toEqual([
    ['label:x', 'presence'],
    ['label:y'],
  ]);
});

describe('groups', () => {
  it('hold every accepted item exactly once, and nothing else', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const groups = adjudicationGroups(document!);
        for (const group of groups) expect(AdjudicationGroup.parse(group)).toEqual(group);
        const votes = groups.flatMap(({ readings }) => readings.flatMap((reading) => reading.votes));
        const items = document!.layers.flatMap((one) =>
          acceptedItems(one).map(({ id }) => ({ annotator: one.annotator, item: id })),
        );
        const sorted = (list: typeof votes) => list.map((vote) => JSON.stringify(vote)).sort();
        expect(sorted(votes)).toEqual(sorted(items));
        expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
      }),
      { numRuns: 300 },
    );
  });

  it('do not depend on the order of annotators or items', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const turned = {
          ...document!,
          layers: document!.layers.map((one) => ({ ...one, items: one.items.toReversed() })).toReversed(),
        };
        const plain = (one: LayeredDocument) =>
          adjudicationGroups(one).map((group) => ({
            ...group,
            missing: group.missing.toSorted(),
            readings: group.readings.map((reading) => ({
              type: reading.type,
              votes: reading.votes.map((vote) => JSON.stringify(vote)).sort(),
            })),
          }));
        expect(plain(turned)).toEqual(plain(document!));
      }),
      { numRuns: 200 },
    );
  });

  it('go by the text: spans by their start', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const starts = adjudicationGroups(document!)
          .filter(({ kind }) => kind === 'span')
          .map(({ readings }) =>
            Math.min(...readings.map((one) => (one.kind === 'span' ? one.fragments[0]!.start : 0))),
          );
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      }),
    );
  });

  it('all agree when all layers are the same', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const { items } = document!.layers[0]!;
        const accepted = new Set(items.filter(({ status }) => status === 'accepted').map(({ id }) => id));
        const sound = items.filter(
          (item) => item.kind !== 'relation' || (accepted.has(item.from) && accepted.has(item.to)),
        );
        const same = {
          ...document!,
          layers: document!.layers.map(({ annotator }) => layer(annotator, sound)),
        };
        expect(adjudicationGroups(same).flatMap(({ differs }) => differs)).toEqual([]);
      }),
    );
  });

  it('hold nobody twice in a group of overlapping spans', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        for (const { readings, differs } of adjudicationGroups(document!)) {
          if (!differs.includes('boundary')) continue;
          const places = new Map<string, Set<string>>();
          for (const reading of readings)
            for (const { annotator } of reading.votes)
              places.set(
                annotator,
                (places.get(annotator) ?? new Set()).add(
                  reading.kind === 'span' ? JSON.stringify(reading.fragments) : '',
                ),
              );
          for (const own of places.values()) expect(own.size).toBe(1);
        }
      }),
    );
  });
});
