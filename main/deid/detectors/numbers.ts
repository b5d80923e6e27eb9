/** Detects numbers by their form: identity numbers, phone numbers, e-mail, cards, ages over 89. */
import { type Candidate, candidate, type Detector } from '../candidates.ts';
import { isIdentityNumber, looksLikeIdentityNumber, passesLuhn } from '../identity-number.ts';

/** Digits separated by blanks or hyphens, as forms print them. */
const LONG = /(?<![\da-z.])\d(?:[ -]?\d){13,18}(?:[ -]?x)?(?![\da-z])/g;
const MOBILE = /(?<![\d.])(?:(?:\+|00)?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)/g;
/** Landline: area code, number, extension (010-62345678转8012, (0512)6234567-801). */
const LANDLINE =
  /(?<![\d.])(?:\(0\d{2,3}\)|0\d{2,3}[- ]|0(?:10|2\d|[3-9]\d{2})(?=\d{7}))[- ]?\d{7,8}(?:(?:转|-| ?ext\.? ?)\d{1,6})?(?!\d)/g;
/** Landline in groups of three and four: 0716 8899 001. */
const GROUPED = /(?<![\d.])0\d{2,3}[- ]\d{3,4}[- ]\d{3,4}(?!\d)/g;
/** Short number, only behind the word: 值班电话 66099. */
const SHORT = /电话[\s:]{0,3}(?<code>\d(?: ?\d){4,11})(?!\d)/dgu;
/** Chat accounts: 加微信 li_88. */
const CHAT = /(?:微信|wechat|qq)号?[\s:]{0,3}(?<code>[a-z][\w-]{4,19}|\d{5,11})(?![\w@])/dgu;
const PLATE =
  /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][a-z][·. -]?(?=[a-z]{0,4}\d)(?:[a-z\d]{5,6}(?![a-z\d])|[a-z\d]{4}[学警急挂领港澳使])/gu;
/** Taiwan: 0912-345-678, 02-2345-6789, (02)23456789轉678; Hong Kong and Macau with their codes: +852 2345 6789. */
const TAIWAN =
  /(?<![\d.])(?:09\d{2}-?\d{3}-?\d{3}|0[2-8]\d?-\d{3,4}-\d{4}|\(0[2-8]\d?\) ?\d{3,4}-?\d{4})(?:转\d{1,6})?(?!\d)/g;
const HARBOUR = /(?<![\d.])[+(]?85[23]\)?[- ]?[2-9]\d{3}[- ]?\d{4}(?!\d)/g;
/** Identity numbers of Hong Kong, A123456(7), and of Taiwan, A123456789. */
const ISLAND_IDENTITY = /(?<![a-z\d])[a-z]{1,2}\d{6}\([\da]\)|(?<![a-z\d])[a-z][12]\d{8}(?![a-z\d])/g;
const SERVICE = /(?<!\d)[48]00[- ]?\d{3}[- ]?\d{4}(?!\d)/g;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;
/** Ages over 89: 93岁, 102周岁. Excludes 90岁以上, which replaces them. */
const OLD = /(?<![\d.])(?:9\d|1[0-3]\d)(?:\.\d)?\s?周?岁(?!及?以[上下]|内|左右的人)/g;
const OLD_CHINESE =
  /(?<![一二三四五六七八九十百])(?:九十[一二三四五六七八九]?|一?百[零〇]?[一二三四五六七八九]?)周?岁(?!及?以[上下])/g;
const OLD_LABELLED = /年\s{0,4}龄\s*[:]?\s*(?<age>9\d|1[0-3]\d)(?![\d.岁个]|\s?周?岁)/dg;
const BED =
  /(?<![\da-z.×*第]|(?<!icu|ccu)(?<=[a-z]))(?:[+加]\s?|[a-z]|\d{1,2}-)?\d{1,3}(?:[a-z]?床(?!位|旁|边|[/]|单位)|\s[a-z]?床(?!位|旁|边|[/]|单位|\s\d))/g;
const BED_AFTER = /床(?<code>[a-z]{2,4}-?\d{1,3})(?![\da-z])/dgu;

/** Codes with labels outside every list: 标本条码…, 随访编号：…; excludes 型号 and 批号. */
const CODE =
  /(?<![型批文信序])(?:编号|条码号?|流水号|登记号|受理号|单号|号码|(?<=\p{Script=Han}{2})号)\s?[:]?\s?(?<code>[a-z]{0,3}-?\d[\da-z-]{3,19})(?![\d.%])/dgu;

const CODES: readonly (readonly [RegExp, Candidate['field'], number])[] = [
  [CODE, 'other-number', 0.68],
  [SHORT, 'phone', 0.75],
  [CHAT, 'email', 0.85],
  [BED_AFTER, 'bed-number', 0.75],
];

export const detectNumbers: Detector = ({ folded }) => {
  const found: Candidate[] = [];
  for (const { index, 0: words } of folded.matchAll(LONG)) {
    const digits = words.replace(/[ -]/g, '');
    const end = index + words.length;
    if (isIdentityNumber(digits))
      found.push(candidate(index, end, 'id-number', digits.length === 18 ? 1 : 0.9, 'checksum', true));
    else if (looksLikeIdentityNumber(digits))
      found.push(candidate(index, end, 'id-number', 0.85, 'form', true));
    else if (/^[3-9]\d{15,18}$/.test(digits) && passesLuhn(digits))
      found.push(candidate(index, end, 'account-number', 0.9, 'checksum', true));
  }
  collect(found, folded, MOBILE, 'phone', 0.95);
  collect(found, folded, LANDLINE, 'phone', 0.9);
  collect(found, folded, TAIWAN, 'phone', 0.86);
  collect(found, folded, HARBOUR, 'phone', 0.86);
  collect(found, folded, ISLAND_IDENTITY, 'id-number', 0.86);
  collect(found, folded, SERVICE, 'phone', 0.7);
  collect(found, folded, EMAIL, 'email', 0.98);
  collect(found, folded, OLD, 'age', 0.95, false);
  collect(found, folded, OLD_CHINESE, 'age', 0.9, false);
  collect(found, folded, GROUPED, 'phone', 0.85);
  collect(found, folded, PLATE, 'other-number', 0.85);
  for (const [pattern, field, confidence] of CODES)
    for (const match of folded.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.code ?? [0, 0];
      if (end > start) found.push(candidate(start, end, field, confidence, 'label', end - start >= 5));
    }
  for (const match of folded.matchAll(OLD_LABELLED)) {
    const [start, end] = match.indices?.groups?.age ?? [0, 0];
    if (end > start) found.push(candidate(start, end, 'age', 0.9, 'label'));
  }
  for (const { index, 0: words } of folded.matchAll(BED))
    found.push(candidate(index, index + words.length - 1, 'bed-number', 0.8, 'form'));
  return found;
};

function collect(
  found: Candidate[],
  folded: string,
  pattern: RegExp,
  field: Candidate['field'],
  confidence: number,
  repeats = true,
): void {
  for (const { index, 0: words } of folded.matchAll(pattern))
    found.push(candidate(index, index + words.length, field, confidence, 'form', repeats));
}
