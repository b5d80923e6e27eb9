import { useMemo } from 'react';
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { en, zh } from '../../../i18n/translations.ts';
import { type SettingWords, settingWords } from './setting-words.ts';

export function useSettingWords(task: TrainingTask): SettingWords {
  const language = useLanguage();
  return useMemo(() => settingWords(language === 'en' ? en : zh, task), [language, task]);
}
