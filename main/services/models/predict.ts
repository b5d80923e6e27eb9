/** Predictions of the models in use: the tagger of the editor, the classifier of the diagnosis panel. */
import type { Out, Parsed } from '../../../shared/contract/index.ts';
import type { Explanation, TextPrediction } from '../../../shared/domain/prediction.ts';
import { AppError } from '../../../shared/result.ts';
import { getModelInEditor } from '../../db/repositories/models.ts';
import type { ModelChoice } from '../../inference/model-slot.ts';
import { cancellable, dbOf, type Session } from '../session/session.ts';
import { classifierInUse } from './models.ts';

/** Crashes of the engine with a model after which it is no longer run. */
const MAX_STOPS = 2;

type Use = 'editor' | 'panel';

/** Models with which the engine crashed (for lack of memory, say), and how often in a row. */
const stops = {
  editor: new WeakMap<Session, { readonly model: string; readonly times: number }>(),
  panel: new WeakMap<Session, { readonly model: string; readonly times: number }>(),
};

/** Returns the tagger's entities; none without a tagger. @throws AppError when it fails; the dictionary still works */
export async function predict(session: Session, text: string): Promise<Out<'text.predict'>> {
  const found = await runModel(session, 'editor', getModelInEditor(dbOf(session)), (model) =>
    session.engine.run('predict', { text, model }),
  );
  return found ?? { model: null, entities: [] };
}

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
} as const;

function stopsTheEngine({ name }: ModelChoice, use: Use): AppError {
  return new AppError(
    'too-large',
    'models.stopped-engine',
    { name },
    { kept: KEPT[use], hint: 'hint.use-int8' },
  );
}
