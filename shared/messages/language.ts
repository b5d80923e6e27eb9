/** The two languages, and the choice of one by locale. Loads no package, so that help is printed at once. */
export type Language = 'en' | 'zh';

/** English for every locale but Chinese ones, such as `zh_CN.UTF-8`. */
export const languageOf = (locale: string): Language => (/^zh\b|^zh_/i.test(locale) ? 'zh' : 'en');

/** The language of a terminal, by POSIX's order of variables. */
export const localeLanguage = (env: Readonly<Record<string, string | undefined>>): Language =>
  languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG || '');
