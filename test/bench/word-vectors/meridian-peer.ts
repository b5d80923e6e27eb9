/** Meridian's side of the word vector bench: for each number N on standard input N epochs, by one thread. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { encodeCorpus } from '../../../main/engine/embeddings/encoded-corpus.ts';
import { prepareWord2Vec } from '../../../main/engine/embeddings/word2vec.ts';
import { Word2VecTrainer } from '../../../main/engine/embeddings/word2vec-trainer.ts';
import { Word2VecSettings } from '../../../shared/domain/embeddings.ts';
import type { VectorCase } from './case.ts';

const { file, dimension, skipGram }: VectorCase = JSON.parse(process.argv[2] ?? '');
const opened = performance.now();
const settings = Word2VecSettings.parse({
  method: 'word2vec',
  dimension,
  architecture: skipGram ? 'skip-gram' : 'cbow',
});

async function readCorpus() {
  const lines = createInterface({ input: createReadStream(file) });
  const steps = encodeCorpus(
    lines,
    (line) => line.split(' '),
    settings.minCount,
    new AbortController().signal,
  );
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value;
  }
}

const corpus = await readCorpus();
if (corpus === undefined) throw new Error('reading was not aborted');
const { task, blocksPerEpoch } = prepareWord2Vec(corpus, settings, 1);
if (task.method !== 'word2vec') throw new Error('prepareWord2Vec made another task');
const trainer = new Word2VecTrainer(task, 0);

function epoch(): void {
  for (let block = 0; block < blocksPerEpoch; block++) trainer.train(block);
}

function measured() {
  const before = process.cpuUsage();
  const start = performance.now();
  epoch();
  const { user, system } = process.cpuUsage(before);
  return { time: performance.now() - start, cpu: (user + system) / 1000 };
}

epoch();
console.log(JSON.stringify({ first: performance.now() - opened, start: performance.now() }));
for await (const line of createInterface({ input: process.stdin })) {
  const steps = Array.from({ length: Number(line) }, measured);
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(
    JSON.stringify({ times: steps.map(({ time }) => time), cpu: steps.map(({ cpu }) => cpu), peak }),
  );
}
