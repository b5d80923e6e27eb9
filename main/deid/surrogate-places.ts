/** Makes fictional places, workplaces and hospitals with the parts of the real ones. */
import type { DeidRules } from './rules.ts';
import type { Choices } from './seeded-choices.ts';

const PARTS =
  /(?<name>\p{Script=Han}{1,9}?)(?<kind>特别行政区|(?:壮族|回族|维吾尔)?自治区|自治[州县旗]|开发区|新区|街道|大道|胡同|小区|花园|新村|社区|公寓|大厦|广场|号院|[省市区县旗镇乡村路街巷弄里庄屯苑])|(?<code>[a-zA-Z\d０-９]+(?:-\d+)*)|(?<count>第?[一二三四五六七八九十]+(?=[组队社单号期]))|(?<rest>\p{Script=Han}+?(?=$|[^\p{Script=Han}]))/gu;
/** Parts between names and numbers that identify nothing: 号, 栋, 单元. */
const PLAIN = /^(?:号院|号楼|号|栋|幢|座|室|层|楼|单元|组|队|村|户|本市|本县|我市|之|附|院|期|弄)+$/;

export function similarPlace(words: string, rules: DeidRules, choices: Choices, salt: string): string {
  const { surrogates } = rules;
  return words.replace(PARTS, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>; // safe: the pattern has named groups
    const key = [words, salt, whole];
    if (groups.code !== undefined)
      return Array.from(whole, (char, i) =>
        /\d/.test(char)
          ? String(
              i === 0
                ? 1 + choices.number(9, 'place', ...key, String(i))
                : choices.number(10, 'place', ...key, String(i)),
            )
          : char,
      ).join('');
    if (groups.count !== undefined)
      return choices.pick(['一', '二', '三', '四', '五', '六'], 'place', ...key);
    if (groups.rest !== undefined)
      return PLAIN.test(whole) ? whole : choices.pick(surrogates.cities, 'place', ...key);
    const { name = '', kind = '' } = groups;
    if (/^[本我该]$/.test(name)) return whole;
    // Keeps 号 and similar parts before the next name: 88号和悦小区.
    const lead = /^(?:号院|号楼|[号栋幢座室层楼组队户]|单元)+/.exec(name)?.[0] ?? '';
    return lead + choices.pick(namesFor(kind, surrogates), 'place', ...key) + kind;
  });
}

function namesFor(kind: string, surrogates: DeidRules['surrogates']): readonly string[] {
  if (/[省]|自治区|特别/.test(kind)) return surrogates.provinces;
  if (/[市州]/.test(kind)) return surrogates.cities;
  if (/[区县旗]$/.test(kind)) return surrogates.districts;
  if (/[路街巷弄]|大道|胡同/.test(kind) && kind !== '街道') return surrogates.roads;
  return surrogates.towns;
}

/** Generic names of organisations without a name of their own. */
const ORGANISATION =
  /(?:股份有限公司|有限责任公司|有限公司|集团公司|集团|公司|工厂|(?:第[一二三四五六七八九十]+)?(?:机械|纺织|化工|电子|服装|食品|制药|印刷|水泥|钢铁|农机|家具|玩具|造纸|制衣|电器|机床|橡胶|塑料)?厂|大学|学院|中学|小学|学校|幼儿园|银行|支行|(?:公安|税务|财政|教育|卫生|供电|邮政|铁路|水利|林业|农业|交通|民政)?局|研究所|研究院|设计院|事务所|合作社|委员会|村委会|居委会|煤矿|超市|商场|酒店|法院|检察院)$/u;
const HOSPITAL =
  /(?:第[一二三四五六七八九十]+人民医院|人民医院|中医医?院|中心医院|儿童医院|肿瘤医院|妇幼保健院|医学中心|卫生院|卫生室|社区卫生服务中心|卫生服务站|诊所|门诊部|急救中心|医院)(?:[东西南北新老本]院区|分院)?$/u;

export function similarOrganisation(words: string, rules: DeidRules, choices: Choices, salt: string): string {
  const { cities, organisations } = rules.surrogates;
  const hospital = HOSPITAL.exec(words)?.[0];
  const city = choices.pick(cities, 'organisation', words, salt, 'city');
  if (hospital !== undefined) return `${city}市${hospital}`;
  const name = choices.pick(organisations, 'organisation', words, salt, 'name');
  return `${city}${name}${ORGANISATION.exec(words)?.[0] ?? '公司'}`;
}
