/** Detects names without a label: beside titles, relatives, patients, phone numbers, and as signatures. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { anyOf, type Candidate, candidate, type Detector, isHan, type Reading } from '../candidates.ts';
import type { NameReader, NameSpan } from '../name-reader.ts';
import type { DeidRules } from '../rules.ts';

export function nameDetector(rules: DeidRules, names: NameReader): Detector {
  const title = new RegExp(anyOf(rules.titles), 'gu');
  const afterTitle = new RegExp(`(?:${anyOf([...rules.titles, ...rules.roles])})[ \\t]?:?[ \\t]?`, 'gu');
  const honorific = new RegExp(anyOf(rules.honorifics), 'gu');
  /** Name followed by a relation in brackets: 丁秀兰（患者母亲）. */
  const called = new RegExp(`(?=\\((?:患者|患儿|其)?之?${anyOf(rules.relations)}[),，])`, 'gu');
  const relation = new RegExp(
    `(?:其|患者|患儿|病人)?${anyOf(rules.relations)}(?:\\([^()\\n]{1,8}\\))?[ :,]{0,2}`,
    'gu',
  );
  const subject = new RegExp(`${anyOf(rules.subjects)}[ :,]{0,2}`, 'gu');
  const afterName = new RegExp(`^${anyOf(rules.afterNames)}`, 'u');
  const afterPatient = new RegExp(`^${anyOf(rules.afterPatients)}`, 'u');
  const beforeTitled = new Set(rules.beforeTitled);
  const ends = (folded: string, end: number, after: RegExp): boolean =>
    !isHan(folded[end]) || after.test(folded.slice(end, end + 6));

  /** Requires a border or a role word before a lone surname: 家属李先生. */
  const calledWith = new RegExp(`${anyOf([...rules.relations, ...rules.roles, '司机', '班主任'])}$`, 'u');
  const standsFree = (folded: string, { start, end }: NameSpan): boolean => {
    const before = folded[start - 1];
    if (end - start > 1 || !isHan(before) || beforeTitled.has(before ?? '')) return true;
    return calledWith.test(folded.slice(Math.max(0, start - 6), start));
  };

  return (reading) => {
    const { folded } = reading;
    const found: Candidate[] = [];
    const add = (span: NameSpan, field: DeidField, confidence: number, rule: string): void => {
      if (isWord(reading, span)) return;
      found.push(candidate(span.start, span.end, field, confidence, rule, span.end - span.start > 1));
    };
    const addAfter = (pattern: RegExp, after: RegExp, field: DeidField, confidence: number, rule: string) => {
      for (const { index, 0: words } of folded.matchAll(pattern)) {
        for (let at = index + words.length; ; ) {
          const shapes = names.shapesAt(folded, at);
          const span =
            shapes.find(({ end }) => ends(folded, end, after)) ??
            (field === 'contact' ? shapes.find(isWhole) : undefined) ??
            names.transliteratedAt(folded, at);
          if (span === undefined) break;
          add(span, field, confidence, rule);
          if (folded[span.end] !== '、') break;
          at = span.end + 1; // 助手蒙晓、庄严
        }
      }
    };
    for (const { index } of folded.matchAll(title)) {
      if (folded.slice(index - 1, index + 2) === '班主任') continue;
      const span = names.shapesBefore(folded, index, true).find((shape) => standsFree(folded, shape));
      if (span !== undefined) add(span, 'doctor', span.ambiguous ? 0.7 : 0.85, 'title');
    }
    for (const { index } of folded.matchAll(honorific)) {
      const span = names.shapesBefore(folded, index, true).find((shape) => standsFree(folded, shape));
      if (span !== undefined) add(span, 'name', 0.72, 'title');
    }
    for (const { index } of folded.matchAll(called)) {
      const [span] = names.shapesBefore(folded, index, false);
      if (span !== undefined) add(span, 'contact', 0.85, 'relation');
    }
    addAfter(afterTitle, afterName, 'doctor', 0.8, 'title');
    addAfter(relation, afterName, 'contact', 0.75, 'relation');
    // Labels outside every list: 接生者：…, 受血者：….
    for (const { index, 0: words } of folded.matchAll(ROLE_LABEL)) {
      for (let at = index + words.length; ; ) {
        const span = names.shapesAt(folded, at).find(({ end }) => ends(folded, end, afterName));
        if (span === undefined) break;
        add(span, roleField(words), 0.75, 'label');
        if (folded[span.end] !== '、') break;
        at = span.end + 1;
      }
    }
    for (const { index, 0: words } of folded.matchAll(AFTER_BED)) {
      const span = names.shapesAt(folded, index + words.length).find(({ end }) => !isHan(folded[end]));
      if (span !== undefined && (!span.ambiguous || isLong(span))) add(span, 'name', 0.72, 'bed');
    }
    for (const { index, 0: words } of folded.matchAll(subject)) {
      for (const span of names.shapesAt(folded, index + words.length)) {
        const sure = PERSON.test(folded.slice(span.end, span.end + 24));
        const weak =
          ends(folded, span.end, afterPatient) &&
          (!span.ambiguous || isLong(span) || folded[span.end] === '因');
        if (!sure && !weak) continue;
        add(span, 'name', sure ? 0.92 : 0.72, 'subject');
        break;
      }
    }
    addShaped(reading, names, add);
    addSignatures(folded, names, (span) => add(span, 'doctor', 0.8, 'signature'));
    return found;
  };
}

const isLong = ({ start, end }: NameSpan): boolean => end - start > 2;

const ROLE_LABEL =
  /\p{Script=Han}{1,6}(?:者|人|员|师|医师|医生|护士|技师|母亲|父亲|家属|签名|签字)\s?(?:[:,]\s?|(?=\p{Script=Han}{2,3}(?:[。,;\s]|$)))|(?<=^|[\s。;])[交接]:\s?/gmu;
const AFTER_BED = /\d床[,:\s]{0,2}(?:患者)?/g;

/** Returns the field of the person with this role. */
function roleField(role: string): DeidField {
  if (/[母父]亲|家属|监护|委托|陪|联系|亲属/.test(role)) return 'contact';
  return /受|患者|献血|病人/.test(role) ? 'name' : 'doctor';
}

/** Three characters with an unambiguous surname: a name in any context. */
const isWhole = ({ start, end, ambiguous }: NameSpan): boolean => end - start === 3 && !ambiguous;

/** Marks the preceding words as a patient: ，男，58岁. */
const PERSON = /^[\s,、(]{0,3}(?:(?:男|女)(?:性)?(?![儿子友婿方士科])|约?\d{1,3}\s?岁|性别)/u;
const SHAPED = /(?<=^|[\n。;:,(【\s为系叫])(?=\p{Script=Han})/gu;
/** Follows a patient's name at the beginning of a line: weekday, date, weeks of pregnancy, bed. */
const LINE_HEAD = /^[ \t]{1,4}(?:周[一二三四五六日]|星期|(?:19|20)\d{2}[-./年]|孕\d|床)/u;
/** Mobile number after a name, with an optional role: 王丽（女儿）138…. */
const CALLED =
  /^(?:\([\p{Script=Han}]{1,6}\))?[\s:,、(]{0,2}(?:(?:联系)?电话|手机|tel)?[:\s]{0,2}(?:\+?86[- ]?)?(?:1[3-9]\d[- ]?\d{4}[- ]?\d{4}|0\d{2,3}-\d{7,8})/u;

/** Adds names at a border that are followed by sex and age, or by a phone number. */
function addShaped(
  { folded }: Reading,
  names: NameReader,
  add: (span: NameSpan, field: DeidField, confidence: number, rule: string) => void,
): void {
  for (const { index } of folded.matchAll(SHAPED)) {
    for (const span of names.shapesAt(folded, index)) {
      const behind = folded.slice(span.end, span.end + 40);
      if (PERSON.test(behind)) add(span, 'name', 0.85, 'person');
      else if (CALLED.test(behind)) add(span, 'contact', 0.85, 'telephone');
      else if ((index === 0 || folded[index - 1] === '\n') && LINE_HEAD.test(behind))
        add(span, 'name', 0.72, 'person');
      else continue;
      break;
    }
  }
}

/** Two signatures at the end of a sentence: 胸闷好转。张三/李四. */
const PAIR = /(?<=[。;\s])\p{Script=Han}{2,4}\/\p{Script=Han}{2,4}(?=[。;\s]|$)/gu;
const LINE = /[^\n]+/g;
const DATE_LINE = /^\s*(?:(?:19|20)\d{2}\s?[-./年]|【日期】)/;

/** Adds signatures: lines that hold only names, with a date or joined by a slash (张三/李四). */
function addSignatures(folded: string, names: NameReader, add: (span: NameSpan) => void): void {
  for (const { index, 0: pair } of folded.matchAll(PAIR)) {
    const middle = index + pair.indexOf('/');
    const parts = [
      { at: index, end: middle },
      { at: middle + 1, end: index + pair.length },
    ];
    const spans = parts.flatMap(({ at, end }) =>
      names.shapesAt(folded, at).filter((span) => span.end === end),
    );
    if (spans.length === 2 && spans.some(({ ambiguous }) => !ambiguous)) spans.forEach(add);
  }
  const lines = [...folded.matchAll(LINE)].map(({ index, 0: words }) => ({ at: index, words }));
  lines.forEach(({ at, words }, i) => {
    if (words.length > 40) return;
    const body = words.replace(/(?:19|20)\d{2}\s?[-./年].*$/u, '');
    const parts = [...body.matchAll(/[^\s/、,]+/gu)];
    if (parts.length === 0 || parts.length > 4) return;
    const spans = parts.map(({ index, 0: part }) =>
      names.shapesAt(folded, at + index).find(({ end }) => end === at + index + part.length),
    );
    if (spans.some((span) => span === undefined)) return;
    const dated =
      body.length < words.length ||
      DATE_LINE.test(lines[i + 1]?.words ?? '') ||
      (i === lines.length - 1 && lines.length > 1) ||
      (parts.length > 1 && body.includes('/'));
    if (dated) for (const span of spans) if (span !== undefined) add(span);
  });
}

/** Longest term of the graph that is looked up, in characters. */
const MAX_TERM = 8;

/** Returns whether a medical term begins at the start of the name: 高热, 白芷, 黄连素片. */
export function isWord({ folded, isTerm }: Reading, { start, end }: Span): boolean {
  for (let to = Math.max(end, start + 2); to <= Math.min(folded.length, start + MAX_TERM); to++) {
    if (!isHan(folded[to - 1])) break;
    if (isTerm(folded.slice(start, to))) return true;
  }
  // The first 2 of 3 characters may be a term: 高热 in 高热于.
  return end - start > 2 && isTerm(folded.slice(start, start + 2)) && !isHanName(folded, start, end);
}

/** Keeps a three-character name whose last two are no word only when a border follows. */
const isHanName = (folded: string, start: number, end: number): boolean =>
  !isHan(folded[end]) && end - start === 3 && (start === 0 || !isHan(folded[start - 1]));
