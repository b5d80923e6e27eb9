/** Dates of synthetic records, in the spellings that records use. */
import type { Draw, Vocabulary } from './draw.ts';

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DIGITS = '〇一二三四五六七八九';
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const two = (value: number): string => String(value).padStart(2, '0');
const one = (value: number): string => DIGITS[value] ?? '';

function chinese(value: number): string {
  if (value < 10) return one(value);
  const tens = Math.floor(value / 10);
  return `${tens === 1 ? '' : one(tens)}十${value % 10 === 0 ? '' : one(value % 10)}`;
}

/** Writes a day above ten: 十七, 廿三. */
const cnDay = (day: number, month: number): string =>
  day > 20 && day < 30 && month % 3 > 0 ? `廿${one(day - 20)}` : chinese(day);

const SPELLINGS: Readonly<Record<string, (day: Day, draw: Draw) => string>> = {
  cn: ({ year, month, day }) => `${year}年${month}月${day}日`,
  padded: ({ year, month, day }) => `${year}年${two(month)}月${two(day)}日`,
  spaced: ({ year, month, day }) => `${year} 年 ${month} 月 ${day} 日`,
  iso: ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  slash: ({ year, month, day }) => `${year}/${month}/${day}`,
  dot: ({ year, month, day }) => `${year}.${month}.${day}`,
  compact: ({ year, month, day }) => `${year}${two(month)}${two(day)}`,
  short: ({ year, month, day }) => `${two(year % 100)}.${month}.${day}`,
  shortcn: ({ year, month, day }) => `${two(year % 100)}年${month}月${day}日`,
  cnnum: ({ year, month, day }) =>
    `${Array.from(String(year), (digit) => one(Number(digit))).join('')}年${chinese(month)}月${chinese(day)}日`,
  roc: ({ year, month, day }, draw) =>
    draw.pick([
      `民國${year - 1911}年${month}月${day}日`,
      `${year - 1911}年${month}月${day}日`,
      `${year - 1911}/${two(month)}/${two(day)}`,
      `${year - 1911}.${two(month)}.${two(day)}`,
    ]),
  bare: ({ day }) => `${day}`,
  cnday: ({ month, day }) => (day <= 10 ? `初${chinese(day)}` : cnDay(day, month)),
  monthonly: ({ month }, draw) => draw.pick([`${month}月`, `${chinese(month)}月`, `${month}月份`]),
  lunarhead: ({ month, day }) =>
    `${month === 1 ? '正' : month === 12 ? '腊' : month === 11 ? '冬' : chinese(month)}月${day <= 10 ? `初${chinese(day)}` : cnDay(day, month)}`,
  dmy: ({ year, month, day }, draw) =>
    draw.pick([
      `${day} ${MONTHS[month - 1]} ${two(year % 100)}`,
      `${day} ${MONTHS[month - 1]}`,
      `${day}/${month}`,
      `${day}/${month}/${two(year % 100)}`,
      `${day}-${MONTHS[month - 1]}-${two(year % 100)}`,
      `${MONTHS[month - 1]} ${day}`,
    ]),
  en: ({ year, month, day }, draw) =>
    draw.pick([
      `${day} ${MONTHS[month - 1]} ${year}`,
      `${MONTHS[month - 1]} ${day}, ${year}`,
      `${two(day)}-${MONTHS[month - 1]?.toUpperCase()}-${year}`,
    ]),
  stamp: ({ year, month, day }, draw) => {
    const clock = `${two(draw.between(0, 23))}:${two(draw.between(0, 59))}:${two(draw.between(0, 59))}`;
    return draw.pick([
      `${year}-${two(month)}-${two(day)}T${clock}`,
      `${year}${two(month)}${two(day)}${clock.replaceAll(':', '')}`,
      `${year}-${two(month)}-${two(day)}`,
      `${year}/${two(month)}/${two(day)}`,
    ]);
  },
  foreign: ({ year, month, day }, draw) =>
    draw.pick([
      `${day}. ${MONTHS[month - 1]} ${year}`,
      `${two(day)}.${two(month)}.${year}`,
      `${MONTHS[month - 1]}. ${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`,
      `${two(day)}${MONTHS[month - 1]?.toUpperCase()}${year}`,
      `${two(day)}${MONTHS[month - 1]?.toUpperCase()}${two(year % 100)}`,
      year < 2019 ? `平成${Math.max(1, year - 1988)}年${month}月` : `令和${year - 2018}年${month}月${day}日`,
      `${month}-${day}-${year}`,
      `${two(month)}/${two(day)}/${year}`,
      `the ${day}th of ${MONTHS[month - 1]}`,
    ]),
  loose: ({ year, month, day }, draw) =>
    draw.pick([
      `${year}、${month}、${day}`,
      `${year} ${month} ${day}`,
      `${two(year % 100)}、${month}、${day}`,
      `${two(year % 100)}${two(month)}${two(day)}`,
      `${year}年${chinese(month)}月${chinese(day)}日`,
      `${year}年${month}月${day}`,
      `${year}年${month}.${day}`,
      `${two(year % 100)}年${month}.${day}`,
      `${two(year % 100)}/${two(month)}/${two(day)}`,
      `'${two(year % 100)}-${month}-${day}`,
      `${two(month)}${two(day)}`,
      `${chinese(month)}月${chinese(day)}`,
      `${month}月${day}号`,
      `农历${chinese(month)}月${day <= 10 ? `初${chinese(day)}` : cnDay(day, month)}`,
      `${month}月${day}、${Math.min(28, day + 2)}日`,
      `${month}月${day}~${Math.min(28, day + 4)}日`,
      `${month}/${day}～${month}/${Math.min(28, day + 4)}`,
      `今年${chinese(month)}月${day}号`,
      `上个月${day}号`,
      `${one(Math.floor((year % 100) / 10)).replace('〇', '零')}${one(year % 10)}年${month % 2 === 0 ? '春' : '秋'}`,
    ]),
  hao: ({ year, month, day }) => `${year}年${month}月${day}号`,
  dashes: ({ year, month, day }) => `${year}-${month}-${day}`,
  slashes: ({ year, month, day }) => `${year}/${two(month)}/${two(day)}`,
  dots: ({ year, month, day }) => `${year}.${two(month)}.${two(day)}`,
  blanks: ({ year, month, day }) => `${year} ${two(month)} ${two(day)}`,
  dayfirst: ({ year, month, day }) => `${two(day)}/${two(month)}/${year}`,
  shortdash: ({ year, month, day }) => `${two(year % 100)}-${month}-${day}`,
  shortslash: ({ year, month, day }) => `${two(year % 100)}/${month}/${day}`,
  sixdigits: ({ year, month, day }) => `${two(year % 100)}${two(month)}${two(day)}`,
  spoken: ({ year, month, day }) =>
    `${year < 2000 ? '一九' : '二零'}${Array.from(two(year % 100), (digit) => one(Number(digit)).replace('〇', '零')).join('')}年${chinese(month)}月${chinese(day)}${day % 3 === 0 ? '日' : '号'}`,
  shortspoken: ({ year, month, day }) =>
    `${Array.from(two(year % 100), (digit) => one(Number(digit)).replace('〇', '零')).join('')}年${chinese(month)}月${chinese(day)}`,
  md: ({ month, day }) => `${month}月${day}日`,
  mdbare: ({ month, day }) => `${month}月${day}`,
  mdpadded: ({ month, day }) => `${two(month)}月${two(day)}日`,
  mdspoken: ({ month, day }) => `${chinese(month)}月${chinese(day)}`,
  mddots: ({ month, day }) => `${two(month)}.${two(day)}`,
  dayonly: ({ day }) => `${day}日`,
  part: ({ month, day }) => `${month}月${day % 3 === 0 ? '初' : day % 3 === 1 ? '中旬' : '底'}`,
  lastday: ({ month, day }) => `${day % 2 === 0 ? '去年' : '今年'}${month}月${day}日`,
  days: ({ month, day }, draw) =>
    draw.pick([
      `${day}日`,
      `${day}号`,
      `${month}/${day}`,
      `${month}.${day}`,
      `${month}-${day}`,
      `${month}月${day}`,
      `本月${day}日`,
      `上月${day}日`,
      `${month}月${day}日至${Math.min(28, day + 3)}日`,
      `${month}.${day}-${month}.${Math.min(28, day + 3)}`,
      `${chinese(day)}号`,
      `${chinese(day)}日`,
      `这个月${day}号`,
      `上月${chinese(day)}号`,
      `${month}．${day}`,
    ]),
  mdhao: ({ month, day }) => `${month}月${day}号`,
  mddot: ({ month, day }) => `${month}.${day}`,
  mdslash: ({ month, day }) => `${month}/${day}`,
  mddash: ({ month, day }) => `${two(month)}-${two(day)}`,
  mdcn: ({ month, day }) => `${chinese(month)}月${chinese(day)}${day % 2 === 0 ? '日' : '号'}`,
  ym: ({ year, month }) => `${year}年${month}月`,
  ymdot: ({ year, month }) => `${year}.${two(month)}`,
  ymdash: ({ year, month }) => `${year}-${two(month)}`,
  ymslash: ({ year, month }) => `${year}/${month}`,
  ymspoken: ({ year, month }) =>
    `${Array.from(two(year % 100), (digit) => one(Number(digit))).join('')}年${chinese(month)}月`,
  ympart: ({ year, month, day }) => `${year}年${month}月${day % 2 === 0 ? '份' : '初'}`,
  shortym: ({ year, month }) => `${two(year % 100)}年${month}月`,
  seasons: ({ year, month }) => `${year}年${'春夏秋冬'[month % 4] ?? '春'}`,
  ymlast: ({ month }) => `去年${month}月`,
  ymbefore: ({ month }) => `前年${chinese(month)}月`,
};

const FULL =
  'cn cn cn padded spaced iso iso slash dot compact short shortcn cnnum hao dashes slashes dots blanks dayfirst shortdash shortslash sixdigits spoken shortspoken en'.split(
    ' ',
  );
const SHORT =
  'md md mdhao mddot mddot mdslash mdslash days days mddash mdcn mdbare mdpadded mdspoken mddots dayonly part lastday dmy'.split(
    ' ',
  );
const MONTH_ONLY = 'ym ym ymdot ymlast ymbefore ymdash ymslash ymspoken ympart shortym seasons'.split(' ');

export interface DateHabit {
  readonly full: string;
  readonly short: string;
}

/** Returns the spellings that one record keeps to. */
export const drawHabit = (draw: Draw, region: 'cn' | 'tw' | 'hk'): DateHabit => ({
  full: region === 'tw' ? draw.pick(['roc', 'roc', 'slash']) : region === 'hk' ? 'slash' : draw.pick(FULL),
  short: draw.pick(SHORT),
});

export function drawDay(draw: Draw, fromYear: number, toYear: number): Day {
  return { year: draw.between(fromYear, toYear), month: draw.between(1, 12), day: draw.between(1, 28) };
}

/** Writes a day in one spelling. @param kind spelling by name; the record's habit otherwise */
export function spellDate(draw: Draw, words: Vocabulary, day: Day, kind: string): string {
  if (kind === 'lunar')
    return draw.pick([`农历${draw.pick(words('lunarDays'))}`, draw.pick(words('lunarDays'))]);
  if (kind === 'folk') return draw.pick(words(draw.chance(0.5) ? 'lunarDays' : 'festivals'));
  const name = kind === 'month' ? draw.pick(MONTH_ONLY) : kind;
  const spell = SPELLINGS[name];
  if (spell === undefined) throw new Error(`synthetic: no spelling ${name}`);
  return spell(day, draw);
}
