/** Persons of a synthetic record and the ways a record names them. */
import type { DeidField } from '../../../../shared/domain/deid.ts';
import { initials, southernName } from './brands.ts';
import type { Draw, Vocabulary } from './draw.ts';
import type { Piece } from './template.ts';

type Sex = 'male' | 'female';

export interface Person {
  readonly field: DeidField;
  readonly sex: Sex;
  /** Empty for names without one: 次仁卓玛. */
  readonly surname: string;
  readonly given: string;
  readonly full: string;
  readonly nickname: string;
  readonly relation: string;
}

/** Kinds of names with their weights. */
const KINDS = [
  ['common', 34],
  ['rare', 19],
  ['compound', 6],
  ['word', 10],
  ['uyghur', 4],
  ['tibetan', 6],
  ['mongolian', 5],
  ['southern', 5],
  ['korean', 2],
  ['japanese', 2],
  ['foreign', 4],
  ['latin', 3],
] as const;
type Kind = (typeof KINDS)[number][0];

function kindOf(draw: Draw): Kind {
  let left = draw.between(1, 100);
  for (const [kind, weight] of KINDS) {
    left -= weight;
    if (left <= 0) return kind;
  }
  return 'common';
}

/** Returns a given name: one of a list, or one to two characters that names use. */
function givenName(draw: Draw, words: Vocabulary, sex: Sex): string {
  if (draw.chance(0.25)) return draw.pick(words(sex));
  // Every third one of characters as the dictionary's persons bear them, whose lists are longer than ours.
  const anybody = draw.chance(0.35);
  const character = () =>
    anybody
      ? (Array.from(draw.pick(words('persons')))[draw.between(1, 2)] ?? '')
      : draw.pick(words(draw.chance(0.4) ? 'givenAny' : sex === 'male' ? 'givenMale' : 'givenFemale'));
  const first = character();
  if (draw.chance(0.25)) return first;
  return first + (draw.chance(0.06) ? first : character());
}

const DOTS = ['·', '·', '·', '·', '·', '•', '.', '・', '-', ' '];

/** Returns a name without a Chinese surname. */
function wholeName(draw: Draw, words: Vocabulary, kind: Kind): string | undefined {
  const one = (list: string): string => draw.pick(words(list));
  const sounds = () => Array.from({ length: draw.between(2, 4) }, () => one('sounds')).join('');
  /** Puts a name together from characters that a people's names are written with. */
  const written = (list: string, from: number, to: number): string =>
    Array.from({ length: draw.between(from, to) }, () => draw.pick([...one(list)])).join('');
  switch (kind) {
    case 'uyghur':
      if (draw.chance(0.3))
        return (
          written('uyghurGiven', 3, 5) +
          (draw.chance(0.5) ? draw.pick(DOTS) + written('uyghurFather', 3, 4) : '')
        );
      return one('uyghurGiven') + (draw.chance(0.7) ? draw.pick(DOTS) + one('uyghurFather') : '');
    case 'tibetan':
      return draw.chance(0.4)
        ? written('tibetan', 2, 4)
        : one('tibetan') + (draw.chance(0.2) ? '' : one('tibetan'));
    case 'mongolian':
      if (draw.chance(0.3)) return written('mongolian', 2, 5);
      return draw.chance(0.3) ? one('minority') : one('mongolian');
    case 'southern':
      return draw.chance(0.4) ? written('yi', 3, 5) : one('yi');
    case 'korean':
      return one('koreanSurnames') + one('koreanGiven');
    case 'japanese':
      return one('japaneseSurnames') + one('japaneseGiven');
    case 'foreign':
      return draw.chance(0.3)
        ? one('foreign')
        : sounds() + (draw.chance(0.8) ? draw.pick(DOTS) + sounds() : '');
    case 'latin':
      return draw.chance(0.2) ? one('latin') : `${one('latinGiven')} ${one('latinSurnames')}`;
    default:
      return undefined;
  }
}

export function drawPerson(draw: Draw, words: Vocabulary, field: DeidField, family?: Person): Person {
  const sex: Sex = draw.chance(0.5) ? 'male' : 'female';
  const nickname = nicknameOf(draw, words);
  const relation = draw.pick(words('kin'));
  const person = (surname: string, given: string, full = surname + given): Person => ({
    field,
    sex,
    surname,
    given,
    full,
    nickname,
    relation,
  });
  if (family !== undefined && family.surname !== '' && draw.chance(0.5))
    return person(family.surname, givenName(draw, words, sex));
  const kind = kindOf(draw);
  const whole = wholeName(draw, words, kind);
  if (whole !== undefined) return person('', whole.split(/[·•・.]/)[0] ?? whole, whole);
  if (kind === 'word') {
    const name = draw.chance(0.5) ? draw.pick(words('wordNames')) : wordName(draw, words);
    return person(name.slice(0, 1), name.slice(1));
  }
  const surnames = kind === 'rare' ? 'rareSurnames' : kind === 'compound' ? 'compoundSurnames' : 'surnames';
  return person(draw.pick(words(surnames)), givenName(draw, words, sex));
}

/** Returns an ordinary word that begins with a surname: 计划, 任务. */
function wordName(draw: Draw, words: Vocabulary): string {
  const surnames = new Set([...words('surnames'), ...words('rareSurnames')]);
  for (let tries = 0; tries < 200; tries++) {
    const word = draw.pick(words('ordinary'));
    if (/^\p{Script=Han}{2,3}$/u.test(word) && surnames.has(word.slice(0, 1))) return word;
  }
  return draw.pick(words('wordNames'));
}

function nicknameOf(draw: Draw, words: Vocabulary): string {
  if (draw.chance(0.3)) return draw.pick(words('nicknames'));
  const character = draw.pick(words('nickChars'));
  return draw.pick([
    character + character,
    `小${character}`,
    `${character}${draw.pick(['宝', '仔', '儿', '妹', '娃', '哥', '姐'])}`,
    `${draw.pick(['大', '阿', '二', '三', '老', '幺'])}${character}`,
    `小${character}${character}`,
  ]);
}

/** Returns one way of naming a person. The identifying part alone bears the field. */
export function nameForm(draw: Draw, words: Vocabulary, person: Person, form: string | undefined): Piece[] {
  const { field, surname, given, full, nickname } = person;
  const named = (text: string): Piece => ({ text, field });
  const short = surname === '' ? given : surname;
  switch (form) {
    case undefined:
      if (field !== 'doctor' && draw.chance(0.02)) return nameForm(draw, words, person, 'folk');
      return [named(draw.chance(0.08) && /^\p{Script=Han}{2}$/u.test(full) ? spaced(draw, full) : full)];
    case 's':
      return [named(short)];
    case 'g':
      return [named(given.length > 1 ? given : full)];
    case 'm':
      return [
        named(
          surname === ''
            ? full
            : surname + draw.pick(['某', '某某', '某', '××', '**', 'XX', 'x', '○○', '＊']),
        ),
      ];
    case 'n':
      return [named(nickname)];
    case 'child':
      return [
        named(
          `${surname === '' ? draw.pick(words('surnames')) : surname}${givenName(draw, words, person.sex)}`,
        ),
      ];
    case 'titled':
      return [named(draw.chance(0.4) ? full : short), { text: draw.pick(words('titled')) }];
    // Signatures of colleagues: a surname, the last character of the name, a nickname.
    case 'l':
      return [named(signOf(draw, person))];
    // 鲁院, 唐主: surname and the beginning of a title or office.
    case 'abbr':
      return [named(short), { text: draw.pick(words('abbrTitles')) }];
    case 'folk': {
      if (surname === '' || draw.chance(0.15)) return [named(full)];
      const rank = draw.pick([
        '老大',
        '老二',
        '老三',
        '老四',
        '老五',
        '二',
        '三',
        '四',
        '幺',
        '大',
        '小',
        '胖子',
        '师傅',
        '老倔',
        '老蔫',
        '大炮',
        '瘸子',
        '麻子',
        '眼镜',
        '瞎子',
        '大个',
        '石匠',
        '木匠',
        '哑巴',
        '老憨',
        '半仙',
        '寡妇',
        '家老大',
        '叔公',
        '老太',
        '婶',
      ]);
      return [
        named(surname + (rank.length === 1 && draw.chance(0.5) ? rank + person.given.slice(-1) : rank)),
      ];
    }
    case 'called': {
      if (surname !== '' && draw.chance(0.35)) return [{ text: draw.pick(['老', '小']) }, named(surname)];
      return [named(short), { text: draw.pick(words('called')) }];
    }
    case 'pet': {
      const last = Array.from(given).at(-1) ?? given;
      if (!/^\p{Script=Han}$/u.test(last)) return [named(full)];
      return draw.pick([
        [named(last + last)],
        [named(`小${last}`)],
        [named(`阿${last}`)],
        [named(last), { text: draw.pick(words('called')) }],
        [named(given), { text: draw.pick(words('called')) }],
      ]);
    }
    case 'alias':
      return draw.chance(0.5) ? [named(full)] : [{ text: '患者' }];
    // Name that somebody gave themselves in a chat or forum: 晴天小猪, 豆豆妈.
    case 'web':
      return [named(screenName(draw, words, person))];
    case 'i':
      return [named(initials(draw))];
    // English given name of somebody in an office or chat: Amy, Kelvin.
    case 'en':
      return [named(draw.pick(words('latinGiven')))];
    case 'c':
      return [named(southernName(draw))];
    case 'r':
      return [named(romanised(draw, words, full))];
    default:
      throw new Error(`synthetic: no form ${form} of a name`);
  }
}

function screenName(draw: Draw, words: Vocabulary, { nickname, surname, given }: Person): string {
  const word = (): string => draw.pick(words('ordinary')).slice(0, 3);
  return draw.pick([
    `${word()}${nickname}`,
    `${nickname}${draw.pick(['妈', '爸', '妈妈', '麻麻', '姐', '家长'])}`,
    `${word()}${word()}`,
    `${word()}的${draw.pick(words('nickChars'))}`,
    `A${draw.pick(['A', '0', '00', ''])}${surname}${draw.pick(['姐', '哥', '总', '师傅'])}`,
    `${nickname}${draw.digits(draw.between(1, 4))}`,
    `${draw.pick(words('latinGiven'))}${draw.pick(['', '.', '~', '酱'])}${draw.pick(words('nickChars'))}`,
    `${given}${draw.pick(['呀', '吖', '～', '_', '同学'])}`,
  ]);
}

function signOf(draw: Draw, { surname, given, full, nickname }: Person): string {
  if (/[a-z]/i.test(full)) return draw.pick([full, full.charAt(0), given]);
  const last = Array.from(given).at(-1) ?? full;
  const short = surname === '' ? given : surname;
  return draw.pick([short, short, short, last, last, given, full, nickname]);
}

/** Forms write a name of two characters as wide as one of three. */
const spaced = (draw: Draw, name: string): string => [...name].join(draw.pick([' ', '  ', '　']));

function romanised(draw: Draw, words: Vocabulary, full: string): string {
  if (/[a-z]/i.test(full)) return full;
  const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const syllable = () => draw.pick(words('pinyin'));
  const surname = syllable();
  const [first, second] = [syllable(), draw.chance(0.6) ? syllable() : ''];
  const given = first + second;
  return draw.pick([
    `${title(surname)} ${title(given)}`,
    `${surname.toUpperCase()} ${title(given)}`,
    `${title(given)} ${title(surname)}`,
    `${surname.toUpperCase()}, ${title(given)}`,
    `${surname} ${given}`.toUpperCase(),
    `${title(surname)} ${title(first)}${second === '' ? '' : `-${second}`}`,
    `${title(surname)} ${title(first)} ${title(second)}`.trim(),
    `${surname}${given}`,
  ]);
}
