/** Detects addresses, birthplaces, workplaces and hospitals within sentences. */
import { anyOf, type Candidate, candidate, type Detector } from '../candidates.ts';
import type { DeidRules } from '../rules.ts';

const HAN_RUN = '\\p{Script=Han}';
/** Part of an address after province or city: road, quarter, house. */
const SEGMENT =
  `(?:${HAN_RUN}{1,9}?(?:自治[州县旗]|新区|开发区|街道|[市区县旗镇乡村路街巷弄苑屯]|里(?!村|小区|社区)|大道|胡同|小区|花园|新村|社区|公寓|大厦|广场|号院|家属院|宿舍|大院)` +
  `|[东西南北左右]户` +
  `|第?[a-z]?\\d{1,5}(?:-\\d{1,5}){0,3}(?:号院|号楼|[号弄栋幢座室层楼组队村户]|单元)?` +
  `|[东西南北中]?[一二三四五六七八九十]{1,3}(?:[组队村社弄巷]|单元|号楼))`;
const ORGANISATION =
  '(?:有限责任公司|有限公司|集团公司|集团|公司|工厂|[一二三四五六七八九十]厂|厂|[机车工电]务段|大学|学院|中学|小学|学校|幼儿园|银行|支行|派出所|公安局|税务局|财政局|供电局|铁路局|管理局|研究所|研究院|设计院|事务所|合作社|村委会|居委会|部队|煤矿|矿务局|超市|商场|酒店|饭店|法院|检察院)';
const HOSPITAL =
  '(?:(?:第[一二三四五六七八九十]+|人民|中心|中医|中西医结合|附属|协和|妇幼保健|儿童|肿瘤|胸科|口腔|眼科|总)*医院|医学中心|卫生院|卫生室|卫生服务中心|卫生服务站|妇幼保健院|诊所|门诊部|急救中心)(?:[东西南北]院区?|分院|总院|[本新老]院区)?';

export function placeDetector(rules: DeidRules): Detector {
  const province = `${anyOf(rules.provinces)}(?:省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)?`;
  const city = `${anyOf(rules.cities)}(?:市|地区|自治州|州|盟)?`;
  const anchor = `(?:${province}[ ]?(?:${city})?|${city})`;
  const tail = `(?:[ ]?${SEGMENT}){1,12}`;
  const anchored = new RegExp(`${anchor}${tail}`, 'gu');
  const cued = new RegExp(
    `(?:${anyOf(rules.placeCues)}|(?<=^|[\\n,。;\\s])住)[:于在 ]?(?<place>(?:[本我该](?:市|县|区|镇|村))?(?:${anchor})?(?:${SEGMENT}){1,12}|${anchor})`,
    'dgu',
  );
  const born = new RegExp(
    `(?<cue>${anyOf(rules.birthCues)})[:于在 ]?(?<place>${anchor}(?:${SEGMENT}){0,6}|(?:${HAN_RUN}{1,6}?[省市县区镇乡村]){1,4})`,
    'dgu',
  );
  const street = new RegExp(
    `${HAN_RUN}{2,6}?(?:路|街|大道|巷|胡同|弄)\\d{1,5}号(?:院)?[a-z\\d]{0,4}(?:号楼|[栋幢座室层楼]|单元)[\\da-z号楼栋幢座室层单元-]{0,16}`,
    'gu',
  );
  const work = new RegExp(
    `(?:就职于|任职于|供职于|就业于|工作于|退休于|就读于|就学于|受雇于|在|于|系|为)(?<place>[\\p{Script=Han}a-z()\\d]{1,24}?${ORGANISATION}|[市县区][一二三四五六七八九十]{1,2}中)(?=工作|上班|任职|就职|退休|从事|务工|打工|任教|教书|上学|就读|员工|职工|工人|教师|职员|学生|高[一二三]|初[一二三]|做|当|担任|[,。;、)\\n]|$)`,
    'dgu',
  );
  const company = new RegExp(`${anchor}[\\p{Script=Han}a-z()]{1,20}?${ORGANISATION}`, 'gu');
  /** Workplace in brackets after a person's description: （铁路局机务段退休）. */
  const aside = new RegExp(
    `(?<=[(,])(?<place>[\\p{Script=Han}]{2,20}?${ORGANISATION})(?=退休|职工|员工|工作)`,
    'dgu',
  );
  const limited =
    /(?<=^|[\n,。;:、(\s])[\p{Script=Han}a-z()]{2,24}?(?:股份有限公司|有限责任公司|有限公司|集团公司)/gu;
  const hospital = new RegExp(
    `(?:(?<cue>${anyOf(rules.hospitalCues)})(?<rest>[\\p{Script=Han}a-z\\d]{1,16}?)|(?<place>${anchor}[\\p{Script=Han}a-z\\d]{0,16}?|(?<=^|[\\s。,;:(、])${HAN_RUN}{2,6}?[省市县区]${HAN_RUN}{0,6}?))(?<kind>${HOSPITAL})`,
    'dgu',
  );
  const anyCue = new RegExp(anyOf(rules.hospitalCues), 'gu');
  const generic = new RegExp(`^(?:${anyOf(rules.notHospitals)})*$`, 'u');
  /** Address in a city outside every list: 在雾溪市西溪区. */
  const unlisted = new RegExp(
    `(?<=[在于自到住系是为至])${HAN_RUN}{2,3}市${HAN_RUN}{2,3}[区县](?:${SEGMENT}){0,8}`,
    'gu',
  );
  const bracketed = new RegExp(`(?<=[("“])(?<place>${HAN_RUN}{2,6}?${HOSPITAL})(?=[)"”])`, 'dgu');
  const postcode = /(?<=[号室楼栋村组路街镇乡县市区)])[\s(,]{1,3}(?:邮编)?(?<code>\d{6})(?![\d.])/dgu;

  return ({ folded }) => {
    const found: Candidate[] = [];
    for (const { index, 0: words } of folded.matchAll(anchored))
      if (isAddress(words))
        found.push(candidate(index, index + words.length, 'address', 0.8, 'place', words.length >= 5));
    for (const match of folded.matchAll(cued))
      if (!NOWHERE.test(match.groups?.place ?? '')) push(found, match, 'place', 'address', 0.85, 'cue');
    for (const match of folded.matchAll(born)) {
      const native = /^[祖原]籍/.test(match.groups?.cue ?? '');
      if (!/^(?:原籍|本[地市县省]|当地)/.test(match.groups?.place ?? ''))
        push(found, match, 'place', native ? 'native-place' : 'birthplace', 0.88, 'cue');
    }
    for (const { index, 0: words } of folded.matchAll(unlisted))
      found.push(candidate(index, index + words.length, 'address', 0.74, 'place', true));
    for (const { index, 0: words } of folded.matchAll(street))
      found.push(candidate(index, index + words.length, 'address', 0.75, 'street', true));
    for (const match of folded.matchAll(work))
      if (!/^(?:当地|外地|某|一家|家|该|本|我)/.test(match.groups?.place ?? ''))
        push(found, match, 'place', 'workplace', 0.82, 'cue');
    for (const match of folded.matchAll(aside)) push(found, match, 'place', 'workplace', 0.78, 'cue');
    for (const { index, 0: words } of folded.matchAll(company))
      found.push(candidate(index, index + words.length, 'workplace', 0.82, 'organisation', true));
    for (const { index, 0: words } of folded.matchAll(limited))
      found.push(candidate(index, index + words.length, 'workplace', 0.8, 'organisation', true));
    for (const match of folded.matchAll(hospital)) {
      const end = match.index + match[0].length;
      const { cue, rest: all, place } = match.groups ?? {};
      const skipped = [...(all ?? '').matchAll(anyCue)].at(-1);
      const skip = skipped === undefined ? 0 : skipped.index + skipped[0].length;
      const rest = all?.slice(skip);
      if (QUESTION.test(rest ?? place ?? '')) continue;
      if (cue !== undefined && (generic.test(rest ?? '') || /[我本外][院科]?$|[,。]/.test(rest ?? '')))
        continue;
      if (cue === undefined && generic.test(place ?? '') && isBareKind(match.groups?.kind ?? '')) continue;
      const start = match.index + (cue?.length ?? 0) + skip;
      found.push(candidate(start, end, 'institution', cue === undefined ? 0.84 : 0.7, 'hospital', true));
    }
    for (const match of folded.matchAll(bracketed)) {
      const place = match.groups?.place ?? '';
      if (!generic.test(place.replace(/医院$|卫生院$/u, '')))
        push(found, match, 'place', 'institution', 0.66, 'hospital');
    }
    for (const match of folded.matchAll(postcode)) push(found, match, 'code', 'postcode', 0.7, 'form');
    return found;
  };
}

/** Words of sentences about hospitals, which name none: 上海治疗痛风哪家医院. */
const QUESTION = /[哪怎谁去找]|什么|治|看|最好|请问|正规|专业|大型|建议|选择|的|得|比较|时间/u;

/** Phrases that name no place: 现居本市. */
const NOWHERE = /^(?:[本我该](?:市|县|区|镇|村)|城中村|农村)$/u;

/** 医院 alone after 北京 names no hospital. */
const isBareKind = (kind: string): boolean => kind === '医院';

/** Returns whether at least one part is smaller than a city. */
const isAddress = (words: string): boolean =>
  /[县区旗镇乡村路街巷弄苑屯号]|街道|小区|社区|大道|胡同|公寓|花园|市.+市/.test(words);

function push(
  found: Candidate[],
  match: RegExpExecArray,
  group: string,
  field: Candidate['field'],
  confidence: number,
  rule: string,
): void {
  const place = match.indices?.groups?.[group];
  if (place !== undefined && place[1] > place[0])
    found.push(candidate(place[0], place[1], field, confidence, rule, place[1] - place[0] >= 5));
}
