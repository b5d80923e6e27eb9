/** Makes surrogate numbers of the same form, from unassigned blocks. */
import { fold } from '../text/folding.ts';
import { checkCharacter, looksLikeIdentityNumber, luhnDigit } from './identity-number.ts';
import type { DeidRules } from './rules.ts';
import type { Choices } from './seeded-choices.ts';

/** Replaces digits in place; keeps separators and full-width forms. */
function inPlaces(words: string, characters: string): string {
  let next = 0;
  return Array.from(words, (char) => {
    const folded = fold(char);
    if (!/[\da-z]/.test(folded)) return char;
    const made = characters[next++] ?? '0';
    return char === folded || char === folded.toUpperCase() ? made : wide(made);
  }).join('');
}

const wide = (char: string): string => String.fromCharCode(char.charCodeAt(0) + 0xfee0);

/** Replaces digits by digits, letters by letters of the same case; keeps masked parts. */
export const similarCode = (words: string, choices: Choices, salt: string): string =>
  Array.from(words, (char, i) => {
    const folded = fold(char);
    if (/\d/.test(folded)) {
      const digit = String(choices.number(10, 'code', words, salt, String(i)));
      return folded === char ? digit : wide(digit);
    }
    if (!/[a-z]/.test(folded) || /^x$/i.test(char)) return char;
    const letter = String.fromCharCode(97 + choices.number(26, 'code', words, salt, String(i)));
    return char === folded ? letter : letter.toUpperCase();
  }).join('');

/**
 * Makes an identity number with a valid check character and unused area. Birth is shifted by `offset` days, sex
 * kept.
 */
export function identityNumber(
  words: string,
  offset: number,
  { rules, choices, salt }: { rules: DeidRules; choices: Choices; salt: string },
): string {
  const digits = fold(words).replace(/[^\da-z]/g, '');
  const long = looksLikeIdentityNumber(digits);
  if (!long && !/^\d{15}$/.test(digits)) return similarCode(words, choices, salt);
  const birth = long ? digits.slice(6, 14) : `19${digits.slice(6, 12)}`;
  const moved = moveDay(birth, offset);
  const sexDigit = Number(long ? digits[16] : digits[14]) % 2;
  const sequence =
    choices.digits(2, 'any', 'id', digits, salt) +
    String(choices.number(5, 'id', digits, salt, 's') * 2 + sexDigit);
  const first = `${rules.surrogates.idArea}${long ? moved : moved.slice(2)}${sequence}`;
  return inPlaces(words, long ? first + checkCharacter(first) : first);
}

function moveDay(yyyymmdd: string, offset: number): string {
  const [year = 0, month = 1, day = 1] = [yyyymmdd.slice(0, 4), yyyymmdd.slice(4, 6), yyyymmdd.slice(6)].map(
    Number,
  );
  return new Date(Date.UTC(year, month - 1, day + offset)).toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * Makes a phone number: mobile from an unassigned block, landline with an unassigned area code, others with a first
 * digit that no subscriber has.
 */
export function phoneNumber(
  words: string,
  { rules, choices, salt }: { rules: DeidRules; choices: Choices; salt: string },
): string {
  const { mobilePrefix, areaCodes3, areaCodes4 } = rules.surrogates;
  const digits = fold(words).replace(/\D/g, '');
  const random = (length: number) => choices.digits(length, 'any', 'phone', digits, salt);
  const mobile = /^(?:00)?(?:86)?(?=1[3-9]\d{9}$)/.exec(digits)?.[0];
  if (mobile !== undefined) return inPlaces(words, mobile + mobilePrefix + random(8));
  if (/^[48]00/.test(digits))
    return inPlaces(words, `${digits.slice(0, 3)}000${random(Math.max(0, digits.length - 6))}`);
  if (/^0\d{9,}/.test(digits)) {
    const three =
      /^0(?:1\d|2\d)/.test(digits) && !/^01[1-9]\d/.test(digits.slice(0, 4)) ? 3 : areaLength(words);
    const area = choices.pick(three === 3 ? areaCodes3 : areaCodes4, 'area', digits, salt);
    return inPlaces(words, area + random(digits.length - area.length));
  }
  return inPlaces(words, digits.length >= 7 ? `19${random(digits.length - 2)}` : random(digits.length));
}

/** Returns the digits of the area code: as written apart, else three for the largest cities. */
function areaLength(words: string): 3 | 4 {
  const area = /^\(?(0\d{2,3})[-) ]/.exec(fold(words))?.[1];
  return area?.length === 3 ? 3 : 4;
}

export function accountNumber(words: string, choices: Choices, salt: string): string {
  const digits = fold(words).replace(/[^\da-z]/g, '');
  if (!/^\d{12,19}$/.test(digits)) return similarCode(words, choices, salt);
  // No bank card number begins with 0.
  const first = `0${choices.digits(digits.length - 2, 'any', 'card', digits, salt)}`;
  return inPlaces(words, first + luhnDigit(first));
}
