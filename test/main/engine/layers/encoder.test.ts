/** Attention and the encoder against one sequence at a time in plain loops, padding cut off. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { attentionBias, selfAttention } from '../../../../main/engine/layers/attention.ts';
import { seededDropout } from '../../../../main/engine/layers/dropout.ts';
import { type EncoderConfig, encoder, encoderSpec } from '../../../../main/engine/layers/encoder.ts';
import * as naive from './naive.ts';
import {
  difference,
  expectLayer,
  expectNoLeak,
  onReferenceBackend,
  randomArray,
  toTensor,
} from './tensors.ts';

onReferenceBackend();

const [B, T, H, HEADS] = [2, 3, 4, 2];
const LENGTHS = [3, 2];
const MASK = [1, 1, 1, 1, 1, 0];
const mask = () => tf.tensor(MASK, [B, T], 'int32');
type Values = readonly number[];

/** Attention of one sequence [length, H]; keys beyond `real` do not exist. */
function naiveAttention(
  x: Values,
  real: number,
  w: readonly Values[],
): { y: number[]; probabilities: number[] } {
  const [q, k, v] = [0, 2, 4].map((i) => naive.linear(x, w[i]!, w[i + 1]!)) as [number[], number[], number[]];
  const size = H / HEADS;
  const mixed = new Array<number>(x.length).fill(0);
  const probabilities: number[] = [];
  for (let head = 0; head < HEADS; head++)
    for (let t = 0; t < x.length / H; t++) {
      const scores = Array.from({ length: real }, (_, s) => {
        let dot = 0;
        for (let d = 0; d < size; d++) dot += q[t * H + head * size + d]! * k[s * H + head * size + d]!;
        return dot / Math.sqrt(size);
      });
      const weights = naive.softmax(scores);
      probabilities.push(...weights, ...new Array<number>(x.length / H - real).fill(0));
      for (let d = 0; d < size; d++)
        mixed[t * H + head * size + d] = weights.reduce(
          (s, p, at) => s + p * v[at * H + head * size + d]!,
          0,
        );
    }
  return { y: naive.linear(mixed, w[6]!, w[7]!), probabilities };
}

const projections = ['q', 'k', 'v', 'o'].flatMap((name) => [
  randomArray(`w${name}`, [H, H]),
  randomArray(`b${name}`, [H]),
]);

describe('selfAttention', () => {
  const attend = (x: tf.Tensor, w: readonly tf.Tensor[], probabilities = false) => {
    const pair = (i: number) => ({ weight: w[i]!, bias: w[i + 1]! });
    return selfAttention(
      { query: pair(0), key: pair(2), value: pair(4), output: pair(6) },
      x,
      attentionBias({ mask: mask() }),
      {
        heads: HEADS,
        probabilityDropout: 0,
        site: 'a',
        source: undefined,
        probabilities,
      },
    );
  };
  const perSequence = <R>(x: Values, run: (rows: Values, b: number) => R): R[] =>
    LENGTHS.map((_, b) => run(x.slice(b * T * H, (b + 1) * T * H), b));

  it('mixes values by the softmax of scaled products, padding left out', () => {
    expectLayer(
      (x, ...w) => attend(x!, w).hidden,
      (x, ...w) => perSequence(x!, (rows, b) => naiveAttention(rows, LENGTHS[b]!, w).y).flat(),
      [randomArray('x', [B, T, H]), ...projections],
      5e-5,
    );
  });

  it('returns the probabilities', () => {
    tf.tidy(() => {
      const x = randomArray('x', [B, T, H]);
      const { probabilities } = attend(
        toTensor(x),
        projections.map((w) => toTensor(w)),
        true,
      );
      const expected = perSequence(
        x.values,
        (rows, b) =>
          naiveAttention(
            rows,
            LENGTHS[b]!,
            projections.map(({ values }) => values),
          ).probabilities,
      );
      expect(probabilities?.shape).toEqual([B, HEADS, T, T]);
      expect(difference(probabilities!.dataSync(), expected.flat())).toBeLessThan(1e-6);
    });
  });

  it('refuses widths that do not divide into heads', () => {
    tf.tidy(() => {
      const [x, w] = [tf.ones([1, 2, 3]), { weight: tf.ones([3, 3]), bias: tf.ones([3]) }];
      expect(() =>
        selfAttention(
          { query: w, key: w, value: w, output: w },
          x,
          attentionBias({ mask: tf.ones([1, 2]) }),
          {
            heads: 2,
            probabilityDropout: 0,
            site: '',
            source: undefined,
          },
        ),
      ).toThrow(/3 units.*2 heads/);
    });
  });
});

describe('encoder', () => {
  const config: EncoderConfig = {
    hiddenSize: H,
    layers: 2,
    heads: HEADS,
    innerSize: 5,
    layerNormEps: 1e-3,
    hiddenDropout: 0,
    attentionDropout: 0,
  };
  const specs = encoderSpec('e', config);
  const arrays = specs.map(({ name, shape }) => randomArray(name, shape, 0.7));
  const byName = (values: readonly tf.Tensor[]) =>
    Object.fromEntries(specs.map(({ name }, i) => [name, values[i]!]));

  function naiveEncoder(x: Values, values: readonly Values[], hidden: number[][] = []): number[] {
    const get = (name: string) => values[specs.findIndex((spec) => spec.name === name)]!;
    const dense = (name: string) => [get(`${name}.weight`), get(`${name}.bias`)] as const;
    let rows: number[] = [...x];
    for (const layer of ['e.layer.0', 'e.layer.1']) {
      const attention = `${layer}.attention`;
      const w = ['self.query', 'self.key', 'self.value', 'output.dense'].flatMap((n) =>
        dense(`${attention}.${n}`),
      );
      const attended = LENGTHS.flatMap(
        (real, b) => naiveAttention(rows.slice(b * T * H, (b + 1) * T * H), real, w).y,
      );
      const middle = naive.layerNorm(
        rows.map((v, i) => v + attended[i]!),
        ...dense(`${attention}.output.LayerNorm`),
        1e-3,
      );
      const inner = naive.linear(middle, ...dense(`${layer}.intermediate.dense`)).map(naive.gelu);
      const fed = naive.linear(inner, ...dense(`${layer}.output.dense`));
      rows = naive.layerNorm(
        middle.map((v, i) => v + fed[i]!),
        ...dense(`${layer}.output.LayerNorm`),
        1e-3,
      );
      hidden.push(rows);
    }
    return rows;
  }

  it('normalises after each sublayer, outputs and gradients', () => {
    expectLayer(
      (x, ...values) =>
        encoder(
          byName(values),
          { x: x!, mask: mask() },
          { config, prefix: 'e', source: undefined },
        ).hiddenStates.at(-1)!,
      (x, ...values) => naiveEncoder(x!, values),
      [randomArray('x', [B, T, H]), ...arrays],
      1e-4,
    );
  });

  it('returns every hidden state, attentions on request, and runs in groups of layers', () => {
    tf.tidy(() => {
      const params = byName(arrays.map((array) => toTensor(array)));
      const x = randomArray('x', [B, T, H]);
      const options = { config, prefix: 'e', source: undefined };
      const input = { x: toTensor(x), mask: mask() };
      const hidden: number[][] = [];
      naiveEncoder(
        x.values,
        arrays.map(({ values }) => values),
        hidden,
      );
      const all = encoder(params, input, { ...options, attentions: true });
      expect(all.hiddenStates).toHaveLength(3);
      expect(difference(all.hiddenStates[1]!.dataSync(), hidden[0]!)).toBeLessThan(1e-5);
      expect(all.attentions.map(({ shape }) => shape)).toEqual([
        [B, HEADS, T, T],
        [B, HEADS, T, T],
      ]);
      const lower = encoder(params, input, { ...options, last: 0 });
      const upper = encoder(params, { ...input, x: lower.hiddenStates.at(-1)! }, { ...options, first: 1 });
      expect(lower.attentions).toEqual([]);
      expect([...upper.hiddenStates.at(-1)!.dataSync()]).toEqual([...all.hiddenStates[2]!.dataSync()]);
    });
  });

  it('draws a mask of its own at each of three sites a layer', () => {
    tf.tidy(() => {
      const sites: string[] = [];
      const drawn = seededDropout(1, 1);
      const source = {
        mask(site: string, shape: readonly number[], rate: number) {
          sites.push(`${site} ${shape.join('x')} ${rate}`);
          return drawn.mask(site, shape, rate);
        },
      };
      const params = byName(arrays.map((array) => toTensor(array)));
      const rates = { ...config, layers: 1, hiddenDropout: 0.1, attentionDropout: 0.2 };
      encoder(params, { x: tf.ones([B, T, H]), mask: mask() }, { config: rates, prefix: 'e', source });
      expect(sites).toEqual([
        'e.layer.0.attention.self 2x2x3x3 0.2',
        'e.layer.0.attention.output 2x3x4 0.1',
        'e.layer.0.output 2x3x4 0.1',
      ]);
    });
  });

  it('frees what is inside a layer, and everything after gradients', () => {
    const params = byName(arrays.map((array) => toTensor(array)));
    const x = toTensor(randomArray('x', [B, T, H]));
    const kept = mask();
    const run = (input: tf.Tensor) =>
      encoder(params, { x: input, mask: kept }, { config, prefix: 'e', source: undefined }).hiddenStates.at(
        -1,
      )!;
    expectNoLeak(() => tf.grads(run)([x]));
    expectNoLeak(() => tf.tidy(() => run(x)));
    tf.dispose([params, x, kept]);
  });
});
