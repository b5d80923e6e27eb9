/** A training in a process of its own, for being killed: `node killed-training.ts FOLDER`. Many checkpoints. */
import { trainWordVectors } from '../../../../main/engine/embeddings/train.ts';
import { folderStorage } from '../train/runs.ts';
import { killedInput } from './corpora.ts';

const [folder = ''] = process.argv.slice(2);
const input = { ...killedInput(), storage: folderStorage(folder), checkpointSeconds: 0.05 };
const steps = trainWordVectors(input, new AbortController().signal);
for (let step = await steps.next(); step.done !== true; step = await steps.next()) {
  if (step.value.kind === 'checkpoint') process.stdout.write(`${step.value.done}\n`);
}
