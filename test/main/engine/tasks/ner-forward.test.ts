/** Batched inference against one window at a time on the reference backend. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEnsemble } from '../../../../main/engine/io/model-files.ts';
import { weightsFromFile } from '../../../../main/engine/io/weights.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import {
  forwardLengths,
  planBatches,
  planPackedBatches,
} from '../../../../main/engine/tasks/forward-batches.ts';
import { batchWindows, emissionsOfWindows } from '../../../../main/engine/tasks/ner/batches.ts';
import { NerForward, nerHead, predictEntities } from '../../../../main/engine/tasks/ner/forward.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { nerReader } from '../../../../main/engine/tasks/ner/reader.ts';
import { predictionWindows } from '../../../../main/engine/tasks/ner/windows.ts';
import { mergeRows } from '../../../../main/text/windows.ts';
import { type SmallTagger, sampleTexts, taggerFiles } from '../../../helpers/tagger.ts';
import { difference, onReferenceBackend } from '../layers/tensors.ts';
import { batchTensors, paramTensors, tidied } from '../models/eager.ts';

onReferenceBackend();

const KINDS: readonly SmallTagger[] = ['bilstm-crf', 'bert-softmax'];
const TEXTS = ['', ' \n', '发', ...sampleTexts(24, 30), ...sampleTexts(4, 200)];

function parts(kind: SmallTagger) {
  const { config, vocabulary, weights } = taggerFiles(kind);
  if (config.task !== 'ner' || isEnsemble(config)) throw new Error('no tagger');
  const model = tagger(config.model);
  const values = weightsFromFile(model.params, weights);
  return { config, model, values, reader: nerReader(config, vocabulary) };
}

async function forwardOn(
  kind: SmallTagger,
  id: 'cpu' | 'onnx',
  weights: 'live' | 'frozen' | 'int8' = 'live',
) {
  const { config, model, values, reader } = parts(kind);
  const executor = await openExecutor({ id, threads: 1 });
  const store = executor.createStore(model.params);
  await store.write(values);
  const forward = new NerForward(store, {
    config: config.model,
    reader,
    window: config.window,
    model,
    weights,
    batchTokens: 256,
  });
  const dispose = async () => {
    await forward.dispose();
    await store.dispose();
    await executor.dispose();
  };
  return { forward, store, head: nerHead(config.model, values, config.window.length), dispose };
}

/** Each window by itself, without padding. */
function naiveEmissions(kind: SmallTagger, text: string): Float32Array {
  const { config, model, values, reader } = parts(kind);
  const { windows } = predictionWindows(text, reader, config.window);
  const rows = windows.map((window) => {
    const size = { batch: 1, length: window.ids.length };
    const { ids, types, mask } = batchWindows([window], reader, size);
    const emissions = tidied(() => {
      const arrays = { ids: [...ids], types: [...types], mask: [...mask] };
      const params = paramTensors(model.params, new Map(Object.entries(values)));
      return Float32Array.from(
        model.forward(params, batchTensors(model.inputs(size), arrays)).emissions!.dataSync(),
      );
    });
    const places = window.window.to - window.window.from;
    return emissionsOfWindows(emissions, [window], [1, places, reader.tagSet.size])[0]!;
  });
  return mergeRows(
    windows.map(({ window }) => window),
    rows,
    reader.tagSet.size,
  );
}

describe('planBatches', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 80 });

  it('puts each sequence into one batch of its length bucket, filled to more than half', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 1000 }), (all, tokens) => {
        const buckets = forwardLengths(100);
        const batches = planBatches(all, buckets, tokens);
        const seen = batches.flatMap(({ examples }) => [...examples]).sort((a, b) => a - b);
        expect(seen).toEqual([...all.keys()]);
        for (const { size, examples } of batches) {
          expect(size.batch * size.length).toBeLessThanOrEqual(Math.max(tokens, size.length));
          expect(2 * examples.length).toBeGreaterThan(size.batch);
          for (const sequence of examples)
            expect(buckets.find((length) => all[sequence]! <= length)).toBe(size.length);
        }
      }),
    );
  });

  it('knows few shapes, and a lone sequence pays for no other', () => {
    const shapes = new Set<string>();
    for (let count = 1; count < 300; count++)
      for (const { size } of planBatches(new Array<number>(count).fill(20), [32], 4096))
        shapes.add(`${size.batch}`);
    expect([...shapes].map(Number).sort((a, b) => a - b)).toEqual([1, 4, 16, 64, 128]);
    expect(planBatches([5], forwardLengths(256), 4096)[0]!.size).toEqual({ batch: 1, length: 32 });
  });
});

describe('planPackedBatches', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 256 }), { maxLength: 80 });

  it('puts each sequence into one row, within the row and beside no other, in few shapes', () => {
    const shapes = new Set<string>();
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 4096 }), (all, tokens) => {
        const batches = planPackedBatches(all, forwardLengths(256), tokens);
        const seen = batches.flatMap(({ examples }) => [...examples]).sort((a, b) => a - b);
        expect(seen).toEqual([...all.keys()]);
        for (const { size, examples, starts } of batches) {
          expect(examples.length).toBeLessThanOrEqual(size.batch);
          if (size.rows === undefined) continue;
          const { count, length } = size.rows;
          shapes.add(`${length}`);
          expect(count * length).toBeLessThanOrEqual(Math.max(tokens, length));
          const ends = Array.from(examples, (sequence, i) => [starts![i]!, starts![i]! + all[sequence]!]);
          for (const [i, [from = 0, to = 0]] of ends.entries()) {
            expect(Math.floor(from / length)).toBe(Math.floor((to - 1) / length));
            expect(to).toBeLessThanOrEqual(ends[i + 1]?.[0] ?? count * length);
          }
        }
      }),
    );
    expect([...shapes].sort()).toEqual(['128', '256']);
  });

  it('gives a short sequence alone a batch without rows', () => {
    expect(planPackedBatches([5], forwardLengths(256), 4096)[0]!.size).toEqual({ batch: 1, length: 32 });
  });
});

describe.each(KINDS)('NerForward of %s', (kind) => {
  it.each(['cpu', 'onnx'] as const)('on %s scores tokens as each window alone does', async (id) => {
    const before = tf.memory().numTensors;
    const { forward, dispose } = await forwardOn(kind, id);
    const found = await forward.emissionsOf(TEXTS);
    await dispose();
    expect(TEXTS.some((text) => text.length > 100)).toBe(true);
    for (const [i, text] of TEXTS.entries()) {
      const expected = naiveEmissions(kind, text);
      expect(found[i]!.emissions.length).toBe(found[i]!.tokens.ids.length * 5);
      expect(difference(found[i]!.emissions, expected)).toBeLessThan(1e-4);
    }
    expect(tf.memory().numTensors).toBe(before);
  });

  it('gives a text the same entities alone and among others', async () => {
    const { forward, head, dispose } = await forwardOn(kind, 'onnx', 'frozen');
    const together = await predictEntities(forward, head, TEXTS);
    expect(together.flat().length).toBeGreaterThan(20);
    for (const [i, text] of TEXTS.entries()) {
      const [alone] = await predictEntities(forward, head, [text]);
      const places = (entities: typeof alone) =>
        entities?.map(({ start, end, type }) => ({ start, end, type }));
      expect(places(alone)).toEqual(places(together[i]));
      for (const [k, { confidence }] of (alone ?? []).entries())
        expect(confidence).toBeCloseTo(together[i]![k]!.confidence, 4);
    }
    await dispose();
  });

  it('follows the parameters while they are live', async () => {
    const { forward, store, dispose } = await forwardOn(kind, 'onnx');
    const before = (await forward.emissionsOf(['发热']))[0]!.emissions;
    const values = await store.read();
    await store.write({ 'classifier.bias': values['classifier.bias']!.map((bias) => bias + 1) });
    const after = (await forward.emissionsOf(['发热']))[0]!.emissions;
    expect(
      difference(
        after,
        before.map((score) => score + 1),
      ),
    ).toBeLessThan(1e-5);
    await dispose();
  });

  it('is asked before each batch, and ends where that throws', async () => {
    const { forward, head, dispose } = await forwardOn(kind, 'onnx');
    let asked = 0;
    const stop = () => {
      if (++asked === 3) throw new Error('stopped');
    };
    await expect(predictEntities(forward, head, TEXTS, { between: stop })).rejects.toThrow('stopped');
    expect(asked).toBe(3);
    const progress: number[] = [];
    await predictEntities(forward, head, TEXTS, { onProgress: (done) => progress.push(done) });
    expect(progress.at(-1)).toBe(TEXTS.length);
    await dispose();
  });
});

describe('int8 weights', () => {
  it('change scores a little, and few entities', async () => {
    const executor = await openExecutor({ id: 'onnx', threads: 1 });
    const files = taggerFiles('bert-softmax');
    const [exact, small] = [
      await NerPredictor.open(executor, files),
      await NerPredictor.open(executor, files, { int8: true }),
    ];
    const texts = TEXTS.slice(3);
    const key = (entities: readonly { start: number; end: number; type: string }[], text: number) =>
      entities.map(({ start, end, type }) => `${text} ${start} ${end} ${type}`);
    const before = (await exact.predict(texts)).flatMap(key);
    const after = new Set((await small.predict(texts)).flatMap(key));
    const kept = before.filter((entity) => after.has(entity)).length;
    expect(before.length).toBeGreaterThan(50);
    expect(kept / before.length).toBeGreaterThan(0.85);
    const confidences = async (predictor: NerPredictor) =>
      (await predictor.predict(texts)).flat().map(({ confidence }) => confidence);
    expect(await confidences(small)).not.toEqual(await confidences(exact));
    await exact.dispose();
    await small.dispose();
    await executor.dispose();
  });
});
