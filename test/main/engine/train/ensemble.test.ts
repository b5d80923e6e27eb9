/** Ensembles: weights against a naive fit, an ensemble of one, folders, and members that do not fit together. */
import { describe, expect, it } from 'vitest';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import { type Member, membersOf } from '../../../../main/engine/io/ensemble-files.ts';
import { isEnsemble, type ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { readSafetensors } from '../../../../main/engine/io/safetensors.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { Executor } from '../../../../main/engine/runtime/program.ts';
import { probabilitiesOf, uncalibrated } from '../../../../main/engine/tasks/classify/calibration.ts';
import type { Classifier } from '../../../../main/engine/tasks/classify/classifier.ts';
import { EnsembleClassifier } from '../../../../main/engine/tasks/classify/ensemble-classifier.ts';
import { fitWeights, mixtureWeights } from '../../../../main/engine/tasks/classify/ensemble-weights.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import { dealFolds } from '../../../../main/engine/tasks/folds.ts';
import { decodeEntities } from '../../../../main/engine/tasks/ner/decode.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { spanProbabilities } from '../../../../main/engine/tasks/ner/span-probabilities.ts';
import { voteSpans } from '../../../../main/engine/tasks/ner/vote.ts';
import { makeEnsemble } from '../../../../main/engine/train/ensemble.ts';
import type { RunInput, RunStorage } from '../../../../main/engine/train/run-types.ts';
import { type ClassifySettings, classifyDefaults } from '../../../../shared/domain/classification.ts';
import { totalEpochs } from '../../../../shared/domain/ensemble-settings.ts';
import { smallClassifier } from './classify-runs.ts';
import { finish, memoryStorage, smallRun, throughFolder, weightsOf } from './runs.ts';

async function member(name: string, input: RunInput): Promise<Member> {
  const { result } = await finish(input);
  if (result.kind !== 'finished') throw new Error('the run is not finished');
  return { name, files: result.model };
}

async function onExecutor<T>(use: (executor: Executor) => Promise<T>): Promise<T> {
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  return use(executor).finally(() => executor.dispose());
}

const classifier = (changes: Record<string, unknown>) => member('c', smallClassifier(changes));
const { dev, devName, settings } = smallClassifier();
const forTexts = { task: 'classify', dev, devName, settings } as const;
const texts = dev.map(({ text }) => text);
const forTags = { task: 'ner', dev: smallRun().dev, devName } as const;

const made = (members: readonly Member[]) =>
  onExecutor((executor) => makeEnsemble(members, forTexts, { executor }));

const rowsOf = (files: ModelFiles) =>
  onExecutor(async (executor) => {
    const predictor = await ClassifyPredictor.open(executor, files);
    const { rows } = await predictor.logitsOf(texts).finally(() => predictor.dispose());
    return { rows, decision: predictor.decision };
  });

const tagsOf = (files: ModelFiles, decode = decodeEntities) =>
  onExecutor(async (executor) => {
    const predictor = await NerPredictor.open(executor, files, { decode });
    return predictor.scan(forTags.dev.map(({ text }) => text)).finally(() => predictor.dispose());
  });

describe('weights', () => {
  const random = new RandomStream({ seed: 7, purpose: 'test' });
  const truth = [0, 1, 2].map((m) => Float64Array.from({ length: 60 }, () => random.uniform() ** (m + 0.5)));
  const posterior = (weights: readonly number[]) =>
    truth[0]!.reduce(
      (sum, _, i) => sum + Math.log(weights.reduce((p, w, m) => p + w * truth[m]![i]!, 0)),
      0,
    ) + weights.reduce((sum, w) => sum + (100 / weights.length) * Math.log(w), 0);

  it('are the most probable of all shares', async () => {
    const fitted = await mixtureWeights(truth);
    expect(fitted.reduce((a, b) => a + b)).toBeCloseTo(1);
    for (let a = 0; a <= 100; a++)
      for (let b = 0; a + b <= 100; b++)
        expect(posterior(fitted)).toBeGreaterThanOrEqual(
          posterior([a / 100, b / 100, Math.max(0, 1 - (a + b) / 100)]) - 1e-6,
        );
  });

  it('of a fold are fitted on the others', async () => {
    const gold = texts.map((_, i) => [i % 3]);
    const rows = gold.map(([label]) =>
      Float32Array.from({ length: 3 }, (_, k) => (k === label ? 2 : 0) + random.uniform()),
    );
    const probabilities = rows.map((row) => probabilitiesOf(row, uncalibrated('single', 3)));
    const one = { rows, probabilities, method: 'scaling' } as const;
    const folds = dealFolds(texts)!;
    const at = folds.indexOf(0);
    const before = await fitWeights([one, one], { gold, folds, mode: 'single' });
    const other = await fitWeights([one, one], {
      gold: gold.with(at, [(gold[at]![0]! + 1) % 3]),
      folds,
      mode: 'single',
    });
    for (const [text, fold] of folds.entries())
      expect(Array.from(other.rows[text]!).join() === Array.from(before.rows[text]!).join()).toBe(fold === 0);
  });
});

describe('classifiers', () => {
  it('linear and neural ones in one folder, with other orders of labels', async () => {
    const [linear, neural] = [
      await classifier({ network: 'linear-svm', c: 3, calibration: 'scaling' }),
      await classifier({}),
    ];
    const { files, report } = await made([linear, neural]);
    expect('micro' in report && report.micro.f1).toBeGreaterThan(0.9);
    expect(describeModel(files).network).toBe('linear-svm + staresgru-cnn');
    const read = throughFolder(files);
    expect(read.config).toEqual(files.config);
    expect((await rowsOf(read)).rows).toEqual((await rowsOf(files)).rows);
    expect(membersOf(read).map(({ vocabulary }) => vocabulary)).toEqual(
      [linear, neural].map((one) => one.files.vocabulary),
    );
    const turned = await made([neural, linear]);
    expect(describeModel(turned.files).members?.map(({ weight }) => weight)[0]).toBeCloseTo(
      describeModel(files).members![1]!.weight,
    );
  });

  it.each(['classify', 'diagnose'])('one alone says what it says without an ensemble (%s)', async (task) => {
    const input = smallClassifier({ task, network: 'nb-svm', c: 3, calibration: 'scaling' });
    const one = await member('a', input);
    const { files } = await onExecutor((executor) =>
      makeEnsemble([one], { ...input, task: input.settings.task }, { executor }),
    );
    const [own, pooled] = [await rowsOf(one.files), await rowsOf(files)];
    const { mode, calibration } = own.decision;
    for (const [text, row] of own.rows.entries())
      for (const [label, p] of probabilitiesOf(row, calibration).entries())
        expect(probabilitiesOf(pooled.rows[text]!, uncalibrated(mode, 3))[label]).toBeCloseTo(p, 5);
  });

  it('without a part of a text the mean of what the members say without it, in the order of its own labels', async () => {
    const says = (...row: number[]): Classifier => ({
      logitsOf: async (all) => ({ rows: all.map(() => Float32Array.from(row)), cut: 0 }),
      logitsWithout: async (_, parts) => parts.map(({ start }) => Float32Array.from(row, (x) => x * start)),
      look: () => ({ read: [], tokens: 1, known: 1 }),
      dispose: async () => undefined,
    });
    const calibration = uncalibrated('single', 2);
    const level = 'labels';
    const pair = new EnsembleClassifier(
      [
        { classifier: says(1, -1), labels: ['a', 'b'], weight: 0.25, calibration, level },
        { classifier: says(2, 0), labels: ['b', 'a'], weight: 0.75, calibration, level },
      ],
      { labels: ['a', 'b'], mode: 'single' },
    );
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
    const [first, second] = await pair.logitsWithout('', [
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ]);
    for (const [start, row] of [
      [1, first!],
      [2, second!],
    ] as const) {
      expect(Math.exp(row[0]!)).toBeCloseTo(0.25 * sigmoid(2 * start) + 0.75 * sigmoid(-2 * start), 6);
      expect(Math.exp(row[0]!) + Math.exp(row[1]!)).toBeCloseTo(1, 6);
    }
  });

  it('ensembles among the members count as their members', async () => {
    const [a, b] = [await classifier({ network: 'linear-svm' }), await classifier({ network: 'nb-svm' })];
    const inner = await made([a, b]);
    const outer = await made([{ name: 'inner', files: inner.files }]);
    expect(describeModel(outer.files)).toEqual(describeModel(inner.files));
  });

  it('refuses members of another task or other labels, and damaged files', async () => {
    const linear = await classifier({ network: 'linear-svm' });
    const fewer = smallClassifier({ network: 'linear-svm' });
    const other = await member('other', {
      ...fewer,
      train: fewer.train.filter(({ labels }) => labels[0] !== '骨折'),
    });
    await expect(made([linear, other])).rejects.toMatchObject({ code: 'bad-request' });
    await expect(made([await member('t', smallRun({ epochs: 1 }))])).rejects.toMatchObject({
      code: 'bad-request',
    });
    await expect(made([])).rejects.toMatchObject({ code: 'bad-request' });
    const { files } = await made([linear]);
    if (!isEnsemble(files.config) || files.config.task === 'ner') throw new Error('no ensemble');
    const { config } = files;
    const [first] = config.model.members;
    const half = { ...config, model: { ...config.model, members: [{ ...first!, weight: 0.5 }] } };
    expect(() => throughFolder({ ...files, config: half })).toThrow();
    const zeros = config.model.labels.map(() => 0);
    const several = {
      ...config,
      calibration: { kind: 'platt', scale: zeros.map(() => 1), shift: zeros },
      thresholds: zeros,
      model: { ...config.model, mode: 'multiple' },
    } as const;
    expect(() => throughFolder({ ...files, config: several })).toThrow(/mode/);
    expect(() => throughFolder({ ...files, vocabulary: files.vocabulary.replace('\n', '\n\n') })).toThrow();
    expect(() => throughFolder({ ...files, vocabulary: linear.files.vocabulary })).toThrow();
    expect(() => throughFolder({ ...files, weights: linear.files.weights })).toThrow();
  });
});

describe('taggers', () => {
  it('average the probabilities of spans, in one folder', async () => {
    const seeds = await Promise.all([1, 2].map((seed) => member(`s${seed}`, smallRun({ seed, epochs: 2 }))));
    const spans = await member('spans', smallRun({ network: 'bilstm-globalpointer', epochs: 2 }));
    const members = [...seeds, spans];
    const { files } = await onExecutor((executor) => makeEnsemble(members, forTags, { executor }));
    const own = await Promise.all(members.map((one) => tagsOf(one.files, spanProbabilities)));
    const found = (await tagsOf(throughFolder(files))).entities;
    expect(found.flat().length).toBeGreaterThan(0);
    for (const [text, entities] of found.entries())
      for (const { start, end, type, confidence } of entities) {
        const sum = own
          .flatMap(({ entities: all }) => all[text]!)
          .filter((span) => span.start === start && span.end === end && span.type === type)
          .reduce((total, span) => total + span.confidence, 0);
        expect(confidence).toBeCloseTo(sum / members.length, 5);
      }
    expect(files.config.model).toMatchObject({ average: 'spans' });
    expect(describeModel(files).network).toBe('2 × bilstm-crf + bilstm-globalpointer');
  });

  it('of older versions average the confidences of what their members decode', async () => {
    const one = await member('a', smallRun({ epochs: 2 }));
    const { files } = await onExecutor((executor) => makeEnsemble([one], forTags, { executor }));
    if (!isEnsemble(files.config) || files.config.task !== 'ner') throw new Error('no ensemble');
    const { average: _, nested: __, ...model } = files.config.model;
    const older = { ...files.config, model: { ...model, threshold: 0 } };
    const read = throughFolder({ ...files, config: older as typeof files.config }); // safe: as older versions wrote it
    expect(await tagsOf(read)).toEqual(await tagsOf(one.files));
  });

  it('keeps spans by their mean confidence, and the surest of those that overlap', () => {
    const span = (start: number, end: number, confidence: number, type = 'a') => ({
      start,
      end,
      type,
      confidence,
    });
    const found = [[span(0, 2, 0.9), span(5, 6, 0.4)], [span(0, 2, 0.7), span(1, 3, 1)], [span(1, 3, 0.8)]];
    const third = [1 / 3, 1 / 3, 1 / 3];
    const kept = (nested: boolean, threshold = 0.5) =>
      voteSpans(found, { weights: third, threshold, nested }).map(({ start, end }) => [start, end]);
    expect(kept(false)).toEqual([[1, 3]]);
    expect(kept(true)).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(kept(false, 0.1)).toEqual([
      [1, 3],
      [5, 6],
    ]);
  });
});

describe('a run that trains an ensemble', () => {
  const kinds: Readonly<Record<string, (storage?: RunStorage) => RunInput>> = {
    'a linear classifier and two networks': (storage = memoryStorage()) =>
      smallClassifier({ ensemble: 2, ensembleLinear: 'linear-svm', epochs: 2 }, { storage }),
    'two taggers and one with another head': (storage = memoryStorage()) =>
      smallRun({ ensemble: 2, ensembleOther: 'bilstm-globalpointer', rDrop: 1, epochs: 2 }, { storage }),
  };

  it.each(Object.keys(kinds))('is that of its members trained alone: %s', async (kind) => {
    const { result, events } = await finish(kinds[kind]!());
    if (result.kind !== 'finished') throw new Error('the run is not finished');
    const members = membersOf(result.model);
    const alone =
      kind === 'two taggers and one with another head'
        ? [
            ...[1, 2].map((seed) => smallRun({ epochs: 2, rDrop: 1, seed })),
            smallRun({ epochs: 2, network: 'bilstm-globalpointer' }),
          ]
        : [
            smallClassifier({
              network: 'linear-svm',
              ...classifyDefaults({ network: 'linear-svm', front: 'embedding' }),
            }),
            ...[1, 2].map((seed) => smallClassifier({ epochs: 2, seed })),
          ];
    expect(members).toHaveLength(alone.length);
    for (const [i, input] of alone.entries()) {
      const own = await member('a', input);
      expect(members[i]).toMatchObject({ config: own.files.config, vocabulary: own.files.vocabulary });
      const bytes = (files: ModelFiles) =>
        readSafetensors(new Uint8Array(Buffer.concat(files.weights))).tensors;
      expect(bytes(members[i]!)).toEqual(bytes(own.files));
    }
    const steps = events.flatMap((event) => (event.kind === 'step' ? [event.progress] : []));
    const total = steps.at(-1)!.totalSteps;
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    const epoch = totalEpochs(kinds[kind]!().settings as ClassifySettings); // safe: every kind has epochs
    expect(steps.at(-1)).toMatchObject({ step: total, epoch });
    expect(result.best).toMatchObject({ step: total, epoch });
  });

  it.each(Object.keys(kinds))('goes on where it was stopped, bit for bit: %s', async (kind) => {
    const straight = await finish(kinds[kind]!());
    const storage = memoryStorage();
    const steps = straight.events.flatMap((event) => (event.kind === 'step' ? [event.point.step] : []));
    for (const at of [steps.length / 4, steps.length / 2, (3 * steps.length) / 4].map(Math.floor)) {
      const stopped = await finish(
        kinds[kind]!(storage),
        (event) => event.kind === 'step' && event.point.step === at,
      );
      expect(stopped.result).toEqual({ kind: 'paused', step: at });
    }
    const resumed = await finish(kinds[kind]!(storage));
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    expect(resumed.result).toMatchObject({
      best: straight.result.kind === 'finished' && straight.result.best,
    });
    expect(resumed.events[0]).toMatchObject({
      kind: 'started',
      resumedAt: Math.floor((3 * steps.length) / 4),
    });
    const again = await finish(kinds[kind]!(storage));
    expect(again.events).toEqual([]); // every member is finished
    expect(weightsOf(again.result)).toEqual(weightsOf(straight.result));
    const other = kind === 'two taggers' ? smallRun({ ensemble: 2, epochs: 3 }, { storage }) : undefined;
    if (other !== undefined) await expect(finish(other)).rejects.toMatchObject({ code: 'conflict' });
  });
});
