/** Makes an ensemble of classifiers: its weights and its decision are fitted on dev and measured by cross-fitting. */
import { invariant } from '../../../../shared/assert.ts';
import type { ClassificationReport, ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import { type Member, packMembers } from '../../io/ensemble-files.ts';
import { isPairFile, labelsOf, type ModelFiles } from '../../io/model-files.ts';
import type { Executor } from '../../runtime/program.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { dealFolds } from '../folds.ts';
import { turns } from '../turns.ts';
import { probabilitiesOf } from './calibration.ts';
import { DevJudge, type DevTexts } from './dev-judge.ts';
import { inOrderOf } from './ensemble-classifier.ts';
import { type FittedWeights, fitWeights, type MemberLogits } from './ensemble-weights.ts';
import { numberLabels } from './evaluate.ts';
import { type Hierarchy, joinLevels, type Level, withParents } from './hierarchy.ts';
import { ClassifyPredictor } from './predictor.ts';

/** Classifiers that tell the parents of labels, and the parent of each label. */
export interface ParentLevel {
  readonly members: readonly Member[];
  readonly parents: ReadonlyMap<string, string>;
  readonly use: Hierarchy['use'];
}

interface FitOptions extends Pick<BatchOptions, 'between'> {
  readonly executor: Executor;
  /** Present where labels have parents. */
  readonly above?: ParentLevel;
}

/** @param members classifiers of one task and the same labels, none of them an ensemble */
export async function fitClassifiers(
  members: readonly Member[],
  dev: DevTexts,
  { above, ...options }: FitOptions,
): Promise<{ readonly files: ModelFiles; readonly report: ClassificationReport }> {
  const start = performance.now();
  const own = await fitLevel(members, dev.dev, options);
  const { labels, mode } = own;
  const levels: [Level, readonly Member[], FittedLevel][] = [['labels', members, own]];
  const rule: { hierarchy?: Hierarchy } = {};
  let { rows } = own;
  if (above !== undefined) {
    const upper = await fitLevel(above.members, withParents(dev.dev, above.parents), options);
    levels.push(['parents', above.members, upper]);
    const parentOf = labels.map((label) => upper.labels.indexOf(above.parents.get(label)!));
    const hierarchy: Hierarchy = { use: above.use, parents: [...upper.labels], parentOf };
    rows = rows.map((row, text) => joinLevels(row, upper.rows[text]!, hierarchy));
    rule.hierarchy = hierarchy;
  }
  const judge = new DevJudge(dev, { labels, mode });
  const cut = Math.max(...levels.map(([, , level]) => level.cut));
  const report = await judge.report({ rows, cut, seconds: (performance.now() - start) / 1000 });
  const files: ModelFiles = {
    config: {
      format: 1,
      task: report.task,
      family: 'ensemble',
      model: { labels: [...labels], mode, members: levels.flatMap((level) => partsOf(...level)), ...rule },
      ...judge.fitted(report),
    },
    ...packMembers(levels.flatMap(([, of]) => of)),
  };
  return { files, report };
}

function partsOf(level: Level, members: readonly Member[], { weights }: FittedLevel) {
  return members.map(({ name, files: { config } }, member) => {
    invariant(isPairFile(config) && config.family !== 'ensemble', 'a member of classifiers is none');
    return { name, weight: weights[member]!, config, ...(level === 'labels' ? {} : { level }) };
  });
}

interface FittedLevel extends FittedWeights {
  readonly labels: readonly string[];
  readonly mode: 'single' | 'multiple';
  /** Number of texts longer than what is read of them. */
  readonly cut: number;
}

/** Fits the shares of classifiers of the same labels on labelled texts. */
async function fitLevel(
  members: readonly Member[],
  documents: readonly ClassifiedDocument[],
  { executor, between }: FitOptions,
): Promise<FittedLevel> {
  const labels = labelsOf(members[0]!.files.config);
  const texts = documents.map(({ text }) => text);
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
  const { gold } = numberLabels(documents, labels);
  const fitted = await fitWeights(given, { gold, folds: dealFolds(texts), mode }, turns(between));
  return { ...fitted, labels, mode, cut };
}
