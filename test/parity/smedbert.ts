/** smedbert*.json: hybrid attention with gated infusion for one mention, and masked neighbour modelling. */
import * as tf from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { addChanges, gatedChange, knownOfMention } from '../../main/engine/layers/gated-infusion.ts';
import {
  mentionVector,
  neighbourVector,
  nodeShares,
  typeShares,
} from '../../main/engine/layers/hybrid-attention.ts';
import { mentionTokens, statesAt } from '../../main/engine/layers/mention-tokens.ts';
import { neighbourScores, rewrittenScores } from '../../main/engine/layers/neighbour-scores.ts';
import { input, type Tensors } from '../../main/engine/models/model.ts';
import { sampledSoftmax } from '../../main/engine/objectives/entity-sampling.ts';
import { ArrayJson, expectGradient, expectLoss, expectOutput, withGradients } from './arrays.ts';
import { compute, type ParityExecutor } from './executors.ts';

const Arrays = z.record(z.string(), ArrayJson);
const AttentionFile = z.object({
  inputs: z.object({
    h: ArrayJson,
    neighbours: ArrayJson,
    neighbour_types: z.array(z.number()),
    mention: z.tuple([z.number(), z.number()]),
    grad_output: ArrayJson,
  }),
  params: Arrays,
  outputs: z.object({
    mention_vector: ArrayJson,
    type_weights: ArrayJson,
    types_present: z.array(z.number()),
    node_weights: ArrayJson,
    neighbour_vector: ArrayJson,
    y: ArrayJson,
  }),
  loss: z.number(),
  grad_params: Arrays,
  grad_inputs: Arrays,
});

const MnemFile = z.object({
  inputs: z.object({ neighbours: ArrayJson, negatives: ArrayJson, Q: ArrayJson.or(z.array(z.number())) }),
  params: Arrays,
  outputs: z.object({
    positive_scores: ArrayJson,
    negative_scores: ArrayJson,
    unnormalised_first_positive: z.number(),
  }),
  loss: z.number(),
  grad_params: Arrays,
  grad_inputs: Arrays,
});

export const checkSmedbert = (json: unknown, executor: ParityExecutor): Promise<void> => {
  const attention = AttentionFile.safeParse(json);
  return attention.success
    ? checkAttention(attention.data, executor)
    : checkNeighbours(MnemFile.parse(json), executor);
};

/** Names of parameters by those of the file. */
const NAMES: Readonly<Record<string, string>> = {
  pool_W: 'mention.pooling.dense.weight',
  pool_v: 'mention.pooling.score.weight',
  W_be: 'mention.dense.weight',
  be_ln_g: 'mention.LayerNorm.weight',
  be_ln_b: 'mention.LayerNorm.bias',
  W_t: 'attention.mention_type.weight',
  W_t2: 'attention.type.weight',
  W_a: 'attention.type_score.weight',
  W_q: 'attention.query.weight',
  W_k: 'attention.key.weight',
  W_v: 'attention.value.weight',
  b_v: 'attention.value.bias',
  W_l1: 'attention.intermediate.weight',
  b_l1: 'attention.intermediate.bias',
  W_l2: 'attention.output.weight',
  l_ln_g: 'attention.LayerNorm.weight',
  l_ln_b: 'attention.LayerNorm.bias',
  W_mf: 'infusion.mix.weight',
  b_mf: 'infusion.mix.bias',
  W_bp: 'infusion.back.weight',
  b_bp: 'infusion.back.bias',
  bp_ln_g: 'infusion.LayerNorm.weight',
  bp_ln_b: 'infusion.LayerNorm.bias',
  W_ug: 'infusion.gate.weight',
  b_ug: 'infusion.gate.bias',
  W_ex: 'infusion.change.weight',
  b_ex: 'infusion.change.bias',
};

const parts = { typeAttention: true, nodeAttention: true };

async function checkAttention(file: z.infer<typeof AttentionFile>, executor: ParityExecutor): Promise<void> {
  const {
    h,
    neighbours,
    neighbour_types: types,
    mention: [first, last],
    grad_output,
  } = file.inputs;
  const [length = 0, width = 0] = h.shape;
  const changeOf = Array.from({ length }, (_, i) => (i === first ? 1 : i === last ? 2 : 0));
  const given = Object.entries(file.params).map(([name, array]) => [
    NAMES[name]!,
    name === 'pool_v' ? { ...array, shape: [array.data.length, 1] } : array,
  ]);
  const result = await compute(executor, {
    params: { ...Object.fromEntries(given), h, neighbours },
    inputs: {
      spans: { shape: [2], data: [first, last], dtype: 'int32' },
      types: { shape: [1, types.length], data: types, dtype: 'int32' },
      changeOf: { shape: [1, length], data: changeOf, dtype: 'int32' },
      dy: grad_output,
    },
    build(all, inputs) {
      const spans = input(inputs, 'spans');
      const run = (named: Tensors) => {
        const states = tf.reshape(input(named, 'h'), [1, length, width]);
        const vectors = tf.expandDims(input(named, 'neighbours'), 0);
        const around = { vectors, types: input(inputs, 'types'), mask: tf.ones([1, types.length]) };
        const one = { starts: tf.slice(spans, 0, 1), ends: tf.slice(spans, 1, 1) };
        const mention = mentionVector(named, 'mention', mentionTokens(states, one));
        const vector = neighbourVector(named, 'attention', { mention, neighbours: around, parts });
        const known = tf.tile(knownOfMention(named, 'infusion', mention, vector), [2, 1]);
        const changes = gatedChange(named, 'infusion', statesAt(states, spans), known);
        const y = tf.reshape(addChanges(states, changes, input(inputs, 'changeOf')), [length, width]);
        return { mention, around, vector, y };
      };
      const { mention, around, vector, y } = run(all);
      const loss = (named: Tensors) => tf.sum(tf.mul(run(named).y, input(inputs, 'dy')));
      const { value, gradients } = withGradients(all, loss);
      return {
        mention,
        vector,
        y,
        types: typeShares(all, 'attention', mention, around),
        nodes: nodeShares(all, 'attention', { mention, neighbours: around, parts }),
        loss: value,
        ...gradients,
      };
    },
  });
  const { outputs } = file;
  expectOutput('mention vector', result.mention!, outputs.mention_vector.data);
  const share = (type: number) => outputs.type_weights.data[outputs.types_present.indexOf(type)]!;
  expectOutput('type weights', result.types!, types.map(share));
  expectOutput('node weights', result.nodes!, outputs.node_weights.data);
  expectOutput('neighbour vector', result.vector!, outputs.neighbour_vector.data);
  expectOutput('y', result.y!, outputs.y.data);
  expectLoss('loss', result.loss![0]!, file.loss);
  for (const [name, { data }] of Object.entries(file.grad_params))
    expectGradient(name, result[`d ${NAMES[name]}`]!, data);
  for (const [name, { data }] of Object.entries(file.grad_inputs))
    expectGradient(name, result[`d ${name}`]!, data);
}

async function checkNeighbours(file: z.infer<typeof MnemFile>, executor: ParityExecutor): Promise<void> {
  const { neighbours, negatives, Q } = file.inputs;
  const [positives = 0, width = 0] = neighbours.shape;
  const count = negatives.shape[0]!;
  const logs = (Array.isArray(Q) ? Q : Q.data).map(Math.log);
  const given = (named: Tensors) => ({
    mention: tf.tile(tf.reshape(input(named, 'h_mf'), [1, width]), [positives, 1]),
    relations: {
      matrices: tf.expandDims(input(named, 'M_r'), 0),
      vectors: tf.expandDims(input(named, 'h_r'), 0),
    },
    own: input(named, 'neighbours'),
    shared: input(named, 'negatives'),
  });
  const result = await compute(executor, {
    params: { ...file.params, neighbours, negatives },
    inputs: {
      relation: { shape: [positives], data: Array<number>(positives).fill(0), dtype: 'int32' },
      logs: {
        shape: [positives, 1 + count],
        data: Array.from({ length: positives }, (_, i) => [logs[i]!, ...logs.slice(positives)]).flat(),
      },
    },
    build(all, inputs) {
      const relation = input(inputs, 'relation');
      const fast = (named: Tensors) => {
        const { mention, relations, own, shared } = given(named);
        return rewrittenScores(mention, relations, relation, { own, shared });
      };
      const direct = (named: Tensors) => {
        const { mention, relations, own, shared } = given(named);
        const all = tf.concat(
          [tf.expandDims(own, 1), tf.tile(tf.expandDims(shared, 0), [positives, 1, 1])],
          1,
        );
        return neighbourScores(mention, relations, relation, all);
      };
      const loss = (scores: typeof fast) => (named: Tensors) =>
        tf.sum(sampledSoftmax(scores(named), input(inputs, 'logs')));
      const { value, gradients } = withGradients(all, loss(fast));
      const other = withGradients(all, loss(direct));
      const slow = Object.fromEntries(
        Object.entries(other.gradients).map(([name, x]) => [`direct ${name}`, x]),
      );
      return { fast: fast(all), direct: direct(all), loss: value, other: other.value, ...gradients, ...slow };
    },
  });
  const { positive_scores, negative_scores } = file.outputs;
  const expected = positive_scores.data.flatMap((score) => [score, ...negative_scores.data]);
  for (const form of ['fast', 'direct']) expectOutput(`${form} scores`, result[form]!, expected);
  for (const form of ['loss', 'other']) expectLoss(form, result[form]![0]!, file.loss);
  for (const form of ['', 'direct '])
    for (const [name, { data }] of Object.entries({ ...file.grad_params, ...file.grad_inputs }))
      expectGradient(`${form}${name}`, result[`${form}d ${name}`]!, data);
}
