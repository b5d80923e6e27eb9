/** Checks every network: a case of its own, true gradients, padding that changes nothing, files. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightsFromFile, weightsToFile } from '../../../../main/engine/io/weights.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { type Model, parameterCount } from '../../../../main/engine/models/model.ts';
import { TaggerConfig } from '../../../../main/engine/models/tagger/config.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { TextClassifierConfig } from '../../../../main/engine/models/text-classifier/config.ts';
import { MARKS } from '../../../../main/engine/models/text-classifier/mention-features.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';
import {
  ARCHITECTURES,
  type ClassifyNetwork,
  classifierRow,
  NETWORKS,
  type NerNetwork,
  type NetworkRow,
  networkConfig,
  type TaggerRow,
} from '../../../../shared/domain/networks.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { MODELS } from './build-model.ts';
import { type Batch, batchTensors, initialValues, lossAndGradients, paramTensors, tidied } from './eager.ts';
import { NETWORK_CASES } from './network-cases.ts';

onReferenceBackend();

const modelOf = ({ type, config }: { type: keyof typeof MODELS; config: unknown }): Model =>
  MODELS[type](config);

it('every architecture is one of a network that can be chosen', () => {
  const chosen = new Set<string | undefined>(
    Object.values<NetworkRow>(NETWORKS).map(({ architecture }) => architecture),
  );
  expect(Object.keys(ARCHITECTURES).filter((architecture) => !chosen.has(architecture))).toEqual([]);
});

describe.each(NETWORK_CASES)('$name', (one) => {
  const { type, size, batch, untagged } = one;
  const model = modelOf(one);
  const inputs = [...model.inputs(size), ...model.targets(size)];
  const values = initialValues(model.params, 11);

  it('has the gradients of its loss', () => {
    const tensors = batchTensors(inputs, batch);
    const { gradients } = lossAndGradients(model.params, values, (params) => model.loss(params, tensors));
    const lossAt = (name: string, move: Float32Array, step: number) => {
      const moved = new Map(values).set(
        name,
        values.get(name)!.map((value, i) => value + step * move[i]!),
      );
      return tidied(() => model.loss(paramTensors(model.params, moved), tensors).loss.dataSync()[0]!);
    };
    // A CRF adds −10⁴ to what it forbids, which rounds some of its float32 scores to 10⁻³. That hides the gradients of
    // an encoder below it; the case without a CRF checks these.
    const hasCrf = model.params.some(({ name }) => name.startsWith('crf.'));
    const [step, noise] = hasCrf ? [1e-2, 5e-3] : [2e-3, 1e-3];
    for (const { name } of model.params.filter(({ name }) => !(hasCrf && name.startsWith('bert.')))) {
      const gradient = gradients.get(name)!;
      const random = new RandomStream({ seed: 5, purpose: name });
      const move = gradient.map(() => (random.uniform() < 0.5 ? -1 : 1));
      const numeric = (lossAt(name, move, step) - lossAt(name, move, -step)) / (2 * step);
      const slope = gradient.reduce((sum, g, i) => sum + g * move[i]!, 0);
      const scale = gradient.reduce((sum, g) => sum + Math.abs(g), 0);
      expect(Math.abs(numeric - slope), `slope of ${name}`).toBeLessThan(0.03 * scale + noise);
    }
    tf.dispose(tensors);
  });

  it('does not see padding', () => {
    const params = paramTensors(model.params, values);
    const fewest = model.inputs(size).some(({ name }) => name === MARKS) ? 2 : 1; // of two marked mentions
    const rows = model.inputs(size).find(({ name }) => name === 'mask')?.shape[0] ?? size.batch; // two of a pair
    const tokens = fc.integer({ min: fewest + untagged, max: 5 + untagged });
    const output = type === 'tagger' ? 'emissions' : 'logits';
    const run = (given: Batch, length: number) =>
      tidied(() => {
        const size = { batch: one.size.batch, length };
        const tensors = batchTensors(model.inputs(size), given);
        return Array.from(model.forward(params, tensors)[output]!.dataSync());
      });
    fc.assert(
      fc.property(
        fc.array(tokens, { minLength: rows, maxLength: rows }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer(),
        (lengths, more, seed) => {
          const shortest = Math.max(...lengths);
          const draw = new RandomStream({ seed: seed >>> 0, purpose: 'text' });
          const short = randomBatch(lengths, { length: shortest, untagged }, draw);
          const long = padded(short, { lengths, from: shortest, to: shortest + more, untagged }, draw);
          const [expected, found] = [run(short, shortest), run(long, shortest + more)];
          lengths.slice(0, size.batch).forEach((n, b) => {
            const width = one.outputs[output]!.at(-1)!;
            const rows = type === 'tagger' ? n - untagged : 1;
            const start = (length: number) => (type === 'tagger' ? b * (length - untagged) : b) * width;
            for (let i = 0; i < rows * width; i++)
              expect(found[start(shortest + more) + i]).toBeCloseTo(expected[start(shortest) + i]!, 4);
          });
        },
      ),
      { numRuns: 12 },
    );
    tf.dispose(params);
  });

  it('is the same after a file', () => {
    const given = Object.fromEntries(values);
    const loaded = weightsFromFile(model.params, weightsToFile(model.params, given));
    expect(Object.keys(loaded).sort()).toEqual([...values.keys()].sort());
    for (const [name, value] of values) expect(loaded[name], name).toEqual(value);
  });

  it('names its parameters as PyTorch would', () => {
    const shape =
      /(^|\.)(weight|bias|(weight|bias)_(ih|hh|carry)_l\d+(_reverse)?|(start_|end_)?transitions)$/;
    for (const { name } of model.params) expect(name).toMatch(shape);
  });
});

type Lengths = readonly number[];

/** Values a token of whatever a front may ask for. */
const WIDTHS = { ids: 1, words: 1, vectors: 4, matches: 1 };
/** The same of a lexicon, which knows nothing of [CLS] and [SEP]. */
const LEXICON_WIDTHS = { lexiconRows: 8, lexiconWeights: 8, lexiconTypes: 12, bigrams: 1 };

/** Random tokens for whatever a front may ask for, a row for each of the lengths; what stands at padding is random as well. */
function randomBatch(
  lengths: Lengths,
  { length, untagged }: { length: number; untagged: number },
  draw: RandomStream,
): Batch {
  const fill = (below: number, width = 1, tokens = length) =>
    Array.from({ length: lengths.length * tokens * width }, () => draw.below(below));
  const tagged = length - untagged;
  return {
    ids: fill(12),
    words: fill(5),
    matches: fill(4),
    types: new Array<number>(lengths.length * length).fill(0),
    vectors: Array.from({ length: lengths.length * length * WIDTHS.vectors }, () => draw.normal()),
    mask: maskOf(lengths, length),
    lexiconRows: fill(7, LEXICON_WIDTHS.lexiconRows, tagged),
    lexiconWeights: fill(3, LEXICON_WIDTHS.lexiconWeights, tagged),
    lexiconTypes: fill(2, LEXICON_WIDTHS.lexiconTypes, tagged),
    bigrams: fill(4, LEXICON_WIDTHS.bigrams, tagged),
    marks: lengths.flatMap((n) => [0, n - 1]),
  };
}

const maskOf = (lengths: Lengths, length: number) =>
  lengths.flatMap((n) => Array.from({ length }, (_, t) => (t < n ? 1 : 0)));

/** The same real tokens, and other padding. */
function padded(
  given: Batch,
  { lengths, from, to, untagged }: { lengths: Lengths; from: number; to: number; untagged: number },
  draw: RandomStream,
): Batch {
  const fresh = randomBatch(lengths, { length: to, untagged }, draw);
  const moved = (widths: Readonly<Record<string, number>>, special: number) =>
    Object.fromEntries(
      Object.entries(widths).map(([name, width]) => [
        name,
        fresh[name]!.map((other, i) => {
          const perRow = (to - special) * width;
          const [row, at] = [Math.floor(i / perRow), i % perRow];
          const known = (lengths[row]! - special) * width;
          return at < known ? given[name]![row * (from - special) * width + at]! : other;
        }),
      ]),
    );
  return { ...fresh, ...moved(WIDTHS, 0), ...moved(LEXICON_WIDTHS, untagged) };
}

describe('sizes', () => {
  const labels = (count: number) => Array.from({ length: count }, (_, i) => `label ${i}`);
  const textSize = (network: ClassifyNetwork, size: number, count: number) => {
    const { architecture, texts } = classifierRow(network);
    const { sizes, ...others } = texts;
    const config = {
      front: { kind: 'vectors', size },
      labels: labels(count),
      mode: 'single',
      ...others,
      body: networkConfig(architecture, sizes),
    };
    return parameterCount(textClassifier(TextClassifierConfig.parse(config))).total / 1e6;
  };
  const taggerSize = (network: NerNetwork, size: number) => {
    const { architecture, ner }: TaggerRow = NETWORKS[network];
    const config = {
      front: { kind: 'vectors', size },
      tags: { types: labels(6), scheme: 'BIO' },
      head: ner.head,
      dense: ner.dense,
      middle: networkConfig(architecture, ner.sizes),
    };
    return parameterCount(tagger(TaggerConfig.parse(config))).total / 1e6;
  };

  // Millions of parameters in the paper's table 9: GloVe (general), 100 dimensions, and CMed-GloVe, 50.
  it.each<[ClassifyNetwork, number, number]>([
    ['cnn', 0.07, 0.04],
    ['cnn-lstm', 0.06, 0.06],
    ['cnn-gru', 0.05, 0.04],
    ['bilstm', 2.56, 2.35],
    ['bigru', 1.93, 1.77],
    ['dropout-bigru', 0.16, 0.14],
    ['avrnn', 0.26, 0.25],
    ['dropout-avrnn', 0.17, 0.15],
    ['avcnn', 0.82, 0.67],
  ])('%s has the parameters it has in the paper', (network, of100, of50) => {
    expect(Math.abs(textSize(network, 100, 44) - of100)).toBeLessThan(0.011);
    expect(Math.abs(textSize(network, 50, 44) - of50)).toBeLessThan(0.011);
  });

  // Table 7: CMed-Word2Vec, 100 dimensions, and CMed-GloVe, 50.
  it.each<[NerNetwork, number, number]>([
    ['bilstm-crf', 3.04, 2.84],
    ['cnn-lstm', 1.21, 1.2],
    ['bilstm', 2.52, 2.32],
    ['bigru', 1.9, 1.74],
  ])('the tagger %s has the parameters it has in the paper', (network, of100, of50) => {
    expect(Math.abs(taggerSize(network, 100) - of100)).toBeLessThan(0.011);
    expect(Math.abs(taggerSize(network, 50) - of50)).toBeLessThan(0.011);
  });

  it('leaves out of the trainable ones what its settings freeze', () => {
    const front = {
      kind: 'embedding',
      vocabSize: 10,
      size: 4,
      frozen: true,
      words: { vocabSize: 7, size: 3 },
    };
    const model = textClassifier(
      TextClassifierConfig.parse({
        front,
        labels: labels(2),
        mode: 'single',
        body: { kind: 'cnn', filters: 2 },
      }),
    );
    const { total, trainable } = parameterCount(model);
    expect([...model.frozen!]).toEqual(['embeddings.word_embeddings.weight']);
    expect(total - trainable).toBe(40);
    expect(total).toBe(40 + 21 + 2 * (3 * 7 + 1) + 2 * 2 + 2);
  });
});
