/** Entries of the audit table as people read them. What there are no words for is shown as it is. */
import { en, zh } from '../../i18n/translations.ts';
import { formatDateTime, type Language } from '../../lib/format.ts';

type Words = Readonly<Record<string, string>>;

const wordsOf = (language: Language) => (language === 'zh' ? zh : en).audit;

const word = (words: Words, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name;

/** `document.create` → 病历 · 新建 */
export function actionWords(action: string, language: Language): string {
  const { kind, verb } = wordsOf(language);
  const dot = action.indexOf('.');
  if (dot === -1) return word(kind, action);
  return `${word(kind, action.slice(0, dot))} · ${word(verb, action.slice(dot + 1))}`;
}

/** `document:3` → 病历 3; an object without a number is its kind. */
export function objectWords(object: string, language: Language): string {
  const { kind } = wordsOf(language);
  const colon = object.indexOf(':');
  if (colon === -1) return word(kind, object);
  return `${word(kind, object.slice(0, colon))} ${object.slice(colon + 1)}`;
}

export type DetailPart =
  /** Values before and after; numbers are those of revisions. */
  | { readonly kind: 'change'; readonly label: string; readonly before: string; readonly after: string }
  | { readonly kind: 'value'; readonly key: string; readonly label: string; readonly value: string };

/** Returns before and after first, then the rest in its own order. `action` is that of the entry. */
export function detailParts(
  detail: Readonly<Record<string, unknown>>,
  language: Language,
  action = 'document.revise',
): DetailPart[] {
  const { key: labels, before: beforeWord, after: afterWord } = wordsOf(language);
  const parts: DetailPart[] = [];
  const { before, after, ...rest } = detail;
  if (before !== undefined && after !== undefined)
    parts.push({
      kind: 'change',
      label: changeLabel(action, before, after, language),
      before: keyedWords('before', before, language, action),
      after: keyedWords('after', after, language, action),
    });
  const others = parts.length > 0 ? rest : detail;
  for (const [key, value] of Object.entries(others)) {
    const label = key === 'before' ? beforeWord : key === 'after' ? afterWord : word(labels, key);
    parts.push({ kind: 'value', key, label, value: keyedWords(key, value, language, action) });
  }
  return parts;
}

/** Names of the two numbers. */
function changeLabel(action: string, before: unknown, after: unknown, language: Language): string {
  if (typeof before !== 'number' || typeof after !== 'number') return '';
  if (action.startsWith('document.')) return wordsOf(language).key.revision;
  return action === 'account.idle-lock' ? wordsOf(language).minutes : '';
}

/** Names that programs gave, in the words of the screens they belong to. */
function keyedWords(key: string, value: unknown, language: Language, action: string): string {
  const { annotate, accounts, deid } = language === 'zh' ? zh : en;
  if (typeof value !== 'string') return valueWords(value, language);
  const inState = action === 'annotation.state' && (key === 'before' || key === 'after');
  if (inState) return word(annotate.state, value);
  if (action === 'annotation.edit' && key === 'action') return word(annotate.action, value);
  if (key === 'person' && value === '') return annotate.gold;
  if (key === 'deidentified') return word(deid.mode, value);
  if (key === 'roles')
    return value
      .split(' ')
      .map((role) => word(accounts.role, role))
      .join(', ');
  return valueWords(value, language);
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function valueWords(value: unknown, language: Language): string {
  if (typeof value === 'boolean') return language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(3);
  if (typeof value === 'string') return ISO.test(value) ? formatDateTime(value) : value;
  if (value === null) return language === 'zh' ? zh.app.none : en.app.none;
  if (Array.isArray(value)) return value.map((one) => valueWords(one, language)).join(', ');
  return JSON.stringify(value);
}

/** The first and the last moment of days in the reader's own zone, as UTC; undefined for none or half a date. */
export function daysToTimes(since: string, until: string): { since?: string; until?: string } {
  const start = dayStart(since, 0);
  const end = dayStart(until, 1);
  return { ...(start === undefined ? {} : { since: start }), ...(end === undefined ? {} : { until: end }) };
}

function dayStart(day: string, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
