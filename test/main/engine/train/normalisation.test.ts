/** Normalisation of terms as whole runs: what they learn, resuming, files, unseen terms, and what is refused. */
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../../../main/engine/io/check-model.ts';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import { ModelFileConfig, type ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { partsOf } from '../../../../main/engine/tasks/normalise/candidates.ts';
import type { NormalisationTrainInput } from '../../../../main/engine/train/run-types.ts';
import { NormalisationSettings } from '../../../../shared/domain/normalisation.ts';
import { filesOf, finish, memoryStorage, weightsOf, withClassifier } from './runs.ts';
import { SITES, termDocuments } from './term-documents.ts';

const run = (
  changes: Record<string, unknown> = {},
  more: Partial<NormalisationTrainInput> = {},
): NormalisationTrainInput => ({
  settings: NormalisationSettings.parse({ task: 'normalisation', c: 3, termWeighting: 'idf', ...changes }),
  train: termDocuments(160),
  dev: termDocuments(60, 1000),
  devName: 'dev',
  executor: 'onnx:cpu',
  storage: memoryStorage(),
  ...more,
});

const termsOf = (files: ModelFiles, texts: readonly string[]): Promise<string[][]> =>
  withClassifier(files, async (predictor) =>
    (await predictor.predict(texts, 3)).map(({ labels }) => labels.toSorted()),
  );

describe('parts of a text', () => {
  it('are the text, and what stands between signs and joining words', () => {
    expect(partsOf('高血压;冠心病伴心衰')).toEqual(['高血压;冠心病伴心衰', '高血压', '冠心病', '心衰']);
    expect(partsOf(' 肺炎 ')).toEqual(['肺炎']);
  });
});

describe('normalisation of terms', () => {
  it('finds one or several terms, better than simple rules, and is kept in files', async () => {
    const { result } = await finish(run());
    if (result.kind !== 'finished' || result.report.task !== 'normalisation')
      throw new Error('another report');
    const { micro, baselines = [], perLabel, folds } = result.report;
    expect(micro.f1).toBeGreaterThan(0.9);
    expect(folds).toBe(5);
    expect(baselines.map(({ name }) => name)).toEqual(['exact', 'tfidf', 'nearest']);
    for (const { scores } of baselines.slice(0, 2)) expect(scores.f1).toBeLessThan(micro.f1);
    expect(Object.keys(perLabel).length).toBeLessThanOrEqual(SITES.length * 3);
    const files = filesOf(result);
    checkModel(files);
    expect(describeModel(files)).toMatchObject({
      task: 'normalisation',
      network: 'logistic-regression',
      labels: [],
    });
    expect(ModelFileConfig.parse(JSON.parse(JSON.stringify(files.config)))).toEqual(files.config);
    expect(await termsOf(files, ['左侧胃癌', '肝息肉；右侧肾结石'])).toEqual([
      ['胃恶性肿瘤'],
      ['肝息肉', '肾结石'],
    ]);
  });

  it('finds terms of the code list that no training text bears', async () => {
    const { result } = await finish(run({}, { terms: ['喉息肉', '喉恶性肿瘤'] }));
    expect(await termsOf(filesOf(result), ['喉息肉'])).toEqual([['喉息肉']]);
  });

  it('goes on from a checkpoint bit for bit, with a network that judges candidates', async () => {
    const changes = {
      network: 'bilstm',
      hiddenSize: 8,
      embeddingSize: 8,
      epochs: 1,
      length: 32,
      negatives: 2,
    };
    const straight = await finish(run(changes));
    const storage = memoryStorage();
    const stopped = await finish(
      run(changes, { storage }),
      (event) => event.kind === 'step' && event.point.step === 2,
    );
    expect(stopped.result).toEqual({ kind: 'paused', step: 2 });
    const resumed = await finish(run(changes, { storage }));
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    expect(filesOf(resumed.result).config).toEqual(filesOf(straight.result).config);
  });

  it('is refused where files do not fit together, and where no candidate is right', async () => {
    const files = filesOf((await finish(run())).result);
    const config = JSON.parse(JSON.stringify(files.config)) as { model: { rules: { weights: number[] } } };
    config.model.rules.weights.pop();
    expect(() => checkModel({ ...files, config: ModelFileConfig.parse(config) })).toThrow('config.json');
    const train = termDocuments(20).map((document, i) => ({ ...document, text: `x${i}` }));
    await expect(finish(run({ nearest: 0 }, { train }))).rejects.toThrow('candidates');
  });
});
