/**
 * Makes an ensemble of taggers, which averages the probabilities of spans: its threshold, and whether its entities may
 * overlap, are fitted on dev and measured by cross-fitting.
 */
import { invariant } from '../../../../shared/assert.ts';
import type { LabelledDocument, NerReport } from '../../../../shared/domain/training.ts';
import { type Member, packMembers } from '../../io/ensemble-files.ts';
import { isEnsemble, labelsOf, type ModelFiles, type TaggerEnsembleFile } from '../../io/model-files.ts';
import type { Executor } from '../../runtime/program.ts';
import { dealFolds, FOLDS } from '../folds.ts';
import type { PredictedEntity } from './decode.ts';
import { countUntaggable, evaluateNer } from './evaluate.ts';
import type { PredictOptions } from './forward.ts';
import { scoreEntities } from './metrics.ts';
import { NerPredictor } from './predictor.ts';
import { spanProbabilities } from './span-probabilities.ts';
import { ensembleVoting, mayNest, voteSpans } from './vote.ts';

const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];

export interface DevDocuments {
  readonly dev: readonly LabelledDocument[];
  readonly devName: string;
}

/** @param members taggers of the same types, none of them an ensemble; their shares are equal */
export async function fitTaggers(
  members: readonly Member[],
  { dev, devName }: DevDocuments,
  { executor, between }: { readonly executor: Executor } & Pick<PredictOptions, 'between'>,
): Promise<{ readonly files: ModelFiles; readonly report: NerReport }> {
  const texts = dev.map(({ text }) => text);
  const start = performance.now();
  const found: PredictedEntity[][][] = [];
  let untaggable: Record<string, number> | undefined;
  for (const { files } of members) {
    const predictor = await NerPredictor.open(executor, files, { decode: spanProbabilities });
    try {
      found.push(await predictor.predict(texts, between === undefined ? {} : { between }));
      untaggable ??= countUntaggable(dev, predictor.reader);
    } finally {
      await predictor.dispose();
    }
  }
  const seconds = (performance.now() - start) / 1000;
  const parts = members.map(({ name, files: { config } }) => {
    invariant(config.task === 'ner' && !isEnsemble(config), 'a member of taggers is no tagger');
    return { name, weight: 1 / members.length, config };
  });
  const types = labelsOf(members[0]!.files.config);
  const base = { labels: types, average: 'spans', members: parts } as const;
  const rules: Rule[] = (mayNest(parts) ? [false, true] : [false]).flatMap((nested) =>
    THRESHOLDS.map((threshold) => ({ threshold, nested })),
  );
  const { rule, predictions } = fitRule(dev, rules, (chosen) => {
    const voting = ensembleVoting({ ...base, ...chosen });
    return texts.map((_, text) =>
      voteSpans(
        found.map((member) => member[text]!),
        voting,
      ),
    );
  });
  return {
    files: {
      config: { format: 1, task: 'ner', family: 'ensemble', model: { ...base, ...rule } },
      ...packMembers(members),
    },
    report: evaluateNer(dev, predictions, { types, dataSet: devName, untaggable: untaggable!, seconds }),
  };
}

/** Decides which spans are entities. */
type Rule = Required<Pick<TaggerEnsembleFile['model'], 'threshold' | 'nested'>>;

/**
 * Returns the rule with the best F1, the first of equals, and predictions of each fold by the best rule of the other
 * folds.
 * @param decide predictions of each text by a rule
 */
function fitRule(
  dev: readonly LabelledDocument[],
  rules: readonly Rule[],
  decide: (rule: Rule) => readonly (readonly PredictedEntity[])[],
) {
  const tried = rules.map((rule) => ({ rule, predictions: decide(rule) }));
  const best = (isSeen: (text: number) => boolean) => {
    const f1 = ({ predictions }: (typeof tried)[number]) =>
      scoreEntities(
        dev.flatMap(({ entities }, text) =>
          isSeen(text) ? [{ gold: entities, predicted: predictions[text]! }] : [],
        ),
      ).f1;
    const scores = tried.map(f1);
    return tried[scores.indexOf(Math.max(...scores))]!;
  };
  const { rule, predictions } = best(() => true);
  const folds = dealFolds(dev.map(({ text }) => text));
  if (folds === undefined) return { rule, predictions };
  const ofFold = Array.from({ length: FOLDS }, (_, fold) => best((text) => folds[text] !== fold));
  return { rule, predictions: dev.map((_, text) => ofFold[folds[text]!]!.predictions[text]!) };
}
