import { useMemo } from 'react';
import { en } from '../../../i18n/en.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { zh } from '../../../i18n/zh.ts';
import type { FormTask } from '../../../lib/form-settings.ts';
import { type SettingWords, settingWords } from '../../../lib/setting-words.ts';

/** Names and explanations of a task's settings in the language in use. */
export function useSettingWords(task: FormTask): SettingWords {
  const language = useLanguage();
  return useMemo(() => settingWords(language === 'en' ? en : zh, task), [language, task]);
}
