/** Detects every longer number, code and account that is no measurement. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { anyOf, type Candidate, candidate } from '../candidates.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

/** At least five digits: contiguous, in groups of three and four, or one by one. */
const DIGITS =
  /(?<![\d.a-z]|[a-z\d]-)(?:\d{5,}|\(?\d{3,4}\)?(?:[ -]{1,2}\d{2,4}){1,5}|\d(?: \d){4,})(?:(?:转| ?- ?|#)\d{1,6})?(?![\da-z])/g;
/** Groups of three and four digits (6688 1234); excludes ranges of values. */
const GROUPS = /^\d{3,4} {1,2}\d{3,4}(?:[ -]{1,2}\d{3,4})*$/;
/** Groups joined by hyphens that are longer than those of dates: 5101-0422-317. */
const JOINED = /^\d{3,6}(?:-\d{2,6}){2,3}$/;
const CALLS = /^\(?0|^1[3-9]|^[48]00/;
/** Letters with at least four digits. */
const CODE =
  /(?<![a-z\d])(?=(?:[a-z-]*\d){4})(?=[\d-]*[a-z])[a-z\d]{1,12}(?:[-_/]?[a-z\d]{1,12}){0,4}(?:~\d{1,3})?(?![a-z\d])/g;
/** Dose with its days: 1500mgpobidd1-14. */
const DOSE = /\d(?:mg|ug|ml)|^\d+x\d+|^d\d{1,2}-\d{1,2}$/;
/** Numbers of any length behind 号 or 码. */
const NUMBERED =
  /(?<=\p{Script=Han})(?:号码?|编码|代码|条码)(?:为|是)?[\s:#]{0,3}(?<code>[a-z]{0,4}[-.]?\d[\da-z]*(?:[-/]\d[\da-z]*)*)(?![.\d%])/dgu;
const CUED =
  /(?:短号|分机|车组|车号|坐席|工位|窗口|尾号|内线|房号|门牌|(?<=[诊科室站部台办室机处]|拨)转|工号|警号|(?<![a-z])(?:id|no|mrn|pid)\.?)[:\s#]{0,3}(?<code>[a-z]{0,3}-?\d{2,})(?![.\d%])/dgu;
const BED = /床(?:号|位)?[:\s]{0,2}(?<code>[+加a-z]?-?\d{1,3})(?![\d.%张位]|\s?(?:mm|cm|m))/dgu;
const NOT_NUMBERED = /(?:型|批|文|信|符|序|括|引|逗|问|顿|句|[一二三四五六七八九十\d])$/u;
const HANDLE = /(?<![\w@.])(?!img_)[a-z][\w-]*_[\w-]+(?![\w@])|https?:\/\/[^\s，。；)]+|www\.[^\s，。；)]+/g;
const ACCOUNT =
  /(?:微信|群|昵称|网名|账号|用户名|抖音|快手|微博|qq)(?![回说发里上])\p{Script=Han}{0,3}[:\s]{0,2}[“"「『](?<code>[^”"」』\n]{1,20})[”"」』]/dgu;
/** Number with “No.” within it: 201711No.33, YXLNo.201001/9694(2). */
const NO = /(?<![a-z\d])[a-z\d]{0,12}no[.:]\s?(?=\d)[\da-z]+(?:[-/.][\da-z]+)*(?:\(\d{1,2}\))?/g;
/** Year and month before the rest of a number: 201706/832(2), tap/202305No.449500-3. */
const DATED =
  /(?<![a-z\d])(?:[a-z]{1,4}[#./ ]?)?(?:19|20)\d{4}(?:[-/._]|no\.)[\da-z]+(?:[-/._][\da-z]+)*(?:\(\d{1,2}\))?/g;
/** Number of a case or document: 〔2019〕临鉴字第807号. */
const CASE =
  /(?:(?<!\p{Script=Han})(?:(?!号)\p{Script=Han}){1,8})?[([〔]\s?(?:19|20)\d{2}\s?[)\]〕](?:\p{Script=Han}{0,3}\d{2,4})?\p{Script=Han}{0,10}\d{1,6}号|\p{Script=Han}{1,8}字\s?[([〔](?:19|20)\d{2}[)\]〕]第?\d{2,6}号?/gu;
/** Number of a person in a gaol or team: 3大队07号. */
const TEAM = /(?<!\d)\d{1,2}(?:大队|中队|分队|监区|分监区)[- ]?\d{1,5}号?(?!\d)/gu;
/** Number partly masked: d45****(8). */
const STARRED = /(?<![a-z\d*])[a-z\d]{1,8}[*×]{3,}[a-z\d]{0,6}(?:\([a-z\d]\))?(?![a-z\d*])/g;
/** Words before a measurement. */
const MEASURED =
  /(?:计数|总数|定量|载量|水平|浓度|滴度|含量|活性|酶|蛋白|抗原|抗体|细胞|血小板|激素|因子|肽|probnp|bnp|ck|ldh|dna|rna|hcg|afp|参考|范围|约|共|近)[^,。;\n\d]{0,8}[<>=]?\s?$/;

export function numberDetector({ units }: StrictRules): StrictDetector {
  // Behind a blank a unit ends there: 9008812 K+ is none.
  const unit = new RegExp(`^(?:${anyOf(units)}|\\s${anyOf(units)}(?![a-z+])|\\s?\\.\\d|\\s?:\\d)`, 'u');
  /** Number with its unit: 2380g. */
  const quantity = new RegExp(`^\\d+(?:${anyOf(units.filter((word) => /^[a-z]+$/.test(word)))})$`, 'u');
  return ({ folded }) => {
    const found: Candidate[] = [];
    const add = (start: number, end: number, field: DeidField, confidence: number): void => {
      found.push(candidate(start, end, field, confidence, 'number', end - start >= 5));
    };
    const measures = (start: number, end: number) =>
      unit.test(folded.slice(end, end + 8)) || MEASURED.test(folded.slice(Math.max(0, start - 16), start));
    for (const { index, 0: words } of folded.matchAll(DIGITS)) {
      const count = words.replace(/\D/g, '').length;
      const grouped = /[ -]/.test(words) && !/^\d( \d)+$/.test(words);
      if (grouped && (count < 7 || !(CALLS.test(words) || GROUPS.test(words) || JOINED.test(words))))
        continue;
      if (count >= 5 && !measures(index, index + words.length))
        add(index, index + words.length, count >= 7 && count <= 12 ? 'phone' : 'other-number', 0.45);
    }
    for (const { index, 0: words } of folded.matchAll(CODE))
      if (
        !quantity.test(words) &&
        !DOSE.test(words) &&
        !measures(index, index + words.length) &&
        words.length >= 5
      )
        add(index, index + words.length, 'other-number', 0.47);
    for (const match of folded.matchAll(NUMBERED)) {
      const [start, end] = match.indices?.groups?.code ?? [0, 0];
      const label = folded.slice(Math.max(0, match.index - 1), match.index);
      if (end - start >= 2 && !NOT_NUMBERED.test(label)) add(start, end, 'other-number', 0.4);
    }
    for (const [pattern, field] of [
      [CUED, 'other-number'],
      [BED, 'bed-number'],
      [ACCOUNT, 'email'],
    ] as const)
      for (const match of folded.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.code ?? [0, 0];
        if (end > start) add(start, end, field, 0.4);
      }
    for (const [pattern, field] of [
      [NO, 'other-number'],
      [DATED, 'other-number'],
      [CASE, 'other-number'],
      [TEAM, 'other-number'],
      [STARRED, 'id-number'],
    ] as const)
      for (const { index, 0: words } of folded.matchAll(pattern))
        add(index, index + words.length, field, pattern === CASE || pattern === STARRED ? 0.92 : 0.48);
    for (const { index, 0: words } of folded.matchAll(HANDLE))
      add(index, index + words.length, 'email', 0.45);
    return found;
  };
}
