import { describe, expect, it } from 'vitest';
import { formatBertReport } from '../../../../main/engine/io/bert-report.ts';
import { bertTensorSpecs } from '../../../../main/engine/io/bert-tensors.ts';
import { parseHfConfig } from '../../../../main/engine/io/hf-config.ts';
import { exportBert, type HfFolder, importBert } from '../../../../main/engine/io/hf-folder.ts';
import { writeSafetensors } from '../../../../main/engine/io/safetensors.ts';
import type { FloatTensorData, TensorData } from '../../../../main/engine/io/tensor-data.ts';
import { parseVocabTxt } from '../../../../main/text/vocabulary.ts';
import { words } from '../../../../shared/messages/words.ts';

const CONFIG = {
  model_type: 'bert',
  vocab_size: 7,
  hidden_size: 4,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 6,
  max_position_embeddings: 5,
};
const VOCABULARY = '[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n患\n';

const encode = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const config = (changes: object = {}) => parseHfConfig(encode({ ...CONFIG, ...changes }));

/** Every tensor of the model with numbers of its own. */
function weights(): Map<string, FloatTensorData> {
  let next = 0;
  return new Map(
    bertTensorSpecs(config()).map(({ name, shape }) => {
      const length = shape.reduce((product, d) => product * d, 1);
      return [name, { type: 'F32', shape, data: Float32Array.from({ length }, () => next++) }];
    }),
  );
}

function folder(tensors: ReadonlyMap<string, TensorData>, more: Partial<HfFolder> = {}): HfFolder {
  return { config: encode(CONFIG), safetensors: writeSafetensors(tensors), ...more };
}

/** The same tensors under other names; `undefined` leaves one out. */
function renamed(change: (name: string) => string | undefined): Map<string, TensorData> {
  return new Map(
    [...weights()].flatMap(([name, tensor]) => {
      const other = change(name);
      return other === undefined ? [] : [[other, tensor] as const];
    }),
  );
}

describe('config.json', () => {
  it('fills in defaults and keeps unknown fields', () => {
    expect(config({ classifier_dropout: null, gradient_checkpointing: true })).toMatchObject({
      ...CONFIG,
      type_vocab_size: 2,
      layer_norm_eps: 1e-12,
      hidden_dropout_prob: 0.1,
      classifier_dropout: null,
      gradient_checkpointing: true,
    });
  });

  it('names every field that does not fit', () => {
    const bad = encode({ ...CONFIG, model_type: 'gpt2', hidden_act: 'swish', vocab_size: 0 });
    expect(() => parseHfConfig(bad)).toThrow(/model_type.*bert.*vocab_size.*hidden_act.*gelu/s);
    expect(() => config({ num_attention_heads: 3 })).toThrow('num_attention_heads');
    expect(() => config({ position_embedding_type: 'relative_key' })).toThrow('absolute');
    expect(() => config({ is_decoder: true })).toThrow('decoders');
    expect(() => parseHfConfig(encode('{'))).toThrow('no JSON');
    expect(() => parseHfConfig(encode('[]'))).toThrow('config.json');
  });
});

describe('reading a folder', () => {
  it('finds every tensor under its name', () => {
    const { weights: read, report, lowerCase } = importBert(folder(weights()));
    expect(read).toEqual(weights());
    expect(report).toMatchObject({
      complete: true,
      parts: ['encoder', 'pooler', 'mlm', 'nsp'],
      missing: [],
      unexpected: [],
      misshaped: [],
      renamed: 0,
    });
    expect(lowerCase).toBe(true);
    expect(words(formatBertReport(report), 'en')).toContain('the encoder is complete');
  });

  it('finds them without bert., with the legacy names of LayerNorm, behind module.', () => {
    const legacy = (name: string) =>
      name.replace('LayerNorm.weight', 'LayerNorm.gamma').replace('LayerNorm.bias', 'LayerNorm.beta');
    const bare = (name: string) => (name.startsWith('cls.') ? undefined : name.replace(/^bert\./, ''));
    const cases: [(name: string) => string | undefined, parts: number, changed: number][] = [
      [legacy, 4, 12],
      [bare, 2, 39],
      [(name) => `module.${name}`, 4, 46],
      [(name) => bare(legacy(name)), 2, 39],
    ];
    for (const [change, parts, changed] of cases) {
      const { weights: read, report } = importBert(folder(renamed(change)));
      expect([report.complete, report.parts.length, report.renamed]).toEqual([true, parts, changed]);
      for (const [name, tensor] of read) expect(tensor, name).toEqual(weights().get(name));
    }
  });

  it('passes position ids over, reads a repeated tied output layer as tied', () => {
    const tensors = new Map<string, TensorData>(weights());
    tensors.set('bert.embeddings.position_ids', { type: 'I64', shape: [1, 5], data: new BigInt64Array(5) });
    const words = weights().get('bert.embeddings.word_embeddings.weight')!;
    tensors.set('cls.predictions.decoder.weight', words);
    const bias = tensors.get('cls.predictions.bias')!;
    tensors.delete('cls.predictions.bias');
    tensors.set('cls.predictions.decoder.bias', bias);
    const { weights: read, report } = importBert(folder(tensors));
    expect([report.missing, report.unexpected]).toEqual([[], []]);
    expect(read.get('cls.predictions.bias')).toEqual(bias);

    tensors.set('cls.predictions.decoder.weight', { ...words, data: words.data.map((value) => value + 1) });
    expect(importBert(folder(tensors)).report.unexpected).toEqual([
      { name: 'cls.predictions.decoder.weight', shape: [7, 4] },
    ]);
  });

  it('reports what is missing, of another shape, and not of this model', () => {
    const tensors = renamed((name) => (name.includes('layer.1.output.dense') ? undefined : name));
    tensors.set('bert.pooler.dense.weight', { type: 'F32', shape: [4, 5], data: new Float32Array(20) });
    tensors.set('cls.predictions.bias', { type: 'I64', shape: [7], data: new BigInt64Array(7) });
    tensors.set('classifier.weight', { type: 'F32', shape: [3, 4], data: new Float32Array(12) });
    const { weights: read, others, report } = importBert(folder(tensors));
    expect(report).toMatchObject({ complete: false, parts: ['nsp'] });
    expect(report.missing.map(({ name }) => name)).toEqual([
      'bert.encoder.layer.1.output.dense.weight',
      'bert.encoder.layer.1.output.dense.bias',
    ]);
    expect(report.misshaped).toEqual([
      { name: 'bert.pooler.dense.weight', expected: [4, 4], found: [4, 5] },
      { name: 'cls.predictions.bias', expected: [7], found: [7] },
    ]);
    expect([...others.keys()]).toEqual(['classifier.weight']);
    expect(read.has('bert.pooler.dense.weight')).toBe(false);
    const text = words(formatBertReport(report), 'en');
    for (const line of [
      'the model cannot be used',
      'Missing: 2',
      'bert.encoder.layer.1.output.dense.weight [4 × 6], encoder',
      'bert.pooler.dense.weight [4 × 5] ≠ [4 × 4]',
      'classifier.weight [3 × 4]',
    ]) {
      expect(text).toContain(line);
    }
  });

  it('shortens long lists', () => {
    const { report } = importBert(folder(new Map()));
    const lines = words(formatBertReport(report), 'en').split('\n');
    expect(lines.filter((line) => line.startsWith('  bert.'))).toHaveLength(12);
    expect(lines).toContain('  … and 34 more');
  });

  it('refuses two tensors that are one, and folders without weights', () => {
    const tensors = new Map<string, TensorData>(weights());
    tensors.set('embeddings.LayerNorm.gamma', { type: 'F32', shape: [4], data: new Float32Array(4) });
    expect(() => importBert(folder(tensors))).toThrow(
      '"bert.embeddings.LayerNorm.weight" and "embeddings.LayerNorm.gamma"',
    );
    expect(() => importBert({ config: encode(CONFIG) })).toThrow('neither model.safetensors nor');
  });

  it('reads vocabulary and case, refuses a vocabulary larger than the model', () => {
    const read = importBert(
      folder(weights(), {
        vocabulary: encode(VOCABULARY),
        tokenizer: encode({ do_lower_case: false, x: 1 }),
      }),
    );
    expect([read.vocabulary?.size, read.lowerCase]).toEqual([6, false]);
    expect(() => importBert(folder(weights(), { vocabulary: encode(`${VOCABULARY}a\nb\n`) }))).toThrow(
      '8 tokens, the model only 7',
    );
    expect(() => importBert(folder(weights(), { tokenizer: encode('{') }))).toThrow('tokenizer_config.json');
  });
});

describe('writing a folder', () => {
  const vocabulary = parseVocabTxt(VOCABULARY);
  const written = (tensors: ReadonlyMap<string, TensorData>, changes: object = {}) => {
    const files = exportBert({ config: config(changes), weights: tensors, vocabulary, lowerCase: false });
    const file = (name: string) => Buffer.concat([...(files.get(name) ?? [])]);
    return {
      config: file('config.json'),
      vocabulary: file('vocab.txt'),
      tokenizer: file('tokenizer_config.json'),
      safetensors: file('model.safetensors'),
    };
  };

  it('survives a round trip, unknown fields and further tensors included', () => {
    const tensors = new Map<string, TensorData>(weights());
    tensors.set('ner.transitions', { type: 'F32', shape: [1, 2], data: Float32Array.of(1, 2) });
    tensors.set('ner.steps', { type: 'I64', shape: [], data: BigInt64Array.of(5n) });
    const read = importBert(written(tensors, { my_field: { deep: [1] } }));
    expect(new Map([...read.weights, ...read.others])).toEqual(tensors);
    expect(read.config).toEqual({
      ...config({ my_field: { deep: [1] } }),
      architectures: ['BertForPreTraining'],
      torch_dtype: 'float32',
    });
    expect(read.vocabulary?.tokens).toEqual(vocabulary.tokens);
    expect(read.lowerCase).toBe(false);
  });

  it('writes half precision read from elsewhere as float32 with the same values', () => {
    const halves = new Map(
      [...weights()].map(([name, tensor]) => [name, { ...tensor, type: 'BF16' as const }]),
    );
    for (const [name, tensor] of importBert(written(halves)).weights) {
      expect(tensor.type, name).toBe('F32');
      expect(tensor.data).toEqual(halves.get(name)?.data);
    }
  });

  it('names the architecture by the parts that are there', () => {
    const architecture = (keep: (name: string) => boolean) => {
      const { config: json } = written(renamed((name) => (keep(name) ? name : undefined)));
      return JSON.parse(json.toString()).architectures[0];
    };
    expect(architecture((name) => !name.startsWith('cls.'))).toBe('BertModel');
    expect(architecture((name) => !name.startsWith('cls.seq') && !name.includes('pooler'))).toBe(
      'BertForMaskedLM',
    );
    expect(architecture(() => true)).toBe('BertForPreTraining');
  });

  it('refuses weights with holes or of other shapes', () => {
    const without = (part: string) => renamed((name) => (name.includes(part) ? undefined : name));
    expect(() => written(without('layer.0.output.dense.bias'))).toThrow(
      'layer.0.output.dense.bias" is missing',
    );
    expect(() => written(without('cls.predictions.bias'))).toThrow('mlm has 4 of its 5');
    expect(() => written(weights(), { intermediate_size: 8 })).toThrow('6 × 4, the model needs 8 × 4');
    expect(() => written(weights(), { vocab_size: 5 })).toThrow('6 tokens, the model only 5');
  });
});
