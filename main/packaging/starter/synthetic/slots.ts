/** Fills the slots of a layout for one record: the same persons and habits all through it. */
import type { DeidField } from '../../../../shared/domain/deid.ts';
import { englishAddress, englishFirm, englishHospital, firm, practice } from './brands.ts';
import { type DateHabit, type Day, drawDay, drawHabit, spellDate } from './dates.ts';
import type { Draw, Vocabulary } from './draw.ts';
import {
  account,
  bedNumber,
  cardNumber,
  caseNumber,
  examinationNumber,
  identityNumber,
  inpatientNumber,
  plate,
  type Region,
  teamNumber,
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
  w: 'ordinary',
  endis: 'englishDiseases',
  endrug: 'englishDrugs',
  enw: 'englishWords',
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
      case 'dday':
        return label('date', this.#date('days'));
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
        if (kind === 'case') return label('other-number', caseNumber(draw, this.#stem()));
        return label('other-number', kind === 'team' ? teamNumber(draw) : examinationNumber(draw));
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
          `${account(draw)}@${draw.pick(['example.com', 'example.org', 'mail.example.cn', 'example.com.cn', 'mail.example', '163.example', 'hospital.example'])}`,
        );
      case 'wx':
        return label('email', account(draw));
      case 'plate':
        return label('other-number', plate(draw, this.#words));
      case 'zip':
        return label('postcode', draw.digits(6));
      case 'addr':
        return label('address', this.#addressOf(kind) ?? keep(() => this.#address()));
      case 'ext':
        return label('phone', draw.digits(draw.pick([3, 4, 4])));
      case 'native':
        return label(
          'native-place',
          draw.chance(0.5)
            ? `${this.#one('provinces')}${this.#stem()}${draw.pick(['县', '市', ''])}`
            : draw.pick([
                this.#one('places'),
                `${this.#one('provinces')}${this.#one('places')}`,
                this.#stem(),
              ]),
        );
      case 'birth':
        return label(
          'birthplace',
          draw.pick([
            this.#one('places'),
            `${this.#one('provinces')}${this.#stem()}${draw.pick(['县', '市', ''])}`,
            `${this.#stem()}县${this.#town()}乡`,
            this.#one('provinces'),
          ]),
        );
      case 'work':
        if (kind === 'en') return label('workplace', englishFirm(draw, this.#words));
        if (kind === 'firm') return label('workplace', firm(draw, this.#stem()));
        return label(
          'workplace',
          kind === 'abbr' || draw.chance(0.15)
            ? this.#organisation('orgShort')
            : keep(() => this.#organisation('organisations')),
        );
      case 'hosp':
        if (kind === 'brand') return label('institution', practice(draw, this.#stem()));
        if (kind === 'en') return label('institution', englishHospital(draw, this.#words));
        if (kind === 'jail') return label('institution', this.#organisation('jails'));
        return label(
          'institution',
          kind === 'abbr' || (this.#region === 'cn' && draw.chance(0.12))
            ? this.#organisation('hospShort')
            : this.#hospital(),
        );
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

  /** Returns a place without its kind: of a list, of the dictionary, or two characters that places use. */
  #stem(): string {
    const draw = this.#draw;
    if (draw.chance(0.3)) return this.#one('placeStems');
    return draw.chance(0.4) ? this.#one('places') : this.#one('placeFirst') + this.#one('placeLast');
  }

  #town(): string {
    const draw = this.#draw;
    if (draw.chance(0.3)) return this.#one('towns');
    return (draw.chance(0.4) ? this.#one('surnames') : this.#one('placeFirst')) + this.#one('placeLast');
  }

  /** Replaces {s}, {t}, {r}, {a}, {b}, {c} by places and small numbers. */
  #composed(form: string): string {
    const parts: Readonly<Record<string, () => string>> = {
      s: () => this.#stem(),
      t: () => this.#town(),
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

  #landmark(): string {
    const place = this.#organisation('landmarks');
    return this.#draw.chance(0.3) ? place + this.#composed(this.#one('landmarkTails')) : place;
  }

  /** Returns an address of a kind, nothing for that of the record. */
  #addressOf(kind: string | undefined): string | undefined {
    const draw = this.#draw;
    switch (kind) {
      case 'mark':
        return this.#landmark();
      case 'en':
        return englishAddress(draw, this.#words);
      case 'village':
        return draw.chance(0.5)
          ? this.#village()
          : `${this.#town()}${draw.pick(['村', '屯', '沟', '湾', '坝', '寨', '嘴', '圩', '峪', '塬', '台子', '窑', '埠', '涌', '厝'])}`;
      case 'home':
        return this.#home();
      case 'city':
        return draw.pick([
          this.#one('places'),
          this.#stem(),
          `${this.#stem()}${draw.pick(['县', '市', '区', '镇', '城', '旗'])}`,
          `${this.#one('places')}${this.#town()}`,
          this.#province(),
          `${this.#province()}${this.#stem()}`,
        ]);
      case 'other':
        return this.#address();
      default:
        return undefined;
    }
  }

  #hospital(): string {
    if (this.#region === 'hk') return this.#one('hongkongHospitals');
    return this.#region === 'tw' ? this.#one('taiwanHospitals') : this.#organisation('hospitals');
  }

  #address(): string {
    if (this.#region === 'hk') return this.#composed(this.#one('hongkong'));
    if (this.#region === 'tw') return this.#composed(this.#one('taiwan'));
    const draw = this.#draw;
    const county = `${this.#stem()}${draw.pick(['县', '市', '区', '旗', '自治县', '新区', ''])}`;
    const head = `${draw.chance(0.5) ? this.#province() : ''}${draw.chance(0.4) ? `${this.#stem()}${draw.pick(['市', '市', '', '州', '地区'])}` : ''}${county}`;
    const rest = draw.pick([
      () => this.#village(),
      () => this.#village(),
      () => this.#street(),
      () => this.#street() + this.#home(),
      () => this.#home(),
      () =>
        `${this.#street()}${draw.between(1, 300)}${draw.pick(['号', '弄', '巷'])}${draw.between(1, 40)}号${draw.between(101, 2003)}室`,
    ])();
    if (draw.chance(0.08)) return head;
    return draw.chance(0.6) ? head + draw.pick(['', '', '', '', ' ']) + rest : rest;
  }

  #province(): string {
    const name = this.#one('provinces');
    return this.#draw.chance(0.3) ? name.replace(/(?:省|市|(?:壮族|维吾尔|回族)?自治区)$/u, '') : name;
  }

  #village(): string {
    const draw = this.#draw;
    const number = draw.between(1, 199);
    const group = draw.pick([...'一二三四五六七八九十']);
    const town = draw.chance(0.8)
      ? `${this.#town()}${draw.pick(['镇', '乡', '街道', '苏木', '办事处'])}`
      : '';
    const rest = [
      '',
      `${draw.between(1, 20)}组`,
      `${group}社`,
      `${number}号`,
      `${group}组${number}号`,
      `${group}队`,
      `第${group}村民小组`,
      `${this.#one('surnames')}家${draw.pick(['湾', '院子', '屋场', '庄', '堡', '岭'])}`,
    ];
    return `${town}${this.#town()}${draw.pick(['村', '村', '村', '屯', '庄', '寨', '嘎查', '社区'])}${draw.pick(rest)}`;
  }

  #street(): string {
    const draw = this.#draw;
    const name = draw.chance(0.7) ? this.#one('roads') : this.#stem();
    return `${name}${draw.pick(['', '', '', '东', '西', '南', '北', '中', '一', '二'])}${draw.pick(['路', '路', '街', '大道', '巷', '胡同', '弄', '大街'])}${draw.pick(['', `${draw.between(1, 999)}号`, `${draw.between(1, 399)}号`, `${draw.between(1, 99)}-${draw.between(1, 9)}号`, `${draw.pick([...'一二三四五'])}段${draw.between(1, 99)}号`])}`;
  }

  #home(): string {
    const draw = this.#draw;
    const [block, room] = [draw.between(1, 40), draw.between(101, 2903)];
    const door = draw.pick([
      `${block}栋${draw.between(1, 4)}单元${draw.between(1, 28)}0${draw.between(1, 6)}`,
      `${block}-${draw.between(1, 4)}-${room}`,
      `${block}号楼${room}室`,
      `${block}幢${room}`,
      `${draw.pick([...'ABCDEF'])}座${room}`,
      `${draw.pick([...'一二三四五'])}期${block}栋${room}号`,
      `${block}#${room}`,
      `${block}楼`,
      '',
    ]);
    return this.#one('estates') + door;
  }

  #plain(name: string): string {
    const draw = this.#draw;
    const between = (from: number, to: number): number => draw.between(from, to);
    const list = WORD_SLOTS[name];
    if (list !== undefined) return this.#one(list);
    if (/^k\dw$/.test(name)) return this.#person(name.slice(0, 2)).relation;
    switch (name) {
      case 'ww':
        return Array.from({ length: between(2, 6) }, () => this.#one('ordinary')).join('');
      case 'num':
        return draw.pick([
          `${between(1, 999)}`,
          `${between(0, 99)}.${between(0, 99)}`,
          `${between(1000, 99999)}`,
          `${between(1, 20)}/${between(1, 90)}`,
          `${between(1, 9)}-${between(2, 12)}`,
          `${between(1, 9)}×${between(1, 9)}×${between(1, 9)}`,
          `1:${between(2, 640)}`,
          `${between(90, 180)}/${between(50, 110)}`,
        ]);
      case 'unit':
        return draw.pick(
          'mg g kg ml mmol/L μmol/L U/L % cm mm 次/分 mmHg ℃ 天 小时 片 粒 支 元 kPa ng/ml pg/ml HU 级 分 周 个月 岁 cmH2O mSv'.split(
            ' ',
          ),
        );
      case 'time':
        return `${between(0, 23)}${draw.pick([':', ':', '：', '时', '点'])}${String(between(0, 59)).padStart(2, '0')}`;
      // Signs that templates keep for themselves.
      case 'lb':
        return '[';
      case 'rb':
        return ']';
      case 'nl':
        return '\n';
      case 'tab':
        return '\t';
      case 'dig4':
        return draw.digits(4);
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
