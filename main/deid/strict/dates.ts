/** Detects dates in ambiguous forms: 10.20 before a verb, a month alone, 12日, 初五, festivals. */
import { anyOf, type Candidate, candidate, type Reading } from '../candidates.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

const CN_MONTH = '(?:十[一二]|[一二三四五六七八九十正元腊冬])月';
const CN_DAY =
  '(?:初[一二三四五六七八九十]|三十一?|[廿二]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
/** Excludes durations and repetitions: 3日后, 2月余, 术后5日. */
const NO_DURATION = '(?!\\s?(?:[余多内前后来间龄]|[之以][前后内来]|[一二两三四五六七八九十\\d]?次|/))';
const NOT_COUNTED = '(?<![后第约近满共每各逐隔龄\\d.]|住院|治疗|持续|病程|时间|连续|连用|疗程)';
const VERBS =
  '(?:入院|出院|转[入出院科诊]|来[院诊电访]|抽|拍|出(?![血汗院])|造影|透析|化疗|换药|拆线|拔管|插管|回报|复诊|再来|返|解除|就诊|门诊|复[查诊]|随访|手术|行[^\\d]|术|查|做|测|拔|置|换|起|再次|因|于|开始|停|始|止|回访|予|给|患者|家属|发[病热现]|送|出生|分娩|死亡|签|报告|记录|补|夜班|白班|晨|上午|下午|晚|凌晨)';
const ENGLISH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}\\.?';

const FORMS: readonly (readonly [string, number])[] = [
  // 8月12, 8月上旬, 8月底, 8月份
  [`(?<!\\d)${MONTH}\\s?月\\s?${DAY}(?![\\d.%]|\\s?(?:个|月|次|岁|天|周))`, 0.45],
  [`(?<![\\d.])${MONTH}\\s?月(?:份|[上中下]旬|[初底末]|间)`, 0.45],
  [`${CN_MONTH}(?:份|[上中下]旬|[初底末])`, 0.4],
  // 于5月行手术, 自3月起
  [`(?<=[于自在至今去前明到从,。;(]年?)${MONTH}月(?=[起行在因复再入出开曾查发,，]|$)`, 0.4],
  [`${CN_MONTH}${CN_DAY}[日号]?`, 0.45],
  [`(?<![最起当年月之的])初[一二三四五六七八九十](?!\\s?[次周月天个年级步学期])`, 0.4],
  // 12日复查, 5号出院
  [
    `(?<![\\d.月])${NOT_COUNTED}(?<![\\p{Script=Han}])${DAY}[日号](?![\\d楼院室床线管位]|\\s?[余多内前后来龄]|[之以][前后内来])`,
    0.4,
  ],
  [`${NOT_COUNTED}${DAY}[日号](?=\\s?${VERBS})${NO_DURATION}`, 0.4],
  // 10.20 入院; at the beginning of a line
  [`(?<=^|[\\n。;])[ \\t]*${MONTH}[./-]${DAY}(?=[ \\t]+(?!\\d)|\\s?${VERBS}|:)`, 0.4],
  [`(?<![\\d./-])${MONTH}[./-]${DAY}(?=\\s?${VERBS})`, 0.4],
  [`(?<=[于自至到今(])${MONTH}[./-]${DAY}(?![\\d./%-]|\\s?(?:[a-z%]|[级分]))`, 0.4],
  [
    `(?<=^|[\\n,。;、])\\s?${MONTH}[./-]${DAY}(?=\\p{Script=Han})(?!级|分|次|[日天个周期度支片盒粒袋瓶剂量侧肢倍的杯张段叶处月年岁米克升万元公厘毫英])`,
    0.38,
  ],
  [`(?<=[\\s(,。;:])${MONTH}/(?:0[1-9]|[12]\\d|3[01])(?=[\\s),。;\\]】]|$)`, 0.38],
  // 十二月来过; 去年秋天
  [
    `(?<=^|[\\s,。;:(于自从在至到去今前明年])${CN_MONTH}(?!\\s?(?:[余多前后大龄个间半]|来(?![过院诊访电])|之|以|又))`,
    0.38,
  ],
  [
    `(?:大前|前|去|今|明|(?<!\\d)(?:19|20)\\d{2})年(?:[春夏秋冬][天季]?|[暑寒]假|开春|入[夏秋冬]|年[初底末中]|[上下]半年|[初底末](?![次诊期]))`,
    0.38,
  ],
  // 预产期190306
  [
    `(?<=(?:预产期|末次月经|lmp|edc|生日|出生|日期)[: ]{0,2})\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?!\\d)`,
    0.5,
  ],
  // 13/5/2024, 5/2024, 12.3-12.8, 0814 22:10, 本月15, 甲辰年三月
  [`(?<![\\d./-])${DAY}[./-]${DAY}[./-](?:19|20)\\d{2}(?!\\d)`, 0.45],
  [`(?<![\\d./-])${MONTH}[./](?:19|20)\\d{2}(?!\\d|\\s?[a-z%])`, 0.4],
  [`(?<![\\d./-])${MONTH}\\.${DAY}[-~—至]${MONTH}\\.${DAY}(?![\\d.%]|\\s?[a-z\\p{Script=Han}])`, 0.35],
  [`(?<![\\d.])(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?=\\s[012]?\\d:\\d{2})`, 0.4],
  [`(?:[本上下当]个?月)\\s?${DAY}(?![\\d.%])`, 0.4],
  // Behind a word that asks for a date: 收到: 03-06, 初诊5.19
  [
    `(?<=(?:日期|时间|[出入]院日|采样|收到|送检|报告|末次月经|lmp|预产期|edc|[初复][诊查]|[二三四]诊|出生|生日|dob)\\)?[: ]{0,3})${MONTH}[./-]${DAY}(?![\\d./%-]|[a-z])`,
    0.42,
  ],
  // Days alone: 25出院, 28造影; 改26; 20 03:12; 十七送来; 廿三
  [
    `(?<![\\d./:a-z%~×*+-]|[第共每约近达余隔连]|\\p{Script=Han}[是为约达高低至升降] ?)(?<=^|[\\n,。;、(\\s:]|\\p{Script=Han})${DAY}(?=(?:入院|出院|手术|造影|透析|化疗|换药|拆线|拔管|插管|回报|复[查诊]|再来|返[院校所]|来院|送来|转院|死亡|分娩|娩|剖宫)(?![次后率史例]))`,
    0.36,
  ],
  [
    `(?<=[改约][在到]?|推迟到|提前到|定[在于]|等到|最晚|最迟)${DAY}(?=[,。;)\\s]|$)(?!\\s?(?:个|分|点|次|天|年|周|月|[a-z]))`,
    0.4,
  ],
  [`(?<=^|[\\n,。;、(])\\s?${DAY}(?=[ \\t][012]?\\d:[0-5]\\d(?!\\d))`, 0.4],
  [
    `(?<=^|[\\n,。;、(:\\s]|[住出来约改等到])(?:十[一二三四五六七八九]|廿[一二三四五六七八九]?|二十[一二三四五六七八九]?|三十一?)(?:[日号]|(?=[吧来去住出入回走那送打复返转再又晚晨夜](?![岁年天个])|\\s|$))(?!\\s?[岁年天个余多两床])`,
    0.36,
  ],
  [
    `(?:[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]年?)?(?:杏|桃|槐|榴|蒲|荷|兰|巧|桂|菊|葭|嘉平|暮)月${CN_DAY}日?`,
    0.4,
  ],
  [`(?:[上下这本]个?月)\\s?${CN_DAY}[日号]`, 0.45],
  [
    `(?<=[于在自从至到她他我子人母父妈爸愿拟约想])${MONTH}月(?=[在去做住来就又才到从]|移植|手术|化疗|复[查诊]|[出入]院)`,
    0.38,
  ],
  [`${CN_MONTH.slice(0, -1)}月[初中底末]`, 0.4],
  [`(?:${CN_MONTH}|${MONTH}月)(?:头几天|头上|那几天|那会儿)`, 0.45],
  [`[一二〇零○]{1}[〇零○一二三四五六七八九]{3}年[春夏秋冬]`, 0.4],
  [`七月半|(?:正|腊|冬|闰?${CN_MONTH.slice(0, -1)})月(?:初|十|廿|二十|三十)[一二三四五六七八九十]?`, 0.4],
  [`[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]年(?:${CN_MONTH})?(?:${CN_DAY})?`, 0.4],
  [`(?<=^|[\\s,。;(:])${MONTH}月(?=[\\s,。;)]|$)`, 0.35],
  // 8-14 周一; 周三（5-6）
  [`(?<![\\d./-])${MONTH}[./-]${DAY}(?=\\s?\\(?(?:周|星期|礼拜)[一二三四五六日天])`, 0.45],
  [`(?<=(?:周|星期|礼拜)[一二三四五六日天]\\s?\\(?)${MONTH}[./-]${DAY}(?![\\d./%-])`, 0.45],
  // Two-digit years with other separators: 24、3、5; '24.3
  [`(?<!\\d)(?:19|20)\\d{2}\\s?[、,_]\\s?${MONTH}\\s?[、,_]\\s?${DAY}(?!\\d)`, 0.45],
  [`(?<!\\d)(?:19|20)\\d{2}\\s${MONTH}\\s${DAY}(?!\\d)`, 0.45],
  [`(?<![\\d.])(?:19|20)\\d{2}[./-](?:0[1-9]|1[0-2])(?![\\d./-]|\\s?[a-z%])`, 0.4],
  [`(?<![a-z])${ENGLISH}\\s?${DAY}(?:st|nd|rd|th)?(?:,?\\s?(?:19|20)\\d{2})?(?![\\d.a-z])`, 0.4],
  [`(?<![\\d.])${DAY}(?:st|nd|rd|th)?[ -]${ENGLISH}(?:[ ,-]{1,2}(?:19|20)?\\d{2})?(?![\\da-z])`, 0.4],
  [`(?:大前|前|去|今|明|上)年\\s?(?:${MONTH}|十[一二]|[一二三四五六七八九十])月`, 0.45],
];

export function dateDetector({ festivals }: StrictRules): StrictDetector {
  const forms = FORMS.map(([form, confidence]) => ({ pattern: new RegExp(form, 'gu'), confidence }));
  forms.push({
    pattern: new RegExp(
      `(?:[今去前明]年)?${anyOf(festivals)}(?:前[后夕]|那天|当[天日]|左右|期间|[前后])?`,
      'gu',
    ),
    confidence: 0.4,
  });
  return (reading) => {
    const { folded } = reading;
    const found: Candidate[] = [];
    for (const { pattern, confidence } of forms)
      for (const { index, 0: words } of folded.matchAll(pattern)) {
        const lead = words.length - words.trimStart().length;
        found.push(candidate(index + lead, index + words.length, 'date', confidence, 'date'));
      }
    return [...found, ...detectHabit(reading, found), ...detectColumn(folded)];
  };
}

/** Month and day at the beginning of a line, perhaps behind the number of the row. */
const LINE_DATE = new RegExp(
  `(?<=^|\\n)(?:\\d{1,3}[ \\t.、)]{1,2})?(?<date>(?<month>${MONTH})(?<separator>[./-])(?<day>${DAY}))(?=[ \\t])(?![ \\t]*(?:[%×*^]|(?:m?g|kg|u?l|ml|[mc]m|[mun]?mol|i?u)(?![a-z])))`,
  'dgu',
);
/** Fewest lines of a column of dates, and most months that it spans. */
const COLUMN = { lines: 3, months: 6 };

/** Returns pairs of numbers that begin lines in the order of the calendar: 5.1 … 5.1 … 5.3 of a register. */
function detectColumn(folded: string): Candidate[] {
  const lines = [...folded.matchAll(LINE_DATE)].map(({ indices, groups }) => ({
    place: indices?.groups?.date ?? ([0, 0] as const),
    days: 31 * Number(groups?.month) + Number(groups?.day),
    separator: groups?.separator,
  }));
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || lines.length < COLUMN.lines) return [];
  const ordered = lines.every(
    ({ days, separator }, i) => separator === first.separator && days >= (lines[i - 1]?.days ?? days),
  );
  if (!ordered || last.days === first.days || last.days - first.days > 31 * COLUMN.months) return [];
  return lines.map(({ place: [start, end] }) => candidate(start, end, 'date', 0.5, 'date'));
}

/** Day and month with one separator, without unit and away from longer numbers. */
const BARE = new RegExp(
  `(?<![\\d./:a-z<>=~+*×^-]|[<>=~][ ])${MONTH}(?<separator>[./-])${DAY}(?![\\d./:%~^×*+a-zμ℃°‰-]|[ ]?(?:[a-z%μ×]|[次级分岁个月年天日周期度支片盒粒袋瓶剂倍杯张元万毫厘米克升公]))`,
  'gu',
);
/** Written so often without being a date that it needs a neighbour: 血糖5.6. */
const MEASURED =
  /(?:[值量率度糖钾钠钙氯压酸酐素白酶胞板数径长宽厚大小约共为达至评分级力]|[a-z])[ :,(]{0,2}$/u;

/** Date with its year; the same separator parts the bare pairs of such a text. */
const FULL = /(?<!\d)(?:\d{2}|\d{4})(?<separator>[./-])\d{1,2}\k<separator>\d{1,2}(?!\d)/g;
/** Longest name of a measurement that is looked up, in characters. */
const MAX_NAME = 8;

/** Returns bare pairs of numbers in a text that writes dates with the same separator: 10.11 beside 10.12入院. */
function detectHabit({ folded, isTerm }: Reading, dates: readonly Candidate[]): Candidate[] {
  const pairs = [...folded.matchAll(BARE)].map(({ index, 0: words, groups }) => ({
    start: index,
    end: index + words.length,
    separator: groups?.separator ?? '',
  }));
  const sure = new Set([...folded.matchAll(FULL)].map(({ groups }) => groups?.separator ?? ''));
  for (const { start, end, separator } of pairs)
    if (dates.some((date) => date.start <= start && end <= date.end)) sure.add(separator);
  const measured = (start: number): boolean => {
    const before = folded.slice(Math.max(0, start - MAX_NAME), start).trimEnd();
    return (
      MEASURED.test(before) ||
      Array.from({ length: MAX_NAME - 1 }, (_, i) => before.slice(i)).some(
        (name) => name.length > 1 && isTerm(name),
      )
    );
  };
  return pairs.flatMap(({ start, end, separator }) =>
    sure.has(separator) && !measured(start) ? [candidate(start, end, 'date', 0.36, 'date')] : [],
  );
}
