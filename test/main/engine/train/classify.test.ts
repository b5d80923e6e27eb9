/** Classifiers as whole runs: what they learn, that they go on from a checkpoint, and that their files say the same. */
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../../../main/engine/io/check-model.ts';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { decisionOf, evaluateClassifier } from '../../../../main/engine/tasks/classify/evaluate.ts';
import { textsHash } from '../../../../main/engine/tasks/folds.ts';
import type { RunResult } from '../../../../main/engine/train/run-types.ts';
import { ClassificationReport } from '../../../../shared/domain/classification.ts';
import { words } from '../../../../shared/messages/words.ts';
import { classifiedDocuments, LABELS, smallClassifier } from './classify-runs.ts';
import { finish, memoryStorage, throughFolder, weightsOf, withClassifier } from './runs.ts';

function outcome(result: RunResult): { files: ModelFiles; report: ClassificationReport } {
  if (result.kind !== 'finished') throw new Error('the run is not finished');
  return { files: result.model, report: ClassificationReport.parse(result.report) };
}

describe('a classifier', () => {
  const learnsTemplates = async (network: 'staresgru-cnn' | 'cnn' | 'bert') => {
    const changes =
      network === 'bert'
        ? { network, encoder: 'tiny', learningRate: 1e-3, headRate: 4, epochs: 12 }
        : { network };
    const { result } = await finish(smallClassifier(changes));
    const { report, files } = outcome(result);
    expect(report.micro.f1).toBeGreaterThan(0.9);
    expect(report.accuracy).toBe(report.micro.f1);
    expect(report.hitAt[3]).toBe(1);
    expect(report.confusion?.counts.flat().reduce((a, b) => a + b)).toBe(report.documents);
    expect(report.thresholds).toBeUndefined();
    expect(files.config).toMatchObject({
      task: 'classify',
      calibration: report.calibration,
      thresholds: [],
    });
  };
  it.each(['staresgru-cnn', 'cnn'] as const)('of %s learns templates with one label', learnsTemplates);
  it('of bert learns templates with one label', { tags: ['long'] }, () => learnsTemplates('bert'));

  it('weighs the batches of an update by what their losses are means of: texts, or weights of their labels', async () => {
    const documents = classifiedDocuments(27);
    const train = documents.filter(({ labels: [label] }, i) => label === LABELS[0] || i % 9 > 6).slice(0, 6);
    const one = { epochs: 1, dropout: 0, schedule: 'constant', warmupShare: 0 };
    for (const weighting of ['none', 'balanced']) {
      const first = async (change: Record<string, unknown>) => {
        const { events } = await finish(smallClassifier({ ...one, weighting, ...change }, { train }));
        return events.flatMap((event) => (event.kind === 'step' ? [event.point] : []));
      };
      const [whole] = await first({ batchSize: 6 });
      const [parts] = await first({ batchSize: 4, accumulation: 2 });
      expect(parts!.loss! / whole!.loss!).toBeCloseTo(1, 5);
      expect(parts!.gradientNorm! / whole!.gradientNorm!).toBeCloseTo(1, 5);
    }
  });

  it('learns several labels a text, with a threshold each', async () => {
    const { result, events } = await finish(smallClassifier({ task: 'diagnose', epochs: 10 }));
    const { report, files } = outcome(result);
    expect(report.micro.f1).toBeGreaterThan(0.85);
    expect(report.accuracy).toBeGreaterThan(0.6);
    expect(Object.keys(report.thresholds ?? {}).sort()).toEqual([...LABELS].sort());
    expect(files.config).toMatchObject({ task: 'diagnose', model: { mode: 'multiple' } });
    const dev = events.flatMap((event) => (event.kind === 'evaluated' ? [event.point.dev] : []));
    expect(dev).toHaveLength(10);
    expect(Object.keys(dev[0] ?? {})).toEqual(['microF1', 'macroF1', 'accuracy', 'hit3', 'loss']);
  });

  it('tells diagnoses apart as classes where no text has two', async () => {
    const train = classifiedDocuments(18);
    const { result } = await finish(smallClassifier({ task: 'diagnose', epochs: 1 }, { train }));
    expect(outcome(result).files.config).toMatchObject({ model: { mode: 'single' } });
  });

  it('goes on from a checkpoint bit for bit', async () => {
    const changes = { task: 'diagnose', epochs: 3, weighting: 'balanced' };
    const straight = await finish(smallClassifier(changes));
    const storage = memoryStorage();
    for (const stop of [4, 17]) {
      const { result } = await finish(
        smallClassifier(changes, { storage }),
        (event) => event.kind === 'step' && event.point.step === stop,
      );
      expect(result).toEqual({ kind: 'paused', step: stop });
    }
    const { result } = await finish(smallClassifier(changes, { storage }));
    expect(weightsOf(result).equals(weightsOf(straight.result))).toBe(true);
    const [a, b] = [outcome(result).report, outcome(straight.result).report];
    expect({ ...a, charactersPerSecond: 0 }).toEqual({ ...b, charactersPerSecond: 0 });
  });

  it('refuses to go on with other labels', async () => {
    const storage = memoryStorage();
    await finish(smallClassifier({}, { storage }), (event) => event.kind === 'step');
    const train = smallClassifier().train.map((document, i) =>
      i === 0 ? { ...document, labels: [LABELS[1]!] } : document,
    );
    await expect(finish(smallClassifier({}, { storage, train }))).rejects.toThrow(/settings|data/);
  });

  it('weighs labels by their texts, or focuses', async () => {
    const train = [
      ...classifiedDocuments(30).filter(({ labels }) => labels[0] === LABELS[0]),
      ...classifiedDocuments(3),
    ];
    const weightsFor = async (weighting: string) => {
      const { config } = outcome(
        (await finish(smallClassifier({ weighting, epochs: 1 }, { train }))).result,
      ).files;
      return 'reading' in config ? config.model.loss : undefined;
    };
    const counts = [11, 1, 1];
    expect(await weightsFor('balanced')).toEqual({ focal: 0, weights: counts.map((n) => 13 / (3 * n)) });
    expect(await weightsFor('focal')).toEqual({ focal: 2 });
    expect(await weightsFor('none')).toEqual({ focal: 0 });
  });

  it('names what it cannot learn from', async () => {
    const same = classifiedDocuments(9).map((document) => ({ ...document, labels: ['x'] }));
    await expect(finish(smallClassifier({}, { train: same }))).rejects.toThrow(/1 label/);
    const several = classifiedDocuments(9, { several: true });
    await expect(finish(smallClassifier({}, { train: several }))).rejects.toThrow(/several labels/);
  });

  it('warns of long texts and of labels that only dev has', async () => {
    const long = { id: 'long', text: '咳'.repeat(100), labels: ['肺炎'] };
    const dev = [...classifiedDocuments(9), { id: 'new', text: '皮疹', labels: ['湿疹'] }];
    const train = [...classifiedDocuments(18), long];
    const { events, result } = await finish(
      smallClassifier({ epochs: 1, keep: 'head-tail' }, { train, dev }),
    );
    const [started] = events;
    const warnings =
      started?.kind === 'started' ? started.warnings.map((warning) => words(warning, 'en')).join('\n') : '';
    expect(warnings).toMatch(/1 of 19 training texts have over 32 tokens: only a part of them is read/);
    expect(warnings).toMatch(/1 labels that the training set lacks.*湿疹/);
    expect(outcome(result).report.perLabel.湿疹).toEqual({ precision: 0, recall: 0, f1: 0, support: 1 });
  });
});

describe("a classifier's files", () => {
  it('are the same after a folder, and say what the report said', async () => {
    const input = smallClassifier({ task: 'diagnose', epochs: 4 });
    const { report, files } = outcome((await finish(input)).result);
    expect(describeModel(files)).toMatchObject({ task: 'diagnose', network: 'staresgru-cnn' });
    const read = throughFolder(files);
    expect(read.config).toEqual(files.config);
    await withClassifier(read, async (predictor) => {
      const logits = await predictor.logitsOf(input.dev.map(({ text }) => text));
      if (read.config.task !== 'diagnose') throw new Error('no classifier');
      expect(report).toMatchObject({ fittedHere: false, folds: 5 });
      const again = evaluateClassifier(
        input.dev,
        { ...logits, seconds: 1 },
        {
          task: 'diagnose',
          dataSet: 'dev',
          labels: predictor.labels,
          decision: decisionOf(read.config),
          fittedHere: true,
        },
      );
      // The report was cross-fitted; here texts are judged by what was fitted on them.
      expect(again.eceRaw).toBeCloseTo(report.eceRaw, 5);
      expect(again.micro.f1).toBeGreaterThanOrEqual(report.micro.f1);
      expect(predictor.fittedOn).toBe(textsHash(input.dev));
      const [first] = await predictor.predict([input.dev[0]!.text], 2);
      expect(first?.top).toHaveLength(2);
      expect(first!.top[0]!.probability).toBeGreaterThanOrEqual(first!.top[1]!.probability);
      expect(first?.labels[0]).toBe(first?.top[0]?.label);
    });
    const damaged = { ...read, config: { ...read.config, thresholds: [0.5] } };
    expect(() => checkModel(damaged)).toThrow(/calibration and labels do not fit/);
  });
});
