/**
 * Names of types as brat keeps them: letters of ASCII, digits, `_` and `-`. Any other character in annotation.conf it
 * replaces by `_`, so that all Chinese types of one length would be one; people read the names in visual.conf.
 */
import { escapeName, unescapeName } from './name-escapes.ts';

export function bratName(name: string): string {
  return escapeName(name, (char, isFirst) => /^[A-Za-z0-9_-]$/.test(char) && !(isFirst && char === '-'));
}

/** Other tools write names as they are. */
export function nameFromBrat(name: string): string {
  return unescapeName(name);
}
