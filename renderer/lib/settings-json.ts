/** Settings of a run as JSON text, as the command line takes them too. */
import { z } from 'zod';
import { NerSettings, nerDefaults, type RunSettings } from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';
import { SETTING_ORDER } from './ner-settings.ts';

export const settingsJson = (settings: RunSettings): string => `${JSON.stringify(settings, null, 2)}\n`;

const Given = NerSettings.extend({ task: z.literal('ner').default('ner') }).strict();
const Keys = z.record(z.string(), z.unknown());
/** A report of a run holds its settings under this name. */
const Wrapped = z.object({ settings: Keys });

/** Settings out of JSON: all of them, or some and what suits the network for the rest. Throws `bad-input`. */
export function parseSettingsJson(text: string): NerSettings {
  const json = readJson(text);
  const wrapped = Wrapped.safeParse(json);
  const keys = Keys.safeParse(wrapped.success ? wrapped.data.settings : json);
  if (!keys.success)
    throw new AppError('bad-input', 'An object with settings is needed. (需要包含设置的对象)');
  const parsed = Given.safeParse(keys.data);
  if (!parsed.success) throw refusal(parsed.error);
  return NerSettings.parse({ ...nerDefaults(parsed.data.network), ...keys.data, task: 'ner' });
}

/** Names the setting that does not fit. */
function refusal({ issues: [issue] }: z.ZodError): AppError {
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.join(', ');
    return new AppError('bad-input', `There is no setting named ${keys}. (没有名为 ${keys} 的设置)`, {
      hint: `Known settings: ${SETTING_ORDER.join(', ')}. (可用的设置：${SETTING_ORDER.join('、')})`,
    });
  }
  const key = String(issue?.path[0] ?? '');
  const what = issue?.message ?? '';
  return new AppError('bad-input', `This cannot be the value of “${key}”: ${what}. (“${key}”的值无效)`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-input', 'This is not JSON. (这不是 JSON)', {
      hint: 'Copy settings from a run to see their form. (可先从某次运行复制设置，查看格式)',
    });
  }
}
