/** Parses JSON with limited nesting, safe for recursive functions. */
import { AppError } from '../../shared/result.ts';
import { LIMITS } from './limits.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws SyntaxError for invalid JSON, AppError `bad-input` for too deep nesting. */
export function parseShallowJson(text: string): unknown {
  if (isTooDeep(text)) throw new AppError('bad-input', 'files.nested-too-deeply', {});
  return JSON.parse(text);
}

/**
 * Returns whether lists and objects exceed the nesting limit. Invalid JSON is checked too; its other faults are left to
 * the parser.
 */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * LIMITS.depth) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        isQuoted = !isQuoted;
        break;
      case 0x5c: // an escaped quote does not end a text
        if (isQuoted) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!isQuoted && ++depth > LIMITS.depth) return true;
        break;
      case 0x5d:
      case 0x7d:
        if (!isQuoted) depth--;
    }
  }
  return false;
}
