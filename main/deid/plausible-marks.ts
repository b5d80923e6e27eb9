/**
 * Returns whether a mark of the tagger can be what it says by its form and neighbours. The tagger reads characters
 * only: fractions of lymph nodes, vertebrae, doses and durations look like dates and beds to it, words of findings
 * like names.
 */
import { type DeidField, NUMBER_FIELDS } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { loadHeadings } from '../text/rules.ts';
import type { Reading } from './candidates.ts';
import { isOrdinaryLatin } from './latin-words.ts';
import { isPersonField } from './repeats.ts';

type Form = (words: string, before: string, after: string) => boolean;

const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const ENGLISH_DATE =
  /^(?:u[kn][ /-]?)?(?:dd?|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|[a-z]{3,9}day)[a-z]*\b/;
/** 3月前, 2日后, 10余天: time that has passed; 3月前到院 is a date. */
const DURATION =
  /^\d{1,2}(?:\.\d)?\+?(?:[余多几]?(?:个月|周|天)|[余多][日月年天周]?|[日月年](?=[余多前后内来]|[之以][前后内]))[前后]?/;
const COUNTED =
  /(?:[每近连约共满逐隔~≥≤<>]|周期|经期|潜伏期|感|持续|病程|疗程|间断|反复|住院|治疗|[前后])\s?$/u;
/** Fraction: nodes of a station, depth of a layer, doses of a day. */
const FRACTION = /^\d{1,3}\/(?:\d{1,3}|日|d|天|次)$/;
const COUNTS =
  /(?:淋巴|转移|[^诊]组|站|枚|侵|浸润|癌|层|系膜|旁|髂|孔|股沟|每日|\d(?:mg|g|ml)|[片粒][,、]?)[^。;\n]{0,6}$/u;
const VERTEBRA = /(?:[腰颈胸骶]|[clts]\d?|间盘)[椎\d、,-]*$/u;
const LEVELS = /^[-、\d]*(?:[椎间骶]|[clts]\d)/u;
/** Behind a measured number. */
const MEASURE =
  /^(?:\s?(?:[㎝㎜㎏%‰℃°×*^↑↓]|x\d|cm|mm|mg|ug|kg|ml|mmol|umol|g\/|u\/|iu|[条款项]|点有|小时|分钟|余|[分级型度倍枚个例支粒片盒瓶岁])|\s?\*?10\^)/;

/** 八十一: an age or a count, larger than the days of a month. */
const BEYOND_DAYS = /^(?:[四五六七八九]十[一二三四五六七八九]?|三十[二三四五六七八九])$/u;
const NUMERAL =
  /^(?:[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]+[百千万][一二三四五六七八九十百零半]*)$/u;

/** Part of a longer number: 92 in 192, 000 in 1,000, 9/27 in 31/29/27. */
const isCut = (words: string, before: string, after: string): boolean =>
  (/^\d/.test(words) && /\d\/?$/.test(before)) ||
  (/^\d{3}(?!\d)/.test(words) && /\d,$/.test(before)) ||
  (/\d$/.test(words) && /^\d/.test(after));
/** Time of day to the second or finer: 00:00:04,200. */
const CLOCK = /\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,6})?/g;
/** Returns whether the words lie within a time of day, or run from one into the next line. */
const isClock = (words: string, before: string, after: string): boolean => {
  const [from, to] = [before.length, before.length + words.length];
  return [...`${before}${words}${after}`.matchAll(CLOCK)].some(
    ({ index, 0: { length } }) =>
      index < to && from < index + length && (index <= from || /[\n>]/.test(words)),
  );
};
/** 二十七位: a number of people or things. */
const COUNTER = /^[位人个名张例家户份条种只辆趟口]/u;
/** 发热三日, 腹泻五日: how long. */
const LASTED = /[^月初于至到自从在和及\P{Script=Han}]$/u;

/** Returns whether the words may be a date. */
const isDate: Form = (words, before, after) => {
  if (isCut(words, before, after) || isClock(words, before, after)) return false;
  if (/^[\d一二两三四五六七八九十廿]{1,3}$/u.test(words) && COUNTER.test(after)) return false;
  if (/^[一二两三四五六七八九十]{1,3}日$/u.test(words) && (LASTED.test(before) || /^疗/.test(after)))
    return false;
  if (
    !/[\d一二三四五六七八九十廿卅正冬腊]|[春夏秋冬节]|除夕|元旦|元宵|清明|端午|中秋|国庆|重阳|小年|圣诞|腊八|夏至|冬至/u.test(
      words,
    )
  )
    return false;
  if (/^\d{1,2}\.$/.test(words) || BEYOND_DAYS.test(words)) return false;
  if (/^[a-z\\]/.test(words)) return ENGLISH_DATE.test(words);
  if (/[a-z]/.test(words) && !/(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|^d\d)/.test(words))
    return false;
  if (/\/日$|\t|楼$/u.test(words) || /^\s?(?:楼|单元|栋|幢|号楼)/u.test(after)) return false;
  if (/^\d+\.\d/.test(words) && /\d$|\d\.$/.test(before)) return false;
  if (/^[一二两三四五六七八九十]{1,2}[天年周]$/u.test(words) && !/月\s?$/.test(before)) return false;
  if (FRACTION.test(words)) {
    const [, first = '', second = ''] = /^(\d+)\/(.+)$/.exec(words) ?? [];
    const may = new RegExp(`^(?:${MONTH}/${DAY}|${DAY}/${MONTH})$`).test(`${first}/${second}`);
    return may && !COUNTS.test(before);
  }
  if (
    DURATION.test(words + after) &&
    !/[嘱请须应望限务定]$/u.test(before) &&
    !/^(?:\d{1,2}月前)[到来完提做去交办]/.test(words + after)
  )
    return false;
  if (/^\d{1,2}[月年]$/.test(words) && /(?:[前近约]|术后|连续)$/u.test(before)) return false;
  if (/^\d{1,2}日$/.test(words) && (COUNTED.test(before) || /^\s?(?:\d次|[一二三]次)/.test(after)))
    return false;
  if (/^\d{1,3}\.\d{1,2}$/.test(words) && !new RegExp(`^${MONTH}\\.${DAY}$`).test(words)) return false;
  if (
    /^\d+\.\d+$/.test(words) &&
    /(?:(?<![a-z])[a-z]{1,4}\d?[+-]\s?|=["']|(?:内膜|厚|径|大小|长|宽|深|孔|插管)[约 ]?)$/u.test(before)
  )
    return false;
  if (/^[\d.-]+$/.test(words) && (MEASURE.test(after) || /第$/.test(before))) return false;
  if (/^\d{1,2}-\d{1,2}$/.test(words) && (VERTEBRA.test(before) || LEVELS.test(after) || /d$/.test(before)))
    return false;
  // 3、5、7点, 第2、4组: numbers of a list.
  if (/^\d{1,2}$/.test(words)) {
    if (/^(?:[、,]\d{1,2})*(?:点|组|肋|椎|骶|号密|枚|[\p{Script=Han}]{0,2}淋巴)|^[-–]\d/u.test(after))
      return false;
    if (/(?:[第示:([]|\d[、])$/u.test(before) && /^[、)\]]/.test(after)) return false;
    // Number of a paragraph.
    const begins = /(?:^|[。;\n])\s*$/.test(before) && Number(words) <= 10;
    if (begins && /^\s?(?:[.、]|患|既往|查体|因|入院|病程|辅助|体格)/u.test(after)) return false;
  }
  return true;
};

const QUESTION = /^[qa]\d$/;
const BED = /^(?:(?:[a-z]|icu|ccu|vip|加|产|抢|监|观)?[-+]?\d{1,3}[a-z]?|\d{1,3}[-一]\d{1,3})$/u;
const STAGE = /^[btplscd]\d{1,2}[a-z]?$/;

/** Returns whether the words may be a bed. */
const isBed: Form = (words, before, after) => {
  if (/\n/.test(words) || isCut(words, before, '') || isClock(words, before, after)) return false;
  const near = /床[号位]?[\s:,]{0,3}$/.test(before) || /^\s?床/.test(after);
  if (/\p{Script=Han}/u.test(words) && !/\d/.test(words)) return /^(?:加|产|抢|监|观|走廊)/u.test(words);
  if (near) return /\d/.test(words) && !/\d(?:mg|ml|g|d)/.test(words);
  if (/[*×]/.test(words)) return true;
  // 丁志高 500: an amount or age behind a name.
  if (/^\d+$/.test(words) && BEHIND_WORDS.test(before) && /^(?:\s|$)/.test(after)) return false;
  if (!BED.test(words.replace(/(?<=\d\S*)\s.*$/, '').replace(/\s/g, ''))) return false;
  if (QUESTION.test(words) || STAGE.test(words) || /^1[12][029]$/.test(words)) return false;
  if (/(?:^|\n)$/.test(before) && /^\s?[|,;\t]/.test(after)) return false; // number of a row
  if (
    /[a-z\d.+~<>*@#￥¥$-]\s?$/.test(before) ||
    /(?:[细白红]胞|表|图|第|蜡块|rads|收费|费用|分[级期型]|[级期型])\s?$/u.test(before)
  )
    return false;
  return !/^\s?(?:[余名世个例枚万元年月日天次岁点]|查体|[-–(]\d|#|,\d{3}|[,，]?l\d|<\/|[%℃])/u.test(after);
};

const BEHIND_WORDS = /[^科区室房组楼位加抢监产观号床院\P{Script=Han}]$/u;

const GENERIC_HOSPITAL =
  /^(?:到|去|在|往|于|某+|\*+|[一二两2-9]?家|公立|私立|正规|专业|专科|大型|小|建议|选择|三甲|综合|附属|中医|西医|妇科|市级|省级|县级|区级|上级|基层|当地|本|贵|该|我|外|的|国际上)*(?:[市县区省]?(?:附属)?医院|中心医院|人民医院|妇幼保健院|附属医院|本?中心|院|所)$/u;
/** Returns whether the words may be an institution or a workplace. */
const isOrganisation =
  ({ isTerm }: Reading): Form =>
  (words) =>
    !GENERIC_HOSPITAL.test(words.trim()) && !isTerm(words.trim()) && !/^\*+[一二三四五]院$/u.test(words);

/** 查体, 现病史: headings of sections stand where names do. */
let headings: ReadonlySet<string> | undefined;
const isHeading = (words: string): boolean => {
  headings ??= new Set(
    Object.values(loadHeadings().headings).flatMap(({ strong, weak }) => [...strong, ...weak]),
  );
  return headings.has(words);
};
/** Rest of a duration: 10余年. */
const DURATION_REST = /^余[年月天各]$/u;

/** Characters that join words, alone no signature. */
export const FUNCTION_CHARACTER = /^[由大向及与和在的之其从被把将让给对为是有无者单知章]$/u;
/** 注:, 另:, 例: of remarks. */
const NOTE = /^[注另附例答问又按即故]$/u;
/** 张 of 那张彩超. */
const MEASURE_WORD = /^[张包方段支管石米片粒瓶盒项封]/u;
const LATIN = /^[a-z][a-z.,' -]*$/;

/** Returns whether the words may be a person. */
const isPersonName =
  ({ isTerm }: Reading): Form =>
  (words, before, after) => {
    if (/^\p{Script=Han}{4,}$/u.test(words) && /[元万余的了]/u.test(words)) return false;
    if (FUNCTION_CHARACTER.test(words) && !/[:\s]$/.test(before)) return false;
    if (NUMERAL.test(words) || (NOTE.test(words) && /^\s?:/.test(after))) return false;
    if (/[*]{4,}/.test(words) || isHeading(words) || DURATION_REST.test(words)) return false;
    if (/^[在于入与和到往去就由经科行院从]?[*某×]+$/u.test(words)) return false;
    if (/^[于在从]某/u.test(words)) return false;
    if (!LATIN.test(words))
      return (
        !/\d(?:mg|g|ml)|^[①-⑳]|[+=<>%]/.test(words) && !(MEASURE_WORD.test(words) && isTerm(words.slice(1)))
      );
    if (words.split(' ').every(isOrdinaryLatin) || isTerm(words)) return false;
    // A gloss behind a Chinese word: 空肠弯曲菌(Campylobacter…).
    return !(words.length > 12 && /[(（]$/.test(before));
  };

/** Returns whether the words may be a number of a person or thing: no price, no word. */
const isNumber: Form = (words) =>
  /[\d〇一二三四五六七八九*×]/u.test(words) && !/\t|\d\.\d{2}(?!\d)/.test(words);

/** Characters beside a mark that are read. */
const REACH = 14;

/** @param field of the mark */
export function isPlausible(reading: Reading, { start, end }: Span, field: DeidField): boolean {
  const { folded } = reading;
  const form: Form | undefined = isPersonField(field)
    ? isPersonName(reading)
    : field === 'date'
      ? isDate
      : field === 'bed-number'
        ? isBed
        : field === 'institution' || field === 'workplace'
          ? isOrganisation(reading)
          : field === 'age'
            ? (words, before, after) => !isCut(words, before, after) && !isClock(words, before, after)
            : NUMBER_FIELDS.has(field)
              ? isNumber
              : field === 'phone'
                ? (words) => !/^1[12][029]$/.test(words)
                : field === 'email'
                  ? (words) => !/^x+mol|^img_/.test(words)
                  : undefined;
  if (form === undefined) return true;
  const line = folded.slice(start, end).trim();
  return form(line, folded.slice(Math.max(0, start - REACH), start), folded.slice(end, end + REACH));
}
