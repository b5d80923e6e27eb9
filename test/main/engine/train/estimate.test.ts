import { describe, expect, it } from 'vitest';
import { parameterCount } from '../../../../main/engine/models/model.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';
import { setUpClassify } from '../../../../main/engine/tasks/classify/training.ts';
import { setUpNer } from '../../../../main/engine/tasks/ner/training.ts';
import { preparePretrain } from '../../../../main/engine/tasks/pretrain/run.ts';
import { DataOrder } from '../../../../main/engine/train/data-order.ts';
import { type EstimateInput, estimateRun } from '../../../../main/engine/train/estimate.ts';
import { estimatePretraining } from '../../../../main/engine/train/pretrain-estimate.ts';
import { ClassifySettings, classifyDefaults } from '../../../../shared/domain/classification.ts';
import { withinHours } from '../../../../shared/domain/estimate.ts';
import { ClassifyNetwork, linearMethod, NerNetwork } from '../../../../shared/domain/networks.ts';
import { PretrainSettings } from '../../../../shared/domain/pretraining.ts';
import { recipeSettings } from '../../../../shared/domain/recipes.ts';
import { NerSettings, nerDefaults, RunSettings } from '../../../../shared/domain/training.ts';
import { suitedDefaults } from '../../../../shared/run-settings.ts';
import { TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { classifiedDocuments } from './classify-runs.ts';
import { nerDocuments } from './ner-documents.ts';

const shapeOf = (texts: readonly string[], labels: number): EstimateInput['data'] => ({
  lengths: texts.map((text) => text.length),
  characters: new Set(texts.join('')).size,
  labels,
});
const TYPES = new Set(TRAIN_DOCUMENTS.flatMap(({ entities }) => entities.map(({ type }) => type))).size;
const TAGGED = shapeOf(
  TRAIN_DOCUMENTS.map(({ text }) => text),
  TYPES,
);
const GIGABYTE = 1e9;

describe('the estimate of a run', () => {
  it.each(NerNetwork.options)('counts the parameters of the tagger %s', (network) => {
    const settings = NerSettings.parse({ task: 'ner', ...nerDefaults(network), network, encoder: 'tiny' });
    const { config } = setUpNer(settings, TRAIN_DOCUMENTS, {});
    const { total } = parameterCount(tagger(config.model));
    const { parameters } = estimateRun({ settings, data: TAGGED });
    expect(Math.abs(parameters / total - 1)).toBeLessThan(0.02);
  });

  it.each(ClassifyNetwork.options.filter((network) => linearMethod(network) === undefined))(
    'counts the parameters of the classifier %s',
    (network) => {
      const defaults = classifyDefaults({ network, front: 'embedding' });
      const settings = ClassifySettings.parse({ task: 'classify', ...defaults, network, encoder: 'tiny' });
      const documents = classifiedDocuments(54);
      const { config } = setUpClassify(settings, documents, {});
      const { total } = parameterCount(textClassifier(config.model));
      const data = shapeOf(
        documents.map(({ text }) => text),
        config.model.labels.length,
      );
      expect(Math.abs(estimateRun({ settings, data }).parameters / total - 1)).toBeLessThan(0.02);
    },
  );

  it('is near runs that were measured on two cores', () => {
    // cMedQANER, 1,673 records of 105 characters: 118 s and 1.29 GB with a lexicon of 18,573 words
    const records = {
      lengths: Array.from({ length: 1673 }, (_, i) => 40 + (i % 131)),
      characters: 2200,
      labels: 11,
    };
    const lexicon = NerSettings.parse({ task: 'ner', lexicon: 'both', lexiconVectors: 'w' });
    const words = { tokens: 18_573, dimension: 50 };
    const tagging = estimateRun({ settings: lexicon, data: records, lexiconVectors: words });
    expect(tagging.parameters).toBeGreaterThan(1.7e6);
    expect(tagging.parameters).toBeLessThan(2.3e6);
    expect(tagging.seconds).toBeGreaterThan(60);
    expect(tagging.seconds).toBeLessThan(240);
    expect(tagging.memoryBytes).toBeGreaterThan(0.9 * GIGABYTE);
    expect(tagging.memoryBytes).toBeLessThan(1.8 * GIGABYTE);
    // KUAKE-QIC, 6,931 questions of 13 characters, 11 labels: 2 s, 221,606 parameters
    const questions = { lengths: Array.from({ length: 6931 }, () => 13), characters: 1800, labels: 11 };
    const svm = estimateRun({
      settings: ClassifySettings.parse({ task: 'classify', network: 'linear-svm' }),
      data: questions,
    });
    expect(svm.seconds).toBeLessThan(5);
    expect(svm.parameters).toBeGreaterThan(1.5e5);
    expect(svm.parameters).toBeLessThan(3.5e5);
  });

  it.each([
    ['ner', 0, 100],
    ['ner', 0.1, 100],
    ['classify', 0, 100],
    ['classify', 0, 50],
  ] as const)(
    'of the default for 10,000 short texts stays below 20 minutes on two cores, of the best below an hour (%s, %d nested, 20 to 20 + %d characters)',
    (task, overlapping, spread) => {
      const lengths = Array.from({ length: 10_000 }, (_, i) => 20 + (i % spread));
      const characters = lengths.reduce((sum, length) => sum + length, 0);
      const vectors = { unit: 'word', tokens: 18_573, dimension: 50 } as const;
      const data = { lengths, characters: 2500, labels: 20 };
      const facts = { task, documents: lengths.length, characters, overlapping, wordVectors: 'w' };
      for (const [name, minutes] of [
        ['balanced', 20],
        ['best', 60],
      ] as const) {
        const recipe = recipeSettings(name, facts);
        const settings = RunSettings.parse({ ...suitedDefaults(task, recipe), ...recipe, task });
        if (settings.task === 'pretrain') throw new Error('no recipe pre-trains');
        const { seconds } = estimateRun({ settings, data, vectors, lexiconVectors: vectors });
        expect(seconds).toBeLessThan(minutes * 60);
      }
    },
  );

  it('grows with epochs, passes, and with the pairs of a span head', () => {
    const of = (given: object) =>
      estimateRun({ settings: NerSettings.parse({ task: 'ner', ...given }), data: TAGGED });
    expect(of({ epochs: 28 }).seconds).toBeGreaterThan(of({ epochs: 14 }).seconds);
    for (const twice of [{ adversarialNorm: 1 }, { rDrop: 1 }])
      expect(of({ epochs: 14, ...twice }).seconds).toBeCloseTo(of({ epochs: 28 }).seconds, 5);
    const settings = NerSettings.parse({ task: 'ner' });
    const manyTypes = estimateRun({ settings, data: { ...TAGGED, labels: 1200 } });
    expect(manyTypes.seconds).toBeGreaterThan(3 * of({}).seconds); // a CRF has a score for each pair of tags
    expect(of({ network: 'bilstm-globalpointer' }).memoryBytes).toBeGreaterThan(of({}).memoryBytes);
  });
});

describe('the estimate of pre-training', () => {
  const data = { lengths: Array.from({ length: 500 }, (_, i) => 20 + (i % 300)), characters: 1500 };
  const settingsOf = (given: object) =>
    PretrainSettings.parse({ task: 'pretrain', encoder: 'tiny', ...given });

  it.each([
    {},
    { objective: 'rtd' },
    { objective: 'hybrid', packing: true },
    { pair: 'sop' },
    { encoderLayers: 4 },
  ] as const)('counts the parameters that the run has (%o)', async (given) => {
    const settings = settingsOf(given);
    const documents = nerDocuments(60).map(({ id, text }) => ({ id, text: `${text}\n${text.slice(3)}` }));
    const { model } = preparePretrain({ settings, train: documents, dev: [], devName: 'dev' });
    const shape = shapeOf(
      documents.map(({ text }) => text),
      0,
    );
    const { parameters } = estimatePretraining({ settings, data: shape });
    expect(Math.abs(parameters / parameterCount(model).total - 1)).toBeLessThan(0.03);
  });

  it('counts the updates of a run, by packed texts or padded ones', () => {
    for (const packing of [true, false]) {
      const documents = data.lengths.map((length, i) => ({
        id: `${i}`,
        text: String.fromCodePoint(0x4e00 + i).repeat(length),
      }));
      const settings = settingsOf({ packing, epochs: 2, devShare: 0.01, batchSize: 4 });
      const { lengths, buckets } = preparePretrain({ settings, train: documents, dev: [], devName: 'dev' });
      const updates = 2 * new DataOrder(lengths, buckets, 1).batchesPerEpoch;
      const { all } = estimatePretraining({ settings, data }).updates;
      expect(Math.abs(all / updates - 1)).toBeLessThan(0.15);
    }
  });

  it('is near runs that were measured on two cores', () => {
    const corpus = { lengths: Array.from({ length: 33_000 }, () => 100), characters: 5000 };
    // 16 × 128 packed tokens an update: 6,221 and 2,117 tokens a second of one core, 0.7 and 1.1 GiB
    for (const [encoder, speed, gibibytes] of [
      ['mini', 2 * 6221, 0.7],
      ['6x384', 2 * 2117, 1.1],
    ] as const) {
      const settings = settingsOf({ encoder, packing: true, batchSize: 16 });
      const { seconds, memoryBytes, updates } = estimatePretraining({ settings, data: corpus });
      expect((updates.all * 16 * 128) / seconds / speed).toBeGreaterThan(0.6);
      expect((updates.all * 16 * 128) / seconds / speed).toBeLessThan(1.7);
      expect(memoryBytes / 2 ** 30 / gibibytes).toBeGreaterThan(0.7);
      expect(memoryBytes / 2 ** 30 / gibibytes).toBeLessThan(1.5);
    }
  });

  it('turns hours into updates and epochs enough for them', () => {
    const estimate = estimatePretraining({ settings: settingsOf({ epochs: 3 }), data });
    const { steps, epochs } = withinHours(0.2, estimate.updates);
    const chosen = estimatePretraining({ settings: settingsOf({ steps, epochs }), data });
    expect(chosen.updates.all).toBe(steps);
    expect(chosen.seconds / 720).toBeGreaterThan(0.5);
    expect(chosen.seconds / 720).toBeLessThan(1.5);
    expect(epochs * chosen.updates.anEpoch).toBeGreaterThanOrEqual(steps);
    expect(withinHours(1e-9, estimate.updates)).toEqual({ steps: 1, epochs: 1 });
  });
});
