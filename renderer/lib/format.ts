/** Numbers, sizes and times as people read them. Times arrive as ISO strings and are shown in the user's zone. */

import type { Language } from '../../shared/messages/language.ts';
import { words } from '../../shared/messages/words.ts';

export type { Language };

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

/** A message in the reader's language. */
export const messageText = words;

/** 42 s, 6 min, 1 h 12 min: how long something still takes. */
export function formatDuration(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds));
  const words = language === 'zh' ? [' 小时', ' 分钟', ' 秒'] : [' h', ' min', ' s'];
  if (whole < 60) return `${whole}${words[2]}`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes}${words[1]}`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}${words[0]}${rest === 0 ? '' : ` ${rest}${words[1]}`}`;
}

/** 0:42, 6:05, 1:02:03: how long something took. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}

/** 0.738: precision, recall and F1. */
export const formatScore = (score: number): string => score.toFixed(3);

/** 43.2 %: shares and probabilities. */
export const formatShare = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** 43 %, never 100 % before the end. */
export const formatPercent = (fraction: number): string => `${wholePercent(fraction)} %`;

/** Returns whole per cent, rounded down; 0.29 is 29, though its hundredfold is a little less. */
export const wholePercent = (fraction: number): number => Math.floor(Math.min(1, fraction) * 100 + 1e-9);

/** 950, 12.3 k, 4.1 M: parameters of a model. */
export function formatLarge(value: number): string {
  if (value < 1000) return String(value);
  const [size, unit] =
    value < 999_500 ? [value / 1000, 'k'] : value < 999_500_000 ? [value / 1e6, 'M'] : [value / 1e9, 'G'];
  return `${size < 99.5 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`;
}
