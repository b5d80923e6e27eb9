/**
 * `npm run starter-models -- [DATA] [--work DIR] [--out DIR] [--from words|tagger|classifier|deid]` trains the starter
 * models again from the folder DATA or MERIDIAN_TEST_DATA. `--only words` trains the word vectors alone, `--only
 * classifier` the classifier of departments and `--only deid` the tagger of identifiers; neither needs DATA, without
 * which records with identifiers take up no sentences of public texts. It keeps each finished step in the work folder,
 * so that the same command goes on after an interruption; `--from` repeats a step and those after it.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { admissions } from './packaging/starter/admissions.ts';
import { type CorpusPart, carrierTexts, writeCorpus } from './packaging/starter/corpus.ts';
import { packModel, packWords, writeFolder, writeStarter } from './packaging/starter/pack.ts';
import { carrierSentences } from './packaging/starter/synthetic/carriers.ts';
import { IDENTIFIER_TAGGER, trainingLines } from './packaging/starter/synthetic/records.ts';
import { readLayouts } from './packaging/starter/synthetic/template.ts';
import { appRoot, resourcePath } from './resources.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: 'string' },
    out: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
  },
});
const data = resolve(positionals[0] ?? process.env.MERIDIAN_TEST_DATA ?? '');
const work = resolve(options.work ?? join(appRoot, 'build', 'starter-models'));
const out = resolve(options.out ?? resourcePath('starter'));
const workspace = join(work, 'workspace');
const synthetic = join(import.meta.dirname, 'packaging', 'starter', 'synthetic');

/** Runs a command line of the app in the work folder's workspace; returns its JSON lines. */
function cli(...args: readonly string[]): unknown[] {
  console.log(`meridian ${args.join(' ')}`);
  const command = [join(appRoot, 'main', 'cli.ts'), ...args, '--workspace', workspace, '--plain', '--json'];
  const stdout = execFileSync(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.flatMap((line): unknown => JSON.parse(line));
}

/** Returns a step's result: the one of an earlier call, or a new one, which is kept. */
async function step<Result>(
  name: string,
  schema: z.ZodType<Result>,
  make: () => Promise<Result> | Result,
): Promise<Result> {
  const file = join(work, `${name}.json`);
  if (existsSync(file)) return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  console.log(`— ${name}`);
  const result = await make();
  writeFileSync(file, JSON.stringify(result));
  return result;
}

const Corpus = z.array(
  z.object({ set: z.string(), licence: z.string(), texts: z.int(), characters: z.int() }),
);
const Scores = z.object({ f1: z.number(), precision: z.number(), recall: z.number() });
const corpusFile = join(work, 'corpus.jsonl');

/** One thread gives the same vectors every time. */
const WORD_FLAGS =
  '--unit word --dim 100 --skip-gram --epochs 8 --min-count 3 --graph-names --threads 1'.split(' ');
const TAGGER_FLAGS = '--network bilstm-crf --lexicon both --seed 1'.split(' ');
const CLASSIFIER_FLAGS =
  '--network logistic-regression --lexicon none --weighting balanced --min-df 5 --abstain-precision 0.97 --seed 1'.split(
    ' ',
  );

async function words(corpus: readonly CorpusPart[]): Promise<void> {
  await step('words', z.null(), () => {
    forget('embed', 'words');
    cli('embed', 'word2vec', corpusFile, '--name', 'words', ...WORD_FLAGS);
    const folder = join(workspace, 'vectors');
    const file = readdirSync(folder).find((name) => name.endsWith('.safetensors'));
    if (file === undefined) throw new Error(`no vectors in ${folder}`);
    const card = {
      settings: `word2vec ${WORD_FLAGS.join(' ')}`,
      data: [...corpus],
      scores: [],
      limits: {
        en: 'Words of fewer than three occurrences are missing. Questions of patients and answers outnumber records of hospitals.',
        zh: '出现不足三次的词没有向量。语料以患者提问与答复为主，医院病历很少。',
      },
    };
    writeStarter(out, 'words', { files: packWords(join(folder, file)), card });
    return null;
  });
}

async function tagger(): Promise<void> {
  const set = 'ner_cmedqaner';
  const [train, dev] = [join(data, set, 'train.jsonl.gz'), join(data, set, 'dev.jsonl.gz')];
  await step('tagger', z.null(), () => {
    forget('models', 'tagger');
    const flags = ['--lexicon-vectors', 'starter', ...TAGGER_FLAGS];
    const trained = cli(
      'train',
      '--task',
      'ner',
      '--train',
      train,
      '--dev',
      dev,
      '--out',
      'tagger',
      ...flags,
    );
    const { report } = z.object({ report: Scores }).parse(trained.at(-1));
    const files = packModel(exported('tagger'));
    const f1 = Scores.parse(scoreOf(files, 'tagger', ['--data', dev])).f1;
    console.log(`dev F1 ${report.f1}, in eight bits ${f1}`);
    const card = {
      settings: `bilstm-crf ${flags.join(' ')}`,
      data: [{ set, licence: 'Apache-2.0 (ChineseBLUE)', texts: 1673 }],
      scores: [
        { set: `${set} dev`, measure: 'F1', value: report.f1 },
        { set: `${set} dev`, measure: 'F1 int8', value: f1 },
      ],
      limits: {
        en: 'Trained on questions of patients and answers, not on records of hospitals: laboratory values, abbreviations and section titles are strange to it. It marks denied and possible findings like present ones, and splits long names of operations.',
        zh: '训练数据为网络问诊，而非医院病历：化验数值、缩写和章节标题较陌生；不区分否认与可疑；较长的手术名称可能被拆开。',
      },
    };
    writeStarter(out, 'tagger', { files, card });
    return null;
  });
}

/** Composed records of each disease that the classifier learns from, and that it is calibrated on. */
const ADMISSIONS = { train: { each: 60, seed: 1 }, dev: { each: 6, seed: 2 } } as const;

async function classifier(): Promise<void> {
  const file = (side: string) => join(work, `departments-${side}.jsonl`);
  await step('classifier', z.null(), () => {
    const sides = (['train', 'dev'] as const).map((side) => {
      const rows = admissions(ADMISSIONS[side]);
      writeFileSync(file(side), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      return rows.length;
    });
    forget('models', 'classifier');
    const fields = ['--text', 'text', '--label', 'department'];
    const sets = ['--train', file('train'), '--dev', file('dev')];
    cli('train', '--task', 'classify', ...sets, ...fields, '--out', 'classifier', ...CLASSIFIER_FLAGS);
    const files = packModel(exported('classifier'));
    const score = scoreOf(files, 'classifier', ['--data', file('dev'), ...fields]);
    const { accuracy, macro } = z
      .object({ accuracy: z.number(), macro: z.object({ f1: z.number() }) })
      .parse(score);
    console.log(`dev accuracy ${accuracy}, macro F1 ${macro.f1}`);
    const set = 'records composed from the starter graph';
    const card = {
      settings: CLASSIFIER_FLAGS.join(' '),
      data: [{ set, licence: 'Apache-2.0 (written for this project)', texts: sides.at(0) ?? 0 }],
      scores: [
        { set: `other ${set}`, measure: 'accuracy', value: accuracy },
        { set: `other ${set}`, measure: 'macro F1', value: macro.f1 },
      ],
      limits: {
        en: 'Has read no record of a patient, only ones composed from the starter graph. Measured on texts of others: right on 97 % of real cardiology admissions and on 68 % of questions of patients, who describe less. It says nothing where it is less sure than on 97 % of composed records.',
        zh: '只读过由内置图谱合成的病历，未读过真实患者的病历。以他人所写文本测量：真实心内科入院记录正确率97 %，患者网上提问正确率68 %（描述较少）。把握不足时不作判断。',
      },
    };
    writeStarter(out, 'classifier', { files, card });
    return null;
  });
}

/** Records of each seed that the tagger of identifiers is trained on: of each written layout and register, and composed. */
const IDENTIFIER_RECORDS = { each: 3, registered: 40, composed: 4000 };
const IDENTIFIER_SEEDS = [1001, 1002, 1003];
/** Largest model that ships, in bytes. */
const MAX_BYTES = 10_000_000;
const LEVELS = 'levels.json';

/** Trains the tagger of identifiers on all layouts and registers. */
async function deid(): Promise<void> {
  const layouts = [...readLayouts('open'), ...readLayouts('closed')];
  const read = existsSync(join(data, 'ner_cmedqaner')) ? carrierTexts(data) : { texts: [], parts: [] };
  const carriers = carrierSentences(read.texts);
  /** Returns the path of the records of a seed, which are written once. */
  const records = (seed: number, counts: Partial<typeof IDENTIFIER_RECORDS>): string => {
    const file = join(work, `deid-records-${seed}.jsonl`);
    const made = { layouts, each: 2, half: 'all', carriers, seed, ...counts } as const;
    if (!existsSync(file)) writeFileSync(file, trainingLines(made));
    return file;
  };
  const f1 = await step('deid-trained', z.number(), () => {
    forget('models', 'deid');
    const file = join(work, 'deid-records.jsonl');
    writeFileSync(file, '');
    for (const seed of IDENTIFIER_SEEDS)
      appendFileSync(file, readFileSync(records(seed, IDENTIFIER_RECORDS)));
    const sets = ['--train', file, '--dev', records(2, { registered: 2, composed: 200 })];
    const trained = cli('train', '--task', 'ner', ...sets, '--out', 'deid', ...IDENTIFIER_TAGGER);
    return z.object({ report: Scores }).parse(trained.at(-1)).report.f1;
  });
  await step('deid', z.null(), () => {
    shipIdentifiers(f1, read.parts);
    return null;
  });
}

/** Writes a trained tagger of identifiers to the starter models. @param seeds of its records @throws Error when it is larger than what may ship */
function shipIdentifiers(f1: number, parts: ReturnType<typeof carrierTexts>['parts']): void {
  const model = packModel(exported('deid'));
  const eightBits = Scores.parse(scoreOf(model, 'deid', ['--data', join(work, 'deid-records-2.jsonl')])).f1;
  const files = new Map([...model, [LEVELS, readFileSync(join(synthetic, LEVELS))]]);
  const bytes = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  console.log(`dev F1 ${f1}, in eight bits ${eightBits}, ${bytes} bytes`);
  if (bytes > MAX_BYTES)
    throw new Error(`the tagger of identifiers has ${bytes} bytes, more than ${MAX_BYTES}`);
  const set = 'synthetic records';
  const texts = readFileSync(join(work, 'deid-records.jsonl'), 'utf8').trimEnd().split('\n').length;
  const card = {
    settings: IDENTIFIER_TAGGER.join(' ').replace('--network ', ''),
    data: [{ set, licence: 'Apache-2.0 (written for this project)', texts }, ...parts],
    scores: [
      { set: `other ${set}`, measure: 'F1', value: f1 },
      { set: `other ${set}`, measure: 'F1 int8', value: eightBits },
    ],
    limits: {
      en: 'Has read synthetic records only, whose layouts were written by those who wrote the rules: in hospitals it finds less than these scores say. It helps the strict search and does not replace reading what leaves.',
      zh: '只读过合成病历，其版式与规则出自同一批人：对真实医院的病历，效果低于上述分数。只用于辅助从严查找，不能代替人工复核。',
    },
  };
  writeStarter(out, 'deid', { files, card });
}

/** Deletes what an interrupted step left. */
function forget(command: 'embed' | 'models', name: string): void {
  const named = z.object({ name: z.string() });
  if (!existsSync(workspace)) return;
  const cards = cli(command, 'list').map((card) => named.parse(card));
  if (cards.some((card) => card.name === name)) cli(command, 'delete', name);
}

function exported(name: string): string {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  cli('models', 'export', name, '--out', folder);
  return folder;
}

/** Evaluates packed files as a user would: imported again. */
function scoreOf(files: ReadonlyMap<string, Uint8Array>, name: string, flags: readonly string[]): unknown {
  const packed = `${name}-packed`;
  const folder = join(work, packed);
  writeFolder(folder, files);
  forget('models', packed);
  cli('models', 'import', folder, '--name', packed);
  const [scores] = cli('evaluate', '--model', packed, ...flags);
  cli('models', 'delete', packed);
  return scores;
}

const STEPS = ['words', 'tagger', 'classifier', 'deid'];

async function main(): Promise<void> {
  const withoutData = { deid, classifier }[options.only ?? ''];
  if (withoutData !== undefined) {
    mkdirSync(work, { recursive: true });
    await withoutData();
    return;
  }
  if (!existsSync(join(data, 'ner_cmedqaner')))
    throw new Error(`no data sets in ${data}; see docs/starter-models.md`);
  const from = options.from === undefined ? STEPS.length : STEPS.indexOf(options.from);
  if (from < 0) throw new Error(`--from ${STEPS.join('|')}`);
  mkdirSync(work, { recursive: true });
  for (const name of STEPS.slice(from)) rmSync(join(work, `${name}.json`), { force: true });
  const corpus = await step('corpus', Corpus, () => writeCorpus(data, corpusFile));
  await words(corpus);
  if (options.only === 'words') return;
  await tagger();
  await classifier();
  await deid();
}

await main();
