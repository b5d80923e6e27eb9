/** Linking by context: shares of entities as one would compute them by hand, wherever in a text a mention stands. */
import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { weightsToFile } from '../../../../main/engine/io/weights.ts';
import { type BertConfig, bertOfSize } from '../../../../main/engine/models/bert/config.ts';
import { bertEncode, bertEncoderSpec } from '../../../../main/engine/models/bert/model.ts';
import { FrontConfig } from '../../../../main/engine/models/fronts/config.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { openContextLinker } from '../../../../main/engine/tasks/link/by-context.ts';
import { tokenReader } from '../../../../main/engine/tasks/read-vocabulary.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { initialValues, paramTensors, tidied } from '../models/eager.ts';

onReferenceBackend();

const CHARACTERS = [...new Set('患者因胸腔积液住院超示检查，。见')];
const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...CHARACTERS].join('\n');
const [H, D, E] = [8, 4, 5];
const bert: BertConfig = {
  ...bertOfSize('tiny', 5 + CHARACTERS.length),
  ...{ hidden_size: H, num_attention_heads: 2, intermediate_size: 12 },
  linking: { after: 1, entities: E, entitySize: D, nearest: 3, graph: 'g' },
};
const reader = tokenReader(
  FrontConfig.parse({ kind: 'bert', bert }),
  { kind: 'wordpiece', lowerCase: true },
  vocabulary,
);
const specs = bertEncoderSpec(bert);
const values = initialValues(specs, 2);
for (const name of ['bert.entities.weight', 'bert.linking.projection.weight'])
  values.set(
    name,
    values.get(name)!.map((_, i) => Math.sin(i + 1)),
  );

/** h'_m = [h_s; h_t] W_m + b_m of the text-only layers, and the softmax of its products with the rows, in loops. */
function naive(text: string, [first, last]: readonly [number, number], rows: readonly number[]): number[] {
  const ids = [2, ...reader.tokenize(text).ids, 3];
  const row = (numbers: readonly number[]) => tf.tensor2d([...numbers], [1, ids.length], 'int32');
  const states = tidied(
    () =>
      bertEncode(
        paramTensors(specs, values),
        { ids: row(ids), types: row(ids.map(() => 0)), mask: row(ids.map(() => 1)) },
        bert,
      ).hiddenStates[1]!.arraySync() as number[][][],
  )[0]!;
  const borders = [...states[first + 1]!, ...states[last + 1]!];
  const [weight, bias] = ['weight', 'bias'].map((part) => values.get(`bert.linking.projection.${part}`)!);
  const entities = values.get('bert.entities.weight')!;
  const scores = rows.map((entity) => {
    let score = 0;
    for (let d = 0; d < D; d++) {
      let unit = bias![d]!;
      for (let h = 0; h < 2 * H; h++) unit += borders[h]! * weight![h * D + d]!;
      score += unit * entities[entity * D + d]!;
    }
    return Math.exp(score);
  });
  const total = scores.reduce((sum, score) => sum + score, 0);
  return scores.map((score) => score / total);
}

it('weighs the entities of a name by the states of its tokens', async () => {
  const [text, other] = ['超示胸腔积液。', '患者因胸腔积液住院，检查见胸腔积液。'];
  const long = `${'住院，'.repeat(60)}${other}${'检查。'.repeat(60)}`;
  const executor = await openExecutor({ id: 'onnx', threads: 1 });
  try {
    const linker = await openContextLinker(
      executor,
      { bert, reader },
      weightsToFile(specs, Object.fromEntries(values)),
    );
    const at = (text: string, from: number) => text.indexOf('胸腔积液', from);
    const mention = (text: string, start: number, rows: readonly number[]) => ({
      text,
      start,
      end: start + 4,
      rows,
    });
    const found = await linker.shares([
      mention(text, 2, [0, 3]),
      mention(other, 3, [4, 1, 2]),
      mention(other, at(other, 4), [4, 1, 2]),
      mention(long, at(long, 0), [0, 3]),
    ]);
    const wanted = [
      naive(text, [2, 5], [0, 3]),
      naive(other, [3, 6], [4, 1, 2]),
      naive(other, [13, 16], [4, 1, 2]),
      naive(long.slice(at(long, 0) - 61, at(long, 0) + 65), [61, 64], [0, 3]),
    ];
    for (const [i, shares] of found.entries())
      for (const [k, share] of shares.entries()) expect(share, `${i} ${k}`).toBeCloseTo(wanted[i]![k]!, 4);
    expect(new Set(found.flat().map((share) => share.toFixed(3))).size).toBeGreaterThan(6);
    await linker.dispose();
  } finally {
    await executor.dispose();
  }
});
