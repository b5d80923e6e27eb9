/** Makes an ensemble of classifiers: its weights and its decision are fitted on dev and measured by cross-fitting. */
import { invariant } from '../../../../shared/assert.ts';
import type { ClassificationReport } from '../../../../shared/domain/classification.ts';
import { type Member, packMembers } from '../../io/ensemble-files.ts';
import { labelsOf, type ModelFiles } from '../../io/model-files.ts';
import type { Executor } from '../../runtime/program.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { dealFolds } from '../folds.ts';
import { probabilitiesOf } from './calibration.ts';
import { DevJudge, type DevTexts } from './dev-judge.ts';
import { inOrderOf } from './ensemble-classifier.ts';
import { fitWeights, type MemberLogits } from './ensemble-weights.ts';
import { numberLabels } from './evaluate.ts';
import { ClassifyPredictor } from './predictor.ts';

/** @param members classifiers of one task and the same labels, none of them an ensemble */
export async function fitClassifiers(
  members: readonly Member[],
  dev: DevTexts,
  { executor, between }: { readonly executor: Executor } & Pick<BatchOptions, 'between'>,
): Promise<{ readonly files: ModelFiles; readonly report: ClassificationReport }> {
  const labels = labelsOf(members[0]!.files.config);
  const texts = dev.dev.map(({ text }) => text);
  const start = performance.now();
  const given: MemberLogits[] = [];
  let [mode, cut] = ['single' as 'single' | 'multiple', 0];
  for (const { files } of members) {
    const predictor = await ClassifyPredictor.open(executor, files);
    try {
      const { decision } = predictor;
      const logits = await predictor.logitsOf(texts, between === undefined ? {} : { between });
      const probabilities = logits.rows.map((row) => probabilitiesOf(row, decision.calibration));
      [mode, cut] = [decision.mode, Math.max(cut, logits.cut)];
      given.push({
        rows: inOrderOf(logits.rows, predictor.labels, labels),
        method: decision.calibration.kind === 'isotonic' ? 'isotonic' : 'scaling',
        probabilities: inOrderOf(probabilities, predictor.labels, labels),
      });
    } finally {
      await predictor.dispose();
    }
  }
  const { gold } = numberLabels(dev.dev, labels);
  const { weights, rows } = fitWeights(given, { gold, folds: dealFolds(texts), mode });
  const judge = new DevJudge(dev, { labels, mode });
  const report = judge.report({ rows, cut, seconds: (performance.now() - start) / 1000 });
  const parts = members.map(({ name, files: { config } }, member) => {
    invariant('calibration' in config && config.family !== 'ensemble', 'a member of classifiers is none');
    return { name, weight: weights[member]!, config };
  });
  const files: ModelFiles = {
    config: {
      format: 1,
      task: report.task,
      family: 'ensemble',
      model: { labels, mode, members: parts },
      ...judge.fitted(report),
    },
    ...packMembers(members),
  };
  return { files, report };
}
