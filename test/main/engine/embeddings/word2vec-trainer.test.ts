/** Compares training of whole blocks with a plain version that draws the same random words. */
import { describe, expect, it } from 'vitest';
import type { EncodedCorpus } from '../../../../main/engine/embeddings/encoded-corpus.ts';
import { RandomSupply } from '../../../../main/engine/embeddings/random-supply.ts';
import { tableValues } from '../../../../main/engine/embeddings/row-memory.ts';
import { aliasTable, drawAlias, keepLimits } from '../../../../main/engine/embeddings/sampling.ts';
import { prepareWord2Vec } from '../../../../main/engine/embeddings/word2vec.ts';
import { Word2VecTrainer } from '../../../../main/engine/embeddings/word2vec-trainer.ts';
import { Word2VecSettings } from '../../../../shared/domain/embeddings.ts';
import { classCorpus, encode } from './corpora.ts';
import { type Example, type Rows, trainExample } from './naive.ts';

/** Sentences of a block as ids. */
function* sentencesOf({ blocks }: EncodedCorpus, block: number): Generator<number[]> {
  let sentence: number[] = [];
  for (const id of blocks.ids.subarray(blocks.starts[block], blocks.starts[block + 1])) {
    if (id >= 0) sentence.push(id);
    else {
      yield sentence;
      sentence = [];
    }
  }
}

/** The examples of a block of the first epoch. */
function examplesOf(corpus: EncodedCorpus, settings: Word2VecSettings, block: number): Example[] {
  const random = new RandomSupply(settings.seed, 'word2vec');
  random.begin(block);
  const limits = keepLimits(corpus.counts, settings.sample);
  const negatives = aliasTable(corpus.counts.map((count) => count ** settings.negativeExponent));
  const examples: Example[] = [];
  const predict = (contexts: number[], centre: number) => {
    const drawn = Array.from({ length: settings.negative }, () => drawAlias(negatives, random.word()));
    examples.push({ contexts, targets: [centre, ...drawn.filter((id) => id !== centre)] });
  };
  for (const sentence of sentencesOf(corpus, block)) {
    const kept = sentence.filter((id) => random.word() < limits[id]!);
    kept.forEach((centre, place) => {
      const reach = settings.window - Math.floor((random.word() / 2 ** 32) * settings.window);
      const contexts = kept.filter((_, other) => other !== place && Math.abs(other - place) <= reach);
      if (settings.architecture === 'skip-gram') for (const context of contexts) predict([context], centre);
      else if (contexts.length > 0) predict(contexts, centre);
    });
  }
  return examples;
}

const settingsOf = (changes: Record<string, unknown>) =>
  Word2VecSettings.parse({ method: 'word2vec', dimension: 6, sample: 0.02, ...changes });

describe('a block', () => {
  it.each([
    { architecture: 'cbow' },
    { architecture: 'skip-gram', window: 3 },
    { architecture: 'cbow', sample: 0, window: 9, negative: 2 },
  ])('of $architecture trains on what the plain version does', async (changes) => {
    const corpus = await encode(classCorpus(1800), 1); // two blocks and the rest of a third
    const settings = settingsOf(changes);
    const preparation = prepareWord2Vec(corpus, settings, 1);
    const { task, memory } = preparation;
    if (task.method !== 'word2vec') throw new Error('prepareWord2Vec made another task');
    const rowsOf = (table: number): Rows =>
      corpus.tokens.map((_, row) => [
        ...tableValues(memory, table).subarray(row * memory.rowFloats, row * memory.rowFloats + 6),
      ]);
    const [vectors, targets] = [rowsOf(0), rowsOf(1)];
    const trainer = new Word2VecTrainer(task, 0);
    const { tokensBefore } = corpus.blocks;
    const all = tokensBefore.at(-1)! * settings.epochs;
    for (const block of [0, 1, 2]) {
      const alpha = 0.025 - (0.025 - 0.0001) * (tokensBefore[block]! / all);
      const examples = examplesOf(corpus, settings, block);
      const loss = examples.reduce((sum, example) => sum + trainExample(vectors, targets, example, alpha), 0);
      const found = trainer.train(block);
      expect(found.examples).toBe(examples.length);
      expect(Math.abs(found.loss - loss) / loss).toBeLessThan(1e-4);
    }
    for (const [table, naive] of [vectors, targets].entries()) {
      const difference = rowsOf(table).map((row, at) =>
        row.map((value, i) => Math.abs(value - naive[at]![i]!)),
      );
      expect(Math.max(...difference.flat())).toBeLessThan(1e-3); // of float32 after ten thousands of changes
      expect(Math.max(...naive.flat())).toBeGreaterThan(0.3);
    }
  });

  it('learns more slowly the later it comes, down to the least rate', async () => {
    const corpus = await encode(classCorpus(900), 1);
    const settings = settingsOf({ epochs: 4, alpha: 0.05, minAlpha: 0.01 });
    const changeOf = (block: number): number => {
      const { task, memory } = prepareWord2Vec(corpus, settings, 1);
      if (task.method !== 'word2vec') throw new Error('prepareWord2Vec made another task');
      const before = tableValues(memory, 1).slice();
      new Word2VecTrainer(task, 0).train(block);
      return tableValues(memory, 1).reduce((sum, value, i) => sum + Math.abs(value - before[i]!), 0);
    };
    const perEpoch = corpus.blocks.starts.length - 1;
    const changes = [0, 1, 2, 3].map((epoch) => changeOf(epoch * perEpoch));
    expect(changes).toEqual(changes.toSorted((a, b) => b - a));
    expect(changes[3]! / changes[0]!).toBeLessThan(0.85);
  });

  it('shrinks windows evenly between 1 and the greatest', async () => {
    const corpus = await encode(
      Array.from({ length: 400 }, () => '甲乙丙丁戊己庚辛壬癸子丑寅卯辰').join('\n'),
      1,
    );
    const settings = settingsOf({ sample: 0, window: 4 });
    const sizes = new Map<number, number>();
    const middle = corpus.tokens.indexOf('辛');
    for (const { contexts, targets } of examplesOf(corpus, settings, 0)) {
      if (targets[0] === middle) sizes.set(contexts.length, (sizes.get(contexts.length) ?? 0) + 1);
    }
    expect([...sizes.keys()].sort()).toEqual([2, 4, 6, 8]);
    for (const seen of sizes.values()) expect(Math.abs(seen - 100)).toBeLessThan(35); // 4 standard deviations
  });
});
