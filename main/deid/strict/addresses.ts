/** Detects homes and origins up to the end of the clause, and geographical names after verbs of travel. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { anyOf, type Candidate, candidate, isHan } from '../candidates.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

/** Words that look like a home but are none, such as 住院. */
const NO_HOME =
  /^(?:院|某|所在|[内外妇儿]科|进|入|过|宿|满|了|不|集体|[一二三四五六七八九十两\d]+[天日周月年]|(?:[本我外当][市县区镇村地院]|附近|农村(?![东西南北])|城[市镇里](?![东西南北])|楼房|平房|敬?老人?|家|icu|监护|重症|病房|隔离))/u;
const VALUE = '(?<place>[\\p{Script=Han}\\da-z()#-]{3,30}?)(?=[,。;、\\n\\s]|$)';
const WENT = /[在去到从赴回往自迁搬抵返调逃寄飞]$/;

export function addressDetector({ homeCues, originCues, workCues }: StrictRules): StrictDetector {
  const value = (cues: readonly string[]) =>
    new RegExp(
      `(?<![入收留暂出捏抓握按压扶拉托记发产衍])${anyOf(cues)}(?:[在于是为]|址)?[: ]?${VALUE}`,
      'dgu',
    );
  const home = value(homeCues);
  const origin = value(originCues);
  const work = value(workCues);
  return ({ folded, places }) => {
    const found: Candidate[] = [];
    const collect = (pattern: RegExp, field: DeidField): void => {
      for (const match of folded.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.place ?? [0, 0];
        if (end > start && !NO_HOME.test(folded.slice(start, end)))
          found.push(candidate(start, end, field, 0.46, 'home', end - start >= 5));
      }
    };
    collect(home, 'address');
    collect(origin, 'birthplace');
    collect(work, 'workplace');
    for (const [i, { start, end }] of places.entries())
      if (
        WENT.test(folded[start - 1] ?? '') ||
        folded[end] === '人' ||
        isHome(folded, start, end) ||
        isPart(i)
      )
        found.push(candidate(start, end, 'address', 0.3, 'map'));
    return found;

    /** County behind its city: 蚌埠怀远. */
    function isPart(i: number): boolean {
      const [before, own] = [places[i - 1], places[i]];
      return before !== undefined && before.end === own?.start && WENT.test(folded[before.start - 1] ?? '');
    }
  };
}

/** 我小邱,即墨的: where somebody is from. */
const isHome = (folded: string, start: number, end: number): boolean =>
  /^的(?:[,。;\s\d]|$)/.test(folded.slice(end, end + 2)) && /[,。;:\s我是家]/.test(folded[start - 1] ?? ' ');

const NUMBER =
  '(?:第?[a-z]?\\d{1,5}(?:-\\d{1,5}){0,3}(?:号院|号楼|单元|[号栋幢弄室组楼层村队户院座门巷社栅])|\\d{1,4}(?:-\\d{1,4}){1,3}|[一二三四五六七八九十]{1,3}(?:单元|号楼|[组队社弄巷栋幢楼村])|\\d{1,2}f(?![a-z]))';
/** Numbered part without a place name before it: 3栋, 12弄, 1702室. */
const BARE = new RegExp(
  `(?<![\\da-z])(?:\\d{1,4}(?:号楼|号院|[栋幢弄])(?:${NUMBER})*|\\d{3,4}室|\\d{1,3}-\\d{1,2}-\\d{3,4}(?![\\d-]))`,
  'gu',
);
/** Parts that only addresses have; a sequence of two or more needs one of them. */
const NAMING = /[省市县旗镇乡村]|街道|小区|社区|苑|庄|新区|开发区/u;

export /** Detects sequences that read like an address: parts of place names, with numbers or beside one another. */
function addressSequenceDetector(rules: StrictRules): StrictDetector {
  const { places, surePlaces, placeStops, notPlaces, base } = rules;
  const char = `(?:(?![${placeStops.join('')}])\\p{Script=Han})`;
  const segment = `(?:${char}{1,7}?${anyOf(places)})`;
  const numbered = new RegExp(
    `${segment}{1,6}(?:${char}{2,6})?${NUMBER}(?:[ -]?${NUMBER}){0,6}\\d{0,4}(?:楼[下上]|门口|对面|附近|顶[楼层]|地下室?|[前后]?[东西南北前后][进屋院厢楼门侧]|阁楼|门面)?`,
    'gu',
  );
  const several = new RegExp(`${segment}{2,6}`, 'gu');
  const single = new RegExp(`${char}{2,4}?(?:${anyOf(surePlaces)}|[市县])`, 'gu');
  const generic = new RegExp(`${anyOf(notPlaces)}$`, 'u');
  // Landmarks, and hamlets named after a family: 西山口加油站往南二百米, 赵家崖
  const landmark = new RegExp(
    `${char}{2,6}?(?:加油站|收费站|服务区|路口|村口|桥头|公交站|地铁站|火车站|汽车站|菜市场|筒子楼|家属楼|祠堂|寺|庙|水库|码头|立交桥?|广场|[东西南北]门)(?:[东西南北]?[口侧边外内旁]{1,2}|那个\\p{Script=Han}{2,3}|(?:往|向)[东西南北](?:约?[\\d一二三四五六七八九十百千两]{1,5}(?:米|公里))?|对面|附近|门口|旁边)*`,
    'gu',
  );
  // A shop on a street, a place within a village: 人民路“老地方”烧烤店, 槐村东头老供销社后身
  const shop = new RegExp(`${segment}{1,4}[“"][^”"\\n]{1,8}[”"](?:${char}{0,4}[店馆吧厅楼园])?`, 'gu');
  const within = new RegExp(
    `${char}{1,4}[村屯庄镇](?:[东西南北前后]头)(?:老?${char}{2,4}(?:后身|旁边?|对面|隔壁|跟前|后头|前头))?`,
    'gu',
  );
  const hamlet = new RegExp(
    `(?:[前后上下东西南北大小]\\p{Script=Han})?${anyOf(base.surnames)}家[崖坳沟湾庄营堡寨坪岭屯台铺岗洼圈峪塬畈坝滩塘冲垭桥梁畔嘴河]`,
    'gu',
  );
  return (reading) => {
    const { folded, crosses } = reading;
    const found: Candidate[] = [];
    const add = (start: number, end: number, confidence: number): void => {
      let from = start;
      while (crosses(from) && from < end) from++; // skips the end of a word outside the name
      if (end - from >= 3) found.push(candidate(from, end, 'address', confidence, 'place', end - from >= 5));
    };
    for (const { index, 0: words } of folded.matchAll(numbered)) add(index, index + words.length, 0.45);
    for (const { index, 0: words } of folded.matchAll(several))
      if (NAMING.test(words) && !crosses(index + words.length)) add(index, index + words.length, 0.4);
    for (const { index, 0: words } of folded.matchAll(single)) {
      const end = index + words.length;
      if (generic.test(words) || crosses(end) || reading.tagOf({ start: index, end }) !== undefined) continue;
      if (isHan(folded[end]) && /[区场民部医]/.test(folded[end] ?? '')) continue;
      add(index, end, 0.4);
    }
    for (const { index, 0: words } of folded.matchAll(shop)) add(index, index + words.length, 0.46);
    for (const pattern of [landmark, hamlet, within])
      for (const { index, 0: words } of folded.matchAll(pattern))
        if (!crosses(index + words.length)) add(index, index + words.length, 0.38);
    for (const { index, 0: words } of folded.matchAll(BARE)) add(index, index + words.length, 0.4);
    return found;
  };
}
