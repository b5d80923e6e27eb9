/** Words of the strict search: resources/rules/deid-strict.json. Lists there are words with blanks between. */
import { z } from 'zod';
import { readResource } from '../../resources.ts';
import { type DeidRules, loadDeidRules } from '../rules.ts';

const Words = z.string().transform((line) => line.split(/\s+/).filter((word) => word !== ''));
const Chars = z.string().transform((line) => Array.from(line));

const StrictWords = z
  .object({
    /** Surnames besides those of the rules; the common ones are ordinary words first of all. */
    rareSurnames: Words,
    commonSurnames: Words,
    /** What people do or are, before their names. */
    roleWords: Words,
    /** What follows a surname alone; the weak ones only where it stands apart. */
    titles: Words,
    weakTitles: Words,
    kin: Words,
    before: Words,
    after: Words,
    /** Characters and parts of names put into Chinese sounds. */
    sounds: Words,
    soundParts: Words,
    places: Words,
    /** Kinds of places that name one even without a number. */
    surePlaces: Words,
    placeStops: Chars,
    notPlaces: Words,
    /** What an address or a place of birth follows, up to the end of the clause. */
    homeCues: Words,
    originCues: Words,
    organisations: Words,
    hospitals: Words,
    festivals: Words,
    units: Words,
  })
  .strict();

export interface StrictRules extends z.infer<typeof StrictWords> {
  /** The words of the ordinary search. */
  readonly base: DeidRules;
}

/** @throws Error that names the file when it is not what its schema says */
export function loadStrictRules(base: DeidRules = loadDeidRules()): StrictRules {
  const parsed = StrictWords.safeParse(JSON.parse(readResource('rules', 'deid-strict.json')));
  if (!parsed.success) throw new Error(`resources/rules/deid-strict.json: ${parsed.error.message}`);
  return { ...parsed.data, base };
}
