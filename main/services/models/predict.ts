/** Predictions of the models in use: tagger and model of relations of the editor, classifier of the diagnosis panel. */
import type { Out, Parsed } from '../../../shared/contract/index.ts';
import type { Review } from '../../../shared/domain/correction.ts';
import type { StandardTerm } from '../../../shared/domain/normalisation.ts';
import type { Explanation, TextPrediction } from '../../../shared/domain/prediction.ts';
import { starterModelOf } from '../../../shared/domain/starter.ts';
import { typeOfLabel } from '../../../shared/entity-type-aliases.ts';
import { AppError } from '../../../shared/result.ts';
import { diseasesNamed } from '../../db/repositories/diseases.ts';
import type { ModelChoice } from '../../inference/model-slot.ts';
import type { Prediction } from '../../inference/taggers.ts';
import { keepAllowed } from '../../kg/linker/review.ts';
import { cancellable, dbOf, type Session } from '../session/session.ts';
import { classifierInUse, normaliserInUse, relaterInUse, taggerInUse } from './models-in-use.ts';

/** Crashes of the engine with a model after which it is no longer run. */
const MAX_STOPS = 2;

type Use = 'editor' | 'panel' | 'relations' | 'terms';

/** Models with which the engine crashed (for lack of memory, say), and how often in a row. */
const stops = {
  editor: new WeakMap<Session, { readonly model: string; readonly times: number }>(),
  panel: new WeakMap<Session, { readonly model: string; readonly times: number }>(),
  relations: new WeakMap<Session, { readonly model: string; readonly times: number }>(),
  terms: new WeakMap<Session, { readonly model: string; readonly times: number }>(),
};

/** Returns the tagger's entities that the review allows; none without a tagger. @throws AppError when it fails; the dictionary still works */
export async function predict(
  session: Session,
  text: string,
  review: Review = { corrections: [], rules: [] },
): Promise<Out<'text.predict'>> {
  const found = await runModel(session, 'editor', taggerInUse(session), ({ id, name, useInt8 }) =>
    session.engine.run('predict', { text, model: { id, name, useInt8 } }),
  );
  if (found === null) return { model: null, entities: [] };
  const { model, entities } = found;
  const typed = starterModelOf(model.id) === undefined ? entities : inTypesOfGraph(entities);
  return { model, entities: keepAllowed(text, typed, review) };
}

/**
 * Least confidence of the starter tagger's entities. On cMedQANER's dev set 38 of 64 entities below 0.6 are wrong, and of
 * single characters 9 of 16 between 0.6 and 0.8.
 */
const LEAST_CONFIDENCE = { words: 0.6, characters: 0.8 } as const;

const isSure = ({ start, end, confidence }: Prediction['entities'][number]): boolean =>
  confidence >= LEAST_CONFIDENCE[end - start === 1 ? 'characters' : 'words'];

/** Returns the surer entities with types of the graph; those of other types, such as times, are left out. */
export const inTypesOfGraph = (entities: Prediction['entities']): Prediction['entities'] =>
  entities.flatMap((entity) => {
    const type = typeOfLabel(entity.type);
    return type === undefined || !isSure(entity) ? [] : [{ ...entity, type }];
  });

/** Returns the classifier's labels; null without one. @throws AppError when it fails; the graph still works */
export function predictLabels(session: Session, text: string): Promise<TextPrediction | null> {
  return runModel(session, 'panel', classifierInUse(session), (model) =>
    session.engine.run('classify', { text, model }),
  );
}

/**
 * Returns the words that influenced a label. Cancellable by its ticket. @throws AppError `conflict` when the model is
 * not in use
 */
export async function explainLabel(
  session: Session,
  { text, label, model: id, ticket }: Parsed<'diagnosis.explain'>,
): Promise<Explanation> {
  const found = await runModel(session, 'panel', classifierInUse(session), (model) => {
    if (model.id !== id) throw new AppError('conflict', 'models.another-used');
    return cancellable(session, ticket, (signal) =>
      session.engine.run('explain', { text, label, model }, signal),
    );
  });
  if (found === null) throw new AppError('conflict', 'models.none-in-diagnosis');
  return found;
}

/**
 * Returns the relations between mentions of a record; null without a model of relations. Cancellable by its ticket.
 * @throws AppError `bad-request` when a mention is not in the text
 */
export function predictRelations(
  session: Session,
  { text, mentions, ticket }: Parsed<'relations.find'>,
): Promise<Out<'relations.find'>> {
  if (mentions.some(({ start, end }) => start >= end || end > text.length))
    throw new AppError('bad-request', 'models.mention-outside');
  return runModel(session, 'relations', relaterInUse(session), async ({ id, name, useInt8 }) => ({
    model: name,
    relations: await cancellable(session, ticket, (signal) =>
      session.engine.run('relateRecord', { text, mentions, model: { id, name, useInt8 } }, signal),
    ),
  }));
}

/** Returns the standard terms of a diagnosis with their codes; null without a model of standard terms. */
export function standardTerms(session: Session, name: string): Promise<StandardTerm[] | null> {
  return runModel(session, 'terms', normaliserInUse(session), async ({ id }) => {
    const { labels, abstained } = await session.engine.run('tryOut', { text: name, modelId: id });
    if (abstained !== undefined) return [];
    return labels.flatMap(({ label: term, probability, holds }) =>
      holds ? [withCode(session, { term, probability })] : [],
    );
  });
}

/** Adds the code that the graph knows for a term. */
export function withCode(session: Session, standard: StandardTerm): StandardTerm {
  const code = diseasesNamed(dbOf(session), standard.term).find(
    (disease) => disease.code !== undefined,
  )?.code;
  return code === undefined ? standard : { ...standard, code };
}

/** Runs a model unless it crashed the engine repeatedly. Returns null without a model. */
async function runModel<Choice extends ModelChoice, Answer>(
  session: Session,
  use: Use,
  card: Choice | undefined,
  ask: (card: Choice) => Promise<Answer>,
): Promise<Answer | null> {
  if (card === undefined) {
    stops[use].delete(session); // a model switched off and on again is retried
    return null;
  }
  const model = `${card.id} ${card.useInt8}`;
  const known = stops[use].get(session);
  const times = known?.model === model ? known.times : 0;
  if (times >= MAX_STOPS) throw stopsTheEngine(card, use);
  try {
    const answer = await ask(card);
    stops[use].delete(session);
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'engine-down')
      stops[use].set(session, { model, times: times + 1 });
    throw error;
  }
}

const KEPT = {
  editor: 'kept.dictionary-highlights',
  panel: 'kept.graph-suggestions',
  relations: 'kept.dictionary-highlights',
  terms: 'kept.graph-suggestions',
} as const;

function stopsTheEngine({ name }: ModelChoice, use: Use): AppError {
  return new AppError(
    'too-large',
    'models.stopped-engine',
    { name },
    { kept: KEPT[use], hint: 'hint.use-int8' },
  );
}
