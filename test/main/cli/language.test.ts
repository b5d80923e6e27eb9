/** `--lang` and the locale choose the language of everything that the command line says. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';

const HAN = /\p{Script=Han}/u;
const home = new Home();
afterAll(() => home.remove());

describe.each([
  [
    'a wrong option',
    ['link', 'x.txt', '--fast'],
    2,
    'unknown option --fast. Try --help.',
    '没有选项 --fast。',
  ],
  ['a missing file', ['link', 'gone.txt'], 1, 'There is no file gone.txt', 'gone.txt'],
  ['a command without its action', ['kg'], 2, 'kg: expected import, stats', 'kg：应为 import、stats'],
  ['an unknown network', ['train', '--network', 'perceptron'], 2, '--network: ', '--network: '],
  [
    'an unknown format',
    ['convert', 'x', '--to', 'word'],
    2,
    '--to takes one of meridian',
    '--to 应为以下之一：',
  ],
] as const)('%s', (_name, args, code, english, chinese) => {
  it('is told in English', () => {
    const ran = cli(home, [...args, '--lang', 'en'], { env: { LC_ALL: 'zh_CN.UTF-8' } });
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(english);
    expect(ran.err).not.toMatch(HAN);
  });

  it.each([[['--lang', 'zh'], {}] as const, [[], { LC_ALL: 'zh_CN.UTF-8' }] as const])(
    'is told in Chinese by %j %j',
    (language, env) => {
      const ran = cli(home, [...args, ...language], { env: { LC_ALL: 'C', ...env } });
      expect(ran).toMatchObject({ code, out: '' });
      expect(ran.err).toContain(chinese);
      expect(ran.err).toMatch(HAN);
      expect(ran.err).not.toMatch(/expected|unknown|Try|There is|takes|Invalid/);
    },
  );
});

it('speaks no third language', () => {
  expect(cli(home, ['link', 'x', '--lang', 'fr'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--lang takes en or zh, not fr'),
  });
});

it('tells a refused line of an input in the language asked for', () => {
  const file = join(home.dir, 'records.jsonl');
  writeFileSync(file, '{"text": "咳嗽"}\n{"n": 1}\n');
  expect(cli(home, ['link', file, '--lang', 'zh']).err).toMatch(/records\.jsonl:2：已拒绝：\p{Script=Han}/u);
});

it.each([
  [['--help', '--lang', 'zh'], {}, '离线的中文电子病历工作台'],
  [['--help'], { LC_ALL: 'zh_CN.UTF-8' }, '离线的中文电子病历工作台'],
  [['--help', '--lang', 'en'], { LC_ALL: 'zh_CN.UTF-8' }, 'an offline workbench'],
  [['link', '--lang=zh', '--help'], {}, '识别实体及其断言'],
] as const)('prints help in the language asked for: %j %j', (args, env, words) => {
  expect(cli(home, [...args], { env: { LC_ALL: 'C', ...env } })).toMatchObject({
    code: 0,
    out: expect.stringContaining(words),
    err: '',
  });
});

it('tells what was done in the language asked for', () => {
  const file = join(home.dir, 'record.txt');
  writeFileSync(file, '主诉：多饮、多尿、体重下降半年，空腹血糖升高。');
  expect(cli(home, ['docs', 'import', file, '--lang', 'zh']).out).toBe('已导入 1 份文档\n');
  expect(cli(home, ['audit', 'verify', '--lang', 'zh']).out).toMatch(/^\d+ 条记录，记录链完整$/m);
  expect(cli(home, ['diagnose', file, '--lang', 'en']).out).toMatch(/ score \d+/);
  expect(cli(home, ['diagnose', file, '--lang', 'zh']).out).toMatch(/ 评分 \d+/);
});

it('heads tables and names the lines of cards in the language asked for', () => {
  const names = join(home.dir, 'names.tsv');
  writeFileSync(names, 'head\trelation\ttail\n肺炎\tHAS_SYMPTOM\t发热\n');
  expect(cli(home, ['kg', 'import', names]).code).toBe(0);
  const printed = (args: readonly string[], language: string) => cli(home, [...args, '--lang', language]).out;
  expect(printed(['kg', 'stats'], 'en')).toMatch(/^id +source +format +imported +rows +triples +refused$/m);
  expect(printed(['kg', 'stats'], 'zh')).toMatch(/^编号 +来源 +格式 +导入时间 +行 +三元组 +已拒绝$/m);
  expect(printed(['models', 'list'], 'zh')).toMatch(/^编号 +名称 +任务 +网络 +参数量/m);
  expect(printed(['audit', 'list'], 'zh')).toMatch(/^序号 +时间 +人员 +操作 +对象 +详情$/m);
});

it('names values of closed sets in the language asked for, but not what people chose', () => {
  const corpus = join(home.dir, 'corpus.txt');
  writeFileSync(corpus, '患者咳嗽三天，予青霉素后好转。\n'.repeat(20));
  const init = (name: string, language: string) =>
    cli(home, [
      'models',
      'init',
      corpus,
      '--size',
      'tiny',
      '--name',
      name,
      '--vocab',
      'character',
      '--lang',
      language,
    ]).out;
  expect(init('panel', 'zh')).toMatch(/^名称: panel$[\s\S]*^任务: 编码器$[\s\S]*^使用中: 否$/m);
  expect(init('failed', 'en')).toMatch(/^name: failed$[\s\S]*^task: encoder$[\s\S]*^inEditor: false$/m);
  const vectors = join(home.dir, 'vectors.txt');
  writeFileSync(vectors, '2 2\n咳 1 0\n嗽 0 1\n');
  expect(cli(home, ['embed', 'import', vectors, '--name', 'v']).code).toBe(0);
  expect(cli(home, ['embed', 'list', '--lang', 'zh']).out).toMatch(/^v +已导入 +字 +2 /m);
});

it('names fields, modes, tasks and states in the language asked for', () => {
  const labelled = join(home.dir, 'labelled.jsonl');
  writeFileSync(
    labelled,
    '{"text": "姓名：张三，男。", "entities": [{"start": 3, "end": 5, "type": "name"}]}\n',
  );
  const evaluated = (language: string) => cli(home, ['deid', '--evaluate', labelled, '--lang', language]).out;
  expect(evaluated('zh')).toMatch(/^姓名 +1 +100\.0 %[\s\S]*^合计 +1 /m);
  expect(evaluated('en')).toMatch(/^name +1 +100\.0 %[\s\S]*^all +1 /m);
  const record = join(home.dir, 'record.txt');
  writeFileSync(record, '姓名：张三，男。\n');
  const out = join(home.dir, 'without.txt');
  expect(cli(home, ['deid', record, '--out', out, '--lang', 'zh']).out).toMatch(
    /^姓名 +1$[\s\S]*已去标识化（遮盖并平移日期）/m,
  );
  expect(cli(home, ['predict', record, '--task', 'classify', '--lang', 'zh']).err).toContain(
    '没有正在使用的文本分类模型',
  );
});
