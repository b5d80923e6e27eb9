/** EMBERT's objective: what the writer marks of a row, and the parts that can be left out. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { BertPretrainingConfig, bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import { embert } from '../../../../main/engine/objectives/embert.ts';
import { KnowledgeConfig, type Mention } from '../../../../main/engine/objectives/knowledge.ts';
import { joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary, MASK } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { MODEL_CASES } from '../models/cases.ts';

const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', MASK, ...'患再生障碍性贫血三年']);
const encoding = joinPair(vocabulary, wordPieceTokenizer(vocabulary)('患再生障碍性贫血三年'));
const size = { batch: 2, length: 14 };
const source = {
  entitySize: 1,
  relations: 1,
  values: {},
  types: new Int32Array(1),
  frequencies: new Int32Array(1),
  neighbours: { starts: new Int32Array(2), entities: new Int32Array(0), relations: new Int32Array(0) },
};
const bert = BertPretrainingConfig.shape.bert.parse({
  vocab_size: vocabulary.size,
  hidden_size: 4,
  num_hidden_layers: 1,
  num_attention_heads: 1,
  intermediate_size: 4,
  max_position_embeddings: 14,
});
/** 再生 | 障碍性 | 贫血 */
const anaemia: Mention = { first: 2, last: 8, entity: 0, cuts: [3, 6] };

function written(settings: Record<string, unknown>, mentions: readonly Mention[] = [anaemia], seed = 1) {
  const config = KnowledgeConfig.parse({
    ...source,
    entities: 1,
    layer: 1,
    neighbours: 1,
    corruptionRate: 1,
    ...settings,
  });
  const targets = embert.create({ bert, knowledge: config }).targets(size);
  const arrays = Object.fromEntries(
    [...targets, { name: 'ids', shape: [size.batch * size.length], dtype: 'int32' }].map(
      ({ name, shape, dtype }) => {
        const length = shape.reduce((product, n) => product * n, 1);
        return [name, dtype === 'int32' ? new Int32Array(length) : new Float32Array(length)];
      },
    ),
  );
  for (const number of [0, 1]) arrays.ids!.set(encoding.ids, number * size.length);
  const guess = { share: 0.15, most: 3 };
  const write = embert.writer({ vocabulary, guess, wholeWords: false, knowledge: { source, config } });
  const random = new RandomStream({ seed, purpose: 'test' });
  for (const number of [0, 1])
    write(arrays, { encoding, pairLabel: 0, number, isReal: number === 0, mentions }, size, random);
  return arrays;
}

describe('the writer', () => {
  it('marks the last tokens of all parts of a long mention, and ignores the others', () => {
    const { cutLabels, cutWeights } = written({});
    expect([...cutLabels!]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 1, ...Array(19).fill(0)]);
    expect([...cutWeights!]).toEqual([0, 0, ...Array(7).fill(1), ...Array(19).fill(0)]);
  });

  it('masks the core and reads the modifier, or the other way round', () => {
    const mask = vocabulary.requireId(MASK);
    const core = written({ maskedPart: 'core' });
    expect([...core.ids!.slice(0, 14)].map((id) => id === mask)).toEqual(
      [...Array(14).keys()].map((token) => token === 7 || token === 8),
    );
    expect([...core.partFirsts!.slice(0, 3)]).toEqual([2, 2, 0]);
    expect([...core.partLasts!.slice(0, 3)]).toEqual([6, 6, 0]);
    expect([...core.partOffsets!.slice(0, 3)]).toEqual([0, 1, 0]);
    expect([...core.partLabels!.slice(0, 2)]).toEqual([...encoding.ids.slice(7, 9)]);
    expect([...core.coreWeights!]).toEqual([1, 1, ...Array(12).fill(0)]);
    expect(Math.max(...core.modifierWeights!)).toBe(0);
    // the second row fills the batch: it is masked and nothing of it is guessed
    expect(core.ids![14 + 7]).toBe(mask);

    const modifier = written({ maskedPart: 'modifier' });
    expect([...modifier.partFirsts!.slice(0, 5)]).toEqual([7, 7, 7, 7, 7]);
    expect([...modifier.partLasts!.slice(0, 5)]).toEqual([8, 8, 8, 8, 8]);
    expect([...modifier.partOffsets!.slice(0, 5)]).toEqual([0, 1, 2, 3, 4]);
    expect([...modifier.modifierWeights!.slice(0, 6)]).toEqual([1, 1, 1, 1, 1, 0]);
    expect(Math.max(...modifier.coreWeights!)).toBe(0);
  });

  it('draws either part, and leaves out what has no room', () => {
    const drawn = [...Array(20).keys()].map((seed) => written({}, [anaemia], seed).coreWeights![0]);
    expect(new Set(drawn)).toEqual(new Set([0, 1]));
    const twice = written({ maskedPart: 'modifier' }, [anaemia, { ...anaemia }]);
    expect(twice.modifierWeights!.indexOf(0)).toBe(5);
  });

  it('reads the tokens around replaced mentions, and no others', () => {
    const replaced: Mention[] = [
      { first: 2, last: 8, entity: 0, isConsistent: false },
      { first: 9, last: 9, entity: 0 },
      { first: 10, last: 10, entity: 0, isConsistent: true },
    ];
    const arrays = written({}, replaced);
    expect([...arrays.tokensBefore!]).toEqual([1, 9, 0, 0, 0, 0]);
    expect([...arrays.tokensAfter!]).toEqual([9, 11, 0, 0, 0, 0]);
    expect([...arrays.consistencyLabels!]).toEqual([0, 1, 0, 0, 0, 0]);
    expect([...arrays.consistencyWeights!]).toEqual([1, 1, 0, 0, 0, 0]);
  });
});

it.each([
  ['consistencyWeight', 'consistency'],
  ['segmentationWeight', 'segmentation'],
  ['partWeight', 'parts'],
] as const)('%s 0 leaves its parameters, answers and guesses out', (name, head) => {
  const { config } = MODEL_CASES.find((one) => one.name.endsWith('embert'))!;
  const parsed = BertPretrainingConfig.parse(config);
  const whole = bertPretraining(parsed);
  const without = bertPretraining({ ...parsed, knowledge: { ...parsed.knowledge!, [name]: 0 } });
  const names = (model: typeof whole) => model.params.map((param) => param.name);
  expect(names(whole).some((param) => param.startsWith(`embert.${head}.`))).toBe(true);
  expect(names(without)).toEqual(names(whole).filter((param) => !param.startsWith(`embert.${head}.`)));
  expect(without.targets(size).length).toBeLessThan(whole.targets(size).length);
});
