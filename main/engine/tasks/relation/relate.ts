/** Relations that a model finds between mentions, and their scores as triples. */
import { NO_RELATION } from '../../../../shared/domain/relations.ts';
import type { Score } from '../../../../shared/domain/score.ts';
import type {
  LabelledDocument,
  LabelledRelation,
  RelatedDocument,
} from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { probabilitiesOf } from '../classify/calibration.ts';
import type { ClassifyPredictor } from '../classify/predictor.ts';
import { addCounts, noCounts, scoreOf } from '../score.ts';
import { pairText } from './pair-text.ts';
import { candidatePairs } from './pairs.ts';

export interface PredictedRelation extends LabelledRelation {
  /** Calibrated probability. */
  readonly confidence: number;
}

type Mentions = Pick<LabelledDocument, 'text' | 'entities'>;

/** A classifier that judges pairs of mentions. */
export type PairClassifier = Pick<ClassifyPredictor, 'pairs' | 'labels' | 'decision' | 'logitsOf'>;

/**
 * Returns the relations of each document in the order of its pairs: of each pair the most probable label among those
 * that joined such types in training, unless it is `NO_RELATION`.
 * @throws AppError when the model is for another task
 */
export async function relate(
  predictor: PairClassifier,
  documents: readonly Mentions[],
  options: BatchOptions = {},
): Promise<PredictedRelation[][]> {
  const { pairs: rules, labels, decision } = predictor;
  if (rules === undefined)
    throw new AppError(
      'bad-request',
      'models.finds-no-relations',
      {},
      { hint: 'hint.choose-relation-model' },
    );
  const allowed = new Set(rules.signatures.map(({ type, from, to }) => JSON.stringify([type, from, to])));
  const pairs = documents.flatMap((document, number) =>
    candidatePairs(document, rules).map((pair) => ({ ...pair, document, number })),
  );
  const { rows } = await predictor.logitsOf(
    pairs.map(({ document: { text, entities }, from, to }) =>
      pairText(text, [entities[from]!, entities[to]!], rules),
    ),
    options,
  );
  const found = documents.map((): PredictedRelation[] => []);
  for (const [i, { document, number, from, to }] of pairs.entries()) {
    const types = [document.entities[from]!.type, document.entities[to]!.type];
    const probabilities = probabilitiesOf(rows[i]!, decision.calibration);
    let best = labels.indexOf(NO_RELATION);
    for (const [label, type] of labels.entries())
      if (
        allowed.has(JSON.stringify([type, ...types])) &&
        (best < 0 || probabilities[label]! > probabilities[best]!)
      )
        best = label;
    const type = labels[best];
    if (type !== undefined && type !== NO_RELATION)
      found[number]!.push({ from, to, type, confidence: probabilities[best]! });
  }
  return found;
}

/** Scores of triples of words and types: strict, each one once a document. */
export function scoreTriples(
  gold: readonly RelatedDocument[],
  predicted: readonly Omit<RelatedDocument, 'id'>[],
): { readonly all: Score; readonly perType: Readonly<Record<string, Score>> } {
  const total = noCounts();
  const byType = new Map<string, ReturnType<typeof noCounts>>();
  const countsOf = (type: string) => {
    const counts = byType.get(type) ?? noCounts();
    byType.set(type, counts);
    return counts;
  };
  for (const [i, document] of gold.entries()) {
    const wanted = triplesOf(document);
    const found = triplesOf(predicted[i]!);
    for (const [triple, type] of wanted) {
      countsOf(type).gold++;
      if (found.has(triple)) countsOf(type).hits++;
    }
    for (const type of found.values()) countsOf(type).predicted++;
  }
  for (const counts of byType.values()) addCounts(total, counts);
  const perType = [...byType].map(([type, counts]) => [type, scoreOf(counts)] as const);
  return { all: scoreOf(total), perType: Object.fromEntries(perType) };
}

/** Returns the type of each triple by its words and types. */
function triplesOf({ text, entities, relations }: Omit<RelatedDocument, 'id'>): Map<string, string> {
  const nameOf = (number: number): unknown => {
    const { start, end, type } = entities[number]!;
    return [type, text.slice(start, end)];
  };
  return new Map(
    relations.map(({ from, to, type }) => [JSON.stringify([type, nameOf(from), nameOf(to)]), type]),
  );
}
