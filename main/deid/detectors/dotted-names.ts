/** Detects names with a dot between their parts, as several peoples of China and foreigners write them: 阿米娜·热合曼. */
import { anyOf, type Candidate, candidate, type Detector } from '../candidates.ts';
import type { DeidRules } from '../rules.ts';

const DOTTED =
  /(?<first>\p{Script=Han}{2,10})[·•‧・](?<rest>\p{Script=Han}{2,8}(?:[·•‧・]\p{Script=Han}{2,8})?)/dgu;
/** Longest part of a name, in characters. */
const MAX_PART = 6;

export function dottedNameDetector(rules: DeidRules): Detector {
  const relative = new RegExp(`^.*${anyOf(rules.relations)}`, 'u');
  const cue = new RegExp(
    `^.*(?:${anyOf([...rules.relations, ...rules.subjects, ...rules.titles])}|[由系为名叫床])`,
    'u',
  );
  const after = new RegExp(`${anyOf([...rules.afterNames, ...rules.afterPatients])}.*$`, 'u');
  return ({ folded, isTerm }) => {
    const found: Candidate[] = [];
    for (const { indices, groups } of folded.matchAll(DOTTED)) {
      const { first = '', rest = '' } = groups ?? {};
      const [from] = indices?.groups?.first ?? [0];
      const [restAt] = indices?.groups?.rest ?? [0];
      const lead = cue.exec(first)?.[0].length ?? 0;
      if (first.length - lead < 2 || first.length - lead > MAX_PART) continue;
      const tail = after.exec(rest.slice(2))?.[0].length ?? 0;
      const [start, end] = [from + lead, restAt + rest.length - tail];
      if (isTerm(folded.slice(start, end)) || isTerm(folded.slice(start, start + first.length - lead)))
        continue;
      found.push(candidate(start, end, relative.test(first) ? 'contact' : 'name', 0.84, 'dotted', true));
    }
    return found;
  };
}
