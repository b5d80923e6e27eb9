/** Detects companies, schools, authorities and hospitals by their endings. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { anyOf, type Candidate, candidate } from '../candidates.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

/** Words that name a kind of organisation, not one organisation. */
const KINDS =
  /^(?:就读|上|读|某|一家|该|家|当地|外地|附近|私人|私营|国营|民营|个体|保险|建筑|装修|物流|快递|外贸|食品|服装|电子|化工|机械|医药|制药|器械|毕业|文化|程度|普通|重点|全日制|老年|社区|儿童|公立|私立|寄宿|国家|人民|地方|基层|各级|上级|医学|专科|技术|职业|师范|伦理|医疗|卫生|红十字|监督|行业|专业|学术|评审|专家)+$/u;

const WORK =
  '(?:工作|上班|打工|务工|任职|任教|教书|退休|职工|工人|员工|教师|学生|司机|保安|会计|干部|读书|就读|食堂|宿舍)';

export function organisationDetector(rules: StrictRules): StrictDetector {
  const { organisations, hospitals, placeStops, base } = rules;
  const char = `(?:(?![${placeStops.join('')}])\\p{Script=Han})`;
  const firm = new RegExp(`(?<rest>${char}{2,12}?)${anyOf(organisations)}`, 'gu');
  const hospital = new RegExp(`(?<rest>${char}{2,14}?)${anyOf(hospitals)}`, 'gu');
  // Short endings before an occupation: 县供电所工作, 青禾二中教师.
  const workers = new RegExp(
    `(?<rest>${char}{1,8}?)(?:[所局厂校队站店馆矿院社处]|(?<=\\p{Script=Han})[一二三四五六七八九十]{1,2}[中小])(?=${WORK})`,
    'gu',
  );
  // Abbreviated hospitals: 市一院, 北医三院.
  const short = new RegExp(
    `(?<rest>${char}{1,3}?)第?[一二三四五六七八九十]{1,2}院(?!\\p{Script=Han}{0,1}[子区])`,
    'gu',
  );
  const generic = new RegExp(`^(?:${anyOf([...base.hospitalCues, ...base.notHospitals])})*$`, 'u');
  const cue = new RegExp(`^(?:${anyOf(base.hospitalCues)})+`, 'u');
  return ({ folded, crosses }) => {
    const found: Candidate[] = [];
    const collect = (pattern: RegExp, field: DeidField, isKind: (rest: string) => boolean): void => {
      for (const { index, 0: words, groups } of folded.matchAll(pattern)) {
        const end = index + words.length;
        let start = index + (cue.exec(words)?.[0].length ?? 0);
        while (crosses(start) && start < end) start++;
        const rest = groups?.rest?.slice(start - index) ?? '';
        if (rest.length < (pattern === workers || pattern === short ? 1 : 2) || crosses(end) || isKind(rest))
          continue;
        found.push(candidate(start, end, field, 0.4, 'organisation', end - start >= 5));
      }
    };
    collect(firm, 'workplace', (rest) => KINDS.test(rest));
    collect(workers, 'workplace', (rest) => KINDS.test(rest));
    collect(short, 'institution', () => false);
    collect(hospital, 'institution', (rest) => generic.test(rest) || KINDS.test(rest));
    return found;
  };
}
