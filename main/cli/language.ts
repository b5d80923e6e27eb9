/** The language that the command line speaks: `--lang`, else the locale's. */

import { config } from 'zod';
import en from 'zod/v4/locales/en.js';
import zh from 'zod/v4/locales/zh-CN.js';
import { type Language, localeLanguage } from '../../shared/messages/language.ts';
import { isMessageId, Message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, type AppErrorData, errorLine, toErrorData } from '../../shared/result.ts';

let language: Language = 'en';
speak(localeLanguage(process.env));

/** Sets the language of messages and of the problems that schemas report. */
function speak(wanted: Language): void {
  language = wanted;
  config(wanted === 'zh' ? zh() : en());
}

/** Returns the arguments without `--lang`. Throws `bad-request` for a language that is neither en nor zh. */
export function takeLanguage(argv: readonly string[]): string[] {
  speak(localeLanguage(process.env));
  const at = argv.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  if (at === -1) return [...argv];
  const isApart = argv[at] === '--lang';
  const wanted = isApart ? (argv[at + 1] ?? '') : (argv[at] ?? '').slice('--lang='.length);
  if (wanted !== 'en' && wanted !== 'zh')
    throw new AppError('bad-request', 'cli.unknown-language', { language: wanted });
  speak(wanted);
  return argv.toSpliced(at, isApart ? 2 : 1);
}

/** Returns the one of both that the command line speaks. */
export const inLanguage = (both: Readonly<Record<Language, string>>): string => both[language];

/** The words of a message; text that is no message stays as it is. */
export const said = (line: string | Message): string =>
  typeof line === 'string' ? line : words(line, language);

/** All that an error says, in one line. */
export const saidData = (error: AppErrorData): string => errorLine(error, language);

export const saidError = (thrown: unknown): string => saidData(toErrorData(thrown));

/** Replaces messages by their words, as a replacer of `JSON.stringify`. */
export function withWords(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('id' in value && 'params' in value)) return value;
  const parsed = typeof value.id === 'string' && isMessageId(value.id) ? Message.safeParse(value) : undefined;
  return parsed?.success ? words(parsed.data, language) : value;
}
