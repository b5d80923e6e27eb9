/** `probe`: which edges of the graph a pre-trained encoder can complete. */
import { probeModel } from '../services/graph/probe.ts';
import { inPercent } from './classification-output.ts';
import {
  headed,
  integer,
  needed,
  print,
  printJson,
  progressNote,
  UsageError,
  withSession,
} from './command.ts';
import type { Options } from './options.ts';

/** Most queries a relation, and masks of a query, as in the paper. */
const QUERIES = 200;
const MASKS = 10;

export async function probe(args: readonly string[], options: Options<'probe'>): Promise<void> {
  if (args.length > 0) throw new UsageError('cli.expected', { command: 'probe', what: '--model NAME' });
  const model = needed(options.model, 'probe', '--model NAME');
  const { scores, baseline, queries } = await withSession(options, 'starter', (session) =>
    probeModel(session, {
      model,
      limit: integer(options.limit, '--limit', QUERIES),
      longest: integer(options.masks, '--masks', MASKS),
      seed: integer(options.seed, '--seed', 1),
      onProgress: progressNote(),
    }),
  );
  if (options.json) {
    const rows = queries.map(({ answers, frequent: _frequent, ...query }) => ({
      ...query,
      answers: [...answers],
    }));
    return printJson({ model, ...scores, baseline, queries: rows });
  }
  const count = (type?: number) =>
    queries.filter((query) => type === undefined || query.type === type).length;
  const share = (value: number | undefined) => (value === undefined ? '–' : inPercent(value));
  const rows = [
    ['1', count(1), share(baseline.type1), share(scores.type1)],
    ['2', count(2), share(baseline.type2), share(scores.type2)],
    ['', count(), share(baseline.all), share(scores.all)],
  ];
  print(headed(['type', 'queries', 'frequent %', 'recall@5 %'], rows));
  const relations = Object.entries(scores.relations).map(([relation, { queries: asked, recall }]) => [
    relation,
    asked,
    inPercent(baseline.relations[relation]!.recall),
    inPercent(recall),
  ]);
  print(headed(['relation', 'queries', 'frequent %', 'recall@5 %'], relations));
}
