/** Documents to windows and batches, emissions back to entities. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchWindows, emissionsOfWindows } from '../../../../main/engine/tasks/ner/batches.ts';
import { decodeEntities } from '../../../../main/engine/tasks/ner/decode.ts';
import {
  type NerReader,
  predictionWindows,
  trainingWindows,
} from '../../../../main/engine/tasks/ner/windows.ts';
import { createTagSet, type TagScheme, transitionConstraints } from '../../../../main/text/tag-set.ts';
import { encodeSpans, type TypedSpan } from '../../../../main/text/tagging.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { mergeRows } from '../../../../main/text/windows.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';

const vocabulary = createVocabulary([
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  ...'患者无胸痛咳嗽发热三天',
]);

function reader(specials: boolean, scheme: TagScheme = 'BIO'): NerReader {
  return {
    tokenize: wordPieceTokenizer(vocabulary),
    vocabulary,
    tagSet: createTagSet(['symptom', 'time'], scheme),
    specials,
    head: 'crf',
  };
}

const TEXT = '患者无胸痛，咳嗽、发热三天。';
const ENTITIES: readonly TypedSpan[] = [
  { start: 3, end: 5, type: 'symptom' },
  { start: 6, end: 8, type: 'symptom' },
  { start: 9, end: 11, type: 'symptom' },
  { start: 11, end: 13, type: 'time' },
];

describe('trainingWindows', () => {
  it('puts a short document between [CLS] and [SEP]', () => {
    const { windows, report } = trainingWindows({ text: TEXT, entities: ENTITIES }, reader(true), {
      length: 20,
      overlap: 2,
    });
    expect(windows).toHaveLength(1);
    const [{ ids, tags, window }] = windows as [(typeof windows)[0]];
    expect(window).toEqual({ from: 0, to: 14 });
    expect([...ids.slice(0, 3)]).toEqual([2, vocabulary.id('患'), vocabulary.id('者')]);
    expect(ids.at(-1)).toBe(3);
    expect(ids).toHaveLength(16);
    expect([...tags!]).toEqual([0, 0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 4, 0]);
    expect(report).toEqual({ dropped: [], widened: [] });
  });

  it('looks at every pair of tags once, not for each document: there may be millions', () => {
    const { tagSet, ...rest } = reader(true);
    let looks = 0;
    const counted = Object.defineProperty({ ...tagSet }, 'tags', {
      get: () => {
        looks++;
        return tagSet.tags;
      },
    });
    for (let i = 0; i < 20; i++)
      trainingWindows(
        { text: TEXT, entities: ENTITIES },
        { ...rest, tagSet: counted },
        { length: 20, overlap: 2 },
      );
    expect(looks).toBe(1);
  });

  it('reports entities that tags cannot hold, once a document', () => {
    const nested = { start: 3, end: 4, type: 'symptom' };
    const { report } = trainingWindows({ text: TEXT, entities: [...ENTITIES, nested] }, reader(true), {
      length: 8,
      overlap: 2,
    });
    expect(report.dropped).toEqual([{ span: nested, reason: 'nested' }]);
  });

  it('covers every token, cuts no entity that fits, and tags legally', () => {
    const documents = fc
      .array(fc.record({ gap: fc.nat(4), size: fc.integer({ min: 1, max: 5 }), type: fc.nat(1) }), {
        maxLength: 8,
      })
      .map((parts) => {
        const entities: TypedSpan[] = [];
        let text = '';
        for (const { gap, size, type } of parts) {
          text += '无'.repeat(gap);
          entities.push({ start: text.length, end: text.length + size, type: ['symptom', 'time'][type]! });
          text += '痛'.repeat(size);
        }
        return { text: `${text}天`, entities };
      });
    const sizes = fc.record({ length: fc.integer({ min: 3, max: 9 }), overlap: fc.nat(2) });
    fc.assert(
      fc.property(
        documents,
        sizes,
        fc.boolean(),
        fc.constantFrom<TagScheme>('BIO', 'BIOES'),
        (document, size, specials, scheme) => {
          const own = reader(specials, scheme);
          const length = size.length + (specials ? 2 : 0);
          const { windows } = trainingWindows(document, own, { length, overlap: size.overlap });
          const whole = encodeSpans(own.tokenize(document.text), document.entities, own.tagSet).tags;
          const { allowed, start, end } = transitionConstraints(own.tagSet);
          let covered = 0;
          for (const { window, tags, ids } of windows) {
            expect(window.from).toBeLessThanOrEqual(covered);
            expect(window.to).toBeGreaterThan(covered);
            covered = window.to;
            expect(ids.length).toBeLessThanOrEqual(length);
            expect(tags).toHaveLength(window.to - window.from);
            expect(start[tags![0]!]).toBe(1);
            expect(end[tags!.at(-1)!]).toBe(1);
            for (let t = 1; t < tags!.length; t++)
              expect(allowed[tags![t - 1]! * own.tagSet.size + tags![t]!]).toBe(1);
            const fits = document.entities.every((entity) => entity.end - entity.start <= size.length);
            if (fits) expect([...tags!]).toEqual([...whole.slice(window.from, window.to)]);
          }
          expect(covered).toBe(document.text.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('batchWindows', () => {
  it('pads rows and missing windows, with masks over the real tokens', () => {
    const own = reader(true);
    const { windows } = trainingWindows(
      { text: '发热三天', entities: [{ start: 0, end: 2, type: 'symptom' }] },
      own,
      {
        length: 8,
        overlap: 0,
      },
    );
    const batch = batchWindows(windows, own, { batch: 2, length: 8 });
    const id = (token: string) => vocabulary.requireId(token);
    expect([...batch.ids]).toEqual([
      2,
      id('发'),
      id('热'),
      id('三'),
      id('天'),
      3,
      0,
      0,
      ...new Array(8).fill(0),
    ]);
    expect([...batch.mask]).toEqual([1, 1, 1, 1, 1, 1, 0, 0, ...new Array(8).fill(0)]);
    expect([...batch.tags!]).toEqual([1, 2, 0, 0, 0, 0, ...new Array(6).fill(0)]);
    expect(batch.types).toHaveLength(16);
    expect(() => batchWindows(windows, own, { batch: 0, length: 8 })).toThrow(/1 inputs for a batch of 0/);
    expect(() => batchWindows(windows, own, { batch: 1, length: 5 })).toThrow(/6 tokens.*has 5/);
  });
});

describe('prediction', () => {
  /** A model that knows the tags: large emissions for the right ones. */
  function oracle(tags: Int32Array, width: number): Float32Array {
    const emissions = new Float32Array(tags.length * width);
    tags.forEach((tag, token) => {
      emissions[token * width + tag] = 8;
    });
    return emissions;
  }

  it.each([
    { specials: true, length: 9, overlap: 3 },
    { specials: false, length: 5, overlap: 1 },
    { specials: true, length: 40, overlap: 3 },
  ])(
    'gives the entities back from window by window emissions: $length tokens, $specials',
    ({ specials, ...size }) => {
      const own = reader(specials);
      const { tokens, windows } = predictionWindows(TEXT, own, size);
      const { tags } = encodeSpans(tokens, ENTITIES, own.tagSet);
      const width = own.tagSet.size;
      const places = size.length - (specials ? 2 : 0);
      const graph = new Float32Array(windows.length * places * width); // [B, N, K] with rubbish at padding
      graph.fill(50);
      for (const [row, { window }] of windows.entries())
        graph.set(oracle(tags.slice(window.from, window.to), width), row * places * width);
      const rows = emissionsOfWindows(graph, windows, [windows.length, places, width]);
      const merged = mergeRows(
        windows.map(({ window }) => window),
        rows,
        width,
      );
      const heads = [
        { kind: 'softmax' },
        {
          kind: 'crf',
          scores: {
            transitions: new Float32Array(width * width),
            start: new Float32Array(width),
            end: new Float32Array(width),
          },
        },
      ] as const;
      for (const head of heads) {
        const found = decodeEntities(merged, tokens, { tagSet: own.tagSet, head });
        expect(found.map(({ start, end, type }) => ({ start, end, type }))).toEqual(ENTITIES);
        for (const { confidence } of found) {
          expect(confidence).toBeGreaterThan(0.98);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }
    },
  );

  it('reads nothing out of an empty text', () => {
    const own = reader(true);
    const { tokens, windows } = predictionWindows('', own, { length: 8, overlap: 2 });
    expect(windows).toEqual([]);
    expect(
      decodeEntities(new Float32Array(0), tokens, { tagSet: own.tagSet, head: { kind: 'softmax' } }),
    ).toEqual([]);
  });

  it('names the least certain tag as confidence', () => {
    const own = reader(false);
    const { tokens } = predictionWindows('胸痛', own, { length: 4, overlap: 0 });
    const even = Math.log(3);
    const emissions = Float32Array.of(0, 9, 0, 0, 0, 0, 0, even, 0, 0); // B-symptom surely, I-symptom 3 : 4
    const [found] = decodeEntities(emissions, tokens, { tagSet: own.tagSet, head: { kind: 'softmax' } });
    expect(found).toMatchObject({ start: 0, end: 2, type: 'symptom' });
    expect(found!.confidence).toBeCloseTo(3 / 7, 5);
  });

  it('lets a CRF forbid what a softmax may say', () => {
    const own = reader(false);
    const { tokens } = predictionWindows('胸痛', own, { length: 4, overlap: 0 });
    const width = own.tagSet.size;
    const emissions = Float32Array.of(0, 1, 0, 0, 0, 0, 0, 1, 0, 2); // B-symptom, then I-time
    const scores = {
      transitions: new Float32Array(width * width),
      start: new Float32Array(width),
      end: new Float32Array(width),
    };
    const [found, ...more] = decodeEntities(emissions, tokens, {
      tagSet: own.tagSet,
      head: { kind: 'crf', scores },
    });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ start: 0, end: 2, type: 'symptom' });
  });
});
