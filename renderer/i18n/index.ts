/** Sets up the two languages; every word is bundled. */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '../../shared/messages/language.ts';
import { en, type Words, zh } from './translations.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    returnNull: false;
    resources: { app: Words };
  }
}

export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'zh',
    defaultNS: 'app',
    resources: { zh: { app: zh }, en: { app: en } },
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  });
}

export const changeLanguage = (language: Language): Promise<unknown> => i18next.changeLanguage(language);

/** The language now in use. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'en' ? 'en' : 'zh');
