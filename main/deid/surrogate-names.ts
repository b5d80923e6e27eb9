/**
 * Makes surrogate names of the same form as the real ones: length, compound surname, masked parts, script, known
 * sex.
 */
import type { DeidRules } from './rules.ts';
import type { Choices } from './seeded-choices.ts';

export type Sex = '男' | '女';

const FEMALE = /妻|母|女|姐|妹|奶|婆|媳|姨|姑|妈|嫂|婶/;
const MALE = /夫|父|子|兄|弟|哥|爷|公|婿|叔|舅|爸|伯/;

/** Returns the sex that words around a relative's name imply: 妻子, 之子. */
export function sexFromWords(words: string): Sex | undefined {
  if (FEMALE.test(words)) return '女';
  return MALE.test(words) ? '男' : undefined;
}

export interface NameMaker {
  /** @param salt selects another surrogate for the same name */
  make(name: string, sex: Sex | undefined, salt: string): string;
  surnameOf(name: string): string;
}

export function nameMaker(rules: DeidRules, choices: Choices): NameMaker {
  const { surrogates } = rules;
  const compounds = new Set(rules.compoundSurnames);
  const surnameOf = (name: string) => (compounds.has(name.slice(0, 2)) ? name.slice(0, 2) : name.slice(0, 1));
  const surname = (name: string, salt: string): string => {
    const old = surnameOf(name);
    const list = old.length === 2 ? surrogates.compoundSurnames : surrogates.surnames;
    return choices.pick(
      list.filter((word) => word !== old),
      'surname',
      name,
      salt,
    );
  };
  const given = (name: string, length: number, sex: Sex | undefined, salt: string): string => {
    const own = sex ?? guessSex(name, rules);
    const list = own === '女' ? surrogates.female : own === '男' ? surrogates.male : surrogates.either;
    return Array.from({ length }, (_, i) => choices.pick(list, 'given', name, salt, String(i))).join('');
  };
  return {
    surnameOf,
    make(name, sex, salt) {
      if (/^[A-Za-z]/.test(name))
        return name
          .split(' ')
          .map((part, i) =>
            choices.pick(i === 0 ? surrogates.latinGiven : surrogates.latinSurnames, name, salt, part),
          )
          .join(' ');
      if (/[·•‧・.]/.test(name))
        return name
          .split(/([·•‧・.])/)
          .map((part, i) => (i % 2 === 1 ? part : given(`${name}${part}`, part.length, undefined, salt)))
          .join('');
      const old = surnameOf(name);
      const rest = name.slice(old.length);
      if (/^[某*×○〇Xx]+$/.test(rest) || rest === '') return surname(name, salt) + rest;
      return surname(name, salt) + given(name, rest.length, sex, salt);
    },
  };
}

/** Guesses the sex from characters that occur in one sex's lists only. */
function guessSex(name: string, { surrogates }: DeidRules): Sex | undefined {
  const chars = Array.from(name.slice(1));
  const female = chars.filter((char) => surrogates.female.includes(char)).length;
  const male = chars.filter((char) => surrogates.male.includes(char)).length;
  return female === male ? undefined : female > male ? '女' : '男';
}
