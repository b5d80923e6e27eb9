/** Lines of help: syntax beside an explanation. Loads no package, so that help is printed at once. */
import type { Entry } from '../../shared/messages/dictionary.ts';
import { help } from '../../shared/messages/help.ts';
import type { Language } from '../../shared/messages/language.ts';

export type HelpId = keyof typeof help;

/** A heading has no syntax, or ends with a colon. `value` is a default, printed before the explanation. */
export type UsageLine = readonly [syntax: string, about?: HelpId | undefined, value?: string];

const SYNTAX_WIDTH = 40;

/** Returns the words of an explanation. */
export function explained(id: HelpId, language: Language): string {
  const { [id]: text }: Readonly<Record<HelpId, Entry & { readonly en: string }>> = help;
  return text[language];
}

/** Returns the lines with their explanations in one language, indented by two but for headings. */
export const usageText = (lines: readonly UsageLine[], language: Language): string =>
  lines.map((line) => usageLine(line, language)).join('\n');

function usageLine([syntax, about, value]: UsageLine, language: Language): string {
  const notes = [value, about && explained(about, language)].filter(Boolean).join('  ');
  if (syntax === '') return notes;
  if (notes === '') return syntax.endsWith(':') ? syntax : `  ${syntax}`;
  return syntax.trim() === '' ? `  ${syntax}${notes}` : `  ${syntax.padEnd(SYNTAX_WIDTH)}  ${notes}`;
}
