/** Predictions of the models in use: the tagger of the editor, the classifier of the diagnosis panel. */
import type { Out, Parsed } from '../../../shared/contract/index.ts';
import type { Explanation, TextPrediction } from '../../../shared/domain/prediction.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { getModelInEditor, getModelInPanel } from '../../db/repositories/models.ts';
import { cancellable } from '../session/cancellable-requests.ts';
import { dbOf, type Session } from '../session/session.ts';

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
  const card = getModelInEditor(dbOf(session), 'ner');
  const found = await runModel(session, 'editor', card, () => session.engine.run('predict', { text }));
  return found === null
    ? { model: null, entities: [] }
    : { model: found.model, entities: [...found.entities] };
}

/** Returns the classifier's labels; null without one. @throws AppError when it fails; the graph still works */
export function predictLabels(session: Session, text: string): Promise<TextPrediction | null> {
  const card = getModelInPanel(dbOf(session));
  return runModel(session, 'panel', card, () => session.engine.run('classify', { text }));
}

/** Returns the words that influenced a label. Cancellable by its ticket. */
export async function explainLabel(
  session: Session,
  { text, label, model, ticket }: Parsed<'diagnosis.explain'>,
): Promise<Explanation> {
  const card = getModelInPanel(dbOf(session));
  const found = await runModel(session, 'panel', card, () =>
    cancellable(session, ticket, (signal) =>
      session.engine.run('explain', { text, label, modelId: model }, signal),
    ),
  );
  if (found === null) throw new AppError('conflict', 'models.none-in-diagnosis');
  return found;
}

/** Runs a model unless it crashed the engine repeatedly. Returns null without a model. */
async function runModel<Answer>(
  session: Session,
  use: Use,
  card: ModelCard | undefined,
  ask: () => Promise<Answer>,
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
    const answer = await ask();
    stops[use].delete(session);
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'engine-down')
      stops[use].set(session, { model, times: times + 1 });
    throw error;
  }
}

const KEPT = {
  editor: 'Highlights by the dictionary are not affected. (词典标注不受影响)',
  panel: 'Suggestions from the knowledge graph are not affected. (知识图谱的建议不受影响)',
} as const;

function stopsTheEngine({ name }: ModelCard, use: Use): AppError {
  return new AppError(
    'too-large',
    'models.stopped-engine',
    { name },
    {
      kept: KEPT[use],
      hint: 'hint.use-int8',
    },
  );
}
