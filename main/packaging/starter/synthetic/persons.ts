/** Persons of a synthetic record and the ways a record names them. */
import type { DeidField } from '../../../../shared/domain/deid.ts';
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
  ['common', 52],
  ['rare', 16],
  ['compound', 8],
  ['word', 8],
  ['minority', 9],
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

export function drawPerson(draw: Draw, words: Vocabulary, field: DeidField, family?: Person): Person {
  const sex: Sex = draw.chance(0.5) ? 'male' : 'female';
  const nickname = draw.pick(words('nicknames'));
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
  if (family !== undefined && family.surname !== '' && draw.chance(0.6))
    return person(family.surname, draw.pick(words(sex)));
  switch (kindOf(draw)) {
    case 'rare':
      return person(draw.pick(words('rareSurnames')), draw.pick(words(sex)));
    case 'compound':
      return person(draw.pick(words('compoundSurnames')), draw.pick(words(sex)));
    case 'word': {
      const name = draw.pick(words('wordNames'));
      return person(name.slice(0, 1), name.slice(1));
    }
    case 'minority':
      return wholeName(draw.pick(words('minority')));
    case 'foreign':
      return wholeName(draw.pick(words('foreign')));
    case 'latin':
      return wholeName(draw.pick(words('latin')));
    case 'common':
      return person(draw.pick(words('surnames')), draw.pick(words(sex)));
  }

  function wholeName(full: string): Person {
    return person('', full.split('·')[0] ?? full, full);
  }
}

/** Returns one way of naming a person. The identifying part alone bears the field. */
export function nameForm(draw: Draw, words: Vocabulary, person: Person, form: string | undefined): Piece[] {
  const { field, surname, given, full, nickname } = person;
  const named = (text: string): Piece => ({ text, field });
  const short = surname === '' ? full : surname;
  switch (form) {
    case undefined:
      return [named(full)];
    case 's':
      return [named(short)];
    case 'g':
      return [named(given.length > 1 ? given : full)];
    case 'm':
      return [named(surname === '' ? full : surname + draw.pick(['某', '某某', '××', '**', 'XX']))];
    case 'n':
      return [named(nickname)];
    case 'child':
      return [
        named(`${surname === '' ? draw.pick(words('surnames')) : surname}${draw.pick(words(person.sex))}`),
      ];
    case 'titled':
      return [named(draw.chance(0.4) ? full : short), { text: draw.pick(words('titled')) }];
    case 'called': {
      if (surname !== '' && draw.chance(0.35)) return [{ text: draw.pick(['老', '小']) }, named(surname)];
      return [named(short), { text: draw.pick(words('called')) }];
    }
    case 'alias':
      return draw.chance(0.5) ? [named(full)] : [{ text: '患者' }];
    case 'r':
      return [named(romanised(draw, full))];
    default:
      throw new Error(`synthetic: no form ${form} of a name`);
  }
}

const SYLLABLES =
  'zhang wei li na wang fang chen jian guo liu yang zhao min huang xiu lin jun zhou xin'.split(' ');

function romanised(draw: Draw, full: string): string {
  if (/[a-z]/i.test(full)) return full;
  const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const surname = draw.pick(SYLLABLES);
  const given = draw.pick(SYLLABLES) + (draw.chance(0.5) ? draw.pick(SYLLABLES) : '');
  return draw.pick([
    `${title(surname)} ${title(given)}`,
    `${surname.toUpperCase()} ${title(given)}`,
    `${title(given)} ${title(surname)}`,
    `${surname.toUpperCase()}, ${title(given)}`,
  ]);
}
