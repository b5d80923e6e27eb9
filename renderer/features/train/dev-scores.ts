/** Scores on the dev set by task. */
import type { RunPoint, RunSettings } from '../../../shared/domain/training.ts';

const TAGGER = ['f1', 'precision', 'recall'];
const CLASSIFIER = ['microF1', 'macroF1', 'accuracy', 'hit3'];

/** The score that decides which weights are kept. */
export function bestMetric(settings: RunSettings): string {
  if (settings.task === 'ner') return 'f1';
  if (settings.task === 'pretrain') return 'inversePerplexity';
  return settings.select;
}

export function listedMetrics(settings: RunSettings, points: readonly RunPoint[]): string[] {
  const shares = devMetrics(settings, points);
  return settings.task === 'pretrain' ? ['loss', 'perplexity', ...shares] : shares;
}

/** Scores from 0 to 1 that are drawn together, the deciding one first. */
export function devMetrics(settings: RunSettings, points: readonly RunPoint[]): string[] {
  if (settings.task === 'ner') return TAGGER;
  if ('select' in settings) {
    const best = bestMetric(settings);
    return [best, ...CLASSIFIER.filter((name) => name !== best)];
  }
  const names = [
    'hiddenAccuracy',
    'pairAccuracy',
    'generatorAccuracy',
    'causalAccuracy',
    'neighboursAccuracy',
    'mentionsAccuracy',
    'detectionAccuracy',
    'linkingAccuracy',
    'consistencyAccuracy',
    'segmentationAccuracy',
    'coreAccuracy',
    'modifierAccuracy',
  ];
  return names.filter((name) => points.some(({ dev }) => dev?.[name] !== undefined));
}
