/** Chooses the surrogate of each finding. */
import type { DeidField } from '../../shared/domain/deid.ts';
import type { DeidRules } from './rules.ts';
import { type Choices, choicesFor } from './seeded-choices.ts';
import { type NameMaker, nameMaker, type Sex, sexFromWords } from './surrogate-names.ts';
import { accountNumber, identityNumber, phoneNumber, similarCode } from './surrogate-numbers.ts';
import { similarOrganisation, similarPlace } from './surrogate-places.ts';

export const OVER_89 = '90岁以上';
/** Most attempts to find a surrogate that shows nothing real. */
const MAX_TRIES = 50;

export interface SurrogateContext {
  readonly rules: DeidRules;
  readonly secret: string;
  readonly patientKey: string;
  /** Days by which dates shift, the one in an identity number included. */
  readonly offset: number;
  readonly sex?: Sex | undefined;
  /** Every replaced word of the document; none may come back as a surrogate. */
  readonly originals: readonly string[];
  /** Names of persons in the document, for lone surnames: 王主任. */
  readonly names: readonly string[];
}

export class Surrogates {
  readonly #context: SurrogateContext;
  readonly #choices: Choices;
  readonly #names: NameMaker;
  readonly #made = new Map<string, string>();
  readonly #originals: readonly string[];

  constructor(context: SurrogateContext) {
    this.#context = context;
    this.#choices = choicesFor(context.secret, context.patientKey);
    this.#names = nameMaker(context.rules, this.#choices);
    this.#originals = [...new Set(context.originals)].filter((words) => words.length >= 2);
  }

  /** Returns the same surrogate for the same words of one kind. @param around text beside a name */
  of(field: Exclude<DeidField, 'date'>, words: string, around: string): string {
    const key = `${kindOf(field)} ${words}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    let made = '';
    for (let salt = 0; salt < MAX_TRIES; salt++) {
      made = this.#make(field, words, around, salt === 0 ? '' : String(salt));
      if (made !== words && !this.#originals.some((original) => made.includes(original))) break;
    }
    this.#made.set(key, made);
    return made;
  }

  #make(field: Exclude<DeidField, 'date'>, words: string, around: string, salt: string): string {
    const { rules, offset, sex } = this.#context;
    const choices = this.#choices;
    switch (field) {
      case 'name':
        return this.#person(words, sex, salt);
      case 'contact':
        return this.#person(words, sexFromWords(around), salt);
      case 'doctor':
        return this.#person(words, undefined, salt);
      case 'id-number':
        return identityNumber(words, offset, { rules, choices, salt });
      case 'phone':
        return phoneNumber(words, { rules, choices, salt });
      case 'email':
        return words.includes('@')
          ? `u${choices.digits(6, 'any', 'mail', words, salt)}@${rules.surrogates.mailHost}`
          : similarCode(words, choices, salt);
      case 'address':
      case 'birthplace':
      case 'native-place':
        return similarPlace(words, rules, choices, salt);
      case 'workplace':
      case 'institution':
        return similarOrganisation(words, rules, choices, salt);
      case 'postcode':
        return rules.surrogates.postcodePrefix + choices.digits(4, 'any', 'postcode', words, salt);
      case 'account-number':
        return accountNumber(words, choices, salt);
      case 'age':
        return OVER_89;
      default:
        return similarCode(words, choices, salt);
    }
  }

  #person(words: string, sex: Sex | undefined, salt: string): string {
    if (words.length === this.#names.surnameOf(words).length) {
      const full = this.#context.names.find(
        (name) => name.length > words.length && this.#names.surnameOf(name) === words,
      );
      if (full !== undefined) return this.#names.surnameOf(this.of('doctor', full, ''));
    }
    return this.#names.make(words, sex, salt);
  }
}

/** Returns the kind that shares surrogates: a person has one, whether patient or relative. */
const kindOf = (field: DeidField): string => (field === 'contact' || field === 'doctor' ? 'name' : field);
