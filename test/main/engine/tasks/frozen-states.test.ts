/** A frozen encoder read once: the same losses and gradients as reading it anew, and runs that go on bit for bit. */
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../../main/engine/models/model.ts';
import { trainingInputs, trainingLoss } from '../../../../main/engine/models/model.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { ElementArray, Executor, Feeds } from '../../../../main/engine/runtime/program.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import { readText } from '../../../../main/engine/tasks/classify/reader.ts';
import { prepareClassify } from '../../../../main/engine/tasks/classify/run.ts';
import { setUpClassify } from '../../../../main/engine/tasks/classify/training.ts';
import { frozenStates } from '../../../../main/engine/tasks/frozen-states.ts';
import { batchWindows } from '../../../../main/engine/tasks/ner/batches.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { prepareNer } from '../../../../main/engine/tasks/ner/run.ts';
import { nerExamples, setUpNer } from '../../../../main/engine/tasks/ner/training.ts';
import { batchInputs } from '../../../../main/engine/tasks/token-inputs.ts';
import { DataOrder, type PlannedBatch } from '../../../../main/engine/train/data-order.ts';
import type { RunResult } from '../../../../main/engine/train/run-types.ts';
import type { TaskRun } from '../../../../main/engine/train/task-run.ts';
import { nerReport } from '../../../helpers/reports.ts';
import { smallClassifier } from '../train/classify-runs.ts';
import { finish, memoryStorage, smallRun, weightsOf } from '../train/runs.ts';

const FROZEN = { encoder: 'tiny', freezeEncoder: true, dropout: 0, epochs: 2 };
const TAGGERS = [
  { ...FROZEN, network: 'bilstm-crf', front: 'encoder' },
  { ...FROZEN, network: 'bert-crf' },
];
const CLASSIFIERS = [
  { ...FROZEN, network: 'cnn', front: 'encoder', filters: 6 },
  { ...FROZEN, network: 'bert' },
];

const onProcessor = async <Value>(body: (executor: Executor) => Promise<Value>): Promise<Value> => {
  const executor = await openExecutor({ id: 'onnx', threads: 1 });
  try {
    return await body(executor);
  } finally {
    await executor.dispose();
  }
};

/** Losses of some updates with these feeds, and the size of their gradients. */
async function learn(
  executor: Executor,
  task: TaskRun,
  model: Model,
  feedsOf: (batch: PlannedBatch, store: ReturnType<Executor['createStore']>) => Promise<Feeds> | Feeds,
) {
  const store = executor.createStore(task.parameters);
  await store.write(task.initial);
  const optimizer = store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 });
  const order = new DataOrder(task.lengths, task.buckets, 1);
  const seen: number[] = [];
  for (let position = 0; position < Math.min(4, order.batchesPerEpoch); position++) {
    const batch = order.batch({ epoch: 0, position });
    const step = await store.compileTrainingStep({
      inputs: trainingInputs(model, batch.size),
      loss: (params, inputs) => trainingLoss(model, params, inputs),
    });
    seen.push((await step.accumulate(await feedsOf(batch, store))).loss);
    seen.push((await optimizer.apply({ learningRate: 0.01 })).gradientNorm);
    await step.dispose();
  }
  optimizer.dispose();
  await store.dispose();
  return seen;
}

function expectClose(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  for (const [i, value] of wanted.entries()) expect(found[i]! / value).toBeCloseTo(1, 4);
}

const pick = (names: readonly string[], batch: Record<string, ElementArray>): Feeds =>
  Object.fromEntries(names.map((name) => [name, batch[name]!]));

describe('states of a frozen encoder', () => {
  it.each(TAGGERS)('teach $network what the encoder itself does', async (changes) => {
    const input = smallRun(changes);
    const task = prepareNer(input);
    const setup = setUpNer(input.settings, input.train, input);
    const windows = nerExamples(input.train, setup);
    const whole = tagger(setup.config.model);
    const names = (size: PlannedBatch['size']) =>
      [...whole.inputs(size), ...whole.targets(size)].map(({ name }) => name);
    await onProcessor(async (executor) => {
      const wanted = await learn(executor, task, whole, ({ size, examples }) =>
        pick(names(size), {
          ...batchWindows(
            Array.from(examples, (i) => windows[i]!),
            setup.reader,
            size,
          ),
        }),
      );
      expect(new Set(wanted).size).toBeGreaterThan(2);
      const found = await learn(executor, task, task.model, (batch, store) => task.feeds(batch, 0, store));
      expectClose(found, wanted);
    });
  });

  it.each(CLASSIFIERS)('teach the classifier $network what the encoder itself does', async (changes) => {
    const input = smallClassifier(changes);
    const task = prepareClassify(input);
    const { config, reader } = setUpClassify(input.settings, input.train, input);
    const whole = textClassifier(config.model);
    const texts = input.train.map(({ text }) => readText(text, reader));
    await onProcessor(async (executor) => {
      const wanted = await learn(executor, task, whole, async (batch, store) => {
        const tokens = batchInputs(
          Array.from(batch.examples, (i) => texts[i]!),
          reader,
          batch.size,
        );
        const { labels } = await task.feeds(batch, 0, store);
        const names = whole.inputs(batch.size).map(({ name }) => name);
        return { ...pick(names, { ...tokens }), labels: labels! };
      });
      const found = await learn(executor, task, task.model, (batch, store) => task.feeds(batch, 0, store));
      expectClose(found, wanted);
    });
  });

  it.each(TAGGERS)('let $network go on from a checkpoint bit for bit', async (changes) => {
    const settings = { ...changes, dropout: 0.2 };
    const straight = weightsOf((await finish(smallRun(settings))).result);
    for (const at of [5, 17]) {
      const storage = memoryStorage();
      const { result } = await finish(
        smallRun(settings, { storage }),
        (event) => event.kind === 'step' && event.point.step === at,
      );
      expect(result).toEqual({ kind: 'paused', step: at });
      expect(weightsOf((await finish(smallRun(settings, { storage }))).result).equals(straight)).toBe(true);
    }
  });

  it('leave a model that reads texts with its encoder as the run measured it', async () => {
    const input = smallRun({ ...TAGGERS[0], epochs: 6 });
    const { model, report } = finished((await finish(input)).result);
    await onProcessor(async (executor) => {
      const predictor = await NerPredictor.open(executor, model);
      const found = await predictor.predict(input.dev.map(({ text }) => text));
      await predictor.dispose();
      const places = found.map((own) => own.map(({ start, end, type }) => `${start} ${end} ${type}`).sort());
      const gold = input.dev.map(({ entities }) =>
        entities.map(({ start, end, type }) => `${start} ${end} ${type}`),
      );
      const hits = gold.flatMap((own, i) => own.filter((place) => places[i]!.includes(place))).length;
      const precision = hits / Math.max(1, places.flat().length);
      const { scores } = nerReport(report);
      expect(scores.precision).toBeCloseTo(precision, 10);
      expect(scores.recall).toBeCloseTo(hits / gold.flat().length, 10);
      expect(hits).toBeGreaterThan(0);
    });
  });

  it('leave a classifier that decides as the run measured it', async () => {
    const input = smallClassifier(CLASSIFIERS[0]);
    const { model, report } = finished((await finish(input)).result);
    await onProcessor(async (executor) => {
      const predictor = await ClassifyPredictor.open(executor, model);
      const found = await predictor.predict(
        input.dev.map(({ text }) => text),
        1,
      );
      await predictor.dispose();
      const right = found.filter(({ labels }, i) => labels[0] === input.dev[i]!.labels[0]).length;
      if (report.task !== 'classify') throw new Error('no report of a classifier');
      expect(report.accuracy).toBeCloseTo(right / input.dev.length, 10);
    });
  });

  it('are kept only of what stays as it is and fits into memory', () => {
    const setup = (changes: Record<string, unknown>) => {
      const { settings, train } = smallRun(changes);
      const { config, reader } = setUpNer(settings, train, {});
      const inputs = [1, 2, 2].map((n) => ({ ids: Int32Array.from([2, n, 3]) }));
      return { front: config.model.front, reader, inputs, longest: 32 };
    };
    expect(frozenStates(setup({ ...TAGGERS[1], freezeEncoder: false }))).toBeUndefined();
    expect(frozenStates(setup({}))).toBeUndefined();
    const of = setup(TAGGERS[1]!);
    const bytes = 2 * 3 * 128 * 4; // two different inputs of three tokens, 128 units each
    expect(frozenStates(of, bytes)?.bytes).toBe(bytes);
    expect(frozenStates(of, bytes - 1)).toBeUndefined();
  });
});

function finished(result: RunResult) {
  if (result.kind !== 'finished') throw new Error('the run is not finished');
  return result;
}
