import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const TAGGER = ['f1', 'precision', 'recall', 'relaxedF1'] as const;
const TEXTS = ['accuracy', 'microF1', 'macroF1', 'hit3', 'loss'] as const;

/** Scores of pre-training beside those of hidden tokens, in the order of a report. */
export const PRETRAINING_SCORES = [
  'pairLoss',
  'pairAccuracy',
  'generatorLoss',
  'generatorAccuracy',
  'causalLoss',
  'causalAccuracy',
  'neighboursLoss',
  'neighboursAccuracy',
  'mentionsLoss',
  'mentionsAccuracy',
  'detectionLoss',
  'detectionAccuracy',
  'linkingLoss',
  'linkingAccuracy',
  'consistencyLoss',
  'consistencyAccuracy',
  'segmentationLoss',
  'segmentationAccuracy',
  'coreLoss',
  'coreAccuracy',
  'modifierLoss',
  'modifierAccuracy',
] as const;

const PRETRAINING = ['inversePerplexity', 'perplexity', 'hiddenAccuracy', ...PRETRAINING_SCORES] as const;

/** Names that are the same in every language. */
const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ['ece', 'ECE'],
  ['precisionAt1', 'P@1'],
  ['mrr', 'MRR'],
  ['ndcg', 'nDCG'],
]);

/** Returns the name of a score; one without a name keeps its key. */
export function useScoreName(): (metric: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (metric) => {
      const tagger = TAGGER.find((known) => known === metric);
      if (tagger !== undefined) return t(`train.score.${tagger}`);
      const pretraining = PRETRAINING.find((known) => known === metric);
      if (pretraining !== undefined) return t(`pretrain.score.${pretraining}`);
      const texts = TEXTS.find((known) => known === metric);
      if (texts !== undefined) return t(`texts.score.${texts}`);
      return ABBREVIATED.get(metric) ?? metric;
    },
    [t],
  );
}
