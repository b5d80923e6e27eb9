/** `deid` as a process: files, folders, refusals, what is never overwritten. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { checkOutput } from '../../../main/cli/deid-files.ts';
import { appRoot } from '../../../main/resources.ts';
import { AppError } from '../../../shared/result.ts';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';
import { KNOWN, taggerFiles, writeModelFolder } from '../../helpers/tagger.ts';

const home = new Home();
afterAll(() => home.remove());
const at = (...parts: string[]) => join(home.dir, ...parts);
const run = (...args: string[]) => cli(home, args);
const lines = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const RECORDS = [
  { patient_id: 'A17', name: '李四光', 现病史: '李四光于2024-03-05胸痛', 电话: 15400001234 },
  {
    patient_id: 'A17',
    name: '李四光',
    text: '患者李四光，女，2024-03-08出院，胸痛。',
    entities: [
      { start: 21, end: 23, type: '症状', text: '胸痛' },
      { start: 3, end: 5, type: 'x' },
      { start: 900, end: 901, type: 'x' },
    ],
  },
  { patient_id: 'B1', text: '患者李四光，男，2024-03-08出院' },
];

describe('deid', () => {
  it('hides a .jsonl file in its own form, keyed by the patient field', () => {
    mkdirSync(at('a'));
    const input = at('a', 'in.jsonl.gz');
    const bytes = gzipSync(
      `${RECORDS.map((r) => JSON.stringify(r)).join('\n')}\nbroken\n{"text":"无患者字段"}\n`,
    );
    writeFileSync(input, bytes);
    const { code, out, err } = run(
      'deid',
      input,
      '--out',
      at('a', 'out.jsonl'),
      '--mode',
      'surrogate',
      '--patient-field',
      'patient_id',
      '--json',
    );
    expect(err).toContain('in.jsonl.gz:4');
    expect(err).toContain('in.jsonl.gz:5');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ records: 3, lostSpans: 2, mode: 'surrogate' });
    const [one, two, three] = lines(at('a', 'out.jsonl'));
    const all = readFileSync(at('a', 'out.jsonl'), 'utf8');
    expect(all).not.toMatch(/李四光|A17|15400001234|2024-03-05/);
    expect(one?.patient_id).toMatch(/^P\d{10}$/);
    expect(two?.patient_id).toBe(one?.patient_id);
    expect(three?.patient_id).not.toBe(one?.patient_id);
    expect(two?.name).toBe(one?.name); // the sex that the second tells holds for the first
    expect(one?.现病史).toContain(String(one?.name));
    expect(two?.entities).toEqual([{ start: 21, end: 23, type: '症状', text: '胸痛' }]);
    expect(String(two?.text).slice(21, 23)).toBe('胸痛');
    const day = (record?: Record<string, unknown>) =>
      Date.parse(/\d{4}-\d\d-\d\d/.exec(JSON.stringify(record))?.[0] ?? '');
    expect((day(two) - day(one)) / 86_400_000).toBe(3);
    expect(day(three)).not.toBe(day(two)); // another patient, another offset
    expect(readFileSync(input).equals(bytes)).toBe(true);
  });

  it('hides a folder, its file names too, and leaves out what it cannot read', () => {
    mkdirSync(at('b', '王建国'), { recursive: true });
    writeFileSync(at('b', '王建国', '王建国入院.txt'), '姓名：王建国　性别：男\n王建国诉胸痛。');
    writeFileSync(at('b', 'scan.pdf'), 'x');
    writeFileSync(at('b', 'empty.txt'), '');
    const { code, out, err } = run('deid', at('b'), '--out', at('b-out'));
    expect(err).toContain('scan.pdf');
    expect(err).toContain('empty.txt');
    expect(code).toBe(0);
    expect(out).toContain('1 records of 1 files');
    expect(readFileSync(at('b-out', '【姓名】', '【姓名】入院.txt'), 'utf8')).toBe(
      '姓名：【姓名】　性别：男\n【姓名】诉胸痛。',
    );
    expect(readdirSync(home.dir).filter((name) => name.includes('.tmp'))).toEqual([]);
    const audited = run('audit', 'list', '--limit', '1', '--json').out;
    expect(audited).toContain('"deidentified":"shift"');
    expect(audited).toMatch(/"object":"file:[\da-f]{12}"/);
  });

  it('masks numbers of fields whose names say so, though they look like dates', () => {
    mkdirSync(at('keys'));
    const record = {
      id: '20240305',
      hospitalNo: 20230417,
      visit: { caseCode: '20221130' },
      created: '20240308',
      text: '主诉：咳嗽三天。',
    };
    writeFileSync(at('keys', '王建国.jsonl'), JSON.stringify(record));
    const input = at('keys', '王建国.jsonl');
    expect(run('deid', input, '--out', at('keys', 'out.jsonl'), '--remove-left', 'low').code).toBe(0);
    const [hidden] = lines(at('keys', 'out.jsonl'));
    expect(hidden).toMatchObject({
      id: '【病案号】',
      hospitalNo: '【住院号】',
      visit: { caseCode: '【病案号】' },
    });
    expect(String(hidden?.created)).toMatch(/^20\d{6}$/);
    expect(run('audit', 'list', '--limit', '1', '--json').out).not.toContain('王建国');
  });

  it('never writes over or into its input, nor over a folder', () => {
    mkdirSync(at('c', 'there'), { recursive: true });
    const file = at('c', 'in.txt');
    writeFileSync(file, '姓名：王建国');
    symlinkSync(at('c'), at('link'));
    mkdirSync(at('other'));
    for (const out of [file, at('c', '..', 'c', 'in.txt'), at('link', 'in.txt'), at('c', 'there')])
      expect(() => checkOutput(file, out), out).toThrow(AppError);
    for (const out of [at('c'), at('c', 'sub'), at('link', 'sub'), home.dir, at('other')])
      expect(() => checkOutput(at('c'), out), out).toThrow(AppError);
    expect(() => checkOutput(at('nowhere'), at('x'))).toThrow(/nowhere/);
    expect(() => checkOutput(file, at('c', 'out.txt'))).not.toThrow();
    expect(() => checkOutput(at('c'), at('new'))).not.toThrow();
    const { code, err } = run('deid', at('c'), '--out', at('link', 'sub'));
    expect(code).toBe(1);
    expect(err).toContain('Nothing was written');
    expect(readFileSync(file, 'utf8')).toBe('姓名：王建国');
    expect(readdirSync(at('c')).sort()).toEqual(['in.txt', 'there']);
  });

  it('leaves nothing half written', () => {
    const { code } = run('deid', at('c', 'in.txt'), '--out', '/dev/full/x');
    expect(code).toBe(1);
    writeFileSync(at('c', 'bad.jsonl'), 'broken\n');
    expect(run('deid', at('c', 'bad.jsonl'), '--out', at('c', 'out.jsonl')).code).toBe(1);
    expect(readdirSync(at('c')).sort()).toEqual(['bad.jsonl', 'in.txt', 'there']);
  });

  it('lets a model find what rules do not, and says which of them looked', () => {
    mkdirSync(at('m'));
    writeModelFolder(at('m', 'tagger'), taggerFiles('bilstm-crf'));
    expect(run('models', 'import', at('m', 'tagger'), '--name', '人名').code).toBe(0);
    const input = at('m', 'in.jsonl');
    const text = KNOWN.slice(2).repeat(3);
    writeFileSync(input, `${JSON.stringify({ text })}\n`);
    const fields = '药物=name,disease=address';
    const ran = (out: string, ...more: string[]) =>
      run('deid', input, '--out', at('m', out), '--mode', 'mask', '--json', ...more);
    const plain = JSON.parse(ran('rules.jsonl').out);
    expect(plain).toMatchObject({ detectors: { rules: true, graph: true, model: null } });
    const { out, err } = ran('model.jsonl', '--model', '人名', '--model-fields', fields);
    const found = JSON.parse(out);
    expect(found.detectors.model).toEqual({ name: '人名', fields: { 药物: 'name', disease: 'address' } });
    expect(err).toContain('药物 → name');
    const [hidden] = lines(at('m', 'model.jsonl'));
    expect(hidden?.text).not.toBe(lines(at('m', 'rules.jsonl'))[0]?.text);
    expect(hidden?.text).toMatch(/【姓名】|【住址】/);
    expect(run('audit', 'list', '--limit', '1', '--json').out).toContain('"model":"人名"');

    // Its own labels point to nobody; a label or a field that is not there is wrong use.
    expect(ran('x', '--model', '人名').err).toContain('--model-fields LABEL=name');
    expect(ran('x', '--model', '人名', '--model-fields', '药品=name').code).toBe(2);
    expect(ran('x', '--model', '人名', '--model-fields', '药物=nom').code).toBe(2);
    expect(ran('x', '--model-fields', fields).code).toBe(2);
    expect(readdirSync(at('m')).sort()).toEqual(['in.jsonl', 'model.jsonl', 'rules.jsonl', 'tagger']);
  });

  it('counts records whose patients share a name, unless a field tells these apart', () => {
    mkdirSync(at('n'));
    const input = at('n', 'in.jsonl');
    const records = ['王建国', '王建国', '李敏', '王建国', '周海涛', '李敏'].map((name, i) => ({
      patient: `P${i}`,
      text: `姓名：${name}　性别：男`,
    }));
    writeFileSync(input, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const all = run('deid', input, '--out', at('n', 'a.jsonl'), '--json');
    expect(JSON.parse(all.out)).toMatchObject({ namesakes: { records: 5, names: 2 } });
    expect(all.err).toContain('5 records bear one of 2 names');
    const apart = run('deid', input, '--out', at('n', 'b.jsonl'), '--patient-field', 'patient', '--json');
    expect(JSON.parse(apart.out)).toMatchObject({ namesakes: { records: 0, names: 0 } });
    expect(apart.err).not.toContain('records bear');
  });

  it('replaces what possibly points to a person unless told not to be strict', () => {
    mkdirSync(at('s'));
    const input = at('s', 'in.txt');
    writeFileSync(input, '姓名：王建国\n值班护士  茆晓雯  22:00巡视，现随女儿住西郊钢厂三区11-2-301。');
    const out = (name: string, ...more: string[]) => {
      const ran = run('deid', input, '--out', at('s', name), '--mode', 'mask', '--json', ...more);
      return { detectors: JSON.parse(ran.out).detectors, text: readFileSync(at('s', name), 'utf8') };
    };
    const plain = out('plain.txt', '--no-strict');
    expect(plain.detectors).toMatchObject({ level: 'ordinary' });
    expect(plain.text).toContain('茆晓雯');
    const strict = out('strict.txt');
    expect(strict.detectors).toMatchObject({ level: 'strict' });
    expect(strict.text).toBe('姓名：【姓名】\n值班护士  【医师】  22:00巡视，现随女儿住【住址】。');
  });

  it('says what is wrong with its options', () => {
    for (const args of [[at('c', 'in.txt')], [at('c', 'in.txt'), '--out', 'x', '--mode', 'hide']])
      expect(run('deid', ...args).code).toBe(2);
  });

  it('measures recall on labelled texts', () => {
    const { code, out } = run(
      'deid',
      '--evaluate',
      join(appRoot, 'test', 'fixtures', 'deid', 'samples.jsonl'),
      '--no-tagger',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^all +\d+ +9\d\.\d % \(9\d\.\d–9\d\.\d\)/m);
    expect(out).toContain('missed 85: name 周');
    writeFileSync(at('labels.jsonl'), '{"text":"张三","entities":[{"start":0,"end":9,"type":"name"}]}\n');
    expect(run('deid', '--evaluate', at('labels.jsonl')).err).toContain('labels.jsonl:1');
    const line = '{"text":"姓名：王建国","entities":[{"start":3,"end":6,"type":"name"}]}\n';
    writeFileSync(at('labels.jsonl.gz'), gzipSync(line));
    expect(run('deid', '--evaluate', at('labels.jsonl.gz')).out).toMatch(/^all +1 /m);
    writeFileSync(at('cut.jsonl.gz'), gzipSync(line).subarray(0, 30));
    expect(run('deid', '--evaluate', at('cut.jsonl.gz')).err).toMatch(/cut\.jsonl\.gz/);
  });
});

it('docs export is de-identified unless --identified', () => {
  writeFileSync(at('王建国.txt'), '姓名：王建国　2024-03-05胸痛');
  expect(run('docs', 'import', at('王建国.txt')).code).toBe(0);
  const hidden = run('docs', 'export', '--format', 'txt', '--out', at('hidden.txt'));
  expect(hidden.err).toContain('de-identified by shift');
  expect(readFileSync(at('hidden.txt'), 'utf8')).toMatch(/^姓名：【姓名】　\d{4}-\d\d-\d\d胸痛$/);
  const plain = run('docs', 'export', '--format', 'txt', '--out', at('plain.txt'), '--identified');
  expect(plain.err).toContain('WITH what identifies');
  expect(readFileSync(at('plain.txt'), 'utf8')).toBe('姓名：王建国　2024-03-05胸痛');
});

describe('the second look', () => {
  /** A listed name of two characters in a place where no rule looks, and what the list holds. */
  const prepare = (folder: string) => {
    mkdirSync(at(folder));
    const records = [
      { id: 1, text: '患者诉头痛。', remark: '柜内 0451-7 已取' },
      { id: 2, text: '柜内 0451-7 未取，柜内 0451-7 已还。', entities: [{ start: 23, end: 25, type: 'x' }] },
    ];
    writeFileSync(at(folder, 'in.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
    writeFileSync(at(folder, 'staff.csv'), '姓名,工号\n周兰芝,0451-7\n');
    const known = run('deid', '--known', `staff=${at(folder, 'staff.csv')}`, '--json');
    expect(known.err + known.out).toContain('"numbers":1');
    return [at(folder, 'in.jsonl'), at(folder, 'out.jsonl')] as const;
  };

  const plainly = (...args: string[]) => run('deid', ...args, '--level', 'ordinary');

  it('lists what may be left without writing, refuses above the limit, and follows decisions of a file', () => {
    const [input, out] = prepare('look');
    const only = plainly(input, '--second-look', '--json');
    expect(only.code).toBe(1);
    expect(JSON.parse(only.out)).toMatchObject({ records: 2, left: { high: 3, medium: 0, low: 0 } });
    expect(plainly(input, '--second-look', '--out', out).code).toBe(2);
    const list = at('look', 'left.jsonl');
    const refused = plainly(input, '--out', out, '--leftovers', list);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('[0451-7]');
    expect(readdirSync(at('look')).sort()).toEqual(['in.jsonl', 'left.jsonl', 'staff.csv']);
    const places = lines(list);
    expect(places.map(({ object, part, nth }) => [object, part, nth])).toEqual([
      ['in.jsonl:1', 'remark', 0],
      ['in.jsonl:2', 'text', 0],
      ['in.jsonl:2', 'text', 1],
    ]);
    const decided = places.map((place, i) => ({ ...place, decision: i === 1 ? 'accept' : 'remove' }));
    writeFileSync(list, decided.map((place) => JSON.stringify(place)).join('\n'));
    const { code, out: said } = plainly(input, '--out', out, '--decisions', list, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(said).secondLook).toMatchObject({ accepted: 1, removed: 2, left: { high: 0 } });
    const [one, two] = lines(out);
    expect(one?.remark).toBe('柜内 【病案号】 已取');
    expect(two?.text).toBe('柜内 0451-7 未取，柜内 【病案号】 已还。');
    expect(two?.entities).toEqual([{ start: 22, end: 24, type: 'x' }]);
  });

  it('removes all of a risk, and says what is wrong with a file of decisions', () => {
    const [input, out] = prepare('risk');
    expect(plainly(input, '--out', out, '--remove-left', 'high').code).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toContain('0451');
    writeFileSync(at('risk', 'wrong.jsonl'), '{"words":"x"}\n');
    const wrong = run(
      'deid',
      input,
      '--out',
      at('risk', 'b.jsonl'),
      '--decisions',
      at('risk', 'wrong.jsonl'),
    );
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('wrong.jsonl:1');
    expect(run('deid', '--forget-known', 'staff').code).toBe(0);
    expect(plainly(input, '--out', at('risk', 'b.jsonl')).code).toBe(0);
  });

  it('looks at texts and names of files in a folder', () => {
    mkdirSync(at('folder'));
    writeFileSync(at('folder', '0451-7.txt'), '柜内 0451-7 已取');
    writeFileSync(at('folder.csv'), '周兰芝,0451-7');
    run('deid', '--known', `patients=${at('folder.csv')}`);
    expect(plainly(at('folder'), '--out', at('folder-out')).code).toBe(1);
    expect(plainly(at('folder'), '--out', at('folder-out'), '--remove-left', 'high').code).toBe(0);
    expect(readdirSync(at('folder-out'))).toEqual(['【病案号】.txt']);
    expect(readFileSync(at('folder-out', '【病案号】.txt'), 'utf8')).toBe('柜内 【病案号】 已取');
    run('deid', '--forget-known', 'patients');
  });
});
