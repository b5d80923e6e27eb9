/** A bert folder: tokens, outputs, losses, gradients and three AdamW steps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { readSafetensors } from '../../main/engine/io/safetensors.ts';
import { fileShape, fromFile, type ParamSpec, toFile } from '../../main/engine/layers/params.ts';
import { BertConfig } from '../../main/engine/models/bert/config.ts';
import { mlmLogits, pairLogits } from '../../main/engine/models/bert/heads.ts';
import { bertEncode, bertPool, lastHidden } from '../../main/engine/models/bert/model.ts';
import { bertPretraining } from '../../main/engine/models/bert/pretraining.ts';
import type { Model } from '../../main/engine/models/model.ts';
import { joinPair, padEncoding } from '../../main/text/encoding.ts';
import { parseVocabTxt } from '../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../main/text/wordpiece.ts';
import type { Values } from '../main/engine/models/adamw.ts';
import {
  ArrayJson,
  expectGradient,
  expectLoss,
  expectOutput,
  integers,
  Matrix,
  type NamedArray,
  type NamedArrays,
  withGradients,
} from './arrays.ts';
import { compute, feeds, namesAndShapes, type ParityExecutor } from './executors.ts';

const Expected = z.object({
  texts: z.array(z.tuple([z.string(), z.string()])),
  input_ids: Matrix,
  token_type_ids: Matrix,
  attention_mask: Matrix,
  last_hidden_state: ArrayJson,
  pooled: ArrayJson,
  mlm_logits_first_token: z.array(z.number()),
  nsp_logits: z.array(z.number()),
  attention_layer0_head0_text0: z.array(z.number()),
  masked: z.object({
    input_ids: Matrix,
    labels: Matrix,
    sop_labels: z.array(z.number()),
    mlm_loss: z.number(),
    sop_loss: z.number(),
    grads: z.record(z.string(), z.object({ norm: z.number(), first8: z.array(z.number()), sum: z.number() })),
    adamw: z.object({
      lr: z.number(),
      weight_decay: z.number(),
      losses_before_each_step_then_after: z.array(z.number()),
    }),
  }),
});
type Expected = z.infer<typeof Expected>;

export interface BertFolder {
  readonly config: BertConfig;
  readonly expected: Expected;
  readonly model: Model;
  /** In the order used inside. */
  readonly values: Values;
  readonly vocabulary: string;
}

export function readBertFolder(folder: string): BertFolder {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const config = BertConfig.parse(JSON.parse(text('config.json')));
  const model = bertPretraining({ bert: config, objective: 'mlm', pair: 'sop', packed: false });
  const { tensors } = readSafetensors(readFileSync(join(folder, 'model.safetensors')));
  const values = model.params.map((spec): [string, Float32Array] => {
    const stored = tensors.get(spec.name);
    expect(stored?.shape, `tensor ${spec.name}`).toEqual(fileShape(spec));
    return [spec.name, fromFile(spec, Float32Array.from(stored!.data, Number)).slice()];
  });
  return {
    config,
    model,
    values: new Map(values),
    expected: Expected.parse(JSON.parse(text('expected.json'))),
    vocabulary: text('vocab.txt'),
  };
}

function paramArrays(specs: readonly ParamSpec[], values: Values): NamedArrays {
  return Object.fromEntries(specs.map(({ name, shape }) => [name, { shape, data: values.get(name)! }]));
}

/** The ids of the texts come out of WordPiece with the folder's vocabulary. */
export function checkTokens({ expected, vocabulary: file }: BertFolder): void {
  const vocabulary = parseVocabTxt(file);
  const tokenize = wordPieceTokenizer(vocabulary);
  const length = expected.input_ids[0]!.length;
  for (const [row, [first, second]] of expected.texts.entries()) {
    const pair = joinPair(vocabulary, tokenize(first), second === '' ? undefined : tokenize(second));
    const { ids, segmentIds } = padEncoding(vocabulary, pair, length);
    expect([...ids], `ids of text ${row}`).toEqual(expected.input_ids[row]);
    expect([...segmentIds], `token types of text ${row}`).toEqual(expected.token_type_ids[row]);
  }
}

export async function checkOutputs(
  { config, expected, model, values }: BertFolder,
  executor: ParityExecutor,
) {
  const [batch, length] = [expected.input_ids.length, expected.input_ids[0]!.length];
  const result = await compute(executor, {
    params: paramArrays(model.params, values),
    inputs: {
      ids: integers(expected.input_ids),
      types: integers(expected.token_type_ids),
      mask: integers(expected.attention_mask),
    },
    build(params, inputs) {
      const encoded = bertEncode(params, inputs, config, { attentions: true });
      const hidden = lastHidden(encoded); // [B, T, H]
      const pooled = bertPool(params, hidden); // [B, H]
      const first = tf.reshape(tf.slice(hidden, [0, 1, 0], [batch, 1, config.hidden_size]), [batch, -1]); // [B, H], after [CLS]
      return {
        hidden,
        pooled,
        mlm: mlmLogits(params, first, config),
        pairs: pairLogits(params, pooled),
        attention: tf.slice(encoded.attentions[0]!, [0, 0, 0, 0], [1, 1, length, length]),
      };
    },
  });
  expectOutput('last_hidden_state', result.hidden!, expected.last_hidden_state.data);
  expectOutput('pooled', result.pooled!, expected.pooled.data);
  expectOutput('mlm_logits_first_token', result.mlm!, expected.mlm_logits_first_token);
  expectOutput('nsp_logits', result.pairs!, expected.nsp_logits);
  expectOutput('attention_layer0_head0_text0', result.attention!, expected.attention_layer0_head0_text0);
}

/** Inputs and targets of the masked batch; places are as many as the fullest sequence has labels. */
function maskedBatch({ masked, token_type_ids, attention_mask }: Expected): NamedArrays {
  const labelled = masked.labels.map((row) => row.flatMap((label, t) => (label >= 0 ? [t] : [])));
  const places = Math.max(...labelled.map((positions) => positions.length));
  const length = token_type_ids[0]!.length;
  const perPlace = (
    dtype: 'int32' | 'float32',
    value: (sequence: number, place: number) => number,
  ): NamedArray => ({
    shape: [labelled.length * places],
    data: labelled.flatMap((_, b) => Array.from({ length: places }, (__, m) => value(b, m))),
    dtype,
  });
  const position = (b: number, m: number) => labelled[b]![m];
  return {
    ids: integers(masked.input_ids),
    types: integers(token_type_ids),
    mask: integers(attention_mask),
    mlmPositions: perPlace('int32', (b, m) => b * length + (position(b, m) ?? 0)),
    mlmLabels: perPlace('int32', (b, m) => masked.labels[b]![position(b, m) ?? -1] ?? 0),
    mlmWeights: perPlace('float32', (b, m) => (position(b, m) === undefined ? 0 : 1)),
    pairWeights: {
      shape: [masked.sop_labels.length],
      data: masked.sop_labels.map(() => 1),
      dtype: 'float32',
    },
    pairLabels: { shape: [masked.sop_labels.length], data: masked.sop_labels, dtype: 'int32' },
  };
}

/** Loss, its parts and all gradients by parameter name, in the order used inside. */
function trainingPass({ model, expected, values }: BertFolder, executor: ParityExecutor) {
  return compute(executor, {
    params: paramArrays(model.params, values),
    inputs: maskedBatch(expected),
    build(params, inputs) {
      const { value, gradients } = withGradients(params, (named) => model.loss(named, inputs).loss);
      return { loss: value, ...model.loss(params, inputs).metrics, ...gradients };
    },
  });
}

/** Rounding error of float32 in a gradient that is zero. */
const ROUNDING = 1e-6;

export async function checkTraining(folder: BertFolder, executor: ParityExecutor): Promise<void> {
  const { masked } = folder.expected;
  const result = await trainingPass(folder, executor);
  expectLoss('mlm_loss', result.mlmLoss![0]!, masked.mlm_loss);
  expectLoss('sop_loss', result.pairLoss![0]!, masked.sop_loss);
  for (const [name, { norm, first8, sum }] of Object.entries(masked.grads)) {
    const spec = folder.model.params.find((candidate) => candidate.name === name);
    expect(spec, `parameter ${name}`).toBeDefined();
    const gradient = toFile(spec!, result[`d ${name}`]!);
    const found = Math.sqrt(gradient.reduce((all, g) => all + g * g, 0));
    const total = gradient.reduce((all, g) => all + g, 0);
    // the softmax does not see the bias of keys: its gradient is zero but for rounding
    const allowed = 1e-3 * norm + ROUNDING;
    expect(Math.abs(found - norm), `norm of the gradient of ${name}`).toBeLessThanOrEqual(allowed);
    expect(Math.abs(total - sum), `sum of the gradient of ${name}`).toBeLessThanOrEqual(allowed);
    const typical = norm / Math.sqrt(gradient.length);
    expectGradient(`gradient of ${name}`, gradient.subarray(0, first8.length), first8, typical);
  }
}

/** Losses before each step and after the last. */
export async function checkAdamW({ expected, model, values }: BertFolder, { open }: ParityExecutor) {
  const { lr, weight_decay: weightDecay, losses_before_each_step_then_after: losses } = expected.masked.adamw;
  const batch = maskedBatch(expected);
  const executor = await open();
  const store = executor.createStore(model.params);
  try {
    await store.write(Object.fromEntries(values));
    const step = await store.compileTrainingStep({
      inputs: namesAndShapes(batch),
      loss: (params, inputs) => model.loss(params, inputs),
    });
    const optimizer = store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay });
    for (const [steps, reference] of losses.entries()) {
      const { loss } = await step.accumulate(feeds(batch));
      expectLoss(`loss after ${steps} steps`, loss, reference);
      await optimizer.apply({ learningRate: lr });
    }
  } finally {
    await store.dispose();
    await executor.dispose();
  }
}
