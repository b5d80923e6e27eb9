/** Validates Chinese identity card numbers (GB 11643-1999) and bank card numbers (Luhn). */

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK = '10X98765432';

/** Returns the check character of the first 17 digits. */
export function checkCharacter(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(first17[i]), 0);
  return CHECK[sum % 11] ?? '';
}

/**
 * Returns whether a number is valid: 18 characters with a correct check character and an existing date, or 15
 * digits.
 */
export function isIdentityNumber(number: string): boolean {
  if (/^\d{15}$/.test(number)) return isDay(`19${number.slice(6, 12)}`);
  if (!/^\d{17}[\dXx]$/.test(number)) return false;
  return isDay(number.slice(6, 14)) && checkCharacter(number.slice(0, 17)) === number[17]?.toUpperCase();
}

/** Accepts 18 characters with a wrong check character, since a mistyped number must be masked too. */
export const looksLikeIdentityNumber = (number: string): boolean =>
  /^[1-9]\d{16}[\dXx]$/.test(number) && isDay(number.slice(6, 14));

/** Returns whether `yyyymmdd` exists. */
function isDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1850 || year > 2100)
    return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const passesLuhn = (digits: string): boolean => luhnSum(digits) % 10 === 0;

/** Returns the Luhn check digit for `digits`. */
export const luhnDigit = (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10);

function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}
