/** Settings of a run as JSON text, as the command line takes them too. */
import { z } from 'zod';
import { type RunSettings, TrainingTask } from '../../../../shared/domain/training.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { settingOrder, strictSchema, withDefaults } from '../../../lib/form-settings.ts';

export const settingsJson = (settings: RunSettings): string => `${JSON.stringify(settings, null, 2)}\n`;

const Keys = z.record(z.string(), z.unknown());
/** A report of a run holds its settings under this name. */
const Wrapped = z.object({ settings: Keys });

/**
 * Settings out of JSON: all of them, or some and what suits the network for the rest. Throws `bad-input`.
 * @param task of settings that do not name theirs
 */
export function parseSettingsJson(text: string, task: TrainingTask): RunSettings {
  const json = readJson(text);
  const wrapped = Wrapped.safeParse(json);
  const keys = Keys.safeParse(wrapped.success ? wrapped.data.settings : json);
  if (!keys.success) throw new AppError('bad-input', 'settings.object-needed');
  const { data: named } = TrainingTask.safeParse(keys.data.task ?? task);
  if (named === undefined) throw new AppError('bad-input', 'settings.task-not-trained');
  const parsed = strictSchema(named).safeParse({ ...keys.data, task: named });
  if (!parsed.success) throw refusal(named, parsed.error);
  return withDefaults(named, keys.data);
}

/** Names the setting that does not fit. */
function refusal(task: TrainingTask, { issues: [issue] }: z.ZodError): AppError {
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.join(', ');
    const known = settingOrder(task);
    return new AppError(
      'bad-input',
      'settings.none-named',
      { names: keys },
      { hint: message('settings.known', { names: known.join(', ') }) },
    );
  }
  const key = String(issue?.path[0] ?? '');
  const what = issue?.message ?? '';
  return new AppError('bad-input', 'settings.wrong-value', { name: key, problem: what });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-input', 'settings.no-json', {}, { hint: 'settings.copy-to-see' });
  }
}
