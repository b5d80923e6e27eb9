/** Samples of pre-training are what the run's first batches hold, read back from the arrays. */
import { describe, expect, it } from 'vitest';
import { preparePretrain } from '../../../../main/engine/tasks/pretrain/run.ts';
import { pretrainSamples } from '../../../../main/engine/tasks/pretrain/samples.ts';
import { setUpPretraining } from '../../../../main/engine/tasks/pretrain/setup.ts';
import { DataOrder } from '../../../../main/engine/train/data-order.ts';
import { MASK } from '../../../../main/text/vocabulary.ts';
import type { PretrainSample } from '../../../../shared/domain/pretrain-sample.ts';
import { smallPretraining } from '../train/pretrain-runs.ts';

const CASES = [
  { objective: 'mlm' },
  { objective: 'mlm', pair: 'nsp', masking: 'word' },
  { objective: 'rtd', packing: true },
  { objective: 'hybrid', batchSize: 16 },
  { model: 'smedbert', pair: 'sop', masking: 'entity', entityTraining: 'random' },
  { model: 'kebiolm', masking: 'entity', entityTraining: 'random' },
  { model: 'embert', pair: 'nsp', corruptionRate: 0.9 },
] as const;

/** Returns what the first batch of the run holds, with the tokens as numbers. */
async function firstBatch(changes: Record<string, unknown>, epoch = 0) {
  const input = smallPretraining(changes);
  const task = preparePretrain(input);
  const order = new DataOrder(task.lengths, task.buckets, input.settings.seed);
  const batch = order.batch({ epoch, position: 0 });
  // safe: pre-training reads nothing from the store
  const feeds = await task.feeds(batch, epoch, undefined as never);
  return { input, batch, feeds, vocabulary: setUpPretraining(input).tokens.tokens };
}

const originalsOf = ({ tokens }: PretrainSample): string =>
  tokens.map(({ token, original = token }) => original.replace('##', '')).join('');

describe.each(CASES)('samples with %j', (changes) => {
  it('are the first batch of the run', async () => {
    const { input, batch, feeds, vocabulary } = await firstBatch(changes);
    const count = batch.examples.length;
    const samples = pretrainSamples(input, { count, epoch: 0 });
    expect(samples).toHaveLength(count);
    for (const [row, { tokens }] of samples.entries()) {
      const ids = Array.from(feeds.ids!.subarray(row * batch.size.length, (row + 1) * batch.size.length));
      const read = ids.map((id) => vocabulary[id]);
      expect(tokens.map(({ token }) => token)).toEqual(read.slice(0, tokens.length));
      expect(new Set(read.slice(tokens.length))).toEqual(
        new Set(tokens.length === batch.size.length ? [] : ['[PAD]']),
      );
    }
    const guessed = samples.flatMap(({ tokens }) => tokens.filter(({ guess }) => guess !== undefined));
    const weights = ['mlmWeights', 'maskedWeights', 'causalWeights', 'coreWeights', 'modifierWeights'];
    const wanted = weights.flatMap((name) => [...(feeds[name] ?? [])]).filter((weight) => weight === 1);
    // a token may be masked and stand in a hidden part
    expect(guessed.length).toBeLessThanOrEqual(wanted.length);
    if (!('model' in changes && changes.model === 'embert')) expect(guessed).toHaveLength(wanted.length);
  });

  it('follow from the seed and the epoch, and hold the texts of the corpus', () => {
    const input = smallPretraining(changes);
    const [first, again, later] = [0, 0, 1].map((epoch) => pretrainSamples(input, { count: 6, epoch }));
    expect(again).toEqual(first);
    expect(later).not.toEqual(first);
    if ('model' in changes && changes.model === 'embert') return; // texts have other names in them
    const corpus = input.train.map(({ text }) => text).join('\n');
    for (const sample of first!)
      for (const stretch of originalsOf(sample).split(/\[CLS\]|\[SEP\]|\[UNK\]/))
        expect(corpus).toContain(stretch);
  });
});

describe('samples of objectives on entities', () => {
  const samplesOf = (changes: Record<string, unknown>) => {
    const input = smallPretraining(changes);
    return { input, samples: pretrainSamples(input, { count: 40, epoch: 0 }) };
  };
  const textOf = ({ tokens }: PretrainSample, first: number, last: number) =>
    tokens
      .slice(first, last + 1)
      .map(({ token, original = token }) => original)
      .join('');

  it('SMedBERT: mentions bear the names of their entities, and a neighbour of theirs is guessed', () => {
    const { input, samples } = samplesOf(CASES[4]);
    const { neighbours, graph } = input.knowledge!;
    const names = graph!.entities.map(({ name }) => name);
    let [found, hidden] = [0, 0];
    for (const sample of samples)
      for (const { first, last, entity, neighbour, isHidden } of sample.mentions) {
        expect(textOf(sample, first, last)).toBe(entity);
        const row = names.indexOf(entity);
        const near = neighbours.entities.subarray(neighbours.starts[row], neighbours.starts[row + 1]);
        expect(Array.from(near, (one) => names[one])).toContain(neighbour);
        const guesses = sample.tokens.slice(first, last + 1).map(({ guess }) => guess);
        if (isHidden === true) expect(new Set(guesses)).toEqual(new Set(['masked']));
        found++;
        if (isHidden === true) hidden++;
      }
    expect(found).toBeGreaterThan(20);
    expect(hidden).toBe(0); // random weights have no teacher
  });

  it('KeBioLM: a mention begins with B and goes on with I, other tokens have no label', () => {
    const { samples } = samplesOf(CASES[5]);
    for (const { tokens, mentions } of samples) {
      const labels = tokens.map(({ label }) => label);
      for (const { first, last, isLinked } of mentions) {
        expect(labels.slice(first, last + 1).join('')).toBe(`B${'I'.repeat(last - first)}`);
        expect(isLinked).toBe(true);
      }
      const inside = mentions.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      expect(labels.filter((label) => label !== undefined)).toHaveLength(inside);
    }
  });

  it('EMBERT: replaced mentions say what stood there and whether they fit; parts of long ones are masked', () => {
    const { input, samples } = samplesOf(CASES[6]);
    const entities = input.knowledge!.graph!.entities;
    const namesOf = (entity: string) => {
      const one = entities.find(({ name }) => name === entity);
      return [one!.name, ...one!.otherNames];
    };
    const kinds = new Set<string>();
    for (const sample of samples) {
      for (const { first, last, entity, before, isConsistent } of sample.mentions) {
        if (before === undefined) continue;
        expect(namesOf(entity)).toContain(before);
        const now = textOf(sample, first, last);
        if (isConsistent === true) expect(namesOf(entity)).toContain(now);
        else expect(namesOf(entity)).not.toContain(now);
        kinds.add(isConsistent === true ? 'fits' : 'other');
      }
      for (const { token, guess, cut } of sample.tokens) {
        if (cut !== undefined) kinds.add(cut ? 'end' : 'inside');
        if (guess !== 'core' && guess !== 'modifier') continue;
        expect(token).toBe(MASK);
        kinds.add(guess);
      }
    }
    expect([...kinds].sort()).toEqual(['core', 'end', 'fits', 'inside', 'modifier', 'other']);
  });
});
