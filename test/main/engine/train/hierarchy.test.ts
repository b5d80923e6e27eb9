/** Labels with parents: the chain rule, learnt parents, whole runs, files, and linear models of earlier versions. */
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../../../main/engine/io/check-model.ts';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import { membersOf } from '../../../../main/engine/io/ensemble-files.ts';
import { isLinearModel, type ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { readSafetensors, safetensorsChunks } from '../../../../main/engine/io/safetensors.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { probabilitiesOf, uncalibrated } from '../../../../main/engine/tasks/classify/calibration.ts';
import { joinLevels, parentsIn } from '../../../../main/engine/tasks/classify/hierarchy.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import type { RunStorage } from '../../../../main/engine/train/run-types.ts';
import type { ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import { classifiedDocuments, LABELS, smallClassifier } from './classify-runs.ts';
import { filesOf, finish, memoryStorage, throughFolder, weightsOf } from './runs.ts';

const HIERARCHY = { parents: ['p', 'q'], parentOf: [0, 1, 0, 1] };
const logs = (...values: number[]) => Float32Array.from(values, Math.log);

/** Texts labelled light or grave below their templates' labels. */
const below = (documents: readonly ClassifiedDocument[]): ClassifiedDocument[] =>
  documents.map(({ labels: [parent = ''], ...rest }, i) => ({
    ...rest,
    labels: [`${parent}-${i % 2 === 0 ? '轻' : '重'}`],
    parent,
  }));
const data = () => ({
  train: below(classifiedDocuments(54)),
  dev: below(classifiedDocuments(27, { from: 1001 })),
});

async function probabilitiesIn(files: ModelFiles, texts: readonly string[], calibrated = true) {
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const predictor = await ClassifyPredictor.open(executor, files);
    const { rows } = await predictor.logitsOf(texts).finally(() => predictor.dispose());
    const calibration = calibrated
      ? predictor.decision.calibration
      : uncalibrated('single', predictor.labels.length);
    return rows.map((row) => {
      const probabilities = probabilitiesOf(row, calibration);
      return new Map(predictor.labels.map((label, i) => [label, probabilities[i]!]));
    });
  } finally {
    await executor.dispose();
  }
}

describe('two levels', () => {
  it('multiply the probability of a parent and that of its child among its siblings', () => {
    const joined = joinLevels(logs(0.1, 0.2, 0.3, 0.4), logs(0.9, 0.1), { use: 'multiply', ...HIERARCHY });
    const expected = [(0.9 * 0.1) / 0.4, (0.1 * 0.2) / 0.6, (0.9 * 0.3) / 0.4, (0.1 * 0.4) / 0.6];
    for (const [label, p] of expected.entries()) expect(Math.exp(joined[label]!)).toBeCloseTo(p, 6);
  });

  it('restrict to the children of the best parent, in their order', () => {
    const joined = joinLevels(logs(0.1, 0.5, 0.3, 0.1), logs(0.6, 0.4), { use: 'restrict', ...HIERARCHY });
    const order = [0, 1, 2, 3].sort((a, b) => joined[b]! - joined[a]!);
    expect(order.slice(0, 2)).toEqual([2, 0]);
  });
});

describe('parents', () => {
  const text = (label: string, parent?: string): ClassifiedDocument => ({
    id: '',
    text: '',
    labels: [label],
    ...(parent === undefined ? {} : { parent }),
  });
  const learn = (train: readonly ClassifiedDocument[], parentLabels = true, hierarchySeparator = '') =>
    Object.fromEntries(parentsIn(train, { parentLabels, hierarchySeparator }));

  it('are those that most texts name, else stand before the separator, else are the labels', () => {
    const train = [text('a', 'p'), text('a', 'q'), text('a', 'q'), text('b', 'q'), text('r/s/c'), text('d')];
    expect(learn(train, true, '/')).toEqual({ a: 'q', b: 'q', 'r/s/c': 'r/s', d: 'd' });
    expect(learn([text('x/a', 'p'), text('x/b', 'p'), text('y')], false, '/')).toEqual({
      'x/a': 'x',
      'x/b': 'x',
      y: 'y',
    });
  });

  it('that group nothing are refused', () => {
    for (const train of [
      [text('a'), text('b')],
      [text('a', 'p'), text('b', 'p')],
      [{ ...text('a', 'p'), labels: ['a', 'b'] }, text('c', 'q')],
    ])
      expect(() => learn(train)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});

describe('a run with parents', () => {
  const run = (storage: RunStorage = memoryStorage()) =>
    smallClassifier({ parentLabels: true, ensembleLinear: 'linear-svm', epochs: 3 }, { ...data(), storage });

  it('is the classifiers of parents and labels trained alone, joined by the chain rule', async () => {
    const files = filesOf((await finish(run())).result);
    const members = membersOf(files);
    const card = describeModel(files);
    expect(card.network).toBe('linear-svm + staresgru-cnn parents');
    expect(card.members?.map(({ level }) => level)).toEqual([undefined, undefined, 'parents', 'parents']);
    expect(new Set(card.labels)).toEqual(new Set(LABELS.flatMap((label) => [`${label}-轻`, `${label}-重`])));
    const plain = (documents: readonly ClassifiedDocument[], level: 'labels' | 'parents') =>
      documents.map(({ id, text, labels, parent = '' }) => ({
        id,
        text,
        labels: level === 'labels' ? labels : [parent],
      }));
    for (const [member, level] of [
      [1, 'labels'],
      [3, 'parents'],
    ] as const) {
      const { train, dev } = data();
      const alone = smallClassifier({ epochs: 3 }, { train: plain(train, level), dev: plain(dev, level) });
      const own = filesOf((await finish(alone)).result);
      const tensors = (from: ModelFiles) =>
        readSafetensors(new Uint8Array(Buffer.concat(from.weights))).tensors;
      expect(tensors(members[member]!)).toEqual(tensors(own));
    }
    const texts = data().dev.map(({ text }) => text);
    const each = await Promise.all(members.map((member) => probabilitiesIn(member, texts)));
    const shares = card.members!.map(({ weight }) => weight);
    for (const [i, joined] of (await probabilitiesIn(files, texts, false)).entries()) {
      const mean = (from: number, label: string) =>
        shares[from]! * each[from]![i]!.get(label)! + shares[from + 1]! * each[from + 1]![i]!.get(label)!;
      for (const [label, p] of joined) {
        const parent = label.split('-')[0]!;
        const among = mean(0, `${parent}-轻`) + mean(0, `${parent}-重`);
        expect(p).toBeCloseTo((mean(2, parent) * mean(0, label)) / among, 4);
      }
    }
  });

  it('goes on where it was stopped bit for bit, at either level, and is the same after its folder', async () => {
    const straight = await finish(run());
    const storage = memoryStorage();
    const steps = straight.events.flatMap((event) => (event.kind === 'step' ? [event.point.step] : []));
    for (const share of [0.3, 0.7]) {
      const at = Math.floor(share * steps.length);
      const stopped = await finish(run(storage), (event) => event.kind === 'step' && event.point.step === at);
      expect(stopped.result).toEqual({ kind: 'paused', step: at });
    }
    const resumed = await finish(run(storage));
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    const files = filesOf(straight.result);
    const read = throughFolder(files);
    expect(read.config).toEqual(files.config);
    const texts = data().dev.map(({ text }) => text);
    expect(await probabilitiesIn(read, texts)).toEqual(await probabilitiesIn(files, texts));
  });
});

describe('a linear model of an earlier version', () => {
  it.each(['multiply', 'restrict'] as const)('says what it said: %s', async (use) => {
    const { train, dev } = data();
    const linear = (documents: Partial<ReturnType<typeof data>>) =>
      smallClassifier({ network: 'logistic-regression', calibration: 'scaling' }, documents);
    const own = filesOf((await finish(linear({ train, dev }))).result);
    const relabel = (all: readonly ClassifiedDocument[]) =>
      all.map((one) => ({ ...one, labels: [one.parent!] }));
    const upper = filesOf((await finish(linear({ train: relabel(train), dev: relabel(dev) }))).result);
    const tensor = ({ weights }: ModelFiles) => {
      const found = readSafetensors(new Uint8Array(Buffer.concat(weights))).tensors.get('weight');
      if (found === undefined || found.type === 'I64') throw new Error('the model has no weights');
      return { ...found, type: 'F16' as const };
    };
    if (!isLinearModel(own.config) || !isLinearModel(upper.config))
      throw new Error('the models are not linear');
    const config = structuredClone(own.config);
    const parents = upper.config.model.labels;
    const { labels } = config.model;
    const parentOf = labels.map((label) => parents.indexOf(label.split('-')[0]!));
    config.model.hierarchy = { use, parents, parentOf };
    const old: ModelFiles = {
      config,
      vocabulary: own.vocabulary,
      weights: safetensorsChunks(
        new Map([
          ['weight', tensor(own)],
          ['parents.weight', tensor(upper)],
        ]),
        { format: 'pt' },
      ),
    };
    checkModel(old);
    const texts = dev.map(({ text }) => text);
    const [each, above, joined] = [
      await probabilitiesIn(own, texts, false),
      await probabilitiesIn(upper, texts, false),
      await probabilitiesIn(old, texts, false),
    ];
    for (const [i, found] of joined.entries()) {
      const product = labels.map((label, k) => each[i]!.get(label)! * above[i]!.get(parents[parentOf[k]!]!)!);
      const total = product.reduce((a, b) => a + b);
      const best = parents.toSorted((a, b) => above[i]!.get(b)! - above[i]!.get(a)!)[0]!;
      const [first] = [...found].sort((a, b) => b[1] - a[1])[0]!;
      if (use === 'restrict') expect(first.split('-')[0]).toBe(best);
      else
        for (const [k, label] of labels.entries())
          expect(found.get(label)).toBeCloseTo(product[k]! / total, 4);
    }
  });
});
