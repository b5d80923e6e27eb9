/** Matchers for messages, which travel as ids and parameters. */
import { expect } from 'vitest';
import type { Language } from '../../shared/messages/language.ts';
import { Message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';

/** Matches a message whose words hold a text or match a pattern. */
export const saying = (wanted: string | RegExp, language: Language = 'en'): unknown =>
  expect.toSatisfy((value: unknown) => {
    const parsed = Message.safeParse(value);
    if (!parsed.success) return false;
    const said = words(parsed.data, language);
    return typeof wanted === 'string' ? said.includes(wanted) : wanted.test(said);
  }, `a message saying ${wanted}`);
