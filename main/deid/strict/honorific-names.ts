/** Detects surnames with forms of address: 冼医生, 老谈, 王某, 孙姐. The surname alone identifies the person. */
import { anyOf, type Candidate, candidate, isHan } from '../candidates.ts';
import type { NameShapes } from './name-shapes.ts';
import { isPerson, type StrictDetector, type StrictRules } from './reading.ts';

const FAMILIAR =
  /(?<=(?<!\p{Script=Han})[老小阿]|[系由请嘱为叫床和与及的我是喊找让给跟对][老小]|(?:人|师|属|员|者|机|邻居|护工)[老小])\p{Script=Han}/gu;
/** Surname behind 老 or 小 and a word: 保洁老耿, 影像科小郗. */
const WITHIN = /(?<=\p{Script=Han}[老小])\p{Script=Han}/gu;
/** Word of an occupation or rank, whichever it is, behind a surname: 曲排长, 邢警员. */
const POST = /(?<=\p{Script=Han})(?=\p{Script=Han}{1,3}[长员官匠])/gu;
/** Surname with a role in brackets: 沈（女儿）. */
const GLOSSED = /(?<!\p{Script=Han})\p{Script=Han}{1,2}(?=\(\p{Script=Han}{1,6}[),])/gu;
/** Surname alone: 免贵姓谈; 张/李 and （卓） as signatures. */
const ALONE = /(?<=姓)\p{Script=Han}(?![名氏别])|(?<=[/(—-])\p{Script=Han}(?=[/)]|\s*(?:$|\n))/gmu;
/** Surname that signs: 记录肖; surnames of a list: 出席:霍、单、尔玛. */
const SIGNED =
  /(?<=(?:记录|签名|签字|签|报告|审核|复核|核对|值班|护士|医师|医生|交班|接班|执行|经办|登记|操作|录入|采血|发药)[: ]{0,2})\p{Script=Han}(?=\s|$|[/,;。、)\d])/gmu;
const LISTED =
  /(?:团队|签约|出席|参加|参会|列席|在场|到场|主持|值班|成员|人员|讨论|发言|陪同|查房)[者人]?[: ]{1,2}(?<list>\p{Script=Han}{1,4}(?:[、/]\p{Script=Han}{1,4})+)/dgu;
/** Child's given name before a parent: 小宝妈妈. */
const CHILD = /(?<!\p{Script=Han})\p{Script=Han}{2}(?=[妈爸]{1,2}|奶奶|爷爷|外婆|外公|家长)/gu;
const FOREIGN =
  /(?<![a-z])(?:dr|prof|mr|mrs|ms|pi|sub-i|crc|cra|rn|np|pt|ot|slp|pm)(?:\.\s?|\s)(?<name>\p{Script=Han}{1,3}(?!\p{Script=Han})|[a-z][a-z'-]+(?: [a-z][a-z'-]+){0,2})/dgu;
/** Nickname behind its word: 小名豆豆, 化名“小雨”. */
const NICKNAME =
  /(?:小名|乳名|奶名|昵称|化名|外号|绰号|别名|又名|曾用名|网名)(?:叫做?|为|是|作)?[ :]{0,2}[“"'「『]?(?<name>\p{Script=Han}{1,4})(?=[^\p{Script=Han}]|$)/dgu;
/** Quoted name of a user, initials: 下一位,“青岛大姨妈”; 首字母 lxq. */
const QUOTED =
  /(?:下一位|备注|用户|粉丝|网友|连麦)[,:\s]{0,2}[“"「『](?<name>[^”"」』\n]{2,12})[”"」』]|(?:首字母|缩写|简写|initials)[\s:]{0,2}(?<initials>[a-z]{2,4})(?![a-z])/dgu;
/** Crew by roles of one character: 医游弋、护蒲葵; remark that ends with its signer: …整改。柴”. */
const CREW = /(?<=[:、,;\s(])(?:医|护|驾|麻|器|巡|台)[ ]?(?<name>\p{Script=Han}{1,3})(?=[、,;。)\s]|$)/dgu;
const CLOSING = /(?<=[。;!?])\s?(?<name>\p{Script=Han})(?=[”"』)]\s*(?:\n|$))/dgu;
/** Mention in a chat: @马建国. */
const MENTION = /@(?<name>\p{Script=Han}{2,4}(?!\p{Script=Han})|[a-z][a-z'-]+(?: [a-z][a-z'.-]*){0,2})/dgu;
/** Latin name before sex, age or a title: kim ji-eun 女 23. */
const LATIN =
  /(?<![a-z\d])(?<name>[a-z][a-z'-]+(?: [a-z][a-z'.-]*){1,3})(?=[ \t,]{1,3}(?:男|女|\d{1,3}岁)|[ ]?(?:主任|医生|医师|大夫|教授|护士|老师|先生|女士|太太|小姐|同志))/dgu;
/** Rank among brothers behind a surname: 尹老三. */
const RANKED = /(?<=\p{Script=Han})老[大二三四五六七八幺]/gu;
/** Doubled character that no dictionary knows: 温温. */
const DOUBLED =
  /(?!宝宝|谢谢|拉拉|拜拜|天天|年年|人人|[妈爸哥姐弟妹爷奶婆公叔伯姑舅姨太])(?<character>\p{Script=Han})\k<character>/gu;
const HIDDEN = /某{1,3}|[*×○〇□]{1,3}(?!\d)/gu;

export function honorificNameDetector(
  { titles, weakTitles, kin, roleWords, base }: StrictRules,
  shapes: NameShapes,
): StrictDetector {
  const weak = new Set(weakTitles);
  const title = new RegExp(anyOf(titles), 'gu');
  const person = new RegExp(`^(?:患者)?之?${anyOf([...kin, ...roleWords, ...titles])}`, 'u');
  /** 检查者 吴, 取材:左丘 */
  const afterRole = new RegExp(
    `${anyOf([...roleWords, ...(base.labels.doctor ?? [])].filter((word) => word.length > 1))}[者人员]?[: ]{1,3}(?<name>\\p{Script=Han}{1,2})(?=\\s|$|[/,;。、)])|(?:老师|班主任|校医|民警|护工|保姆|医生|护士)(?<caller>\\p{Script=Han})(?=反映|来电|告知|转述|陪同|接走|说|称)`,
    'dgu',
  );
  /** 妈妈辛) */
  const afterKin = new RegExp(
    `${anyOf(kin.filter((word) => word.length > 1))}(?<name>\\p{Script=Han})(?=[),;]|$)`,
    'dgu',
  );
  const cue = new Set([...base.beforeTitled, ...'、和与及报喊等']);
  return (reading) => {
    const { folded } = reading;
    const found: Candidate[] = [];
    for (const { index, 0: words } of folded.matchAll(title)) {
      if (words.startsWith('某')) continue;
      const start = surnameBefore(index);
      const before = folded[start - 1];
      const compound = shapes.surnameAt(folded, start)?.length === 2 && index - start === 2;
      if (start === index || (!compound && (reading.crosses(start) || reading.crosses(index)))) continue;
      const free = !isHan(before) || cue.has(before ?? '');
      const kind = shapes.surnameAt(folded, start)?.kind;
      // 傅姐 before a verb: no word crosses, and the surname is nothing else.
      const apart =
        kind === 'sure' && /^[姐哥婶嫂奶爷伯叔姨]/u.test(words) && !reading.crosses(index + words.length);
      if (weak.has(words) && !(free && (apart || !isHan(folded[index + words.length])))) continue;
      if (kind === 'common' || (kind === 'weak' && !free)) continue;
      found.push(candidate(start, index, 'doctor', 0.45, 'called', index - start > 1));
    }
    for (const { index } of folded.matchAll(HIDDEN)) {
      const start = surnameBefore(index);
      const end = hiddenEnd(index);
      // 于某某医院 hides a hospital, not a person.
      if (LONG_MASK.test(folded.slice(end - 1, end + 1))) continue;
      if (folded[start] === '于' && HIDDEN_PLACE.test(folded.slice(end, end + 8))) continue;
      if (start < index && !reading.crosses(start) && shapes.surnameAt(folded, start)?.kind !== 'common')
        found.push(candidate(start, end, 'name', 0.45, 'called'));
    }
    for (const { index } of folded.matchAll(FAMILIAR)) {
      const kind = shapes.surnameAt(folded, index)?.kind;
      const free = !isHan(folded[index + 1]);
      if (reading.crosses(index) || reading.crosses(index + 1)) continue;
      const known = folded[index - 1] === '阿' || (free && !isHan(folded[index - 2]));
      if (kind === 'sure' || (free && (kind === 'weak' || known)))
        found.push(candidate(known && free ? index - 1 : index, index + 1, 'name', 0.4, 'called'));
    }
    for (const { index } of folded.matchAll(WITHIN)) {
      const before = reading.wordBefore(index - 1);
      const sure = shapes.surnameAt(folded, index)?.kind === 'sure';
      if (!sure || before === undefined || [index - 1, index, index + 1].some(reading.crosses)) continue;
      if (before.end - before.start > 1 || before.tag.startsWith('n'))
        found.push(candidate(index - 1, index + 1, 'name', 0.4, 'called'));
    }
    for (const { index } of folded.matchAll(POST)) {
      const word = reading.wordAt(index);
      const start = surnameBefore(index);
      if (start === index || word === undefined || !/[长员官匠]$/u.test(folded.slice(index, word.end)))
        continue;
      const kind = shapes.surnameAt(folded, start)?.kind;
      const ahead = reading.wordBefore(start);
      const free =
        !isHan(folded[start - 1]) ||
        cue.has(folded[start - 1] ?? '') ||
        (ahead?.tag.startsWith('n') === true && ahead.end - ahead.start > 1);
      if (!reading.crosses(start) && free && (kind === 'sure' || kind === 'weak'))
        found.push(candidate(start, index, 'doctor', 0.42, 'called', index - start > 1));
    }
    for (const { index } of folded.matchAll(RANKED)) {
      const start = surnameBefore(index);
      if (start < index && !reading.crosses(start) && shapes.surnameAt(folded, start)?.kind !== 'common')
        found.push(candidate(start, index + 2, 'name', 0.45, 'called', true));
    }
    for (const { index } of folded.matchAll(DOUBLED)) {
      const place = { start: index, end: index + 2 };
      const apart = !isHan(folded[index - 1]) || cue.has(folded[index - 1] ?? '');
      const tag = reading.tagOf(place);
      if (apart && (tag === undefined || isPerson(tag)) && shapes.isPlain(reading, place))
        found.push(candidate(index, index + 2, 'name', 0.38, 'called'));
    }
    for (const { index, 0: words } of folded.matchAll(GLOSSED)) {
      const remark = folded.slice(index + words.length + 1, index + words.length + 7);
      if (shapes.surnameAt(folded, index)?.length === words.length && person.test(remark))
        found.push(candidate(index, index + words.length, 'contact', 0.45, 'called'));
    }
    for (const { index } of folded.matchAll(ALONE))
      if (
        shapes.surnameAt(folded, index)?.kind === 'sure' ||
        (/[我他她名贵叫人]姓$/.test(folded.slice(Math.max(0, index - 2), index)) &&
          shapes.surnameAt(folded, index) !== undefined)
      )
        found.push(candidate(index, index + 1, 'name', 0.4, 'called'));
    for (const { index } of folded.matchAll(SIGNED))
      if (shapes.surnameAt(folded, index)?.kind === 'sure')
        found.push(candidate(index, index + 1, 'doctor', 0.42, 'called'));
    for (const [pattern, field] of [
      [afterRole, 'doctor'],
      [afterKin, 'contact'],
    ] as const)
      for (const match of folded.matchAll(pattern)) {
        const { name, caller } = match.indices?.groups ?? {};
        const [start, end] = name ?? caller ?? [0, 0];
        const surname = shapes.surnameAt(folded, start);
        const fits = surname?.length === end - start && surname.kind !== 'common';
        if (fits && (field === 'doctor' || surname.kind === 'sure'))
          found.push(candidate(start, end, field, 0.42, 'called'));
      }
    for (const match of folded.matchAll(LISTED)) {
      let [at] = match.indices?.groups?.list ?? [0];
      for (const item of (match.groups?.list ?? '').split(/[、/]/)) {
        const kind = shapes.surnameAt(folded, at)?.kind;
        if (item.length === 1 && (kind === 'sure' || kind === 'weak'))
          found.push(candidate(at, at + 1, 'doctor', 0.42, 'called'));
        at += item.length + 1;
      }
    }
    for (const { index } of folded.matchAll(CHILD))
      if (shapes.isPlain(reading, { start: index, end: index + 2 }))
        found.push(candidate(index, index + 2, 'name', 0.4, 'called', true));
    for (const [pattern, closed] of [
      [CREW, false],
      [CLOSING, true],
    ] as const)
      for (const match of folded.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.name ?? [0, 0];
        const kind = shapes.surnameAt(folded, start)?.kind;
        const whole = shapes.at(reading, start, true).some((shape) => shape.end === end);
        if (whole || (end - start === 1 && (kind === 'sure' || (closed && kind === 'weak'))))
          found.push(candidate(start, end, 'doctor', 0.44, 'called', end - start > 1));
      }
    for (const match of folded.matchAll(QUOTED)) {
      const { name, initials } = match.indices?.groups ?? {};
      const [start, end] = name ?? initials ?? [0, 0];
      if (end > start) found.push(candidate(start, end, 'name', 0.45, 'called', end - start > 2));
    }
    for (const [pattern, field] of [
      [FOREIGN, 'doctor'],
      [NICKNAME, 'name'],
      [MENTION, 'doctor'],
      [LATIN, 'name'],
    ] as const)
      for (const match of folded.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.name ?? [0, 0];
        if (end > start && !/^(?:dr|prof|mrs?|ms)$/.test(folded.slice(start, end)))
          found.push(candidate(start, end, field, 0.45, 'called', end - start > 1));
      }
    return found;

    /** Returns the start of the name that ends at an offset, preferring a full name to a surname. */
    function surnameBefore(end: number): number {
      for (let start = Math.max(0, end - 4); start <= end - 2; start++)
        if (shapes.at(reading, start, true).some((shape) => shape.end === end && shape.kind === 'sure'))
          return start;
      for (const length of [2, 1])
        if (end >= length && shapes.surnameAt(folded, end - length)?.length === length) return end - length;
      return end;
    }

    function hiddenEnd(at: number): number {
      HIDDEN_AT.lastIndex = at;
      return at + (HIDDEN_AT.exec(folded)?.[0].length ?? 1);
    }
  };
}

/** A name has at most three more characters: a longer row of signs hides a place or a number. */
const LONG_MASK = /^[*×○〇□]{2}$/u;
const HIDDEN_PLACE = /^[某*×]*(?:附属|人民|中心|第?[一二三四]?院|[医卫诊科]|行|市|省|县)/u;
const HIDDEN_AT = /某{1,3}|[*×○〇□]{1,3}/uy;
