/** A process that pre-trains on a corpus through the training loop's own updates. Argument: the case as JSON. */
const started = performance.now() - process.uptime() * 1000;

import { preparePretrain } from '../../../main/engine/tasks/pretrain/run.ts';
import { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import { answerTurns, updatesOf } from '../engine/turns.ts';
import type { PretrainingCase } from './case.ts';
import { documentsOf } from './corpus.ts';
import { madeUpKnowledge } from './made-up-graph.ts';

const bench = JSON.parse(process.argv[2] ?? '') as PretrainingCase; // safe: the bench wrote it
const { encoder, length, batch, maskShare, packing, accumulation = 1, graph, threads } = bench;
const settings = PretrainSettings.parse({
  ...{ task: 'pretrain', encoder, length, maskShare, packing, accumulation },
  ...{ batchSize: batch, batchTokens: batch * length },
  ...(graph === undefined ? {} : { model: graph.model, linking: 'sampled', pair: packing ? 'none' : 'sop' }),
});
await answerTurns(started, () => {
  const documents = documentsOf(bench.corpus);
  const task = preparePretrain({
    ...{ settings, dev: [], devName: 'corpus' },
    ...(graph === undefined ? { train: documents } : madeUpKnowledge(documents, graph.entities)),
  });
  return updatesOf(task, { threads, accumulation });
});
