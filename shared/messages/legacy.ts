/** Splits the two-language strings that versions before message ids stored. */
import type { Language } from './language.ts';

/** English with brackets of its own, then Chinese in brackets. */
const SENTENCE =
  /([^()（）\p{Script=Han}]*(?:[(（][^()（）\p{Script=Han}]*[)）][^()（）\p{Script=Han}]*)*)[(（]([^()（）]*\p{Script=Han}[^()（）]*)[)）]\s*/gu;

/** One sentence about something with a Chinese name, then Chinese in brackets. */
const ABOUT_NAMED = /^(\S.*?)\s*[(（]([^()（）]*\p{Script=Han}[^()（）]*)[)）]$/su;

/** "English. (中文)", once or several times: the halves in the reader's language; text of another form whole. */
export function legacyWords(message: string, language: Language): string {
  const sentences = [...message.trim().matchAll(SENTENCE)];
  const read = sentences.reduce((sum, [whole]) => sum + whole.length, 0);
  if (sentences.length === 0 || read !== message.trim().length) return aboutNamed(message.trim(), language);
  return language === 'zh'
    ? sentences.map(([, , chinese]) => chinese).join('；')
    : sentences.map(([, english]) => english!.trim()).join(' ');
}

/** Chinese that does not say what it is about gets the name that stands in the English. */
function aboutNamed(message: string, language: Language): string {
  const [, english, chinese] = ABOUT_NAMED.exec(message) ?? [];
  if (english === undefined || chinese === undefined || !/[A-Za-z]{2}/.test(english)) return message;
  if (language === 'en') return english;
  const named = english.split(/(?<=:)\s|\s/).find((word) => /\p{Script=Han}/u.test(word));
  const name = named?.replace(/[:.,]+$/, '') ?? '';
  const core = name.replace(/[“”"‘’]/g, '');
  return core === '' || chinese.includes(core) ? chinese : `${name}：${chinese}`;
}
