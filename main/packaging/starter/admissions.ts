/**
 * Short records composed from the starter graph, each of one disease: findings of it, denied ones of others and routine
 * sentences, in the manner of admissions, of notes of clinics, and of patients' questions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { RandomStream } from '../../engine/layers/random.ts';
import { resourcePath } from '../../resources.ts';
import { Draw } from './synthetic/draw.ts';

export interface Admission {
  readonly text: string;
  /** The first one of the disease. */
  readonly department: string;
  readonly disease: string;
}

interface Disease {
  readonly name: string;
  readonly departments: readonly string[];
  readonly sex: string;
  /** Years, from and to. */
  readonly age: readonly [number, number];
  /** Returns the items of a column of the graph's table. */
  readonly list: (column: string) => readonly string[];
}

type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Returns the rows of the starter graph's tables, their cells by column. */
function rowsOf(files: RegExp): ReadonlyMap<string, string>[] {
  const names = readdirSync(resourcePath('kg')).filter((name) => files.test(name));
  return names.flatMap((name) => {
    const [head = '', ...lines] = readFileSync(resourcePath('kg', name), 'utf8').trimEnd().split('\n');
    const columns = head.split('\t');
    return lines.map((line) => new Map(line.split('\t').map((cell, i) => [columns[i] ?? '', cell])));
  });
}

const listOf = (cell = ''): string[] => cell.split('|').filter((item) => item !== '');

const DISEASES = /^diseases-.+\.tsv$/;
const TERMS = /^terms\.tsv$/;
const YOUNGEST_ADULT = 16;
const OLDEST = 85;

function diseaseOf(row: ReadonlyMap<string, string>): Disease {
  const [from = '', to = ''] = (row.get('age') ?? '').split('-');
  return {
    name: row.get('name') ?? '',
    departments: listOf(row.get('department')),
    sex: row.get('sex') ?? '',
    age: [Number(from || YOUNGEST_ADULT), Number(to || OLDEST)],
    list: (column) => listOf(row.get(column)),
  };
}

/** Returns records, `each` of every disease of the graph; the same seed gives the same. */
export function admissions({ each, seed }: { readonly each: number; readonly seed: number }): Admission[] {
  const rows = rowsOf(DISEASES);
  const diseases = rows.map(diseaseOf);
  const synonyms: Synonyms = new Map(
    [...rowsOf(TERMS), ...rows].map((row) => [row.get('name') ?? '', listOf(row.get('aliases'))]),
  );
  return diseases.flatMap((disease) =>
    Array.from({ length: each }, (_, i) => {
      const draw = new Draw(new RandomStream({ seed, purpose: disease.name, step: i }));
      const text = new Writer(draw, disease, diseases, synonyms).write();
      return { text, department: disease.departments[0] ?? '', disease: disease.name };
    }),
  );
}

const words = (list: string): readonly string[] => list.split(' ');

const ROUTINE = words(
  '神志清，精神可 发育正常，营养中等 皮肤黏膜无黄染 全身浅表淋巴结未触及肿大 双肺呼吸音清 心律齐，未闻及杂音 腹软，无压痛 肝脾肋下未及 双下肢无水肿 生理反射存在，病理反射未引出 颈软 余查体无特殊 心肺腹未见异常',
);
const HABITS = words('大小便正常 饮食睡眠可 精神、食欲欠佳 体重无明显变化 二便如常 纳眠可 大便正常');
const PAST = words(
  '体健 否认高血压、糖尿病病史 高血压病史5年 糖尿病史10年 否认肝炎、结核病史 无手术外伤史 否认药物过敏史 吸烟20年 无特殊',
);
/** Titles of complaint, present illness, past, examination, tests and diagnosis. */
const TITLES = [
  '主诉： 现病史： 既往史： 查体： 辅助检查： 初步诊断：',
  '【主诉】 【现病史】 【既往史】 【体格检查】 【辅助检查】 【诊断】',
  '主诉: 现病史: 既往: PE: 辅检: 印象:',
].map(words);
const NO_TITLES = ['', '', '', '查体：', '', ''];
const UNITS = words('小时 天 周 个月 年');
const ADULTS = words('我 本人 我妈妈 我爸 家里人 朋友');
const CHILDREN = words('宝宝 孩子 小孩 我儿子 女儿 小朋友');
const NAMING = words('医生说是 怀疑 以前得过 是不是');
const ASKING = words('请问这是怎么回事 该挂什么科 需要做什么检查 怎么治疗 严重吗，要吃什么药 谢谢医生');

class Writer {
  readonly #draw: Draw;
  readonly #disease: Disease;
  readonly #others: readonly Disease[];
  readonly #synonyms: Synonyms;

  constructor(draw: Draw, disease: Disease, others: readonly Disease[], synonyms: Synonyms) {
    this.#draw = draw;
    this.#disease = disease;
    this.#others = others;
    this.#synonyms = synonyms;
  }

  write(): string {
    const manner = this.#draw.share();
    if (manner < 0.4) return this.#admission();
    return manner < 0.7 ? this.#note() : this.#question();
  }

  /** Returns a record with sections. */
  #admission(): string {
    const draw = this.#draw;
    const titles = draw.pick([...TITLES, NO_TITLES]);
    const chief = [`${this.#said('symptoms', 1, 2)}${this.#time()}`];
    const present = [
      this.#person(),
      `患者${this.#time()}前${this.#cause()}出现${this.#said('symptoms', 2, 5)}`,
      this.#denied(),
      this.#perhaps(0.3, () => `曾予${this.#said('drugs', 1, 2)}治疗`),
      this.#perhaps(0.5, () => draw.pick(HABITS)),
    ];
    const past = [this.#perhaps(0.6, () => draw.pick(PAST)), this.#perhaps(0.25, () => draw.pick(PAST))];
    const examined = [
      this.#said('signs', 1, 5),
      draw.pick(ROUTINE),
      this.#perhaps(0.5, () => draw.pick(ROUTINE)),
    ];
    const tests = [this.#perhaps(0.7, () => this.#said('findings', 1, 5))];
    const diagnosis = [this.#perhaps(0.1, () => this.#inWords(this.#disease.name))];
    const plan = this.#perhaps(0.2, () => `予${this.#said('treatments', 1, 2)}。`);
    const sections = [chief, present, past, examined, tests, diagnosis].map(sentence);
    const titled = sections.map((text, i) => (text === '' ? '' : `${titles[i] ?? ''}${text}`));
    return [...titled, plan].filter((text) => text !== '').join(draw.pick(['', '\n']));
  }

  /** Returns a short record without sections. */
  #note(): string {
    const complaint = `${this.#said('symptoms', 1, 4)}${this.#time()}`;
    return [
      [this.#person(), complaint, this.#cause(), this.#perhaps(0.5, () => this.#denied())],
      [this.#said('signs', 0, 4), this.#perhaps(0.3, () => this.#draw.pick(ROUTINE))],
      [this.#said('findings', 0, 4)],
      [this.#perhaps(0.2, () => `拟行${this.#said('treatments', 1, 1)}`)],
    ]
      .map(sentence)
      .join('');
  }

  #question(): string {
    const draw = this.#draw;
    const said = [
      `${this.#asker()}${draw.pick(['最近', '这几天', '', '一直'])}${this.#said('symptoms', 1, 4)}`,
      this.#perhaps(0.7, () => `${draw.pick(['', '有', '大概'])}${this.#time()}${draw.pick(['', '了'])}`),
      this.#perhaps(0.2, () => `做了${this.#said('exams', 1, 1)}`),
      this.#perhaps(0.2, () => `检查说${this.#said('findings', 1, 2)}`),
      this.#perhaps(0.25, () => `${draw.pick(NAMING)}${this.#inWords(this.#disease.name)}`),
      draw.pick(ASKING),
    ];
    return `${said.filter((part) => part !== '').join(draw.pick(['，', '，', ' ']))}？`;
  }

  #asker(): string {
    const { age, departments } = this.#disease;
    const draw = this.#draw;
    if (departments[0] === '产科')
      return `${draw.pick(['怀孕', '孕', '孕妇'])}${draw.pick(['', `${draw.between(5, 40)}周，`, `${draw.between(2, 9)}个月，`])}`;
    if (age[0] < 14 && (age[1] < 20 || departments.includes('儿科')))
      return `${draw.pick(CHILDREN)}${draw.pick(['', '', `${draw.between(1, 12)}岁，`])}`;
    return draw.pick([...ADULTS, '', `${this.#years()}岁，`]);
  }

  #person(): string {
    const { departments, sex } = this.#disease;
    const draw = this.#draw;
    if (departments[0] === '产科' && draw.chance(0.7))
      return draw.pick([`孕${draw.between(5, 41)}周`, `孕${draw.between(20, 40)}+${draw.between(1, 6)}周`]);
    const years = this.#years();
    const of = sex === '男' || sex === '女' ? sex : draw.pick(['男', '女']);
    if (years < 1) return `患儿${of}，${draw.between(1, 11)}个月`;
    if (years < 14) return draw.pick([`患儿，${of}，${years}岁`, `${of}孩，${years}岁`]);
    return draw.pick([`患者${of}，${years}岁`, `${of}，${years}岁`, `${of}性，${years}岁`, '']);
  }

  #years(): number {
    const [from, to] = this.#disease.age;
    return this.#draw.between(from, Math.max(from, to));
  }

  #time(): string {
    return `${this.#draw.between(1, 12)}${this.#draw.pick(UNITS)}`;
  }

  #cause(): string {
    const causes = this.#disease.list('causes');
    return causes.length > 0 && this.#draw.chance(0.4)
      ? `${this.#draw.pick(causes)}后`
      : this.#draw.pick(['无明显诱因', '']);
  }

  /** Returns some items of a column, the first of them most often, each in its own or in other words. */
  #said(column: string, least: number, most: number): string {
    const draw = this.#draw;
    const left = [...this.#disease.list(column)];
    const taken = Array.from({ length: Math.min(left.length, draw.between(least, most)) }, () =>
      left.splice(Math.floor(left.length * draw.share() ** 1.5), 1).map((item) => this.#inWords(item)),
    );
    return taken.flat().join(draw.pick(['、', '，', '，伴']));
  }

  #inWords(item: string): string {
    const others = this.#synonyms.get(item) ?? [];
    return others.length > 0 && this.#draw.chance(0.4) ? this.#draw.pick(others) : item;
  }

  /** Denies symptoms of other diseases. */
  #denied(): string {
    const draw = this.#draw;
    const own = this.#disease.list('symptoms');
    const denied = Array.from({ length: draw.between(1, 4) }, () => draw.pick(this.#others).list('symptoms'))
      .flatMap((symptoms) => (symptoms.length === 0 ? [] : [draw.pick(symptoms)]))
      .filter((symptom) => !own.includes(symptom));
    return denied.length === 0 ? '' : `${draw.pick(['无', '否认', '未见'])}${denied.join('、')}`;
  }

  #perhaps(probability: number, text: () => string): string {
    return this.#draw.chance(probability) ? text() : '';
  }
}

function sentence(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? '' : `${said.join('，')}。`;
}
