/**
 * Converts type names to brat's: letters of ASCII, digits, `_` and `-`. brat replaces any other character in
 * annotation.conf by `_`, which would make all Chinese types of one length equal. The readable names are in
 * visual.conf.
 */
import { escapeName, unescapeName } from './name-escapes.ts';

export const bratName = (name: string): string =>
  escapeName(name, (char, isFirst) => /^[A-Za-z0-9_-]$/.test(char) && !(isFirst && char === '-'));

/** Accepts plain names of other tools too. */
export const nameFromBrat = (name: string): string => unescapeName(name);
