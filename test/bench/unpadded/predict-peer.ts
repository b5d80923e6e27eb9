/** A process that finds entities in parts of texts. Arguments: the case as JSON, and `int8` for weights of eight bits. */
const started = performance.now() - process.uptime() * 1000;

import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import { NerPredictor } from '../../../main/engine/tasks/ner/predictor.ts';
import { answerTurns } from '../engine/turns.ts';
import { partsOf, silentTagger, type UnpaddedCase } from './case.ts';

const bench = JSON.parse(process.argv[2] ?? '') as UnpaddedCase; // safe: the bench wrote it
await answerTurns(started, async () => {
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads: bench.threads });
  const int8 = process.argv[3] === 'int8';
  const predictor = await NerPredictor.open(executor, silentTagger(bench), { int8 });
  const parts = partsOf(bench.examples);
  let next = 0;
  return async () => {
    const texts = parts[next++ % parts.length]!;
    const found = await predictor.predict(texts);
    if (found.some((entities) => entities.length > 0)) throw new Error('the model was to find nothing');
    return texts.length;
  };
});
