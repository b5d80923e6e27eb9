/** Settings of networks: what earlier versions wrote, and what cannot be. */
import { describe, expect, it } from 'vitest';
import { FrontConfig } from '../../../../main/engine/models/fronts/config.ts';
import { createFront } from '../../../../main/engine/models/fronts/front.ts';
import { TaggerConfig } from '../../../../main/engine/models/tagger/config.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { TextClassifierConfig } from '../../../../main/engine/models/text-classifier/config.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';

const bert = {
  vocab_size: 12,
  hidden_size: 8,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 12,
};

describe('taggers kept in files before there were other networks', () => {
  const recurrent = ['weight_ih', 'weight_hh', 'bias_ih', 'bias_hh'];
  const directions = (layer: number) =>
    ['', '_reverse'].flatMap((end) => recurrent.map((kind) => `recurrent.${kind}_l${layer}${end}`));

  it('have the parameters and dropout sites they had', () => {
    const model = tagger(
      TaggerConfig.parse({
        front: { kind: 'embedding', vocabSize: 30, size: 6 },
        middle: { kind: 'bilstm', layers: 2, hiddenSize: 5, dropout: 0.2 },
        head: 'crf',
        tags: { types: ['a'], scheme: 'BIO' },
        dropout: 0.3,
      }),
    );
    expect(model.params.map(({ name }) => name)).toEqual([
      'embeddings.word_embeddings.weight',
      ...directions(0),
      ...directions(1),
      'classifier.weight',
      'classifier.bias',
      'crf.transitions',
      'crf.start_transitions',
      'crf.end_transitions',
    ]);
    const size = { batch: 2, length: 7 };
    expect(model.dropout(size)).toEqual([
      { site: 'front', shape: [2, 7, 6], rate: 0.3 },
      { site: 'recurrent.l0', shape: [2, 7, 10], rate: 0.2 },
      { site: 'middle', shape: [2, 7, 10], rate: 0.3 },
    ]);
    expect(model.inputs(size).map(({ name }) => name)).toEqual(['ids', 'mask']);
    expect(model.frozen?.size).toBe(0);
  });

  it('read BERT as they did', () => {
    const model = tagger(
      TaggerConfig.parse({
        front: { kind: 'bert', bert },
        middle: { kind: 'none' },
        head: 'softmax',
        tags: { types: ['a'], scheme: 'BIO' },
      }),
    );
    const size = { batch: 1, length: 9 };
    expect(model.inputs(size).map(({ name }) => name)).toEqual(['ids', 'types', 'mask']);
    expect(model.targets(size)).toEqual([{ name: 'tags', shape: [1, 7], dtype: 'int32' }]);
    expect(model.params.at(-2)).toMatchObject({ name: 'classifier.weight', shape: [8, 3] });
  });
});

describe('fronts', () => {
  const size = { batch: 2, length: 3 };
  const front = (config: unknown) => createFront(FrontConfig.parse(config));

  it('put the vectors of words beside those of characters, or take them alone', () => {
    const both = front({
      kind: 'embedding',
      vocabSize: 9,
      size: 4,
      words: { vocabSize: 7, size: 3, frozen: true },
    });
    expect(both.width).toBe(7);
    expect(both.inputs(size).map(({ name }) => name)).toEqual(['ids', 'words', 'mask']);
    expect(both.frozen).toEqual(['embeddings.aligned_words.weight']);
    const words = front({ kind: 'words', vocabSize: 7, size: 3 });
    expect(words.inputs(size).map(({ name }) => name)).toEqual(['words', 'mask']);
    expect(words.params).toMatchObject([{ name: 'embeddings.aligned_words.weight', shape: [7, 3] }]);
  });

  it('read a frozen encoder without dropout, its last layers side by side', () => {
    const frozen = front({ kind: 'bert', bert, frozen: true, lastLayers: 2 });
    expect(frozen.width).toBe(16);
    expect(frozen.dropout(size)).toEqual([]);
    expect(frozen.frozen).toEqual(frozen.params.map(({ name }) => name));
    expect(front({ kind: 'bert', bert }).dropout(size).length).toBeGreaterThan(0);
    expect(() => front({ kind: 'bert', bert, lastLayers: 3 })).toThrow(/3 last layers of an encoder with 2/);
  });

  it('take vectors computed beforehand', () => {
    const vectors = front({ kind: 'vectors', size: 5 });
    expect(vectors.params).toEqual([]);
    expect(vectors.inputs(size)[0]).toEqual({ name: 'vectors', shape: [2, 3, 5], dtype: 'float32' });
  });
});

describe('text classifiers', () => {
  const settings = {
    front: { kind: 'embedding', vocabSize: 9, size: 4 },
    body: { kind: 'cnn', filters: 2 },
    labels: ['a', 'b'],
    mode: 'single',
  };

  it.each([
    ['labels that repeat', { labels: ['a', 'a'] }, /labels must differ/],
    ['a choice of one', { labels: ['a'] }, /needs two labels/],
    ['no label', { labels: [], mode: 'multiple' }, /labels/],
    ['weights for other labels', { loss: { weights: [1] } }, /one weight a label/],
    ['[CLS] without an encoder', { body: { kind: 'cls' } }, /only an encoder has \[CLS\]/],
    ['an unknown network', { body: { kind: 'cnm' } }, /body/],
    ['absurd sizes', { body: { kind: 'cnn', filters: 1e9 } }, /filters/],
  ])('refuse %s', (_, change, message) => {
    expect(() => TextClassifierConfig.parse({ ...settings, ...change })).toThrow(message);
  });

  it('may know a single label where a text may have any number', () => {
    const model = textClassifier(
      TextClassifierConfig.parse({ ...settings, labels: ['a'], mode: 'multiple', spatial: true }),
    );
    const size = { batch: 3, length: 5 };
    expect(model.targets(size)).toEqual([{ name: 'labels', shape: [3, 1], dtype: 'float32' }]);
    expect(model.dropout(size)).toEqual([
      { site: 'front', shape: [3, 1, 4], rate: 0.4 },
      { site: 'features', shape: [3, 2], rate: 0.4 },
    ]);
  });
});
