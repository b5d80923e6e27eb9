/** Learning rates of an encoder's layers and of those above it. */
import { describe, expect, it } from 'vitest';
import { trainedParameters } from '../../../../main/engine/tasks/encoder-parameters.ts';

describe('rates of parameters', () => {
  const names = [
    'bert.embeddings.word_embeddings.weight',
    'bert.encoder.layer.0.attention.self.query.weight',
    'bert.encoder.layer.1.output.dense.weight',
    'bert.encoder.layer.2.output.dense.bias',
    'bert.pooler.dense.weight',
    'classifier.weight',
  ];
  const init = { kind: 'normal', std: 1 } as const;
  const params = names.map((name) => ({ name, shape: [2], decay: true, init }));
  const rates = (changes: { hasEncoder?: boolean; layerDecay?: number }) =>
    trainedParameters({ params }, { hasEncoder: true, headRate: 30, ...changes }).map(({ rate }) => rate);

  it('fall from layer to layer, embeddings lowest; layers above have their own', () => {
    expect(rates({ layerDecay: 0.5 })).toEqual([0.125, 0.25, 0.5, 1, 1, 30]);
  });

  it('are the same for all layers without decay, and for all parameters without an encoder', () => {
    expect(rates({})).toEqual([1, 1, 1, 1, 1, 30]);
    expect(rates({ hasEncoder: false, layerDecay: 0.5 })).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
