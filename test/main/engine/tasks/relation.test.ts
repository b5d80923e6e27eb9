/** Relations: pairs of mentions, their texts, and triples, each against a naive version. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionFeatures } from '../../../../main/engine/models/text-classifier/mention-features.ts';
import { keptAround } from '../../../../main/engine/tasks/classify/truncation.ts';
import { pairText, readMarked } from '../../../../main/engine/tasks/relation/pair-text.ts';
import {
  candidatePairs,
  pairRules,
  pairSet,
  sampleNegatives,
} from '../../../../main/engine/tasks/relation/pairs.ts';
import { type PairClassifier, scoreTriples } from '../../../../main/engine/tasks/relation/relate.ts';
import { relateRecord } from '../../../../main/engine/tasks/relation/relate-record.ts';
import { NO_RELATION, RelationSettings } from '../../../../shared/domain/relations.ts';
import type { RelatedDocument } from '../../../../shared/domain/training.ts';
import { onReferenceBackend, randomArray, toTensor } from '../layers/tensors.ts';

onReferenceBackend();

const settingsOf = (changes: Record<string, unknown> = {}) =>
  RelationSettings.parse({ task: 'relation', ...changes });

/** Texts of few letters, so that words repeat, with mentions of two types and relations between them. */
const documents = fc.integer({ min: 0, max: 2 ** 31 }).map((seed): RelatedDocument => {
  const { values } = randomArray(`document ${seed}`, [60]);
  const at = (i: number, n: number) => Math.floor(Math.abs(values[i]! * 1000)) % n;
  const text = Array.from({ length: 20 }, (_, i) => 'ab'[at(i, 2)]).join('');
  const entities = Array.from({ length: 6 }, (_, i) => {
    const start = at(20 + i, 18);
    return { start, end: start + 1 + at(26 + i, 2), type: 'xy'[at(32 + i, 2)]! };
  });
  const relations = Array.from({ length: 4 }, (_, i) => ({
    from: at(40 + i, 6),
    to: at(44 + i, 6),
    type: ['r', 's'][at(48 + i, 2)]!,
  }));
  return { id: String(seed), text, entities, relations };
});

const nameOf = ({ text, entities }: RelatedDocument, number: number) => {
  const { start, end, type } = entities[number]!;
  return `${type} ${text.slice(start, end)}`;
};

describe('pairs of mentions', () => {
  it('are the nearest of every two names whose types a training relation joins', () => {
    fc.assert(
      fc.property(documents, documents, fc.integer({ min: 0, max: 8 }), (trained, document, distance) => {
        const rules = pairRules(settingsOf({ pairDistance: distance }), [trained]);
        const best = new Map<string, number>();
        const { entities } = document;
        for (const [from, a] of entities.entries())
          for (const [to, b] of entities.entries()) {
            const gap = Math.max(0, Math.max(a.start, b.start) - (a.start <= b.start ? a.end : b.end));
            const isJoined = trained.relations.some(
              (one) =>
                trained.entities[one.from]!.type === a.type && trained.entities[one.to]!.type === b.type,
            );
            const isOne = nameOf(document, from) === nameOf(document, to);
            if (isOne || (a.start === b.start && a.end === b.end) || !isJoined || gap > distance) continue;
            const key = `${nameOf(document, from)} > ${nameOf(document, to)}`;
            best.set(key, Math.min(best.get(key) ?? 99, gap));
          }
        const found = candidatePairs(document, rules).map(({ from, to }) => {
          const [a, b] = [entities[from]!, entities[to]!];
          const gap = Math.max(0, Math.max(a.start, b.start) - (a.start <= b.start ? a.end : b.end));
          return [`${nameOf(document, from)} > ${nameOf(document, to)}`, gap] as const;
        });
        expect(found).toHaveLength(best.size);
        expect(new Map(found)).toEqual(best);
      }),
    );
  });

  it('bear the first relation of their names, and the others are counted', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { examples, unreachable, relations } = pairSet([document], pairRules(settingsOf(), [document]));
        const all = new Set(
          document.relations.map(
            ({ type, from, to }) => `${nameOf(document, from)} > ${nameOf(document, to)} ${type}`,
          ),
        );
        expect(relations).toBe(all.size);
        const positive = examples.filter(({ labels }) => labels[0] !== NO_RELATION);
        expect(unreachable).toBe(all.size - positive.length);
        for (const { pair, labels } of examples) {
          const key = `${nameOf(document, pair.from)} > ${nameOf(document, pair.to)}`;
          const own = document.relations.filter(
            ({ from, to }) => `${nameOf(document, from)} > ${nameOf(document, to)}` === key,
          );
          expect(labels).toEqual([own[0]?.type ?? NO_RELATION]);
        }
      }),
    );
  });

  it('without relation are drawn by seed, so many for each one with', () => {
    const document: RelatedDocument = {
      id: 'd',
      text: 'abcdefghijkl',
      entities: Array.from({ length: 12 }, (_, i) => ({ start: i, end: i + 1, type: 'x' })),
      relations: [
        { from: 0, to: 1, type: 'r' },
        { from: 4, to: 2, type: 's' },
      ],
    };
    const { examples } = pairSet([document], pairRules(settingsOf(), [document]));
    expect(examples).toHaveLength(132);
    const draw = (negatives: number, seed: number) =>
      sampleNegatives(examples, settingsOf({ negatives, seed })).map(({ text }) => text);
    expect(draw(3, 1)).toHaveLength(2 + 6);
    expect(draw(2.5, 1)).toHaveLength(2 + 5);
    expect(draw(0, 1)).toHaveLength(132);
    expect(draw(3, 1)).toEqual(draw(3, 1));
    expect(draw(3, 2)).not.toEqual(draw(3, 1));
    expect(examples.map(({ text }) => text).filter((text) => draw(3, 1).includes(text))).toEqual(draw(3, 1));
  });
});

describe('the text of a pair', () => {
  const text = '患者肺癌转移，予化疗。';
  const [cancer, spread, drug] = [
    { start: 2, end: 4, type: '病' },
    { start: 2, end: 6, type: '症' },
    { start: 8, end: 10, type: '药' },
  ];
  const read = (form: 'marked' | 'replaced' | 'between', a = cancer, b = drug, context = 3) =>
    readMarked(pairText(text, [a, b], { form, context })).text;

  it('has typed markers around both mentions, or in their place', () => {
    expect(read('marked')).toBe('患者@*病*肺癌@转移，予#^药^化疗#。');
    expect(read('marked', drug, cancer)).toBe('患者#^病^肺癌#转移，予@*药*化疗@。');
    expect(read('marked', cancer, drug, 0)).toBe('@*病*肺癌@转移，予#^药^化疗#');
    expect(read('replaced')).toBe('患者@*病*@转移，予#^药^#。');
    expect(read('between')).toBe('病>药 @*病*肺癌@转移，予#^药^化疗#');
  });

  it('nests the markers of nested mentions', () => {
    expect(read('marked', cancer, spread)).toBe('患者#^症^@*病*肺癌@转移#，予化');
    expect(read('marked', spread, cancer)).toBe('患者@*症*#^病^肺癌#转移@，予化');
    expect(read('replaced', cancer, spread)).toBe('患者#^症^#@*病*@，予化');
  });

  it('tells markers from the same signs of the text', () => {
    const marked = pairText(
      '@#a\ue000b',
      [
        { start: 2, end: 3, type: 'x' },
        { start: 4, end: 5, type: 'y' },
      ],
      {
        form: 'marked',
        context: 9,
      },
    );
    expect(readMarked(marked)).toEqual({ text: '@#@*x*a@ #^y^b#', marks: [2, 9] });
  });

  it('keeps both marks when it is cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.nat(199),
        fc.nat(199),
        fc.integer({ min: 1, max: 200 }),
        (room, a, b, count) => {
          fc.pre(a < count && b < count);
          const parts = keptAround([a, b], count, room);
          const kept = parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
          expect(kept).toContain(a);
          expect(kept).toContain(b);
          expect(kept).toEqual([...new Set(kept)].sort((x, y) => x - y));
          expect(kept).toHaveLength(Math.min(room, count));
          expect(kept.at(-1)).toBeLessThan(count);
        },
      ),
    );
  });
});

describe('the two-mention head', () => {
  it('reads the states at the markers, as two loops do', () => {
    const [batch, length, width] = [3, 5, 4];
    const x = randomArray('states', [batch, length, width]);
    const marks = [4, 0, 2, 2, 1, 3];
    const naive: number[] = [];
    for (let row = 0; row < batch; row++)
      for (const mark of marks.slice(2 * row, 2 * row + 2))
        for (let unit = 0; unit < width; unit++) naive.push(x.values[(row * length + mark) * width + unit]!);
    const found = mentionFeatures(toTensor(x), toTensor({ shape: [batch, 2], values: marks }, 'int32'));
    expect(found.shape).toEqual([batch, 2 * width]);
    expect([...found.dataSync()]).toEqual(naive);
  });
});

describe('relations of a record', () => {
  const text = '既往体健。肺炎，予头孢治疗。今日肺炎好转，续用头孢。';
  const at = (word: string, types: string[], from = 0) => {
    const start = text.indexOf(word, from);
    return { start, end: start + word.length, types };
  };
  /** Gives every pair from 疾病 to 药物 the relation, the more surely the shorter its text. */
  const classifier: PairClassifier = {
    pairs: {
      form: 'marked',
      distance: 20,
      context: 4,
      signatures: [{ type: '药物治疗', from: '疾病', to: '药物' }],
    },
    labels: [NO_RELATION, '药物治疗'],
    decision: {
      mode: 'single',
      calibration: { kind: 'temperature', temperature: 1 },
      thresholds: [],
    },
    logitsOf: async (texts) => ({
      rows: texts.map((marked) => Float32Array.of(0, 100 / marked.length)),
      cut: 0,
    }),
  };

  it('stand between mentions named as in training or of the same type of the graph, with their sentences', async () => {
    const mentions = [
      at('肺炎', ['病程', 'disease']), // the model knows no 病程
      at('头孢', ['drug']),
      at('肺炎', ['疾病'], 10),
      at('头孢', ['药物'], 15),
      at('好转', ['结局']),
    ];
    const found = await relateRecord(classifier, { text, mentions });
    expect(found).toEqual([
      {
        type: '药物治疗',
        head: { start: 5, end: 7, text: '肺炎', type: '疾病' },
        tail: { start: 9, end: 11, text: '头孢', type: '药物' },
        confidence: expect.any(Number),
        evidence: '肺炎，予头孢治疗。',
      },
    ]);
    const apart = await relateRecord(classifier, { text, mentions: [mentions[1]!, mentions[2]!] });
    expect(apart.map(({ evidence }) => evidence)).toEqual(['肺炎，予头孢治疗。今日肺炎好转，续用头孢。']);
    expect(await relateRecord(classifier, { text, mentions: [] })).toEqual([]);
  });

  it('are refused by a classifier of texts', async () => {
    await expect(relateRecord({ ...classifier, pairs: undefined }, { text, mentions: [] })).rejects.toThrow();
  });
});

describe('scores of triples', () => {
  it('count words and types, each triple once a document', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(documents, documents), { maxLength: 4 }), (both) => {
        const triplesOf = (document: RelatedDocument) =>
          new Set(
            document.relations.map(({ type, from, to }) =>
              [type, nameOf(document, from), nameOf(document, to)].join(' > '),
            ),
          );
        let [hits, gold, predicted] = [0, 0, 0];
        for (const [wanted, found] of both) {
          const [a, b] = [triplesOf(wanted), triplesOf(found)];
          hits += [...a].filter((triple) => b.has(triple)).length;
          gold += a.size;
          predicted += b.size;
        }
        const { all } = scoreTriples(
          both.map(([wanted]) => wanted),
          both.map(([, found]) => found),
        );
        expect(all.support).toBe(gold);
        expect(all.precision).toBe(predicted === 0 ? 0 : hits / predicted);
        expect(all.recall).toBe(gold === 0 ? 0 : hits / gold);
        expect(all.f1).toBeCloseTo(hits === 0 ? 0 : (2 * hits) / (gold + predicted), 12);
      }),
    );
  });
});
