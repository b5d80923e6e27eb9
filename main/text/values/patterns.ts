/** Patterns of what stands around a value: numbers, plus signs, ranges, marks, units. They read folded text. */
import { z } from 'zod';
import type { ReferenceRange } from '../../../shared/domain/value.ts';
import { readResource } from '../../resources.ts';
import { buildUnits, type Units } from './units.ts';
import { anyOf } from './words.ts';

const Words = z.array(z.string().min(1));
const WordTable = z.record(z.string(), Words);

const ValueRules = z
  .object({
    /** UCUM unit → spellings. */
    units: WordTable,
    /** Words after a unit that do not change it (mg/L FEU). */
    unitSuffixes: Words,
    /** Words between a name and its number. */
    fillers: Words,
    /** Words before a name that make it another one (尿|肌酐). */
    notBefore: Words,
    /** Words that say what was tested, until the sentence ends. */
    specimens: WordTable,
    marks: z.object({ high: Words, low: Words, normal: Words }).strict(),
    /** Header words of a table's columns. */
    columns: z
      .object({ name: Words, result: Words, unit: Words, range: Words, mark: Words, time: Words })
      .strict(),
    /** Words before a value that is to be reached. */
    targets: Words,
    references: Words,
  })
  .strict();
export type ValueRules = z.infer<typeof ValueRules>;

/** @throws Error that names the file when it violates the schema */
export function loadValueRules(): ValueRules {
  const parsed = ValueRules.safeParse(JSON.parse(readResource('rules', 'values.json')));
  if (!parsed.success) throw new Error(`resources/rules/values.json: ${parsed.error.message}`);
  return parsed.data;
}

const DASH = '(?:--|[-~–—－至到])';
const COMPARISON = '(?<comparison>[<>]=?|≤|≥|大于|小于|超过|低于|不足|高于)';
const NUMBER = '(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)';
const TIME =
  '(?:\\d{2,4}[-/.年]\\d{1,2}[-/.月]\\d{1,2}日?|\\d{1,2}[-/月]\\d{1,2}日?)?\\s?(?:\\d{1,2}:\\d{2})?';

export interface Patterns {
  readonly units: Units;
  /** Words and punctuation between a name and its number. */
  readonly gap: RegExp;
  readonly number: RegExp;
  /** Blood pressure: two numbers or ranges with a slash. */
  readonly pair: RegExp;
  readonly unit: RegExp;
  /** Plus and minus signs, 阳性, 阴性. */
  readonly quality: RegExp;
  readonly arrow: RegExp;
  /** Mark of an abnormal result after the number. */
  readonly mark: RegExp;
  /** Reference range in brackets, after a label, or after white space. */
  readonly range: RegExp;
  /** From one number to the next of a series: 6.1→5.4, 由112升至356. */
  readonly next: RegExp;
  /** From one value to a later one of the same analyte: ，次日复查4.2mmol/L. */
  readonly follow: RegExp;
  /** Minute of an Apgar score. */
  readonly minute: RegExp;
  readonly grade: RegExp;
  /** Parts of a Glasgow coma score. */
  readonly coma: RegExp;
  readonly target: RegExp;
  readonly reference: RegExp;
  /** Matches a word after a number that makes it no value: a counter, a letter, another digit. */
  readonly counter: RegExp;
  /** Second number of a range whose first has a unit: 95%-98%. */
  readonly upper: RegExp;
  /** Blood pressure too low to measure. */
  readonly unmeasurable: RegExp;
}

export function buildPatterns(rules: ValueRules): Patterns {
  const units = buildUnits(rules.units, rules.unitSuffixes);
  const sticky = (source: string) => new RegExp(source, 'yu');
  const { high, low, normal } = rules.marks;
  const markOf = (letters: boolean) => {
    const [up, down, none] = [high, low, normal].map((words) =>
      words.filter((word) => /^[a-z]/.test(word) === letters),
    );
    return `(?:(?<high>${anyOf(up!)})|(?<low>${anyOf(down!)})|(?<normal>${anyOf(none!)}))(?![a-z\\u4e00-\\u9fff])`;
  };
  const label = `(?:正常)?(?:${anyOf([...rules.references, '参考', '正常', 'ref'])})(?:为|值)?`;
  const bounds = `(?<bound>[<>]=?|≤|≥)?\\s?(?<from>-?\\d+(?:\\.\\d+)?)(?:\\s?${DASH}\\s?(?<to>-?\\d+(?:\\.\\d+)?))?`;
  const anyUnit = units.pattern.replace('?<unit>', '?:');
  return {
    units,
    gap: sticky(
      `(?:[ \\t\\u3000]|\\((?:[a-z][^()\\n]{0,14}|${TIME}|[\\u4e00-\\u9fff]{1,10})\\)|${anyOf(rules.fillers)}[,:]?|↑+|↓+|\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?=[ :])|[一二三四五六七八九十两半数\\d]{1,3}(?:天|日|周|小时)来|多)*`,
    ),
    number: sticky(
      `${COMPARISON}?\\s?(?<sign>[+-])?(?<number>${NUMBER})(?:度(?<tenth>\\d)(?!\\d))?(?:\\s?${DASH}\\s?(?<upper>${NUMBER}))?`,
    ),
    pair: sticky(
      `${COMPARISON}?\\s?(?<high>\\d{1,3}(?:\\.\\d)?)(?:${DASH}(?<highTo>\\d{2,3}))?(?:mmhg)?\\s?/\\s?(?<low>\\d{1,3}(?:\\.\\d)?)(?:${DASH}(?<lowTo>\\d{2,3}))?`,
    ),
    unit: sticky(`[ \\t|]{0,3}${units.pattern}`),
    quality: sticky(
      '[([]?(?:(?<count>[1-4])\\s?\\+{1,1}(?!\\d)|\\+\\s?(?<after>[1-4])(?![\\d.])|(?<trace>±|\\+[-/]-?|弱阳性?|微量|可疑)|(?<pluses>\\+{1,4})(?![\\d.])|(?<minus>-{1,3}(?![\\d.])|阴性?|neg(?:ative)?|未检出|未见|无)|(?<positive>强?阳性?|pos(?:itive)?|检出))[)\\]]?(?:\\(?1:\\d+\\)?)?',
    ),
    arrow: sticky('\\s?(?<arrow>↑{1,3}|↓{1,3})'),
    mark: sticky(
      `[ \\t|]*${markOf(false)}|[ \\t|]+${markOf(true)}|[(\\[](?:${markOf(false)}|${markOf(true)})[)\\]]`,
    ),
    range: sticky(
      `(?:[ \\t,;]*[(\\[]\\s?(?:(?<high>↑|h)|(?<low>↓|l))?[,; ]?(?:${label})?\\s?[:=]?\\s?${bounds}\\s?(?:${anyUnit})?[)\\]](?!\\s?:)|[ \\t,;|]*${label}\\s?[:=]?\\s?${bounds}(?:\\s?${anyUnit})?|[ \\t|]+${bounds}(?=[ \\t|\\n]|$))`,
    ),
    next: sticky(
      `[ ,]?(?:→|->|-->|升至|降至|升高至|下降至|降低至|增至|上升至|升到|降到|变为|减至|恢复至|回升至|下降到|上升到)\\s?(?:约|了)?\\s?`,
    ),
    follow: sticky(
      `(?:左右|上下|以上|以下|之间)?\\)?[,;、。 ]{0,2}(?<side>[左右](?:侧|眼|上肢|下肢|侧肢体)?)?(?:后?(?:于|在)?(?:${TIME}|[次翌今昨]日|今晨|入院后|术后(?:第?\\d+[天日])?|\\d+(?:小时|天|日|周|个?月)后))?(?:后|时)?,?(?<again>最高|最低|再次复查|复查|复测|再查|再测|复检|监测|查)?(?:又)?(?:为|示|约|降至|升至|恢复至|是|:| ){0,2}`,
    ),
    minute: sticky("[,;、 ]{0,2}(?<minute>\\d{1,2})\\s?(?:分钟|min|')\\s?(?:评分|评|得分|为|:)?\\s?"),
    grade: sticky(
      `(?<grade>[${'ⅰⅱⅲⅳⅴⅵ'}]|iv|iii|ii|vi|i|v|[0-6一二三四五])[+-]?(?:\\s?${DASH}\\s?(?<grade2>[ⅰⅱⅲⅳⅴⅵ]|iv|iii|ii|i|v|[0-6一二三四五])[+-]?)?\\s?(?<unit>级|度|类)`,
    ),
    coma: sticky(
      '\\(?e?(?<eye>[1-4])[\\s+,]?v?(?<verbal>[1-5t])[\\s+,]?m?(?<motor>[1-6])\\)?(?:[ =,]*(?=\\d))?',
    ),
    target: new RegExp(`${anyOf(rules.targets)}[^。;\\n]{0,30}$`, 'u'),
    reference: new RegExp(`${anyOf(rules.references)}[^。;\\n\\d]{0,4}$`, 'u'),
    counter: sticky(
      '[a-z\\d.%‰°\'"/]|\\s?(?:mg|ml|ug|μg|g|iu|u|mm|cm|kg)(?![a-z])|[年月日天岁周时个片支粒瓶袋次倍例人型期椎度克毫包杯两斤]|小时|分钟|治疗量|单位(?!/)|余[年月日天次]|\\+t',
    ),
    upper: sticky(`\\s?${DASH}\\s?(?<upper>${NUMBER})${units.pattern.replace('?<unit>', '?:')}`),
    unmeasurable: sticky('测不[出到清]'),
  };
}

/** Returns the bounds in a match of `range`; `undefined` for a single number without a sign of comparison. */
export function rangeOf({
  bound,
  from,
  to,
}: Readonly<Record<string, string | undefined>>): ReferenceRange | undefined {
  if (from === undefined) return undefined;
  if (to !== undefined) return { low: Number(from), high: Number(to) };
  if (bound === undefined) return undefined;
  return bound.startsWith('<') || bound === '≤' ? { high: Number(from) } : { low: Number(from) };
}
