/**
 * Marks of the tagger of identifiers that name nobody by their words: things and roles of the dictionary, characters
 * within words, weekdays. The tagger reads characters only and takes them for names where names are expected.
 */
import type { Span } from '../../../shared/domain/span.ts';
import { anyOf, type Candidate, isHan } from '../candidates.ts';
import { TAGGER } from '../marks.ts';
import { isPersonField } from '../repeats.ts';
import type { NameShapes } from './name-shapes.ts';
import type { StrictReading, StrictRules } from './reading.ts';
import { PLACES } from './whole-words.ts';

const WEEKDAY = /^[上下本这]?(?:周|星期|礼拜)[一二三四五六日末天][前后]?$/;
const NEVER =
  '法定 长孙 述其 曾用名 顺序 代号 余可 高一 高二 高三 初一 初二 初三 小学 微信群 群里 车组 指挥 坐席 客户 宿舍 后来 押金条 日志 记录单 知情 风险 敬启者 患方 医方 本人 家里'.split(
    ' ',
  );

/** Least confidence of a character as a signature that is looked for elsewhere, or as a name within a sentence. */
export const SURE_SIGN = 0.6;

/** Returns a judge of marks for each text. @param called titles and forms of address */
export function wrongMarks(
  rules: StrictRules,
  shapes: NameShapes,
  called: ReadonlySet<string>,
): (strict: StrictReading) => (found: Candidate) => boolean {
  const never = new Set([
    ...called,
    ...rules.roleWords,
    ...rules.base.relations,
    ...rules.base.notValues,
    ...rules.kin.map((word) => `其${word}`),
    ...NEVER,
  ]);
  const roleBefore = new RegExp(
    `(?:${anyOf([...rules.roleWords, ...rules.kin, ...rules.before, ...rules.base.relations, ...rules.base.subjects])}|[姓名叫])[:\\s]{0,2}$`,
    'u',
  );
  const title = new RegExp(anyOf([...called].filter((word) => word.length > 1)), 'uy');
  const isCalled = (folded: string, at: number): boolean => {
    title.lastIndex = at;
    return title.test(folded);
  };
  return (strict) => {
    const { folded } = strict;
    /** 保密, 冷藏箱, 怀里: a word of the dictionary without surname, longer or of a place, where nothing calls a name. */
    const isThing = ({ start, end }: Span, tag: string | undefined): boolean => {
      const sure = shapes.surnameAt(folded, start) !== undefined;
      // 站呼基地: the end of four characters is a word.
      if (end - start === 4 && !sure && /^[nv]$/.test(strict.tagOf({ start: end - 2, end }) ?? ''))
        return true;
      if (tag === undefined || /^n[rstz]/.test(tag) || /[老小阿]/.test(folded[start] ?? '')) return false;
      // 双侧: … heads a line.
      if (!sure && folded[end] === ':' && /^\s?$/.test(folded[start - 1] ?? '')) return true;
      const cell = /\s/.test(folded[start - 1] ?? '\n') && /\s/.test(folded[end] ?? '\n');
      if (cell || roleBefore.test(folded.slice(Math.max(0, start - 6), start))) return false;
      if (end - start > 2) return tag === 'n';
      return /^[sfpc]/.test(tag) || !sure;
    };
    /** One character between two others, neither called nor calling. */
    const isInside = (start: number, end: number): boolean =>
      end - start === 1 &&
      isHan(folded[start - 1]) &&
      isHan(folded[end]) &&
      !isCalled(folded, end) &&
      !/[老小阿姓]/.test(folded[start - 1] ?? '');
    /** 马 of 老马, which the dictionary knows as a word. */
    const isFamiliar = (start: number, end: number): boolean =>
      /[老小阿]/.test(folded[start - 1] ?? '') &&
      strict.wordAt(start - 1)?.end === end &&
      shapes.surnameAt(folded, start) !== undefined;
    /** 周五前, 长子, 微信群: the tagger takes them for names where these are expected. */
    return ({ rule, field, confidence, start, end }: Candidate): boolean => {
      if (rule !== TAGGER) return false;
      const words = folded.slice(start, end);
      const tag = strict.tagOf({ start, end });
      if (PLACES.has(field))
        return end - start < 2 || (confidence < 0.5 && tag !== undefined && !/^n[rstz]/.test(tag));
      // 付 of 给付, 业 of 业务员
      if (end - start === 1 && isPersonField(field) && (strict.crosses(start) || strict.crosses(end)))
        return !isCalled(folded, end) && !isFamiliar(start, end);
      if (isPersonField(field) && isThing({ start, end }, tag)) return true;
      // 双 in 双签缺: one character within a sentence, which nothing calls a name.
      if (isPersonField(field) && isInside(start, end) && confidence < SURE_SIGN) return true;
      return isPersonField(field) && (never.has(words) || WEEKDAY.test(words) || /^[某×*○\s]+$/u.test(words));
    };
  };
}
