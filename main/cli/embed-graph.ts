/** `embed transe|…`: trains knowledge graph embeddings into the workspace. */
import type { GraphModel, RankScores } from '../../shared/domain/graph-embeddings.ts';
import { message } from '../../shared/messages/message.ts';
import {
  type GraphEvent,
  type GraphResult,
  trainGraphIntoWorkspace,
} from '../services/vectors/train-graph-vectors.ts';
import { headed, needed, note, print, printJson, UsageError, valueName, withSession } from './command.ts';
import { type EmbedOptions, graphSettings } from './embed-flags.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { GraphProgress } from './progress.ts';

export async function trainGraph(
  model: GraphModel,
  args: readonly string[],
  options: EmbedOptions,
): Promise<void> {
  const settings = graphSettings(model, options);
  const name = needed(options.name, `embed ${model}`, '--name NAME');
  if (args.length > 0) throw new UsageError('cli.graph-takes-no-files', { given: args });
  const stop = new AbortController();
  const release = onInterrupt(() => {
    note(message('cli.pausing'));
    stop.abort();
  });
  const progress = new GraphProgress(settings);
  try {
    const watch = { signal: stop.signal, onEvent: (event: GraphEvent) => progress.take(event) };
    const result = await withSession(options, 'starter', (session) =>
      trainGraphIntoWorkspace(session, name, settings, watch),
    );
    progress.end();
    finish(name, result, options);
  } finally {
    progress.end();
    release();
  }
}

function finish(name: string, result: GraphResult, { json }: EmbedOptions): void {
  if (result.kind === 'paused') {
    note(message('vectors.paused'));
    if (json) printJson({ state: 'paused', checkpoint: true });
    process.exitCode = INTERRUPTED;
    return;
  }
  const { facts, seconds, total } = result;
  const rate = Math.round(total / Math.max(seconds, 1e-3));
  if (json) return printJson({ name: name.trim(), ...facts, seconds, rate });
  print(message('cli.graph-trained', { name, epoch: facts.epoch, seconds: seconds.toFixed(1), rate }));
  const { scores, frequencyMrr } = facts;
  if (scores === undefined) return;
  const rows: [string, RankScores][] = [
    [valueName('both'), scores.both],
    [valueName('head'), scores.head],
    [valueName('tail'), scores.tail],
    ...Object.entries(scores.byCategory),
    ...Object.entries(scores.byRelation),
  ];
  print(headed(['', 'ranks', 'MRR', 'MR', 'Hits@1', 'Hits@3', 'Hits@10'], rows.map(rowOf)));
  if (frequencyMrr !== undefined) print(message('cli.graph-baseline', { mrr: frequencyMrr.toFixed(4) }));
}

const rowOf = ([name, { count, mrr, mr, hits1, hits3, hits10 }]: [string, RankScores]): string[] => [
  name,
  String(count),
  mrr.toFixed(4),
  mr.toFixed(1),
  ...[hits1, hits3, hits10].map((share) => share.toFixed(4)),
];
