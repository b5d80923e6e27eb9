/** Entities by the model that the editor uses. */
import type { Out } from '../../shared/contract.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';
import { getModelInEditor } from '../db/repositories/models.ts';
import { dbOf, type Session } from './session.ts';

/** How often the engine may stop while it works with a model, before that is no longer asked. */
const MAX_STOPS = 2;

/** Models with which the engine stopped (not enough memory, say), and how often in a row. */
const stops = new WeakMap<Session, { readonly model: string; readonly times: number }>();

/** Nothing where no model is used. @throws AppError when the model cannot be used; the dictionary still can */
export async function predict(session: Session, text: string): Promise<Out<'text.predict'>> {
  const card = getModelInEditor(dbOf(session), 'ner');
  if (card === undefined) {
    stops.delete(session); // switched off: used again it gets another chance
    return { model: null, entities: [] };
  }
  const model = `${card.id} ${card.useInt8}`;
  const known = stops.get(session);
  const times = known?.model === model ? known.times : 0;
  if (times >= MAX_STOPS) throw stopsTheEngine(card);
  try {
    const prediction = await session.engine.run('predict', { text });
    stops.delete(session);
    return { model: prediction.model, entities: [...prediction.entities] };
  } catch (error) {
    if (error instanceof AppError && error.code === 'engine-down')
      stops.set(session, { model, times: times + 1 });
    throw error;
  }
}

function stopsTheEngine({ name }: ModelCard): AppError {
  return new AppError(
    'too-large',
    `The engine stopped repeatedly while it used the model ${name}; it is no longer asked. (引擎使用模型 ${name} 时多次意外停止，已暂停使用)`,
    {
      kept: 'Highlights by the dictionary are not affected. (词典标注不受影响)',
      hint: 'The memory may be too small for it: use int8 weights or a smaller model. (内存可能不足，请改用 int8 或更小的模型)',
    },
  );
}
