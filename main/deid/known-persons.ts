/** Names and numbers of the patients of one run: found in one record, they are found in all. */
import type { DeidField, DeidFinding } from '../../shared/domain/deid.ts';
import { isPossible } from '../../shared/domain/deid.ts';
import { readable } from './readable.ts';
import { isPersonField, type KnownWords } from './repeats.ts';

/** Fields whose words say nothing in another record. */
const OWN: ReadonlySet<DeidField> = new Set(['date', 'age', 'bed-number', 'postcode']);
/** Least confidence of a possible name that is looked for in other records of its patient. */
const SURE = 0.8;
/** Shortest words that are looked for in records of other patients: full names, numbers. */
const MIN_NAME = 3;
const MIN_NUMBER = 6;
/** Fields that name a place where many patients live or work. */
const PLACES: ReadonlySet<DeidField> = new Set(['birthplace', 'native-place', 'workplace', 'institution']);

/** Words that identify persons of a run: those of a patient, and those that no other text has by chance. */
export class KnownPersons {
  readonly #ofPatient = new Map<string, Map<string, KnownWords>>();
  readonly #ofAll = new Map<string, KnownWords>();
  /** Lengths of the words in `#ofAll` by their first two characters. */
  readonly #lengths = new Map<string, Set<number>>();
  /** Two-character names found once; found in a second record they count everywhere. */
  readonly #once = new Set<string>();
  readonly #isTerm: (word: string) => boolean;

  /** @param isTerm returns whether a word is a medical term, which is never looked for */
  constructor(isTerm: (word: string) => boolean = () => false) {
    this.#isTerm = isTerm;
  }

  /** Learns what one record says. */
  learn(patientKey: string, text: string, findings: readonly DeidFinding[]): void {
    const own = this.#ofPatient.get(patientKey) ?? new Map<string, KnownWords>();
    this.#ofPatient.set(patientKey, own);
    const seen = new Set<string>();
    for (const found of findings) {
      const words = readable(text.slice(found.start, found.end)).replace(/(?<=\p{Script=Han})\s+/gu, '');
      if (OWN.has(found.field) || words.length < 2 || seen.has(words)) continue;
      seen.add(words);
      const sure = !isPossible(found) || found.confidence >= SURE;
      const person = isPersonField(found.field);
      if (!sure || (person && this.#isTerm(words)) || (!person && words.length < MIN_NUMBER)) continue;
      const known = { words, field: found.field };
      own.set(words, known);
      if (PLACES.has(found.field)) continue;
      if (!person || words.length >= MIN_NAME || this.#once.has(words)) this.#learnForAll(known);
      else this.#once.add(words);
    }
  }

  #learnForAll(known: KnownWords): void {
    const { words } = known;
    this.#ofAll.set(words, known);
    const head = words.slice(0, 2);
    const lengths = this.#lengths.get(head);
    if (lengths === undefined) this.#lengths.set(head, new Set([words.length]));
    else lengths.add(words.length);
  }

  /** Returns the words to look for in a record: all of its patient, of others those that it contains. */
  wordsFor(patientKey: string, text: string): KnownWords[] {
    const own = this.#ofPatient.get(patientKey);
    const folded = readable(text);
    const others = this.#othersIn(folded);
    return [...(own?.values() ?? []), ...others.filter(({ words }) => own?.has(words) !== true)];
  }

  /** Looks runs that begin like a known word up, which costs about the same for ten known words and for ten thousand. */
  #othersIn(folded: string): KnownWords[] {
    const found = new Map<string, KnownWords>();
    for (let at = 0; at < folded.length; at++)
      for (const length of this.#lengths.get(folded.slice(at, at + 2)) ?? []) {
        const known = this.#ofAll.get(folded.slice(at, at + length));
        if (known !== undefined) found.set(known.words, known);
      }
    return [...found.values()];
  }
}
