/** `similarity`: whether names of one entity are nearest to each other, for an encoder or for vectors. */
import { message } from '../../shared/messages/message.ts';
import { similarity as measure, PAIR_SETS, type SimilarityRequest } from '../services/graph/similarity.ts';
import { inPercent } from './classification-output.ts';
import { headed, integer, note, print, printJson, progressNote, UsageError, withSession } from './command.ts';
import type { Options } from './options.ts';

export async function similarity(args: readonly string[], options: Options<'similarity'>): Promise<void> {
  const of = chosen(options);
  const { sets, baseline, withoutNegatives } = await withSession(options, 'starter', (session) =>
    measure(session, {
      of,
      corpus: [...(options.corpus ?? []), ...args],
      seed: integer(options.seed, '--seed', 1),
      limit: options.limit === undefined ? undefined : integer(options.limit, '--limit', 1),
      onProgress: progressNote(),
    }),
  );
  if (options.json) return printJson({ ...of, ...sets, baseline, withoutNegatives });
  const rows = PAIR_SETS.map((set) => {
    const { pairs, covered, accuracy } = sets[set];
    return [set, pairs, inPercent(baseline[set].accuracy), covered, inPercent(accuracy)];
  });
  print(headed(['', 'pairs', 'characters %', 'covered', 'accuracy %'], rows));
  if (withoutNegatives > 0) note(message('cli.pairs-without-negatives', { count: withoutNegatives }));
}

/** @throws UsageError unless exactly one of a model and vectors is named */
function chosen({ model, vectors }: Options<'similarity'>): SimilarityRequest['of'] {
  if (model !== undefined && vectors !== undefined)
    throw new UsageError('cli.excludes', { option: '--model', other: '--vectors' });
  if (model !== undefined) return { model };
  if (vectors !== undefined) return { vectors };
  throw new UsageError('cli.needs', { command: 'similarity', what: '--model NAME | --vectors NAME' });
}
