/**
 * Date spellings of Chinese records. Each finds dates in a text and reads their numbers, so that other numbers can
 * be written in the same manner.
 */

type DatePart = 'year' | 'month' | 'day' | 'relativeYear' | 'relativeMonth';

export interface DateSpelling {
  readonly id: string;
  /** Pattern on folded text, with groups y, m, d, ry, rm; `before` and `after` hold the context. */
  readonly core: string;
  readonly before: string;
  readonly after: string;
  readonly confidence: number;
  /** Restricts dotted and bare numbers to possible months and days. */
  readonly strict?: boolean;
}

const CN = '[〇零○o一二三四五六七八九]';
const CN_SMALL =
  '(?:[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]|廿[一二三四五六七八九]?|卅一?)';
const SEPARATED = (year: string) => `(?<y>${year})(?<sep>[-./])\\s?(?<m>\\d{1,2})\\k<sep>\\s?(?<d>\\d{1,2})`;
/** Excludes durations: 3月余, 5月前. */
const NO_DURATION = '(?!\\s?[余多]|\\s?[个]?[之以]?[前来后内间]|龄)';

/** Spellings in the order they are tried; the longest match at a place wins. */
export const SPELLINGS: readonly DateSpelling[] = [
  {
    id: 'ymd',
    core: '(?<y>\\d{4})\\s?年\\s?(?<m>\\d{1,2})\\s?月\\s?(?<d>\\d{1,2})\\s?[日号]?',
    before: '(?<!\\d)',
    after: '(?:(?<=[日号])|(?!\\d))',
    confidence: 0.99,
  },
  // Years of the Republic of China: 民國113年5月3日, 113/05/03
  {
    id: 'roc',
    core: `(?:中华)?民国\\s?(?<y>\\d{2,3}|${CN}{2,3}|一百[〇零]?${CN_SMALL}|${CN_SMALL})\\s?年(?:\\s?(?<m>\\d{1,2}|${CN_SMALL})\\s?月(?:\\s?(?<d>\\d{1,2}|${CN_SMALL})\\s?[日号]?)?)?`,
    before: '',
    after: '',
    confidence: 0.97,
  },
  {
    id: 'roc-ymd',
    core: '(?<y>1[01]\\d)年(?<m>\\d{1,2})月(?<d>\\d{1,2})[日号]?',
    before: '(?<!\\d)',
    after: '',
    confidence: 0.93,
    strict: true,
  },
  {
    id: 'roc-y-m-d',
    core: SEPARATED('1[01]\\d'),
    before: '(?<![\\d.\\-/a-z])',
    after: '(?![\\d.\\-/%a-z])',
    confidence: 0.76,
    strict: true,
  },
  {
    id: 'y-m-d',
    core: SEPARATED('(?:18|19|20)\\d{2}'),
    before: '(?<![\\d.])',
    after: '(?:(?!\\d)|(?=[012]?\\d\\s?[时点:]))',
    confidence: 0.97,
  },
  {
    id: 'yymd',
    core: '(?<y>\\d{2})\\s?年\\s?(?<m>\\d{1,2})\\s?月\\s?(?<d>\\d{1,2})\\s?[日号]?',
    before: '(?<!\\d)',
    after: '(?:(?<=[日号])|(?!\\d))',
    confidence: 0.93,
  },
  {
    id: 'yy-m-d',
    core: SEPARATED('\\d{2}'),
    before: '(?<![\\d.\\-/a-z])',
    after: '(?![\\d.\\-/%a-z])',
    confidence: 0.75,
    strict: true,
  },
  {
    id: 'yyyymmdd',
    core: '(?<y>(?:19|20)\\d{2})(?<m>\\d{2})(?<d>\\d{2})',
    before: '(?<![\\d.\\-a-z*])',
    after: '(?:(?![\\d*]|\\.\\d)|(?=[0-2]\\d[0-5]\\d(?:[0-5]\\d)?(?!\\d)))',
    confidence: 0.7,
    strict: true,
  },
  {
    id: 'ym',
    core: '(?<y>\\d{4})\\s?年\\s?(?<m>\\d{1,2})\\s?月(?:份|[上中下]旬|[初中底末](?![次级诊期]))?',
    before: '(?<!\\d)',
    after: '(?!\\s?\\d)',
    confidence: 0.95,
  },
  {
    id: 'yym',
    core: '(?<y>[0-3]\\d)年(?<m>\\d{1,2})月份?',
    before: '(?<![\\d近约达余有])',
    after: `(?!\\s?\\d)${NO_DURATION}`,
    confidence: 0.75,
    strict: true,
  },
  {
    id: 'y-m',
    core: '(?<y>(?:19|20)\\d{2})(?<sep>[-./])(?<m>\\d{1,2})',
    before: '(?<![\\d.\\-/])',
    after: '(?![\\d./-]|\\s?(?:[a-z%μ×*^↑↓°℃~]|分|级|元|毫|次))',
    confidence: 0.72,
    strict: true,
  },
  {
    id: 'md',
    core: '(?<m>\\d{1,2})\\s?月\\s?(?<d>\\d{1,2})\\s?[日号]',
    before: '(?<!\\d)',
    after: '',
    confidence: 0.9,
    strict: true,
  },
  {
    id: 'm-d',
    core: '(?<m>\\d{1,2})[-./](?<d>\\d{1,2})',
    before: '(?<![\\d./-])',
    after: '(?=\\s+\\d{1,2}:\\d{2}|\\s?(?:复诊|复查|入院|出院|来诊|就诊|置[管入)]|拔[管除]))',
    confidence: 0.8,
    strict: true,
  },
  {
    id: 'm.d',
    core: '(?<m>\\d{1,2})\\.(?<d>\\d{1,2})',
    before: '(?<=[,。;于至])',
    after: '(?=(?:转[入出科]|入院|出院|复查|行[^\\d]|再次|开始|停用|拔除))',
    confidence: 0.7,
    strict: true,
  },
  {
    id: 'cn-ymd',
    core: `(?<y>${CN}{4}|${CN}{2})年(?<m>${CN_SMALL})月(?:(?<d>${CN_SMALL})[日号])?`,
    before: `(?<!${CN})`,
    after: '',
    confidence: 0.95,
  },
  {
    id: 'cn-md',
    core: `(?<m>${CN_SMALL})月(?<d>${CN_SMALL})[日号]`,
    before: `(?<!${CN})`,
    after: '',
    confidence: 0.88,
  },
  {
    id: 'relative-year',
    core: `(?<ry>大前年|今年|本年|去年|前年|上年|明年|同年|当年|次年|翌年)\\s?(?<m>\\d{1,2}|${CN_SMALL})月(?:份|[上中下]旬|\\s?(?<d>\\d{1,2}|${CN_SMALL})[日号])?`,
    before: '',
    after: '(?!余|[之以]?前)',
    confidence: 0.9,
  },
  {
    id: 'relative-month',
    core: '(?<rm>上上个?月|上个?月|本月|这个月)\\s?(?<d>\\d{1,2})[日号]',
    before: '',
    after: '',
    confidence: 0.85,
  },
  {
    id: 'lunar',
    core: `(?:(?:[去今前明]|[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥])年)?(?:(?:农历|阴历|旧历)\\s?(?:${CN}{4}年|[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]年)?\\s?(?:正|腊|冬|${CN_SMALL}|\\d{1,2})月(?:初[一二三四五六七八九十]|${CN_SMALL}|\\d{1,2})日?|(?:正|腊|冬|${CN_SMALL})月(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?))`,
    before: '',
    after: '',
    confidence: 0.9,
  },
  /** Words that name a day. They are masked, not shifted. */
  {
    id: 'festival',
    core: '(?:(?:\\d{4}年|[今去前明次]年)\\s?)?(?:大?年初[一二三四五六七八九十]|(?<=年)(?:除夕|春节|元宵节?|清明|端午节?|中秋节?|重阳节?|国庆节?|冬至|夏至|立[春夏秋冬]))',
    before: '',
    after: '',
    confidence: 0.8,
  },
  {
    id: 'formal',
    core: '[零壹贰叁肆伍陆柒捌玖]{4}年[零壹贰叁肆伍陆柒捌玖拾]{1,3}月(?:[零壹贰叁肆伍陆柒捌玖拾]{1,4}[日号])?',
    before: '',
    after: '',
    confidence: 0.95,
  },
  /** Second date of a range or list, such as 8日 in 3月5日-8日; found only there. */
  { id: 'd', core: '(?<d>\\d{1,2})[日号]?', before: '(?!)', after: '', confidence: 0.85 },
];

export interface DateNumbers {
  readonly spelling: string;
  readonly year?: number;
  /** The year is written with two digits. */
  readonly short?: boolean;
  /** Years between the written year and the year of the common era: 1911 for the Republic of China. */
  readonly era?: number;
  readonly month?: number;
  readonly day?: number;
  readonly relativeYear?: string;
  readonly relativeMonth?: string;
  /** Position of each part within the words. */
  readonly places: readonly { readonly part: DatePart; readonly start: number; readonly end: number }[];
}

const GROUPS: Readonly<Record<string, DatePart>> = {
  y: 'year',
  m: 'month',
  d: 'day',
  ry: 'relativeYear',
  rm: 'relativeMonth',
};

const WHOLE = SPELLINGS.map(({ id, core }) => ({ id, pattern: new RegExp(`^(?:${core})$`, 'du') }));

/** Returns the numbers of a date in folded words, or `undefined` when no spelling matches. */
export function readDate(words: string): DateNumbers | undefined {
  for (const { id, pattern } of WHOLE) {
    const match = pattern.exec(words);
    if (match !== null) return numbersOf(id, match);
  }
  return undefined;
}

export function numbersOf(spelling: string, match: RegExpExecArray): DateNumbers {
  const groups = match.groups ?? {};
  const places = Object.entries(GROUPS).flatMap(([group, part]) => {
    const at = groups[group] === undefined ? undefined : match.indices?.groups?.[group];
    return at === undefined ? [] : [{ part, start: at[0] - match.index, end: at[1] - match.index }];
  });
  const { y, m, d, ry, rm } = groups;
  const year = y === undefined ? undefined : numberOf(y);
  const era = spelling.startsWith('roc') ? REPUBLIC : undefined;
  const short = era === undefined && y !== undefined && y.length === 2;
  return {
    spelling,
    places: places.sort((a, b) => a.start - b.start),
    ...(year === undefined ? {} : { year: short ? fullYear(year) : year + (era ?? 0), short }),
    ...(m === undefined ? {} : { month: numberOf(m) }),
    ...(d === undefined ? {} : { day: numberOf(d) }),
    ...(ry === undefined ? {} : { relativeYear: ry }),
    ...(rm === undefined ? {} : { relativeMonth: rm }),
    ...(era === undefined ? {} : { era }),
  };
}

/** Year before the first year of the Republic of China. */
const REPUBLIC = 1911;

/** Expands a two-digit year: 24 to 2024, 66 to 1966. */
function fullYear(short: number): number {
  return short < 40 ? 2000 + short : 1900 + short;
}

const DIGITS = '〇一二三四五六七八九';

/** Reads Arabic digits, 十二, 廿三, or digits one by one such as 二〇二四. */
function numberOf(words: string): number {
  if (/^\d+$/.test(words)) return Number(words);
  const plain = words
    .replace(/[零○o]/g, '〇')
    .replace('廿', '二十')
    .replace('卅', '三十');
  const ten = plain.indexOf('十');
  if (ten < 0) return Array.from(plain).reduce((sum, char) => sum * 10 + DIGITS.indexOf(char), 0);
  const tens = ten === 0 ? 1 : DIGITS.indexOf(plain[0] ?? '');
  const ones = plain[ten + 1];
  return tens * 10 + (ones === undefined ? 0 : DIGITS.indexOf(ones));
}

/** Writes `value` in the style of `model`: digits or characters, 〇 or 零, padded or not, full width or not. */
export function writeNumber(value: number, model: string, padded: boolean): string {
  if (/[〇零○o一二三四五六七八九十廿卅]/.test(model)) {
    const one = (digit: string) => DIGITS[Number(digit)] ?? '';
    if (model.length >= 2 && !/[十廿卅]/.test(model)) {
      const zero = /[零○o]/.exec(model)?.[0] ?? '〇';
      return Array.from(String(value).padStart(model.length, '0').slice(-model.length), one)
        .join('')
        .replaceAll('〇', zero);
    }
    if (value < 10) return one(String(value));
    const tens = Math.floor(value / 10);
    return `${tens === 1 ? '' : one(String(tens))}十${value % 10 === 0 ? '' : one(String(value % 10))}`;
  }
  const digits = padded ? String(value).padStart(2, '0') : String(value);
  return /[０-９]/.test(model)
    ? Array.from(digits, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    : digits;
}

/** Returns whether the day exists. @param month 1..12 */
export function isPossible(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return month >= 1 && month <= 12 && day >= 1 && date.getUTCMonth() === month - 1;
}
