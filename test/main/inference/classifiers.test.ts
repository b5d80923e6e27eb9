/** The classifier of the diagnosis panel in the engine: what it says, when it says nothing, and what its labels stand for. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../main/engine/io/model-files.ts';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import type { Executor } from '../../../main/engine/runtime/program.ts';
import { ClassifyPredictor } from '../../../main/engine/tasks/classify/predictor.ts';
import type { ClassifierChoice } from '../../../main/inference/classifier-choice.ts';
import { Classifiers } from '../../../main/inference/classifiers.ts';
import { PriorityScheduler } from '../../../main/inference/priority-scheduler.ts';
import { type LabelLink, TextPrediction } from '../../../shared/domain/prediction.ts';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { CLASSES, classifierFiles } from '../../helpers/classifier.ts';
import { saying } from '../../helpers/words.ts';

const TEXT = '患者发热咳嗽，胸痛三天。否认糖尿病史。';
const CHOICE: ClassifierChoice = {
  id: 1,
  name: 'dx',
  useInt8: false,
  task: 'diagnose',
  network: 'cnn',
  createdAt: '2026-01-01T00:00:00.000Z',
  version: '0.1.0',
};

let executor: Executor;
beforeAll(async () => {
  executor = await openExecutor({ id: 'onnx', threads: 1 });
});
afterAll(() => executor.dispose());

function setUp(stored: Readonly<Record<number, ModelFiles>>) {
  const reads: number[] = [];
  const linked: string[] = [];
  const entity = { id: 7, type: 'disease' as const, name: '心梗' };
  const links: Record<string, LabelLink> = { [CLASSES[0]!]: { by: 'name', entity, others: [] } };
  const classifiers = new Classifiers(
    {
      get: (id) => ({ ...CHOICE, id }),
      classifier: (id) => ({ ...CHOICE, id }),
      files: (id) => {
        reads.push(id);
        const files = stored[id];
        if (files === undefined) throw new AppError('not-found', plainText('the weights are gone'));
        return files;
      },
    },
    {
      openExecutor: async () => executor,
      scheduler: new PriorityScheduler(),
      link: (label) => {
        linked.push(label);
        return links[label];
      },
      openSegmenter: async () => ({
        segment: (text) => Array.from(text, (_, i) => ({ start: i, end: i + 1 })),
      }),
    },
  );
  return { classifiers, reads, linked };
}

const never = { wanted: 0.8, threshold: null, precision: 0, coverage: 0 };
const at = (threshold: number) => ({ wanted: 0.8, threshold, precision: 0.85, coverage: 0.5 });

describe('Classifiers', () => {
  it('ranks all labels by calibrated probability, with what they stand for', async () => {
    const { classifiers, linked } = setUp({ 1: classifierFiles() });
    const found = TextPrediction.parse(await classifiers.classify(TEXT, CHOICE));
    const predictor = await ClassifyPredictor.open(executor, classifierFiles());
    const [expected] = await predictor.predict([TEXT], 3);
    await predictor.dispose();
    expect(found.labels.map(({ label, probability }) => ({ label, probability }))).toEqual(expected?.top);
    expect(found.labels.filter(({ holds }) => holds).map(({ label }) => label)).toEqual(expected?.labels);
    expect(found.labels.find(({ label }) => label === CLASSES[0])?.link?.entity.id).toBe(7);
    expect(found.labels.filter(({ link }) => link === undefined)).toHaveLength(2);
    expect(found.read).toEqual([{ start: 0, end: TEXT.length }]);
    expect(found).not.toHaveProperty('abstained');
    await classifiers.classify('胸痛', CHOICE);
    expect(linked).toHaveLength(3);
    classifiers.graphChanged();
    await classifiers.classify('胸痛', CHOICE);
    expect(linked).toHaveLength(6);
  });

  it('abstains where its best label is not probable enough, and says why', async () => {
    const best = (await setUp({ 1: classifierFiles() }).classifiers.classify(TEXT, CHOICE)).labels[0]!
      .probability;
    const told = async (abstention: typeof never | ReturnType<typeof at>, text = TEXT) =>
      (await setUp({ 1: classifierFiles({ abstention }) }).classifiers.classify(text, CHOICE))!;
    expect((await told(at(best - 1e-4))).abstained).toBeUndefined();
    expect(await told(at(best + 1e-4))).toMatchObject({
      abstained: 'unsure',
      threshold: best + 1e-4,
      precision: 0.85,
    });
    expect(await told(never)).toMatchObject({ abstained: 'unsure', threshold: null });
    expect(await told(at(0), '')).toMatchObject({ abstained: 'empty', labels: [] });
    expect(await told(at(0), 'Lorem ipsum dolor sit amet 患者')).toMatchObject({ abstained: 'unfamiliar' });
    expect((await told(at(0), '患者发 abc')).abstained).toBeUndefined();
  });

  it('follows the model in use', async () => {
    const { classifiers, reads } = setUp({ 1: classifierFiles(), 2: classifierFiles({ seed: 9 }) });
    const other = { ...CHOICE, id: 2, name: 'other' };
    const first = await classifiers.classify(TEXT, CHOICE);
    const second = await classifiers.classify(TEXT, other);
    expect(second.model.name).toBe('other');
    expect(second.labels).not.toEqual(first.labels);
    await expect(classifiers.explain({ text: TEXT, label: 'x' }, other)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await classifiers.explain({ text: TEXT, label: CLASSES[0]! }, other)).words).not.toEqual([]);
    expect(reads).toEqual([1, 2]);
  });

  it('says what is wrong with a model, once read, until models change', async () => {
    const stored: Record<number, ModelFiles> = {};
    const { classifiers, reads } = setUp(stored);
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(classifiers.classify(TEXT, CHOICE)).rejects.toMatchObject({
        message: expect.stringMatching(/^The model dx cannot be used: the weights are gone/),
        kept: saying(/knowledge graph/),
      });
    expect(reads).toEqual([1]);
    stored[1] = classifierFiles();
    classifiers.refresh(CHOICE, undefined);
    expect((await classifiers.classify(TEXT, CHOICE))?.labels).toHaveLength(3);
  });

  it('stops an explanation between two batches', async () => {
    const { classifiers } = setUp({ 1: classifierFiles({ length: 400 }) });
    const controller = new AbortController();
    const text = TEXT.repeat(15);
    const explaining = classifiers.explain({ text, label: CLASSES[0]! }, CHOICE, controller.signal);
    controller.abort();
    await expect(explaining).rejects.toMatchObject({ code: 'cancelled' });
    expect((await classifiers.explain({ text, label: CLASSES[0]! }, CHOICE)).words).not.toEqual([]);
  });

  it('tries out any classifier, used or not, with the same answer, and stops when told to', async () => {
    const { classifiers, reads } = setUp({ 1: classifierFiles(), 2: classifierFiles({ seed: 9 }) });
    const inUse = await classifiers.classify(TEXT, CHOICE);
    expect(await classifiers.tryOut({ modelId: 1, text: TEXT })).toEqual(inUse);
    expect(reads).toEqual([1]); // the one that is open
    expect(await classifiers.tryOut({ modelId: 2, text: TEXT })).toEqual(
      await classifiers.classify(TEXT, { ...CHOICE, id: 2 }),
    );
    expect(await classifiers.tryOut({ modelId: 2, text: '' })).toMatchObject({
      labels: [],
      abstained: 'empty',
    });
    const controller = new AbortController();
    controller.abort();
    const stopped = classifiers.tryOut({ modelId: 1, text: TEXT }, controller.signal);
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('evaluates any classifier, stops when told to, and leaves nothing open', async () => {
    const { classifiers } = setUp({ 1: classifierFiles(), 2: classifierFiles({ seed: 9 }) });
    const said = (await classifiers.classify(TEXT, { ...CHOICE, id: 2 })).labels.filter(({ holds }) => holds);
    const documents = Array.from({ length: 20 }, (_, i) => ({
      id: String(i),
      text: TEXT,
      labels: said.map(({ label }) => label),
    }));
    const request = { modelId: 2, documents, dataSet: 'own', weights: 'as-set', task: 'diagnose' } as const;
    expect(await classifiers.evaluate(request)).toMatchObject({
      accuracy: 1,
      dataSet: 'own',
      fittedHere: false,
    });
    expect(await classifiers.evaluate({ ...request, modelId: 1 })).toMatchObject({ documents: 20 });
    const controller = new AbortController();
    const stopped = classifiers.evaluate({ ...request, modelId: 1 }, controller.signal);
    controller.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  });
});
