/** Numbers, sizes and times as people read them. Times arrive as ISO strings and are shown in the user's zone. */

export type Language = 'zh' | 'en';

const two = (value: number): string => String(value).padStart(2, '0');

/** 12,345 */
export function formatCount(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** 512 B, 1.5 KB, 20 MB: three significant digits at most, powers of 1024. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : value >= 9.95 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${units[unit]}`;
}

/** 12:03 */
export function formatClock(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** 2024-05-06 12:03 */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${formatClock(iso)}`;
}

/** Today's times as 12:03, others of this year as 05-06, older ones as 2023-05-06. */
export function formatWhen(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  if (date.toDateString() === now.toDateString()) return formatClock(iso);
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return date.getFullYear() === now.getFullYear() ? day : `${date.getFullYear()}-${day}`;
}

/** 0.4 s, 12 s, 3 min */
export function formatSeconds(seconds: number, language: Language): string {
  if (seconds >= 90)
    return language === 'zh' ? `${Math.round(seconds / 60)} 分钟` : `${Math.round(seconds / 60)} min`;
  const value = seconds < 0.05 ? '<0.1' : seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
  return language === 'zh' ? `${value} 秒` : `${value} s`;
}

/** English with brackets of its own, then Chinese in brackets. */
const SENTENCE =
  /([^()（）\p{Script=Han}]*(?:[(（][^()（）\p{Script=Han}]*[)）][^()（）\p{Script=Han}]*)*)[(（]([^()（）]*\p{Script=Han}[^()（）]*)[)）]\s*/gu;

/** "English. (中文)", once or several times: the halves in the reader's language; text of another form whole. */
export function inLanguage(message: string, language: Language): string {
  const sentences = [...message.trim().matchAll(SENTENCE)];
  const read = sentences.reduce((sum, [whole]) => sum + whole.length, 0);
  if (sentences.length === 0 || read !== message.trim().length) return message;
  return language === 'zh'
    ? sentences.map(([, , chinese]) => chinese).join('；')
    : sentences.map(([, english]) => english!.trim()).join(' ');
}
