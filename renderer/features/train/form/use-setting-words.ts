import { useMemo } from 'react';
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import { en } from '../../../i18n/en.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { zh } from '../../../i18n/zh.ts';
import { type SettingWords, settingWords } from './setting-words.ts';

/** Names and explanations of a task's settings in the language in use. */
export function useSettingWords(task: TrainingTask): SettingWords {
  const language = useLanguage();
  return useMemo(() => settingWords(language === 'en' ? en : zh, task), [language, task]);
}
