/** Fits data of other tools to Meridian's limits. */
import type { Attributes, Provenance } from '../../../shared/domain/annotation.ts';
import type { Losses } from './losses.ts';

export const MAX_TYPE = 100;
const MAX_NAME = 100;
const MAX_VALUE = 2000;
const MAX_NOTE = 5000;
const MAX_FILE = 500;

export const READ_LOST = {
  zeroWidth: 'losses.zero-width',
  longValues: 'losses.long-values',
  longNames: 'losses.long-names',
} as const;

export const importedFrom = (file: string): Provenance => ({ kind: 'import', name: file.slice(0, MAX_FILE) });

/** Returns attribute values within the limits; counts the others. */
export function fittingAttributes(given: Iterable<readonly [string, string]>, losses: Losses): Attributes {
  const kept = new Map<string, string>();
  for (const [name, value] of given) {
    if (name === '' || name.length > MAX_NAME) losses.add(READ_LOST.longNames, `${name}: ${value}`);
    else kept.set(name, cut(value, MAX_VALUE, losses));
  }
  return Object.fromEntries(kept);
}

export const fittingNote = (note: string, losses: Losses): string => cut(note, MAX_NOTE, losses);

function cut(value: string, length: number, losses: Losses): string {
  if (value.length <= length) return value;
  losses.add(READ_LOST.longValues, value);
  return value
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
