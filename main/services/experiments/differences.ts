/** Differences of the rows of an experiment to its first one, by the paired bootstrap over documents. */
import type { ComparisonOptions, DocumentCounts } from '../../../shared/domain/comparison.ts';
import type { ExperimentDifferences } from '../../../shared/domain/experiment.ts';
import { cellsOf, pipelinesOf } from '../../../shared/experiment-cells.ts';
import { AppError } from '../../../shared/result.ts';
import { COMPARISON_LEVEL } from '../../agreement/compare-models.ts';
import { cellCounts, getExperiment } from '../../db/repositories/experiments.ts';
import type { Watch } from '../background/background.ts';
import { dbOf, type Session } from '../session/session.ts';

/**
 * Compares each row with the first on the test set, or on dev without one. Counts of a document are added up over the
 * seeds that both rows have; the documents of all folds count once each.
 * @throws AppError `not-found`; `bad-request` for searches and while the first row has no result; `cancelled`
 */
export async function experimentDifferences(
  session: Session,
  id: number,
  options: ComparisonOptions,
  watch: Watch = {},
): Promise<ExperimentDifferences> {
  const db = dbOf(session);
  const experiment = getExperiment(db, id);
  if (experiment === undefined) throw new AppError('not-found', 'experiments.not-found', { id });
  const { plan, test, dev } = experiment;
  if (plan.search !== undefined) throw new AppError('bad-request', 'experiments.search-not-compared');
  const counts = cellCounts(db, id);
  const rows = pipelinesOf(plan).map(({ number }) => bySeed(plan, number, counts));
  const [first, ...others] = rows;
  if (first === undefined || first.size === 0)
    throw new AppError('bad-request', 'experiments.first-row-open');
  const found: ExperimentDifferences['rows'] = [];
  for (const [i, other] of others.entries()) {
    const seeds = [...first.keys()].filter((seed) => other.has(seed));
    if (seeds.length === 0) continue;
    const input = {
      first: summed(seeds.map((seed) => first.get(seed)!)),
      second: summed(seeds.map((seed) => other.get(seed)!)),
      scores: plan.task === 'ner' ? (['f1'] as const) : (['f1', 'macroF1'] as const),
      options,
    };
    found.push({
      pipeline: i + 1,
      seeds,
      scores: await session.background.run('compareModels', input, watch),
    });
  }
  const [documents = []] = first.values();
  return {
    ...options,
    dataSet: test?.name ?? dev.name,
    documents: documents.length,
    level: COMPARISON_LEVEL,
    rows: found,
  };
}

/** Returns the counts of a row by the seeds of which all folds are finished; folds one after another. */
function bySeed(
  plan: Parameters<typeof cellsOf>[0],
  pipeline: number,
  counts: ReadonlyMap<number, readonly DocumentCounts[]>,
): Map<number, readonly DocumentCounts[]> {
  const cells = cellsOf(plan).filter((cell) => cell.pipeline === pipeline);
  return new Map(
    plan.seeds.flatMap((seed) => {
      const own = cells.filter((cell) => cell.seed === seed).map(({ number }) => counts.get(number));
      const whole = own.filter((one) => one !== undefined);
      return whole.length === own.length ? [[seed, whole.flat()] as const] : [];
    }),
  );
}

/** Adds up the counts of each document over models. */
function summed(models: readonly (readonly DocumentCounts[])[]): DocumentCounts[] {
  return (models[0] ?? []).map((_, document) => {
    const sums = new Map<string, { label: string; hits: number; predicted: number; gold: number }>();
    for (const { label, hits, predicted, gold } of models.flatMap((one) => one[document] ?? [])) {
      const sum = sums.get(label) ?? { label, hits: 0, predicted: 0, gold: 0 };
      sums.set(label, {
        label,
        hits: sum.hits + hits,
        predicted: sum.predicted + predicted,
        gold: sum.gold + gold,
      });
    }
    return [...sums.values()];
  });
}
