/** Numbers of synthetic records: with valid check digits, or with the errors of typing. */
import { checkCharacter, luhnDigit } from '../../../deid/identity-number.ts';
import type { Day } from './dates.ts';
import type { Draw, Vocabulary } from './draw.ts';

export type Region = 'cn' | 'tw' | 'hk';

/** Area codes of GB/T 2260 without house or person. */
const AREAS = [
  '110105',
  '320402',
  '370902',
  '420606',
  '510704',
  '440305',
  '650102',
  '130133',
  '350821',
  '530381',
];
const two = (value: number): string => String(value).padStart(2, '0');

export function identityNumber(draw: Draw, birth: Day, region: Region): string {
  if (region === 'hk') return `${draw.capital()}${draw.digits(6)}(${draw.pick([...'0123456789A'])})`;
  if (region === 'tw') return `${draw.capital()}${draw.pick(['1', '2'])}${draw.digits(8)}`;
  const area = draw.pick(AREAS);
  const day = two(birth.month) + two(birth.day);
  if (draw.chance(0.04)) return `${area}${two(birth.year % 100)}${day}${draw.digits(3)}`;
  if (draw.chance(0.04)) return `${draw.capital()}${draw.digits(8)}`;
  const body = `${area}${birth.year}${day}${draw.digits(3)}`;
  const number = body + checkCharacter(body);
  if (draw.chance(0.1)) return mistyped(draw, number);
  if (draw.chance(0.08)) return `${number.slice(0, 6)} ${number.slice(6, 14)} ${number.slice(14)}`;
  return number;
}

/** Changes, drops or doubles one digit. */
function mistyped(draw: Draw, number: string): string {
  const at = draw.between(6, number.length - 2);
  const digit = draw.pick(['', draw.digits(1), `${number[at]}${number[at]}`]);
  return number.slice(0, at) + digit + number.slice(at + 1);
}

export function telephone(draw: Draw, region: Region): string {
  if (region === 'hk') {
    const number = `${draw.pick(['2', '3', '5', '6', '9'])}${draw.digits(3)} ${draw.digits(4)}`;
    return draw.pick([number, `(852) ${number}`, `+852-${number.replace(' ', '')}`]);
  }
  if (region === 'tw')
    return draw.pick([
      `09${draw.digits(2)}-${draw.digits(3)}-${draw.digits(3)}`,
      `0${draw.between(2, 8)}-${draw.digits(4)}-${draw.digits(4)}`,
      `09${draw.digits(8)}`,
      `(0${draw.between(2, 8)})${draw.digits(8)}轉${draw.digits(3)}`,
    ]);
  if (draw.chance(0.25)) return landline(draw);
  if (draw.chance(0.05)) return spokenNumber(draw);
  const [head, middle, tail] = [
    `1${draw.pick([...'3456789'])}${draw.digits(1)}`,
    draw.digits(4),
    draw.digits(4),
  ];
  const separator = draw.pick(['', '', '', '', '', '', ' ', '-', '.', '  ', ' - ']);
  const number = `${draw.pick(['', '', '', '', '', '+86 ', '86-', '+86', '(+86)', '0086-'])}${[head, middle, tail].join(separator)}`;
  return draw.chance(0.06) ? mistyped(draw, number) : number;
}

/** Returns a mobile number as it is said: 幺三八…. */
function spokenNumber(draw: Draw): string {
  const said = draw.pick(['零幺二三四五六七八九', '零一二三四五六七八九', '〇一二三四五六七八九']);
  return Array.from(
    `1${draw.pick([...'35789'])}${draw.digits(9)}`,
    (digit) => said[Number(digit)] ?? '',
  ).join('');
}

/** Returns a number of letters, years, separators and digits that some hospital might use. */
function anyNumber(draw: Draw): string {
  const letters = Array.from({ length: draw.between(0, 3) }, () => draw.capital()).join('');
  const lead = draw.chance(0.3) ? letters.toLowerCase() : letters;
  const year = draw.between(2010, 2026);
  const middle = draw.pick(['', '', '', `${year}`, `${year % 100}`, `${year}${two(draw.between(1, 12))}`]);
  const [first, second] = [0, 1].map(() => draw.pick(['', '', '', '-', '-', '/', '.', ' ', '_', '#', 'No.']));
  const tail = draw.digits(draw.between(3, 12));
  const end = draw.pick(['', '', '', '', '', '-1', `-${draw.digits(2)}`, draw.capital(), '(2)']);
  return `${lead}${lead === '' ? '' : first}${middle}${middle === '' ? '' : second}${tail}${end}`;
}

function landline(draw: Draw): string {
  const area = draw.pick(['010', '021', '0512', '0731', '0873', '0997']);
  return draw.pick([
    `${area}-${draw.digits(7)}`,
    `${area} ${draw.digits(8)}`,
    `(${area})${draw.digits(7)}`,
    `${area}${draw.digits(7)}转${draw.digits(3)}`,
    draw.digits(7),
    `${draw.digits(4)} ${draw.digits(4)}`,
  ]);
}

export function inpatientNumber(draw: Draw): string {
  if (draw.chance(0.35)) return anyNumber(draw);
  return draw.pick([
    draw.digits(6),
    `00${draw.digits(6)}`,
    draw.digits(8),
    `ZY${draw.digits(10)}`,
    `${draw.between(2015, 2025)}-${draw.digits(5)}`,
    `${draw.capital()}${draw.digits(7)}`,
  ]);
}

export function examinationNumber(draw: Draw): string {
  if (draw.chance(0.4)) return anyNumber(draw);
  const year = draw.between(2015, 2025);
  return draw.pick([
    draw.digits(10),
    draw.digits(13),
    `${draw.capital()}${draw.digits(6)}`,
    `${draw.capital()}${draw.capital()}${year}-${draw.digits(4)}`,
    `${year}${draw.digits(6)}`,
    `${draw.capital()}${year % 100}-${draw.digits(5)}`,
    `CT${draw.digits(7)}`,
    `〔${year}〕临鉴字第${draw.digits(3)}号`,
    `${draw.digits(4)}-${draw.digits(4)}-${draw.digits(3)}`,
    `${draw.capital()}${draw.capital()}-${draw.digits(5)}`,
  ]);
}

/** Returns a number of a court or an expert's office. */
export function caseNumber(draw: Draw, place: string): string {
  const year = draw.between(2015, 2025);
  const head = draw.pick(['', place, `${place}司鉴`, `${place}法医`]);
  const kind = draw.pick(['临鉴', '精鉴', '病鉴', '法临', '医损', '伤鉴']);
  return draw.pick([
    `${head}[${year}]${kind}字第${draw.digits(3)}号`,
    `${head}〔${year}〕${kind}字第${draw.digits(2)}号`,
    `（${year}）${draw.pick(['皖', '京', '沪', '粤', '鄂', '苏', '川', '豫', '鲁', '湘'])}${draw.digits(4)}${draw.pick(['民初', '刑初', '民终', '民特'])}${draw.digits(4)}号`,
    `${place}卫医鉴[${year}]${draw.digits(3)}号`,
  ]);
}

/** Returns a number by which a gaol or a team calls its people. */
export const teamNumber = (draw: Draw): string =>
  draw.pick([
    `${draw.between(1, 9)}大队${two(draw.between(1, 60))}号`,
    `${draw.between(1, 9)}大队${draw.between(1, 60)}`,
    `${draw.between(1, 12)}监区${draw.digits(3)}`,
    `${draw.between(1, 9)}中队-${two(draw.between(1, 60))}`,
    draw.digits(draw.between(4, 10)),
    `${draw.between(1, 40)}号仓`,
    `编号${draw.digits(4)}`,
  ]);

export function cardNumber(draw: Draw): string {
  const bank = `62${draw.digits(16)}`;
  return draw.pick([
    bank + luhnDigit(bank),
    draw.digits(12),
    draw.digits(16).replace(/(\d{4})(?=\d)/g, '$1 '),
    `P${draw.digits(14)}`,
    draw.digits(draw.between(8, 19)),
    anyNumber(draw),
  ]);
}

export function bedNumber(draw: Draw): string {
  const number = draw.between(1, 62);
  return draw.pick([
    `${number}`,
    `${number}`,
    `${number}`,
    `+${draw.between(1, 9)}`,
    `${number}`,
    `A${two(number)}`,
    `${two(number)}`,
    `加${draw.between(1, 9)}`,
    `${draw.capital()}${number}`,
    `${draw.between(1, 9)}-${number}`,
    `${draw.between(1, 12)}${two(number)}`,
    `${draw.between(1, 9)}-${two(number)}`,
    two(number),
    `${number}${draw.pick([...'AB'])}`,
    `${draw.pick(['产', '监', '内', '儿', '走', 'VIP', '抢', '观', 'ICU', 'CCU', 'NICU', '热', '核', '烧', '移', '透', '层', '隔', '负', '仓', '特', '急', '留', '日间', '东', '西', '母婴', 'BICU', 'EICU'])}${draw.between(1, 9)}`,
    `${draw.pick([...'一二三四五六七八九'])}-${draw.between(1, 9)}`,
  ]);
}

export function account(draw: Draw): string {
  const letter = () => draw.pick([...'abcdefghijklmnopqrstuvwxyz']);
  const word = draw.chance(0.4)
    ? draw.pick(['sunny', 'lele', 'wxid', 'yu', 'feng_zi', 'qing-shan', 'amber'])
    : Array.from({ length: draw.between(2, 8) }, letter).join('');
  return draw.pick([
    `${word}${draw.digits(4)}`,
    `${word}_${draw.digits(2)}`,
    draw.digits(9),
    `${word}-${word}`,
    `${word}.${letter()}`,
    `${word}${draw.between(1960, 2010)}`,
  ]);
}

export function plate(draw: Draw, words: Vocabulary): string {
  return `${draw.pick(words('plates'))}${draw.capital()}${draw.pick(['', '·', '-'])}${draw.digits(2)}${draw.capital()}${draw.digits(2)}`;
}
