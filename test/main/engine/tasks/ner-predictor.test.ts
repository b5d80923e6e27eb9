/** Stored taggers opened for prediction: the same emissions as where they come from, and damaged files. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { isEnsemble } from '../../../../main/engine/io/model-files.ts';
import { weightsFromFile, weightsToFile } from '../../../../main/engine/io/weights.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { Executor } from '../../../../main/engine/runtime/program.ts';
import { NerForward, nerHead, predictEntities } from '../../../../main/engine/tasks/ner/forward.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { nerReader } from '../../../../main/engine/tasks/ner/reader.ts';
import { uncertaintyOf } from '../../../../main/engine/tasks/ner/uncertainty.ts';
import { type SmallTagger, sampleTexts, taggerFiles } from '../../../helpers/tagger.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await openExecutor({ id: 'onnx', threads: 1 });
});
afterAll(() => executor.dispose());

const TEXTS = sampleTexts(12, 90);

function nerConfig({ config }: ModelFiles) {
  if (config.task !== 'ner' || isEnsemble(config)) throw new Error('no tagger');
  return config;
}

describe.each<SmallTagger>(['bilstm-crf', 'bert-softmax'])('a stored %s', (kind) => {
  it('finds what the parameters in memory find', async () => {
    const files = taggerFiles(kind);
    const config = nerConfig(files);
    const model = tagger(config.model);
    const values = weightsFromFile(model.params, files.weights);
    const store = executor.createStore(model.params);
    await store.write(values);
    const forward = new NerForward(store, {
      config: config.model,
      reader: nerReader(config, files.vocabulary),
      window: config.window,
      model,
    });
    const expected = await predictEntities(
      forward,
      nerHead(config.model, values, config.window.length),
      TEXTS,
    );
    const head = nerHead(config.model, values, config.window.length);
    const emissions = await forward.emissionsOf(TEXTS);
    await store.dispose();

    const predictor = await NerPredictor.open(executor, files);
    const found = await predictor.predict(TEXTS);
    expect(found.flat().length).toBeGreaterThan(10);
    expect(found).toEqual(
      expected.map((entities, i) =>
        entities.map((entity) => ({ ...entity, text: TEXTS[i]!.slice(entity.start, entity.end) })),
      ),
    );
    const scanned = await predictor.scan(TEXTS);
    expect(scanned.entities).toEqual(found);
    for (const [i, { entropy, margin }] of scanned.uncertainty.entries()) {
      const direct = uncertaintyOf(emissions[i]!.emissions, predictor.reader.tagSet, head);
      expect(entropy).toBeCloseTo(direct.entropy, 4);
      expect(margin).toBeCloseTo(direct.margin, 3);
    }
    expect(predictor.labels).toEqual(['disease', '药物']);
    expect(predictor.latency.firstTextMs).toBeGreaterThan(0);
    expect(predictor.latency.openMs).toBeGreaterThan(0);
    await predictor.dispose();
  });
});

describe('files that cannot be used', () => {
  const files = taggerFiles('bilstm-crf');
  const config = nerConfig(files);
  const { params } = tagger(config.model);
  const values = weightsFromFile(params, files.weights);
  const bytes = Buffer.concat(files.weights);

  const cases: [string, Partial<ModelFiles>, RegExp][] = [
    ['weights cut short', { weights: [bytes.subarray(0, bytes.length - 5)] }, /safetensors/],
    ['no weights', { weights: [] }, /safetensors/],
    ['another header', { weights: [Buffer.from('{"a": 1}')] }, /safetensors/],
    ['a missing parameter', { weights: weightsToFile(params.slice(1), values) }, /is missing/],
    [
      'a parameter that is no number',
      {
        weights: weightsToFile(params, {
          ...values,
          'classifier.bias': values['classifier.bias']!.map(() => Number.NaN),
        }),
      },
      /classifier\.bias.*no numbers/,
    ],
    ['an encoder', { config: { ...config, task: 'encoder', model: {} } as never }, /finds no entities/], // safe: refused before it is read
    [
      'another vocabulary',
      { vocabulary: `${files.vocabulary}甲\t3\n乙\t3\n` },
      /it has \d+ tokens, the model only \d+/,
    ],
    ['no vocabulary', { vocabulary: '' }, /no vocabulary/],
    [
      'labels of another model',
      { config: { ...config, model: { ...config.model, tags: { types: ['a'], scheme: 'BIO' } } } },
      /classifier\.weight.*shape/,
    ],
    [
      'a label twice',
      { config: { ...config, model: { ...config.model, tags: { types: ['a', 'a'], scheme: 'BIO' } } } },
      /twice/,
    ],
    ['windows without an end', { config: { ...config, window: { length: 8, overlap: 8 } } }, /windows of 8/],
  ];

  it.each(cases)('%s: a clear error', async (_, broken, message) => {
    const attempt = NerPredictor.open(executor, { ...files, ...broken });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toMatchObject({ name: 'AppError' });
  });
});
