/** Resolves messages in either language; one i18next instance holds both. */
import i18next from 'i18next';
import type { Entry } from './dictionary.ts';
import { messages } from './index.ts';
import type { Language } from './language.ts';
import { legacyWords } from './legacy.ts';
import type { Message, Parameter } from './message.ts';

/** i18next's keys: a message with two English forms has one key a form. */
function resource(language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Entry>(messages).flatMap(([id, { en, zh }]): [string, string][] => {
      if (language === 'zh') return [[id, zh]];
      return typeof en === 'string'
        ? [[id, en]]
        : [
            [`${id}_one`, en.one],
            [`${id}_other`, en.other],
          ];
    }),
  );
}

type Translate = (key: string, options: Readonly<Record<string, unknown>>) => string;

let translate: Translate | undefined;

function createTranslate(): Translate {
  const instance = i18next.createInstance();
  void instance.init({
    initAsync: false,
    lng: 'en',
    fallbackLng: false,
    ns: 'messages',
    defaultNS: 'messages',
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { messages: resource('en') }, zh: { messages: resource('zh') } },
    interpolation: { escapeValue: false }, // React escapes; the command line prints plain text
  });
  // safe: the keys that i18next's types list are those of the window's own words
  return instance.t as Translate;
}

/** The message in a language. Values of parameters are inserted as they are: nothing in them is interpreted. */
export function words({ id, params }: Message, language: Language): string {
  if (id === 'system.legacy') return legacyWords(String(params.text), language);
  const replace = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, parameterWords(value, language)]),
  );
  const count = typeof params.count === 'number' ? { count: params.count } : {};
  translate ??= createTranslate();
  return translate(id, { lng: language, replace, nest: false, ...count });
}

function parameterWords(value: Parameter, language: Language): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if ('id' in value) return words(value, language);
  return value.map((each) => parameterWords(each, language)).join(language === 'zh' ? '、' : ', ');
}
