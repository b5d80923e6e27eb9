/** Whole runs with word vectors in front: what they learn, keep and give back after a file. */
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../../../main/engine/io/check-model.ts';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { readSafetensors } from '../../../../main/engine/io/safetensors.ts';
import { CHARACTER_TABLE, WORD_TABLE } from '../../../../main/engine/models/fronts/front.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import { evaluateNer } from '../../../../main/engine/tasks/ner/evaluate.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import type { RunInput } from '../../../../main/engine/train/run-types.ts';
import { nerReport } from '../../../helpers/reports.ts';
import { saying } from '../../../helpers/words.ts';
import { vectorsOf } from '../tasks/vectors.ts';
import { smallClassifier } from './classify-runs.ts';
import { nerDocuments } from './ner-documents.ts';
import {
  filesOf,
  finish,
  LEXICON,
  memoryStorage,
  smallRun,
  throughFolder,
  weightsOf,
  withClassifier,
} from './runs.ts';

const WORDS = [
  '患者',
  '咳嗽',
  '发热',
  '胸痛',
  '头晕',
  '腹泻',
  '气促',
  '阿司匹林',
  '布洛芬',
  '胰岛素',
  '头孢',
  '治疗',
  '痰',
];
const characters = vectorsOf('character', WORDS.join(''));
const words = vectorsOf('word', WORDS, { userWords: ['阿司匹林', '布洛芬', '用药'] });

const FRONTS = {
  characters: { changes: {}, vectors: characters },
  'characters, frozen': { changes: { freezeVectors: true }, vectors: characters },
  words: { changes: {}, vectors: words },
  'words, frozen': { changes: { freezeVectors: true }, vectors: words },
  'words alone': { changes: { characterVectors: false }, vectors: words },
  lexicon: { changes: { front: 'embedding', lexicon: 'both', lexiconVectors: 'v', bigramSize: 4 } },
  'lexicon, frozen': {
    changes: { front: 'embedding', lexicon: 'vectors', lexiconVectors: 'v', freezeLexicon: true },
  },
  'names of the graph': { changes: { front: 'embedding', lexicon: 'graph' } },
  'lexicon over an encoder': {
    changes: { front: 'encoder', encoder: 'tiny', freezeEncoder: true, lexicon: 'both', lexiconVectors: 'v' },
  },
} as const;
type FrontName = keyof typeof FRONTS;
// safe: the keys of a literal object
const NAMES = Object.keys(FRONTS) as FrontName[];

function tagger(name: FrontName, changes: Record<string, unknown> = {}, more: Partial<RunInput> = {}) {
  const front = FRONTS[name];
  const input = smallRun(
    { front: 'vectors', vectors: 'v', network: 'staresgru-cnn-crf', ...front.changes, ...changes },
    'vectors' in front ? { vectors: front.vectors } : { lexicon: LEXICON },
  );
  return { ...input, ...more } as typeof input; // safe: what surrounds a run, whatever its task
}

function tensorOf(files: ModelFiles, name: string): Float32Array | undefined {
  const data = readSafetensors(Buffer.concat(files.weights)).tensors.get(name)?.data;
  return data instanceof Float32Array ? data : undefined;
}

/** Twelve updates: enough to stop in their midst. `loop.test.ts` goes on over several epochs. */
const ONE_EPOCH = { epochs: 1 };

/** Fronts of which another one stands for the most part. */
const tagsOf = (name: FrontName) => (name.includes('frozen') ? ['long'] : []);

describe.each(NAMES.map((name) => ({ name, tags: tagsOf(name) })))(
  'a tagger over $name',
  ({ name, tags }) => {
    it('learns templates, and its files find the same entities', { tags }, async () => {
      const input = tagger(name, { epochs: 6, dropout: 0.1 });
      const { result } = await finish(input);
      if (result.kind !== 'finished') throw new Error('the run is not finished');
      const { scores } = nerReport(result.report);
      // Words alone are the same for all characters of a word, and templates hold entities that jieba does not part off.
      expect(scores.f1).toBeGreaterThan(name === 'words alone' ? 0.5 : 0.8);
      const executor = await openExecutor({ id: 'onnx', threads: 1 });
      const predictor = await NerPredictor.open(executor, throughFolder(result.model));
      const found = await predictor.predict(input.dev.map(({ text }) => text));
      await predictor.dispose();
      await executor.dispose();
      const again = evaluateNer(input.dev, found, {
        types: predictor.labels,
        dataSet: 'dev',
        untaggable: {},
        seconds: 1,
      });
      expect(again.scores).toEqual(scores);
    });

    it('goes on from a checkpoint bit for bit', { tags }, async () => {
      const straight = weightsOf((await finish(tagger(name, ONE_EPOCH))).result);
      const storage = memoryStorage();
      const { result } = await finish(
        tagger(name, ONE_EPOCH, { storage }),
        (event) => event.kind === 'step' && event.point.step === 7,
      );
      expect(result).toEqual({ kind: 'paused', step: 7 });
      expect(weightsOf((await finish(tagger(name, ONE_EPOCH, { storage }))).result).equals(straight)).toBe(
        true,
      );
    });
  },
);

describe.each([
  { network: 'bilstm-globalpointer', tags: [] },
  { network: 'bert-globalpointer', tags: ['long'] },
  { network: 'bilstm-biaffine', tags: ['long'] },
  { network: 'bert-biaffine', tags: [] },
] as const)('the span head of $network', ({ network, tags }) => {
  /** Every drug with its first character as an entity within it. */
  const nested = (count: number, from = 0) =>
    nerDocuments(count, from).map(({ entities, ...document }) => ({
      ...document,
      entities: entities.flatMap((entity) =>
        entity.type === '药物' ? [entity, { ...entity, end: entity.start + 1, type: '症状' }] : [entity],
      ),
    }));
  const input = (changes: Record<string, unknown> = {}) =>
    smallRun(
      {
        network,
        encoder: 'tiny',
        epochs: network.startsWith('bert') ? 14 : 8,
        learningRate: network.startsWith('bert') ? 2e-3 : 0.02,
        dropout: 0.1,
        lexicon: 'both',
        lexiconVectors: 'v',
        ...changes,
      },
      { train: nested(48), dev: nested(12, 1000), lexicon: LEXICON },
    );

  it('learns nested entities, and its files find the same ones', { tags: [...tags] }, async () => {
    const given = input();
    const { result, events } = await finish(given);
    expect(events[0]).toMatchObject({ warnings: [] });
    if (result.kind !== 'finished') throw new Error('the run is not finished');
    const { scores, untaggable } = nerReport(result.report);
    expect(scores.f1).toBeGreaterThan(0.8);
    expect(untaggable).toEqual({});
    const executor = await openExecutor({ id: 'onnx', threads: 1 });
    const predictor = await NerPredictor.open(executor, throughFolder(result.model));
    const { entities } = await predictor.scan(given.dev.map(({ text }) => text));
    await predictor.dispose();
    await executor.dispose();
    const again = evaluateNer(given.dev, entities, {
      types: predictor.labels,
      dataSet: 'dev',
      untaggable: {},
      seconds: 1,
    });
    expect(again.scores).toEqual(scores);
  });

  it('goes on from a checkpoint bit for bit', { tags: [...tags] }, async () => {
    const straight = weightsOf((await finish(input(ONE_EPOCH))).result);
    const storage = memoryStorage();
    const stopped = await finish({ ...input(ONE_EPOCH), storage }, (event) => {
      return event.kind === 'step' && event.point.step === 7;
    });
    expect(stopped.result).toEqual({ kind: 'paused', step: 7 });
    expect(weightsOf((await finish({ ...input(ONE_EPOCH), storage })).result).equals(straight)).toBe(true);
  });
});

it('taggers leave nested entities out, and name the heads that learn them', async () => {
  const [first] = nerDocuments(1);
  const entity = first!.entities[0]!;
  const inner = { ...entity, end: entity.start + 1 };
  const train = [{ ...first!, entities: [entity, inner] }, ...nerDocuments(8, 1)];
  const { events } = await finish(smallRun({ epochs: 1 }, { train }));
  expect(events[0]).toMatchObject({ warnings: [saying(/1 nested/), saying(/GlobalPointer or biaffine/)] });
});

describe('parameters', () => {
  it('are counted, and those that are learnt among them', async () => {
    const { events } = await finish(tagger('characters, frozen', { epochs: 1 }));
    const { events: whole } = await finish(tagger('characters', { epochs: 1 }));
    const [frozen, learning] = [events[0]!, whole[0]!];
    if (frozen.kind !== 'started' || learning.kind !== 'started') throw new Error('not started');
    expect(learning.learnt).toBeUndefined();
    expect(frozen.parameters).toBe(learning.parameters);
    const { result } = await finish(tagger('characters, frozen', { epochs: 1 }));
    const table = tensorOf(filesOf(result), CHARACTER_TABLE)!;
    expect(frozen.learnt).toBe(frozen.parameters - table.length);
    expect(describeModel(filesOf(result)).parameters).toBe(frozen.parameters);
  });
});

describe('vectors', () => {
  const table = async (changes: Record<string, unknown>, name: FrontName) =>
    tensorOf(
      filesOf((await finish(tagger(name, { epochs: 1, ...changes }))).result),
      name.startsWith('characters') ? CHARACTER_TABLE : WORD_TABLE,
    );

  it.each(['characters', 'words'] as const)(
    'of %s stay when they are frozen, else they learn',
    async (name) => {
      const before = await table({ freezeVectors: true, seed: 1, learningRate: 0.001 }, name);
      const other = await table({ freezeVectors: true, seed: 1, learningRate: 0.05 }, name);
      expect(before?.length).toBeGreaterThan(50);
      expect(other).toEqual(before);
      expect(await table({ freezeVectors: false, seed: 1 }, name)).not.toEqual(before);
    },
  );

  it('of other values make another run: its checkpoint is refused', async () => {
    const storage = memoryStorage();
    await finish(tagger('words', {}, { storage }), ({ kind }) => kind === 'started');
    const changed = {
      ...words,
      vectors: { ...words.vectors, values: words.vectors.values.map((x) => x + 1) },
    };
    await expect(finish(tagger('words', {}, { storage, vectors: changed }))).rejects.toThrow(
      /other settings/,
    );
    const parted = { ...words, userWords: [] };
    await expect(finish(tagger('words', {}, { storage, vectors: parted }))).rejects.toThrow(/other settings/);
  });

  it('that cover little are warned of', async () => {
    const few = vectorsOf('character', '患者咳');
    const { events } = await finish(tagger('characters', { epochs: 1 }, { vectors: few }));
    expect(events[0]).toMatchObject({
      warnings: [saying(/^Only \d+ % of the training tokens/)],
    });
    const all = vectorsOf(
      'character',
      nerDocuments(48)
        .map(({ text }) => text)
        .join(''),
    );
    const { events: covered } = await finish(tagger('characters', { epochs: 1 }, { vectors: all }));
    expect(covered[0]).toMatchObject({ warnings: [] });
  });

  it('that are not there, or not for this network, are an error', async () => {
    const none = { ...tagger('characters') };
    delete (none as { vectors?: unknown }).vectors; // safe: an optional property
    await expect(finish(none)).rejects.toThrow(/no word vectors v/);
    await expect(finish(tagger('characters', { network: 'bert-crf' }))).rejects.toThrow(/reads an encoder/);
    await expect(finish(tagger('characters', { vectors: undefined }))).rejects.toThrow(/by name/);
  });

  it('of words need their words in the vocabulary', async () => {
    const { result } = await finish(tagger('words', { epochs: 1 }));
    const files = filesOf(result);
    const cut = files.vocabulary.slice(0, files.vocabulary.indexOf('meridian-vocabulary', 5));
    expect(() => checkModel({ ...files, vocabulary: cut })).toThrow(/vocabulary holds none/);
    expect(() =>
      checkModel({
        ...files,
        vocabulary: files.vocabulary.replace('meridian-user-words', '甲\t1\n乙\t1\nmeridian-user-words'),
      }),
    ).toThrow(/it has \d+ tokens, the model only \d+/);
    expect(describeModel(files)).toMatchObject({ network: 'staresgru-cnn-crf words' });
  });
});

describe('a lexicon', () => {
  it('of other names is another run: its checkpoint is refused', async () => {
    const storage = memoryStorage();
    await finish(tagger('lexicon', {}, { storage }), ({ kind }) => kind === 'started');
    const lexicon = { ...LEXICON, names: LEXICON.names.slice(1) };
    await expect(finish(tagger('lexicon', {}, { storage, lexicon }))).rejects.toThrow(/other settings/);
  });

  it('is stored with the model, stands on its card, and must fit its settings', async () => {
    const files = filesOf((await finish(tagger('lexicon', { epochs: 1 }))).result);
    expect(describeModel(files)).toMatchObject({ network: 'staresgru-cnn-crf lexicon' });
    expect(files.vocabulary).toContain('\n头孢\t');
    const without = files.vocabulary.slice(0, files.vocabulary.indexOf('meridian-lexicon'));
    expect(() => checkModel({ ...files, vocabulary: without })).toThrow(/lexicon does not fit/);
    const more = files.vocabulary.replace('meridian-bigrams', '甲\t1\t99\t0\nmeridian-bigrams');
    expect(() => checkModel({ ...files, vocabulary: more })).toThrow(/lexicon does not fit/);
    const odd = files.vocabulary.replace('meridian-bigrams', '甲\t1\t1\t4\nmeridian-bigrams'); // there are two types
    expect(() => checkModel({ ...files, vocabulary: odd })).toThrow(/lexicon does not fit/);
  });

  it('needs vectors of words, and says when the graph has no name', async () => {
    await expect(finish(tagger('lexicon', {}, { lexicon: { names: [] } }))).rejects.toThrow(
      /needs word vectors/,
    );
    const lexicon = { ...LEXICON, vectors: characters };
    await expect(finish(tagger('lexicon', {}, { lexicon }))).rejects.toThrow(/needs vectors of words/);
    const { events } = await finish(tagger('lexicon', { epochs: 1 }, { lexicon: { ...LEXICON, names: [] } }));
    expect(events[0]).toMatchObject({ warnings: [saying(/graph holds no name/)] });
  });
});

describe('a classifier over words', () => {
  it.each([true, false])(
    'says the same after a file, characters beside them: %s',
    async (characterVectors) => {
      const vectors = vectorsOf('word', [
        '咳嗽',
        '咳痰',
        '肺部',
        '发热',
        '上腹',
        '隐痛',
        '反酸',
        '餐后',
        '摔倒',
        '活动',
        '受限',
        '患者',
      ]);
      const input = smallClassifier(
        { front: 'vectors', vectors: 'v', characterVectors, keep: 'head-tail', length: 32, epochs: 8 },
        { vectors },
      );
      const { result } = await finish(input);
      if (result.kind !== 'finished' || !('micro' in result.report)) throw new Error('no classifier');
      expect(result.report.micro.f1).toBeGreaterThan(0.6);
      const texts = [...input.dev.map(({ text }) => text), '咳嗽'.repeat(40), ''];
      const logits = async (files: ModelFiles) =>
        (await withClassifier(files, (predictor) => predictor.logitsOf(texts))).rows;
      expect(await logits(throughFolder(result.model))).toEqual(await logits(result.model));
    },
  );
});

describe('the lexicon of a classifier', () => {
  const classifier = (changes: Record<string, unknown> = {}, more = {}) =>
    smallClassifier(
      { network: 'avrnn', lexicon: 'both', lexiconVectors: 'v', bigramSize: 4, ...changes },
      { lexicon: LEXICON, ...more },
    );

  it.each([
    { front: 'embedding', network: 'avrnn', name: 'avrnn lexicon' },
    { front: 'encoder', network: 'avcnn', name: 'bert-avcnn 2×128 lexicon' },
  ])('is read over the front $front, and its files label the same texts', async ({ name, ...changes }) => {
    const input = classifier({
      encoder: 'tiny',
      learningRate: 0.01,

      keep: 'head-tail',
      ...changes,
    });
    const files = filesOf((await finish(input)).result);
    expect(describeModel(files).network).toBe(name);
    const texts = [...input.dev.map(({ text }) => text), `患者${'阿司匹林'.repeat(9)}咳嗽`];
    const executor = await openExecutor({ id: 'onnx', threads: 1 });
    const [one, two] = [
      await ClassifyPredictor.open(executor, files),
      await ClassifyPredictor.open(executor, throughFolder(files)),
    ];
    expect((await two.logitsOf(texts)).rows).toEqual((await one.logitsOf(texts)).rows);
    await one.dispose();
    await two.dispose();
    await executor.dispose();
  });

  it('goes on from a checkpoint bit for bit', async () => {
    const straight = weightsOf((await finish(classifier(ONE_EPOCH))).result);
    const storage = memoryStorage();
    const { result } = await finish(
      classifier(ONE_EPOCH, { storage }),
      (event) => event.kind === 'step' && event.point.step === 4,
    );
    expect(result).toEqual({ kind: 'paused', step: 4 });
    expect(weightsOf((await finish(classifier(ONE_EPOCH, { storage }))).result).equals(straight)).toBe(true);
  });
});
