/** Detects names behind roles and kinship terms: 审核者 母文斌, 其夫练武, 由满秋陪同. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { anyOf, anyOfSpaced, type Candidate, candidate, isHan } from '../candidates.ts';
import type { NameShapes } from './name-shapes.ts';
import { isPerson, type StrictDetector, type StrictReading, type StrictRules } from './reading.ts';

const GAP = '(?<remark>\\([^()\\n]{1,8}\\))?(?<gap>[ \\t]{0,3}:[ \\t\\n]{0,3}|[ \\t]{1,3}|)';
/** Separator between several people of one role. */
const SEPARATOR = /^[ \t]?[、/,和及][ \t]?|^[ \t]{1,3}(?=\p{Script=Han}{2,4}(?:[\s、/,;。]|$))/u;
/** Two-character name printed in the width of three. */
const PADDED = /^\p{Script=Han}[ \t]{1,3}\p{Script=Han}(?!\p{Script=Han})/u;
const RUN = /\p{Script=Han}{2,4}(?!\p{Script=Han})/uy;
/** Words followed by a given name alone: 女儿晓彤, 咨询师鹿鸣. */
const NAMED =
  /^\p{Script=Han}{2,}(?<!患者|家属|家长|亲属|亲戚|家人|医师|护师|技师|人员|联系人|受检者)(?<=[师者员士儿女子夫妻父母哥弟姐妹孙嫂])$/u;
/** Name of two or more Latin words: kenji tanaka, emily r. watson; no words of sentences. */
const LATIN =
  /(?!(?:[a-z]+ ){0,2}(?:at|in|on|of|the|was|is|are|and|for|to|with|has|had|by|her|his|not|from|can|only|no)(?![a-z]))[a-z][a-z'-]+(?:(?:, | [a-z]\. | )[a-z][a-z'-]+){1,3}(?![a-z\d])/uy;
const MAX_NAMES = 6;
const CONTACTS =
  /家属|家长|亲属|监护|代理|委托|受托|联系|陪|见证|来电|室友|工友|同学|同事|邻居|房东|保姆|司机|老师/;
const PATIENTS = /患者|患儿|产妇|病人|病员|受检|受试|来访/;

export function roleNameDetector(
  { roleWords, kin, before, after, base }: StrictRules,
  shapes: NameShapes,
): StrictDetector {
  const labels = new Set([...Object.values(base.labels).flat(), ...base.otherLabels]);
  const role = new RegExp(`(?<word>${anyOfSpaced(roleWords)})(?:者|人|员|签名|签字)?${GAP}`, 'gu');
  const relative = new RegExp(`(?:其|之|患者|患儿|的)?(?<word>${anyOf(kin)})${GAP}`, 'gu');
  const cue = new RegExp(`(?<word>${anyOf(before)})(?<gap>)`, 'gu');
  const behind = new RegExp(`^${anyOf(after)}`, 'u');

  const nameAt = (reading: StrictReading, at: number, strong: boolean, plain: boolean): Span | undefined => {
    const { folded, crosses } = reading;
    LATIN.lastIndex = at;
    const latin = strong ? LATIN.exec(folded)?.[0] : undefined;
    if (latin !== undefined) return { start: at, end: at + latin.length };
    const named = shapes.at(reading, at, strong).filter(({ kind }) => strong || kind !== 'common');
    const bordered = named.find(
      ({ end }) => !isHan(folded[end]) || (!crosses(end) && behind.test(folded.slice(end, end + 6))),
    );
    if (bordered !== undefined) return bordered;
    // Inside a sentence, a name must be followed by a known word or have an unambiguous surname.
    const apart = named.find(
      ({ end, kind }) => !crosses(end) && (kind === 'sure' || (strong && crosses(end + 1))),
    );
    if (apart !== undefined) return apart;
    if (!plain) return undefined;
    const padded = PADDED.exec(folded.slice(at, at + 6))?.[0];
    const surname = shapes.surnameAt(folded, at);
    if (padded !== undefined && surname !== undefined && surname.kind !== 'common')
      return { start: at, end: at + padded.length };
    const two = { start: at, end: at + 2 };
    if (behind.test(folded.slice(two.end, two.end + 6)) && shapes.isPlain(reading, two)) return two;
    RUN.lastIndex = at;
    const run = RUN.exec(folded)?.[0];
    if (run === undefined) return undefined;
    const place = { start: at, end: at + run.length };
    return shapes.isPlain(reading, place) ? place : undefined;
  };

  const collect = (
    reading: StrictReading,
    pattern: RegExp,
    fieldOf: (word: string) => DeidField,
    confidence: number,
    kinship = false,
  ): Candidate[] => {
    const found: Candidate[] = [];
    const { folded } = reading;
    for (const { index, 0: words, groups } of folded.matchAll(pattern)) {
      const { word = '', gap = '' } = groups ?? {};
      const colon = gap.includes(':');
      // 交：… is a role, 交 within a sentence is not; 夫练武 stands at a border.
      if (word.length === 1 && !colon && isHan(folded[index - 1]) && words.length === 1) continue;
      // 护士站, 组长们
      if (gap === '' && /[站台室们]/.test(folded[index + words.length] ?? '')) continue;
      if (reading.crosses(index) || (gap === '' && reading.crosses(index + words.length))) continue;
      for (let at = index + words.length, n = 0; n < MAX_NAMES; n++) {
        const strong =
          colon ||
          gap !== '' ||
          n > 0 ||
          /^[其之]/.test(words) ||
          (kinship && (word.length > 1 || !isHan(folded[index - 1])));
        const plain = colon || gap !== '' || n > 0 || (NAMED.test(word) && !PATIENTS.test(word));
        const name = nameAt(reading, at, strong, plain);
        if (
          name === undefined ||
          labels.has(folded.slice(name.start, name.end)) ||
          (!colon && isWordWithSurname(reading, name))
        )
          break;
        found.push(
          candidate(name.start, name.end, fieldOf(word), confidence, 'role', name.end - name.start > 1),
        );
        const between = SEPARATOR.exec(folded.slice(name.end, name.end + 9))?.[0];
        if (between === undefined) break;
        at = name.end + between.length;
      }
    }
    return found;
  };

  /** Returns whether a weak surname stands before an ordinary word: 车完毕, 干体重. */
  const isWordWithSurname = (reading: StrictReading, { start, end }: Span): boolean => {
    const surname = shapes.surnameAt(reading.folded, start);
    if (surname === undefined || surname.kind === 'sure' || end - start - surname.length < 2) return false;
    const tag = reading.tagOf({ start: start + surname.length, end });
    return tag !== undefined && !isPerson(tag);
  };

  return (reading) => [
    ...collect(reading, role, fieldOfRole, 0.5),
    ...collect(reading, relative, () => 'contact', 0.5, true),
    ...collect(reading, cue, () => 'name', 0.45),
  ];
}

function fieldOfRole(spaced: string): DeidField {
  const word = spaced.replace(/\s/g, '');
  if (PATIENTS.test(word)) return 'name';
  return CONTACTS.test(word) ? 'contact' : 'doctor';
}
