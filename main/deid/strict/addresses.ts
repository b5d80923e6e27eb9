/** Detects homes and origins up to the end of the clause, and geographical names after verbs of travel. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { type Candidate, candidate } from '../candidates.ts';
import { anyOf } from '../patterns.ts';
import type { StrictDetector } from './reading.ts';
import type { StrictRules } from './rules.ts';

/** Words that look like a home but are none, such as 住院. */
const NO_HOME =
  /^(?:院|某|所在|[内外妇儿]科|进|入|过|宿|满|了|不|集体|[一二三四五六七八九十两\d]+[天日周月年]|(?:[本我外当][市县区镇村地院]|附近|农村|城[市镇里]|楼房|平房|敬?老人?|家|icu|监护|重症|病房|隔离))/u;
const VALUE = '(?<place>[\\p{Script=Han}\\da-z()#-]{3,30}?)(?=[,。;、\\n\\s]|$)';
const WENT = /[在去到从赴回往自]$/;

export function addressDetector({ homeCues, originCues }: StrictRules): StrictDetector {
  const value = (cues: readonly string[]) =>
    new RegExp(
      `(?<![入收留暂出捏抓握按压扶拉托记发产衍])${anyOf(cues)}(?:[在于是为]|址)?[: ]?${VALUE}`,
      'dgu',
    );
  const home = value(homeCues);
  const origin = value(originCues);
  return ({ folded, places }) => {
    const found: Candidate[] = [];
    const collect = (pattern: RegExp, field: DeidField): void => {
      for (const match of folded.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.place ?? [0, 0];
        if (end > start && !NO_HOME.test(folded.slice(start, end)))
          found.push(candidate(start, end, field, 0.3, 'home', end - start >= 5));
      }
    };
    collect(home, 'address');
    collect(origin, 'birthplace');
    for (const { start, end } of places)
      if (WENT.test(folded[start - 1] ?? '') || folded[end] === '人')
        found.push(candidate(start, end, 'address', 0.3, 'map'));
    return found;
  };
}
