/** Fills the slots of a layout for one record: the same persons and habits all through it. */
import type { DeidField } from '../../../../shared/domain/deid.ts';
import { type DateHabit, type Day, drawDay, drawHabit, spellDate } from './dates.ts';
import type { Draw, Vocabulary } from './draw.ts';
import {
  account,
  bedNumber,
  cardNumber,
  examinationNumber,
  identityNumber,
  inpatientNumber,
  plate,
  type Region,
  telephone,
} from './numbers.ts';
import { drawPerson, nameForm, type Person } from './persons.ts';
import type { Piece, Slot } from './template.ts';

/** Highest age that identifies nobody. */
const OLD = 89;

/** Lists of slots that hold one word and no identifier. */
const WORD_SLOTS: Readonly<Record<string, string>> = {
  nation: 'nations',
  job: 'jobs',
  ward: 'wards',
  op: 'operations',
  epo: 'eponyms',
  brand: 'brands',
  herb: 'herbs',
  term: 'terms',
  dis: 'disease',
  drug: 'drug',
  sym: 'symptom',
  sign: 'sign',
  exam: 'exam',
  find: 'finding',
  anat: 'anatomy',
};

export class RecordSlots {
  readonly #draw: Draw;
  readonly #words: Vocabulary;
  readonly #region: Region;
  readonly #habit: DateHabit;
  readonly #year: number;
  readonly #birth: Day;
  readonly #age: number;
  readonly #persons = new Map<string, Person>();
  readonly #kept = new Map<string, string>();

  constructor(draw: Draw, words: Vocabulary, region: Region) {
    this.#draw = draw;
    this.#words = words;
    this.#region = region;
    this.#habit = drawHabit(draw, region);
    this.#year = draw.between(2014, 2025);
    this.#age = draw.chance(0.08) ? draw.between(OLD + 1, 102) : draw.between(16, OLD);
    this.#birth = drawDay(draw, this.#year - this.#age, this.#year - this.#age);
  }

  fill = ({ name, form, kind }: Slot): readonly Piece[] => {
    const person = /^[poks]\d?$|^d[1-9]$/.test(name);
    if (person) return nameForm(this.#draw, this.#words, this.#person(name), form);
    const label = (field: DeidField, text: string): Piece[] => [{ text, field }];
    const keep = (make: () => string): string => {
      const known = this.#kept.get(name) ?? make();
      this.#kept.set(name, known);
      return known;
    };
    const draw = this.#draw;
    switch (name) {
      case 'd':
        return label('date', this.#date(kind ?? this.#habit.full));
      case 'ds':
        return label('date', this.#date(this.#habit.short));
      case 'dl':
        return label('date', this.#date('folk'));
      case 'dym':
        return label('date', this.#date('month'));
      case 'b':
        return label('date', spellDate(draw, this.#words, this.#birth, kind ?? this.#habit.full));
      case 'age':
        return [this.#aged(`${this.#age}岁`)];
      case 'agen':
        return [this.#aged(`${this.#age}`)];
      case 'id':
        return label(
          'id-number',
          keep(() => identityNumber(draw, this.#birth, this.#region)),
        );
      case 'tel':
        return label('phone', telephone(draw, this.#region));
      case 'ip':
        return label(
          'inpatient-number',
          keep(() => inpatientNumber(draw)),
        );
      case 'opn':
        return label(
          'outpatient-number',
          keep(() => inpatientNumber(draw)),
        );
      case 'mr':
        return label(
          'record-number',
          keep(() => inpatientNumber(draw)),
        );
      case 'ex':
        return label('other-number', examinationNumber(draw));
      case 'card':
        return label('account-number', cardNumber(draw));
      case 'bed':
        return label(
          'bed-number',
          keep(() => bedNumber(draw)),
        );
      case 'bed2':
        return label('bed-number', bedNumber(draw));
      case 'mail':
        return label(
          'email',
          `${account(draw)}@${draw.pick(['example.com', 'example.org', 'mail.example.cn'])}`,
        );
      case 'wx':
        return label('email', account(draw));
      case 'plate':
        return label('other-number', plate(draw, this.#words));
      case 'zip':
        return label('postcode', draw.digits(6));
      case 'addr':
        return label(
          'address',
          keep(() => this.#address()),
        );
      case 'native':
        return label(
          'native-place',
          `${this.#one('provinces')}${this.#one('placeStems')}${draw.pick(['县', '市'])}`,
        );
      case 'work':
        return label(
          'workplace',
          keep(() => this.#organisation('organisations')),
        );
      case 'hosp':
        return label('institution', this.#hospital());
      default:
        return [{ text: this.#plain(name) }];
    }
  };

  #person(name: string): Person {
    const known = this.#persons.get(name);
    if (known !== undefined) return known;
    const field = name.startsWith('k') ? 'contact' : name.startsWith('d') ? 'doctor' : 'name';
    const family = field === 'contact' ? this.#persons.get('p') : undefined;
    const made = drawPerson(this.#draw, this.#words, field, family);
    this.#persons.set(name, made);
    return made;
  }

  #aged(text: string): Piece {
    return this.#age > OLD ? { text, field: 'age' } : { text };
  }

  #date(kind: string): string {
    return spellDate(this.#draw, this.#words, drawDay(this.#draw, this.#year - 1, this.#year), kind);
  }

  #one(list: string): string {
    return this.#draw.pick(this.#words(list));
  }

  /** Replaces {s}, {t}, {r}, {a}, {b}, {c} by places and small numbers. */
  #composed(form: string): string {
    const parts: Readonly<Record<string, () => string>> = {
      s: () => this.#one('placeStems'),
      t: () => this.#one('towns'),
      r: () => this.#one('roads'),
      a: () => String(this.#draw.between(1, 399)),
      b: () => String(this.#draw.between(1, 32)),
      c: () => this.#draw.pick([...'一二三四五六七八']),
    };
    return form.replace(/\{([a-z])\}/g, (_, key: string) => parts[key]?.() ?? '');
  }

  #organisation(list: string): string {
    return this.#composed(this.#one(list));
  }

  #hospital(): string {
    if (this.#region === 'hk') return this.#one('hongkongHospitals');
    return this.#region === 'tw' ? this.#one('taiwanHospitals') : this.#organisation('hospitals');
  }

  #address(): string {
    if (this.#region === 'hk') return this.#composed(this.#one('hongkong'));
    if (this.#region === 'tw') return this.#composed(this.#one('taiwan'));
    const draw = this.#draw;
    const county = `${this.#one('placeStems')}${draw.pick(['县', '市', '区'])}`;
    const head = `${draw.chance(0.5) ? this.#one('provinces') : ''}${draw.chance(0.4) ? `${this.#one('placeStems')}市` : ''}${county}`;
    const rural = `${this.#one('towns')}${draw.pick(['镇', '乡', '街道'])}${this.#one('towns')}村${draw.pick(['', `${draw.between(1, 12)}组`, `${draw.pick([...'一二三四五六'])}社`, `${draw.between(1, 199)}号`])}`;
    const street = `${this.#one('roads')}${draw.pick(['路', '街', '大道', '巷'])}${draw.between(1, 399)}号`;
    const estate = `${this.#one('estates')}${draw.pick([`${draw.between(1, 30)}栋${draw.between(1, 4)}单元${draw.between(1, 28)}0${draw.between(1, 6)}`, `${draw.between(1, 30)}-${draw.between(1, 4)}-${draw.between(101, 2803)}`, `${draw.between(1, 30)}号楼${draw.between(101, 999)}室`, ''])}`;
    const rest = draw.pick([rural, street, street + estate, estate]);
    return draw.chance(0.6) ? head + rest : rest;
  }

  #plain(name: string): string {
    const draw = this.#draw;
    const between = (from: number, to: number): number => draw.between(from, to);
    const list = WORD_SLOTS[name];
    if (list !== undefined) return this.#one(list);
    if (/^k\dw$/.test(name)) return this.#person(name.slice(0, 2)).relation;
    switch (name) {
      case 'sex':
        return this.#person('p').sex === 'male' ? '男' : '女';
      case 'n1':
        return String(between(1, 9));
      case 'n2':
        return String(between(10, 99));
      case 'years':
        return String(between(2, 30));
      case 'rocy':
        return String(between(85, 113));
      case 'wd':
        return draw.pick([...'一二三四五']);
      case 'dur':
        return draw.pick([
          `${between(2, 9)}天`,
          `${between(2, 9)}月余`,
          `半月`,
          `${between(1, 5)}周`,
          `${between(2, 20)}小时`,
        ]);
      case 'dose':
        return draw.pick([
          `${between(5, 500)}mg`,
          `0.${between(1, 9)}g`,
          `${between(1, 3)}片 bid`,
          `${between(5, 250)}ml qd`,
        ]);
      case 'lab':
        return draw.pick([
          `WBC ${between(3, 18)}.${between(1, 9)}×10^9/L`,
          `血肌酐${between(60, 900)}μmol/L`,
          `Hb ${between(60, 160)}g/L，PLT ${between(20, 400)}`,
          `空腹血糖${between(4, 20)}.${between(10, 99)}mmol/L`,
          `CRP ${between(1, 200)}.${between(1, 9)}mg/L`,
          `D-二聚体${between(100, 9000)}μg/L`,
        ]);
      case 'vital':
        return `T${between(36, 39)}.${between(0, 9)}℃ P${between(56, 128)}次/分 R${between(14, 28)}次/分 BP${between(90, 190)}/${between(50, 110)}mmHg`;
      case 'herbs':
        return Array.from({ length: between(5, 9) }, () => `${this.#one('herbs')}${between(3, 30)}g`).join(
          draw.pick([' ', '　', '，']),
        );
      default:
        throw new Error(`synthetic: no slot ${name}`);
    }
  }
}
