/** Settings of a run as JSON text, as the command line takes them too. */
import { z } from 'zod';
import { NerSettings } from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';
import { SETTING_ORDER, type SettingKey, settingText } from './ner-settings.ts';

export const settingsJson = (settings: NerSettings): string => `${JSON.stringify(settings, null, 2)}\n`;

const Given = NerSettings.partial().extend({ task: z.literal('ner').optional() });
/** A report of a run holds its settings under this name. */
const Wrapped = z.object({ settings: z.record(z.string(), z.unknown()) });

/** Settings out of JSON: all of them, or some and the defaults of the rest. Throws `bad-input` that names the key. */
export function parseSettingsJson(text: string): NerSettings {
  const json = readJson(text);
  const wrapped = Wrapped.safeParse(json);
  const parsed = Given.strict().safeParse(wrapped.success ? wrapped.data.settings : json);
  if (parsed.success) return NerSettings.parse({ ...parsed.data, task: 'ner' });
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.join(', ');
    throw new AppError('bad-input', `There is no setting named ${keys}. (没有名为 ${keys} 的设置)`, {
      hint: `Known settings: ${SETTING_ORDER.join(', ')}. (可用的设置：${SETTING_ORDER.join('、')})`,
    });
  }
  const key = String(issue?.path[0] ?? '');
  throw new AppError(
    'bad-input',
    `This cannot be the value of “${key}”: ${issue?.message ?? ''}. (“${key}”的值无效)`,
  );
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

/** A value in a table: numbers as people write them. */
export const shownValue = (settings: NerSettings, key: SettingKey): string => settingText(settings[key]);
