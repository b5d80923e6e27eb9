/** Layers that bring entities to mentions against plain loops, their gradients against central differences. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { attentivePooling } from '../../../../main/engine/layers/attentive-pooling.ts';
import { nearestEntities } from '../../../../main/engine/layers/entity-linking.ts';
import { addChanges, gatedChange, knownOfMention } from '../../../../main/engine/layers/gated-infusion.ts';
import { neighbourVector, nodeShares, typeShares } from '../../../../main/engine/layers/hybrid-attention.ts';
import { mentionTokens } from '../../../../main/engine/layers/mention-tokens.ts';
import { neighbourScores, rewrittenScores } from '../../../../main/engine/layers/neighbour-scores.ts';
import { gelu, layerNorm, linear, softmax } from './naive.ts';
import { difference, expectLayer, onReferenceBackend, randomArray, toTensor } from './tensors.ts';

onReferenceBackend();

type Numbers = readonly number[];
const row = (x: Numbers, n: number, width: number): number[] => x.slice(n * width, (n + 1) * width);
const dot = (a: Numbers, b: Numbers): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
/** x W of one row. */
const times = (x: Numbers, w: Numbers): number[] => linear(x, w, Array<number>(w.length / x.length).fill(0));
const plus = (a: Numbers, b: Numbers): number[] => a.map((x, i) => x + b[i]!);
const named = (names: readonly string[], values: readonly tf.Tensor[]) =>
  Object.fromEntries(names.map((name, i) => [name, values[i]!]));

describe('attentivePooling', () => {
  it('averages the real tokens by softmax(tanh(x W) v)', () => {
    const mask = [1, 1, 0, 1, 0, 0];
    expectLayer(
      (x, w, v) =>
        attentivePooling(named(['p.dense.weight', 'p.score.weight'], [w!, v!]), 'p', {
          x: x!,
          mask: tf.tensor2d(mask, [2, 3]),
        }),
      (x, w, v) =>
        [0, 1].flatMap((n) => {
          const tokens = [0, 1, 2].filter((s) => mask[3 * n + s] === 1).map((s) => row(x!, 3 * n + s, 4));
          const shares = softmax(tokens.map((token) => dot(times(token, w!).map(Math.tanh), v!)));
          return [0, 1, 2, 3].map((i) => tokens.reduce((sum, token, s) => sum + shares[s]! * token[i]!, 0));
        }),
      [randomArray('x', [2, 3, 4]), randomArray('w', [4, 2]), randomArray('v', [2, 1])],
    );
  });
});

it('mentionTokens reads from the first to the last token of each mention', () => {
  tf.tidy(() => {
    const states = tf.reshape(tf.range(0, 12), [2, 3, 2]);
    const spans = { starts: tf.tensor1d([1, 3], 'int32'), ends: tf.tensor1d([1, 5], 'int32') };
    const { x, mask } = mentionTokens(states, spans, 4);
    expect(mask.arraySync()).toEqual([
      [1, 0, 0, 0],
      [1, 1, 1, 0],
    ]);
    expect(tf.mul(x, tf.expandDims(mask, 2)).arraySync()).toMatchObject([
      [
        [2, 3],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      [
        [6, 7],
        [8, 9],
        [10, 11],
        [0, 0],
      ],
    ]);
  });
});

describe('hybrid attention', () => {
  const types = [4, 1, 4, 2, 2, 2];
  const mask = [1, 1, 1, 1, 1, 0];
  const around = (vectors: tf.Tensor) => ({
    vectors,
    types: tf.tensor2d(types, [2, 3], 'int32'),
    mask: tf.tensor2d(mask, [2, 3]),
  });
  const present = (n: number) => [0, 1, 2].map((k) => 3 * n + k).filter((at) => mask[at] === 1);
  /** α of each neighbour's type, 0 where there is none. */
  function naiveTypes(mention: Numbers, vectors: Numbers, wt: Numbers, wt2: Numbers, wa: Numbers): number[] {
    return [0, 1].flatMap((n) => {
      const kinds = [...new Set(present(n).map((at) => types[at]!))];
      const scores = kinds.map((kind) => {
        const sum = present(n)
          .filter((at) => types[at] === kind)
          .map((at) => row(vectors, at, 3))
          .reduce(plus);
        return dot(plus(times(row(mention, n, 3), wt), times(sum, wt2)).map(Math.tanh), wa);
      });
      const shares = softmax(scores);
      return [0, 1, 2].map((k) => (mask[3 * n + k] === 1 ? shares[kinds.indexOf(types[3 * n + k]!)]! : 0));
    });
  }
  const typeNames = ['a.mention_type.weight', 'a.type.weight', 'a.type_score.weight'];
  const typeArrays = [randomArray('wt', [3, 3]), randomArray('wt2', [3, 3]), randomArray('wa', [3, 1])];
  const mention = randomArray('mention', [2, 3]);
  const vectors = randomArray('vectors', [2, 3, 3]);

  it('weighs a type once, however many neighbours have it', () => {
    expectLayer(
      (m, v, ...params) => typeShares(named(typeNames, params), 'a', m!, around(v!)),
      (m, v, ...params) => naiveTypes(m!, v!, params[0]!, params[1]!, params[2]!),
      [mention, vectors, ...typeArrays],
    );
  });

  it.each([true, false])('weighs nodes by query, key and, or not, type: %s', (typeAttention) => {
    const names = [...typeNames, 'a.query.weight', 'a.key.weight'];
    const parts = { typeAttention, nodeAttention: true };
    expectLayer(
      (m, v, ...params) =>
        tf.add(
          nodeShares(named(names, params), 'a', { mention: m!, neighbours: around(v!), parts }),
          tf.mul(0, tf.sum(tf.concat(params.map((x) => tf.reshape(x, [-1]))))),
        ),
      (m, v, wt, wt2, wa, wq, wk) => {
        const alphas = typeAttention ? naiveTypes(m!, v!, wt!, wt2!, wa!) : mask;
        return [0, 1].flatMap((n) => {
          const query = times(row(m!, n, 3), wq!);
          const scores = present(n).map(
            (at) => (dot(query, times(row(v!, at, 3), wk!)) / Math.sqrt(3)) * alphas[at]!,
          );
          const shares = softmax(scores);
          return [0, 1, 2].map((k) => shares[present(n).indexOf(3 * n + k)] ?? 0);
        });
      },
      [mention, vectors, ...typeArrays, randomArray('wq', [3, 3]), randomArray('wk', [3, 3])],
    );
  });

  it('without both attentions is a feed-forward layer on the mean of the values', () => {
    const names = ['value.weight', 'value.bias', 'intermediate.weight', 'intermediate.bias', 'output.weight'];
    const norm = ['LayerNorm.weight', 'LayerNorm.bias'];
    const all = [...names, ...norm].map((name) => `a.${name}`);
    const parts = { typeAttention: false, nodeAttention: false };
    expectLayer(
      (m, v, ...params) =>
        tf.add(
          neighbourVector(named(all, params), 'a', { mention: m!, neighbours: around(v!), parts }),
          tf.mul(0, tf.sum(m!)),
        ),
      (_m, v, wv, bv, w1, b1, w2, gain, bias) =>
        [0, 1].flatMap((n) => {
          const values = present(n).map((at) => linear(row(v!, at, 3), wv!, bv!));
          const mean = values.reduce(plus).map((x) => x / values.length);
          const outer = times(linear(mean, w1!, b1!).map(gelu), w2!);
          return layerNorm(plus(mean, outer), gain!, bias!, 1e-12);
        }),
      [
        mention,
        vectors,
        randomArray('wv', [3, 3]),
        randomArray('bv', [3]),
        randomArray('w1', [3, 12]),
        randomArray('b1', [12]),
        randomArray('w2', [12, 3]),
        randomArray('gain', [3]),
        randomArray('bias', [3]),
      ],
      1e-4,
    );
  });
});

describe('gated infusion', () => {
  it('mixes mention and neighbours, and gates what is added to a token', () => {
    const names = ['mix', 'back', 'gate', 'change'].flatMap((name) => [`i.${name}.weight`, `i.${name}.bias`]);
    const all = [...names, 'i.LayerNorm.weight', 'i.LayerNorm.bias'];
    expectLayer(
      (token, mention, neighbours, ...values) => {
        const params = named(all, values);
        return gatedChange(params, 'i', token!, knownOfMention(params, 'i', mention!, neighbours!));
      },
      (token, mention, neighbours, ...values) => {
        const [wm, bm, wb, bb, wg, bg, wc, bc, gain, bias] = values as number[][]; // safe: all are given
        const mixed = linear([...mention!, ...neighbours!], wm!, bm!).map(gelu);
        const known = layerNorm(linear(mixed, wb!, bb!), gain!, bias!, 1e-12);
        const gate = linear([...token!, ...known], wg!, bg!).map(Math.tanh);
        return linear([...token!, ...known.map((x, i) => x * gate[i]!)], wc!, bc!).map(gelu);
      },
      [
        randomArray('token', [1, 4]),
        randomArray('mention', [1, 2]),
        randomArray('neighbours', [1, 2]),
        randomArray('wm', [4, 4]),
        randomArray('bm', [4]),
        randomArray('wb', [4, 4]),
        randomArray('bb', [4]),
        randomArray('wg', [8, 4]),
        randomArray('bg', [4]),
        randomArray('wc', [8, 4]),
        randomArray('bc', [4]),
        randomArray('gain', [4]),
        randomArray('bias', [4]),
      ],
      1e-4,
    );
  });

  it('addChanges adds the change of that number and nothing for 0', () => {
    const changeOf = [0, 2, 1, 2];
    expectLayer(
      (x, changes) => addChanges(x!, changes!, tf.tensor2d(changeOf, [2, 2], 'int32')),
      (x, changes) =>
        x!.map((value, i) => value + (changes![3 * (changeOf[Math.floor(i / 3)]! - 1) + (i % 3)] ?? 0)),
      [randomArray('x', [2, 2, 3]), randomArray('changes', [2, 3])],
    );
  });
});

describe('scores of neighbours', () => {
  const relation = [2, 0];
  const arrays = [
    randomArray('mention', [2, 3]),
    randomArray('matrices', [3, 3, 3]),
    randomArray('vectors', [3, 3]),
    randomArray('own', [2, 3]),
    randomArray('shared', [4, 3]),
  ];
  const naive = (m: Numbers, matrices: Numbers, vectors: Numbers, own: Numbers, shared: Numbers): number[] =>
    [0, 1].flatMap((n) => {
      const matrix = row(matrices, relation[n]!, 9);
      const query = plus(times(row(m, n, 3), matrix), row(vectors, relation[n]!, 3));
      const entities = [row(own, n, 3), ...[0, 1, 2, 3].map((c) => row(shared, c, 3))];
      return entities.map((entity) => {
        const key = times(entity, matrix);
        return (10 * dot(query, key)) / Math.sqrt(dot(query, query) * dot(key, key));
      });
    });
  const numbers = () => tf.tensor1d(relation, 'int32');

  it('are the cosine of translated mention and projected entity', () => {
    expectLayer(
      (m, matrices, vectors, own, shared) =>
        neighbourScores(
          m!,
          { matrices: matrices!, vectors: vectors! },
          numbers(),
          tf.concat([tf.expandDims(own!, 1), tf.tile(tf.expandDims(shared!, 0), [2, 1, 1])], 1),
        ),
      (m, matrices, vectors, own, shared) => naive(m!, matrices!, vectors!, own!, shared!),
      arrays,
      1e-4,
    );
  });

  it('are the same when rewritten with M_P', () => {
    expectLayer(
      (m, matrices, vectors, own, shared) =>
        rewrittenScores(m!, { matrices: matrices!, vectors: vectors! }, numbers(), {
          own: own!,
          shared: shared!,
        }),
      (m, matrices, vectors, own, shared) => naive(m!, matrices!, vectors!, own!, shared!),
      arrays,
      1e-4,
    );
  });
});

describe('nearestEntities', () => {
  const table = randomArray('table', [11, 3]);
  const mention = randomArray('mention', [2, 3]);

  it.each([2, 4, 100])('finds the same entities in blocks of %i', (block) => {
    tf.tidy(() => {
      const found = nearestEntities(toTensor(mention), toTensor(table), 5, block);
      const expected = [0, 1].map((n) =>
        [...Array(11).keys()]
          .sort(
            (a, b) =>
              dot(row(mention.values, n, 3), row(table.values, b, 3)) -
              dot(row(mention.values, n, 3), row(table.values, a, 3)),
          )
          .slice(0, 5),
      );
      expect(found.entities.arraySync()).toEqual(expected);
      expect(difference(tf.sum(found.shares, 1).dataSync(), [1, 1])).toBeLessThan(1e-6);
    });
  });

  it('takes all entities of a small table', () => {
    tf.tidy(() => {
      expect(nearestEntities(toTensor(mention), toTensor(table), 100).entities.shape).toEqual([2, 11]);
    });
  });

  it('averages them by the softmax of their products', () => {
    expectLayer(
      (m, t) => nearestEntities(m!, t!, 4, 3).vector,
      (m, t) =>
        [0, 1].flatMap((n) => {
          const products = Array.from({ length: 11 }, (_, e) => dot(row(m!, n, 3), row(t!, e, 3)));
          const near = [...products.keys()].sort((a, b) => products[b]! - products[a]!).slice(0, 4);
          const shares = softmax(near.map((e) => products[e]!));
          return [0, 1, 2].map((i) => near.reduce((sum, e, j) => sum + shares[j]! * t![3 * e + i]!, 0));
        }),
      [mention, table],
    );
  });
});
