/** Derives negation, time and subject from attributes, so that no negated finding is exported as a diagnosis. */
import type { Attributes } from '../../../../shared/domain/annotation.ts';
import { Assertion } from '../../../../shared/domain/mention.ts';

/** Names of flags and values of choices; the first match wins, as everywhere in Meridian. */
const WORDS: readonly (readonly [Assertion, readonly string[]])[] = [
  [
    'negated',
    ['negated', 'negation', 'negative', 'absent', 'refuted', '否定', '阴性', '无', '否认', '不存在'],
  ],
  ['family', ['family', 'familyhistory', '家族', '家族史', '家属', '亲属']],
  ['hypothetical', ['hypothetical', 'conditional', '假设', '假定', '条件']],
  [
    'uncertain',
    ['uncertain', 'uncertainty', 'possible', 'suspected', 'unsure', '不确定', '疑似', '可能', '待排', '待查'],
  ],
  ['historical', ['historical', 'history', 'past', '既往', '既往史', '历史']],
  ['present', Assertion.options],
];
const NO = new Set(['', 'false', 'no', '0', '否', 'none']);

export function assertionOf(attributes: Attributes): Assertion {
  const said = new Set(
    Object.entries(attributes).flatMap(([name, value]) => meant(plain(name), plain(value))),
  );
  return WORDS.find(([assertion]) => said.has(assertion))?.[0] ?? 'present';
}

/** Matches a name without a denying value, or a value. */
function meant(name: string, value: string): Assertion[] {
  const flag = WORDS.find(([assertion, words]) => assertion !== 'present' && words.includes(name))?.[0];
  if (flag !== undefined) return NO.has(value) ? [] : [flag];
  return WORDS.filter(([, words]) => words.includes(value)).map(([assertion]) => assertion);
}

const plain = (word: string): string => word.toLowerCase().replace(/[\s_-]+/g, '');
