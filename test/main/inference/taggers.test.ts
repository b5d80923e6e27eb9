/** The models of a workspace in the engine: which one is used, what fails, and who waits for whom. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../main/engine/io/model-files.ts';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import type { Executor, ParameterStore } from '../../../main/engine/runtime/program.ts';
import { NerPredictor } from '../../../main/engine/tasks/ner/predictor.ts';
import type { ModelChoice } from '../../../main/inference/model-slot.ts';
import { Taggers } from '../../../main/inference/taggers.ts';
import { splitPieces } from '../../../main/text/pieces.ts';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { sampleTexts, taggerFiles } from '../../helpers/tagger.ts';
import { saying } from '../../helpers/words.ts';

const TEXT = sampleTexts(30, 80).join('。\n');
const CHARACTERS: ModelChoice = { id: 1, name: 'characters', useInt8: false };
const BERT: ModelChoice = { id: 2, name: 'bert', useInt8: false };

/** Counts the stores that are open. */
let stores = 0;
let executor: Executor;
beforeAll(async () => {
  const real = await openExecutor({ id: 'onnx', threads: 1 });
  executor = {
    ...real,
    createStore: (specs) => {
      const store = real.createStore(specs);
      stores++;
      const counted: ParameterStore = {
        specs,
        read: () => store.read(),
        write: (values) => store.write(values),
        compile: (spec) => store.compile(spec),
        compileTrainingStep: (spec) => store.compileTrainingStep(spec),
        createOptimizer: (settings) => store.createOptimizer(settings),
        dispose: async () => {
          stores--;
          await store.dispose();
        },
      };
      return counted;
    },
  };
});
afterAll(() => executor.dispose());
beforeEach(() => {
  stores = 0;
});

class Shelf {
  used = CHARACTERS;
  readonly all = [CHARACTERS, BERT];
  readonly stored = new Map<number, ModelFiles>([
    [1, taggerFiles('bilstm-crf')],
    [2, taggerFiles('bert-softmax')],
  ]);
  readonly reads: number[] = [];
  get = (id: number): ModelChoice => {
    const found = this.all.find((choice) => choice.id === id);
    if (found === undefined) throw new AppError('not-found', plainText(`no model ${id}`));
    return found;
  };
  files = (id: number): ModelFiles => {
    this.reads.push(id);
    const files = this.stored.get(id);
    if (files === undefined) throw new AppError('not-found', plainText('the weights are gone'));
    return files;
  };
}

const open = (registry: Shelf) => new Taggers(registry, async () => executor);

/** The entities by a predictor of its own, piece by piece. */
async function expected(files: ModelFiles, text: string) {
  const predictor = await NerPredictor.open(executor, files);
  const pieces = splitPieces(text, predictor.windowTokens);
  const found = await predictor.predict(pieces.map(({ start, end }) => text.slice(start, end)));
  await predictor.dispose();
  return pieces.flatMap(({ start }, i) =>
    found[i]!.map((span) => ({ ...span, start: span.start + start, end: span.end + start })),
  );
}

const places = (spans: readonly { start: number; end: number; type: string }[]) =>
  spans.map(({ start, end, type }) => `${start} ${end} ${type}`);

describe('Taggers', () => {
  it('follows the model in use, and closes the one before', async () => {
    const registry = new Shelf();
    const taggers = open(registry);
    registry.used = CHARACTERS;
    const first = await taggers.predict(TEXT, registry.used);
    expect(first.model).toEqual({ id: 1, name: 'characters' });
    expect(first.entities.length).toBeGreaterThan(20);
    expect(places(first.entities)).toEqual(places(await expected(registry.files(1), TEXT)));

    registry.used = BERT;
    const under = taggers.predict(TEXT, registry.used); // still under way when the model changes again
    taggers.refresh(undefined);
    const second = await under;
    expect(second.model).toEqual({ id: 2, name: 'bert' });
    expect(places(second.entities)).toEqual(places(await expected(registry.files(2), TEXT)));
    await expect.poll(() => stores).toBe(0);
  });

  it('takes up int8 weights, and a new name without reading anew', async () => {
    const registry = new Shelf();
    const taggers = open(registry);
    registry.used = BERT;
    const exact = await taggers.predict(TEXT, registry.used);
    registry.used = { ...BERT, name: 'renamed' };
    expect((await taggers.predict(TEXT, registry.used)).model.name).toBe('renamed');
    expect(registry.reads).toEqual([2]);
    registry.used = { ...BERT, useInt8: true };
    const small = await taggers.predict(TEXT, registry.used);
    expect(registry.reads).toEqual([2, 2]);
    const confidences = (of: typeof small) => of.entities.map(({ confidence }) => confidence);
    expect(confidences(small)).not.toEqual(confidences(exact));
  });

  it('says what is wrong with a model, once read, until models change', async () => {
    const registry = new Shelf();
    const taggers = open(registry);
    registry.used = CHARACTERS;
    const good = registry.stored.get(1)!;
    const [weights] = good.weights;
    registry.stored.set(1, { ...good, weights: [weights!.subarray(0, 40)] });
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(taggers.predict(TEXT, registry.used)).rejects.toMatchObject({
        name: 'AppError',
        code: 'bad-input',
        message: expect.stringMatching(/^The model characters cannot be used: safetensors/),
        kept: saying(/dictionary/),
      });
    }
    expect(registry.reads).toEqual([1]);
    registry.stored.set(1, good);
    taggers.refresh(registry.used);
    expect((await taggers.predict(TEXT, registry.used)).entities.length).toBeGreaterThan(20);
    expect(stores).toBe(1);
  });

  it('opens the model on refresh, before anybody asks', async () => {
    const registry = new Shelf();
    const taggers = open(registry);
    registry.used = CHARACTERS;
    taggers.refresh(registry.used);
    await expect.poll(() => stores).toBe(1);
    registry.stored.clear();
    expect((await taggers.predict(TEXT, registry.used)).entities.length).toBeGreaterThan(20);
    registry.used = BERT; // without files: no rejection goes unheard
    taggers.refresh(registry.used);
    await expect(taggers.predict(TEXT, registry.used)).rejects.toThrow(
      /bert cannot be used: the weights are gone/,
    );
  });

  it('tries the executor again when it could not be opened', async () => {
    const registry = new Shelf();
    registry.used = CHARACTERS;
    let attempts = 0;
    const taggers = new Taggers(registry, async () => {
      if (++attempts === 1) throw new AppError('internal', plainText('no library'));
      return executor;
    });
    await expect(taggers.predict(TEXT, registry.used)).rejects.toThrow(
      /characters cannot be used: no library/,
    );
    taggers.refresh(registry.used);
    expect((await taggers.predict(TEXT, registry.used)).model.id).toBe(1);
  });

  it('evaluates any model with weights as asked, and leaves nothing open', async () => {
    const registry = new Shelf();
    const taggers = open(registry);
    const predictor = await NerPredictor.open(executor, registry.files(2));
    const texts = sampleTexts(20, 60);
    const found = await predictor.predict(texts);
    await predictor.dispose();
    const documents = texts.map((text, i) => ({
      id: String(i),
      text,
      entities: found[i]!.map(({ start, end, type }) => ({ start, end, type })),
    }));
    const request = { modelId: 2, documents, dataSet: 'own', weights: 'as-set' } as const;
    const report = await taggers.evaluate(request);
    expect(report).toMatchObject({ dataSet: 'own', scores: { f1: 1 }, errors: [] });
    expect(report.scores.support).toBeGreaterThan(20);
    expect(report.msPerDocument).toBeGreaterThan(0);
    const small = await taggers.evaluate({ ...request, weights: 'int8' });
    expect(small.scores.f1).toBeGreaterThan(0.7);
    expect(stores).toBe(0);

    registry.used = BERT;
    await taggers.predict(TEXT, registry.used);
    const reads = registry.reads.length;
    expect((await taggers.evaluate(request)).scores.f1).toBe(1); // with the one that is open
    expect(registry.reads).toHaveLength(reads);
    expect((await taggers.predict(TEXT, registry.used)).entities.length).toBeGreaterThan(20);
    await expect(taggers.evaluate({ ...request, modelId: 3 })).rejects.toThrow('no model 3');
  });

  it('answers the editor while an evaluation is under way', async () => {
    const registry = new Shelf();
    const taggers = open(registry);
    registry.used = CHARACTERS;
    await taggers.predict('', registry.used);
    const documents = sampleTexts(600, 200).map((text, i) => ({ id: String(i), text, entities: [] }));
    const order: string[] = [];
    const evaluation = taggers
      .evaluate({ modelId: 1, documents, dataSet: 'long', weights: 'fp32' })
      .then(() => order.push('evaluation'));
    const typing = (async () => {
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        await taggers.predict(`发热${i}天。`, registry.used);
        order.push('answer');
      }
    })();
    await Promise.all([evaluation, typing]);
    expect(order).toEqual(['answer', 'answer', 'answer', 'evaluation']);
  });

  it('stops an evaluation between two batches, and closes what it had opened', async () => {
    const taggers = open(new Shelf());
    const documents = sampleTexts(600, 200).map((text, i) => ({ id: String(i), text, entities: [] }));
    const controller = new AbortController();
    const request = { modelId: 1, documents, dataSet: 'long', weights: 'fp32' } as const;
    const evaluation = taggers.evaluate(request, controller.signal);
    controller.abort();
    await expect(evaluation).rejects.toMatchObject({ code: 'cancelled' });
    expect(stores).toBe(0);
  });
});
