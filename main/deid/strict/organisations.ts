/** Detects companies, schools, authorities and hospitals by their endings. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { anyOf, type Candidate, candidate } from '../candidates.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

/** Authorities and hospitals by their short names, which a geographical name precedes: 吴江消防, 柯城人民. */
const AUTHORITY =
  /(?<=\p{Script=Han}{2})(?:消防|经侦|刑侦|交警|特警|武警|公安|城管|海关|边防|税务|卫健|卫监|疾控|民政|残联|妇联|红会|医保局?|人社|人民(?!政府|法院|检察|币|群众|代表|公园|[东西南北中]?路)|妇幼|中医(?!药)|肿瘤|精卫|附[属一二三四])(?=[\s,。;、:?()\d]|$|[在住看做的到来出派接报赶已要]|\p{Script=Han}{1,3}[长员])/gu;
/** Words that name a kind of organisation, not one organisation. */
const KINDS =
  /^(?:就读|上|读|某|一家|该|家|当地|外地|附近|私人|私营|国营|民营|个体|保险|商业|工伤|养老|意外|人寿|社会|大病|失业|生育|居民|职工|补充|城镇|建筑|装修|物流|快递|外贸|食品|服装|电子|化工|机械|医药|制药|器械|毕业|文化|程度|普通|重点|全日制|老年|社区|儿童|公立|私立|寄宿|国家|人民|地方|基层|各级|上级|医学|专科|技术|职业|师范|伦理|医疗|卫生|红十字|监督|行业|专业|学术|评审|专家)+$/u;

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
  // 重医附二, 省立附一
  const branch = new RegExp(
    `(?<rest>${char}{1,3}?)附[一二三四五六](?=院区?|[\\s,。;、:?()]|$|[做住看拍插检急会的来转])`,
    'gu',
  );
  // 市疾控, 县妇幼, 地区人民; 转南坪肿瘤
  const district =
    /(?<rest>[省市区县州旗盟]|地区)(?:疾控|妇幼|妇保院?|精卫|计生站?|肿瘤|儿童|胸科|急救|人民(?!政府|法院|检察|币|群众|代表)|中医|民政|公安|司法|交警|妇联|残联|医保局?|人社|信访|红会)(?=[\s,。;、:?()还报急会的做看住来派要已说]|$)/gu;
  const cued = new RegExp(
    `(?<=[转送在去到报往从经自:])(?<rest>${char}{2})(?:肿瘤|中医|疾控|妇幼|儿童|胸科|骨科|眼科|口腔|精卫|附[一二三四五六])(?=[\\s,。;、:?()]|$|[做住看拍插检手急会的]|院区)`,
    'gu',
  );
  // Firms without their kind, schools by number: 泓源水务, 二小, 附中
  const firmShort = new RegExp(
    `(?<=^|[\\n,。;:、(\\s]|[在于系为是自给去到])(?<rest>${char}{2,4}?)(?:水务|物流|建材|石化|置业|地产|重工|钢铁|煤业|纺织|印染|造船|汽修|货运|快递|餐饮|家政|精密|机电|保险|燃气|热力|港务|地铁|公交)(?=[\\s,。;、)]|$|${WORK})`,
    'gu',
  );
  const school =
    /(?<rest>附|(?<!\p{Script=Han})[一二三四五六七八九十]{1,2}|(?<=[在于读上是])[一二三四五六七八九十]{1,2}|实验)(?:[中小]|一小|二小)(?=的|读|上学|教|学生|老师|任教|[,。;、\s]|$)/gu;
  const generic = new RegExp(`^(?:${anyOf([...base.hospitalCues, ...base.notHospitals])})*$`, 'u');
  const cue = new RegExp(`^(?:${anyOf(base.hospitalCues)})+`, 'u');
  /** Troops: 73092部队61分队; the firm behind 单位 in a sentence. */
  /** Practice that heads a slip or a message: 【康泽口腔】. */
  const heading =
    /(?<=^|[\n【[])\p{Script=Han}{2,6}(?:口腔|齿科|牙科|视光|眼镜|眼科|医美|中医馆|国医堂|药房|体检|康复|月子会所|护理院)(?=[\]】(\s]|$)/gu;
  const troops = /\d{4,6}部队(?:\d{1,3}[分支中大]队)?/gu;
  const employer =
    /(?<=(?<!\p{Script=Han})(?:单位|上班的?地方|供职)(?:是|在|为)?[: ]?)\p{Script=Han}{3,12}(?=[,。;、)\n]|$)/gu;
  /** Patterns whose organisation may be named by one character. */
  const lone: ReadonlySet<RegExp> = new Set([workers, short, branch, district, school]);
  const question = /[哪怎谁]|什么|治疗|看病|最好|请问|正规|这边|就诊过?$/u;
  return ({ folded, crosses, wordBefore }) => {
    const found: Candidate[] = [];
    const collect = (pattern: RegExp, field: DeidField, isKind: (rest: string) => boolean): void => {
      for (const { index, 0: words, groups } of folded.matchAll(pattern)) {
        const end = index + words.length;
        let start = index + (cue.exec(words)?.[0].length ?? 0);
        while (crosses(start) && start < end) start++;
        const rest = groups?.rest?.slice(start - index) ?? '';
        if (question.test(rest)) continue;
        if (rest.length < (lone.has(pattern) ? 1 : 2) || isKind(rest)) continue;
        // 十四中|退休: the dictionary knows 中退.
        if (crosses(end) && pattern !== workers) continue;
        found.push(candidate(start, end, field, 0.4, 'organisation', end - start >= 5));
      }
    };
    for (const { index, 0: kind } of folded.matchAll(AUTHORITY)) {
      const place = wordBefore(index);
      if (place === undefined || place.end - place.start < 2 || !/^n[rsz]/.test(place.tag)) continue;
      if (!crosses(index + kind.length))
        found.push(candidate(place.start, index + kind.length, 'institution', 0.42, 'organisation', true));
    }
    for (const pattern of [troops, employer])
      for (const { index, 0: words } of folded.matchAll(pattern))
        if (!KINDS.test(words))
          found.push(candidate(index, index + words.length, 'workplace', 0.41, 'organisation', true));
    for (const { index, 0: words } of folded.matchAll(heading))
      if (!/^(?:本?院|门诊|住院|妇产|医院)/.test(words))
        found.push(candidate(index, index + words.length, 'institution', 0.92, 'organisation', true));
    collect(firm, 'workplace', (rest) => KINDS.test(rest));
    collect(firmShort, 'workplace', (rest) => KINDS.test(rest));
    collect(school, 'workplace', () => false);
    collect(district, 'institution', () => false);
    collect(cued, 'institution', (rest) => generic.test(rest) || KINDS.test(rest));
    collect(workers, 'workplace', (rest) => KINDS.test(rest));
    for (const pattern of [short, branch]) collect(pattern, 'institution', () => false);
    collect(hospital, 'institution', (rest) => generic.test(rest) || KINDS.test(rest));
    return found;
  };
}
