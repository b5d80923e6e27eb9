/** BERT's settings and sizes. */
import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../../../main/engine/layers/params.ts';
import {
  BERT_SIZES,
  BertConfig,
  type BertSize,
  bertOfSize,
} from '../../../../main/engine/models/bert/config.ts';
import { mlmHeadSpec, pairHeadSpec } from '../../../../main/engine/models/bert/heads.ts';
import { bertEncoderSpec, bertPoolerSpec } from '../../../../main/engine/models/bert/model.ts';

const count = (specs: readonly { readonly shape: readonly number[] }[]) =>
  specs.reduce((total, { shape }) => total + sizeOf(shape), 0);

describe('BERT sizes', () => {
  it('base has the published number of parameters for the Chinese vocabulary', () => {
    const config = bertOfSize('base', 21128);
    expect(count([...bertEncoderSpec(config), ...bertPoolerSpec(config)])).toBe(102_267_648);
  });

  it.each(Object.keys(BERT_SIZES) as BertSize[])('%s is a legal configuration', (size) => {
    const config = bertOfSize(size, 100);
    expect(config.intermediate_size).toBe(4 * config.hidden_size);
    expect(config.hidden_size / config.num_attention_heads).toBe(64);
    const names = [
      ...bertEncoderSpec(config),
      ...bertPoolerSpec(config),
      ...mlmHeadSpec(config),
      ...pairHeadSpec(config),
    ].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain(`bert.encoder.layer.${config.num_hidden_layers - 1}.output.LayerNorm.bias`);
  });

  it('decays matrices and embeddings, not biases and LayerNorm', () => {
    const config = bertOfSize('tiny', 100);
    for (const { name, decay } of [...bertEncoderSpec(config), ...mlmHeadSpec(config)])
      expect(decay, name).toBe(!/bias$|LayerNorm/.test(name));
  });
});

describe('BertConfig', () => {
  const json = {
    vocab_size: 10,
    hidden_size: 8,
    num_hidden_layers: 1,
    num_attention_heads: 2,
    intermediate_size: 16,
  };

  it('fills in what old files leave out, and ignores what it does not know', () => {
    const config = BertConfig.parse({ ...json, directionality: 'bidi' });
    expect(config).toMatchObject({ type_vocab_size: 2, layer_norm_eps: 1e-12, hidden_act: 'gelu' });
    expect(config).not.toHaveProperty('directionality');
  });

  it('refuses what would compute something else', () => {
    expect(() => BertConfig.parse({ ...json, hidden_act: 'silu' })).toThrow(/hidden_act/);
    expect(() => BertConfig.parse({ ...json, num_attention_heads: 3 })).toThrow(
      /multiple of num_attention_heads/,
    );
  });
});
