/**
 * Leaves out of the findings called missing those of which a record may speak in words that nobody listed: pictures
 * once any picture is reported, tests of a panel of which one result stands there, signs of a part of the body that
 * is examined, and names of which a part stands in the text. Prefers silence to a finding that is there.
 */
import type { EntityType } from '../../../shared/domain/graph.ts';
import { fold } from '../../text/folding.ts';
import { foldScript } from '../../text/script.ts';
import type { RankingRules } from './rules.ts';

/** Returns whether a finding by these names, the first preferred, may be called missing. */
export type SilenceTest = (type: EntityType, names: readonly string[]) => boolean;

const MIN_PART = 2;
const PAIN = '痛';
/** Characters of a short name that may stand in any order, and code units within which they must: 脉细而迟. */
const SHORT = 3;
const STRETCH = 12;

export function buildSilenceTest(text: string, { silence }: Pick<RankingRules, 'silence'>): SilenceTest {
  const whole = fold(foldScript(text));
  const says = (word: string) => whole.includes(word);
  const common = new Set(silence.common.map(fold));
  const heads = new Set(silence.heads);
  const panels = silence.panels.map((tests) => tests.map(fold));
  const examined = silence.examination.filter((word) => says(fold(word))).length >= silence.leastExamined;
  const lay = silence.lay
    .filter(({ said }) => said.some((word) => says(fold(word))))
    .flatMap(({ of }) => of.map(fold));
  const isSummedUp = (patterns: readonly string[]) => new RegExp(patterns.join('|'), 'u').test(whole);
  const ordinary = {
    sign: isSummedUp(silence.summaries.signs),
    symptom: isSummedUp(silence.summaries.symptoms),
  };
  const pictured = silence.pictures.some((word) => says(fold(word)));

  /** Returns whether two characters of the name that say something of their own stand in the text. */
  function isPartlySaid(name: string): boolean {
    // one pain is told in many words: 骨痛 of a 腰背痛, 神经痛 that burns
    if (name.endsWith(PAIN) && says(PAIN)) return true;
    if (lay.some((part) => name.includes(part))) return true;
    if (name.length === SHORT && standsTogether(whole, name)) return true;
    if (name.length === MIN_PART) return heads.has(name.slice(-1)) && says(name.slice(-1));
    for (let at = 0; at + MIN_PART <= name.length; at++) {
      const part = name.slice(at, at + MIN_PART);
      if (!common.has(part) && says(part)) return true;
    }
    return false;
  }

  const isTest = (name: string) => panels.flat().some((test) => name.includes(test));
  const isMeasured = (name: string) =>
    panels.some((tests) => tests.some((test) => name.includes(test)) && tests.some(says));

  return (type, names) => {
    if (names.some(isPartlySaid)) return false;
    if ((type === 'sign' || type === 'symptom') && ordinary[type]) return false;
    if (type === 'sign') return examined;
    if (type !== 'finding') return true;
    if (names.some(isMeasured)) return false;
    return names.some(isTest) || !pictured;
  };
}

/** Returns whether all characters of a name stand close to each other somewhere in the text. */
function standsTogether(text: string, name: string): boolean {
  const rest = [...name].slice(1);
  for (let at = text.indexOf(name[0]!); at >= 0; at = text.indexOf(name[0]!, at + 1)) {
    const around = text.slice(Math.max(0, at - STRETCH), at + STRETCH);
    if (rest.every((char) => around.includes(char))) return true;
  }
  return false;
}
