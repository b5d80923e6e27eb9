/**
 * Counts the places that a network, a task or a format takes, as docs/add-a-*.md list them. One is added to a copy of the
 * sources at these places only, and must then be found by the form, the command line, the registry, model cards and
 * the tests' cases.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appRoot } from '../main/resources.ts';
import { ANNOTATION_FORMATS } from '../shared/domain/annotation-formats.ts';
import { ARCHITECTURES, NETWORKS } from '../shared/domain/networks.ts';
import { temporaryDir } from './helpers/workspace.ts';

type Change = readonly [file: string, after: string, added: string];

/** Copies the sources, adds files and lines to them, and runs a module there that prints JSON. */
function runAdded(
  files: Readonly<Record<string, string>>,
  changes: readonly Change[],
  code: string,
): unknown {
  const copy = temporaryDir();
  for (const folder of ['main', 'renderer', 'shared', 'test/main/engine'])
    cpSync(join(appRoot, folder), join(copy, folder), { recursive: true });
  cpSync(join(appRoot, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(appRoot, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text);
  for (const [file, after, added] of changes) {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.split(after), `${file} has one ${after}`).toHaveLength(2);
    writeFileSync(join(copy, file), text.replace(after, `${after}\n${added}`));
  }
  writeFileSync(join(copy, 'added.ts'), code);
  const { stdout, stderr } = spawnSync(process.execPath, ['added.ts'], { cwd: copy, encoding: 'utf8' });
  expect(stderr.replaceAll(/^.*(ExperimentalWarning|--trace-warnings).*\n/gm, '')).toBe('');
  return JSON.parse(stdout);
}

/** Files of the app that name one of the words, as a string or as the key of an object. */
function filesNaming(names: readonly string[]): string[] {
  const named = new RegExp(names.map((name) => `'${name}'|\\b${name}:\\s|"${name}"`).join('|'));
  return globSync('{main,renderer,shared}/**/*.{ts,tsx}', { cwd: appRoot })
    .filter((file) => named.test(readFileSync(join(appRoot, file), 'utf8')))
    .toSorted();
}

const NETWORK_FILE = `
import { relu } from '@tensorflow/tfjs-core';
import { conv1d, conv1dParams, conv1dSpec } from '../../layers/conv1d.ts';
import { maxOverTime } from '../../layers/pooling.ts';
import { NO_DROPOUT } from './network.ts';

export function plantedTokens({ filters, kernel }, { inputSize }) {
  return {
    width: filters,
    params: conv1dSpec('planted', kernel, inputSize, filters),
    dropout: NO_DROPOUT,
    run: (params, { x, mask }) => relu(conv1d(conv1dParams(params, 'planted'), x, mask)),
  };
}

export function plantedText(config, input) {
  const tokens = plantedTokens(config, input);
  return { ...tokens, run: (params, sequence) => maxOverTime(tokens.run(params, sequence), sequence.mask) };
}
`;

const NETWORK_CHANGES: readonly Change[] = [
  // The model file is listed beside it.
  [
    'main/engine/models/networks/registry.ts',
    "import { avcnnText } from './avcnn.ts';",
    "import { plantedText, plantedTokens } from './planted.ts';",
  ],
  [
    'main/engine/models/networks/registry.ts',
    'const BUILDERS: { readonly [A in Architecture]: { readonly [F in FeaturesOf<A>]: Build<A> } } = {',
    'planted: { tokens: plantedTokens, text: plantedText },',
  ],
  // The row.
  [
    'shared/domain/networks.ts',
    'export const ARCHITECTURES = {',
    "planted: { features: ['tokens', 'text'], settings: z.object({ kind: z.literal('planted'), ...convolution }), cite: 'nobody' },",
  ],
  [
    'shared/domain/networks.ts',
    'export const NETWORKS = {',
    "'planted-crf': { architecture: 'planted', ner: { head: 'crf' } }, planted: { architecture: 'planted', texts: {} },",
  ],
  // The words.
  ['renderer/features/train/network-words.ts', '  ner: {', "'planted-crf': { name: 'Planted-CRF' },"],
  [
    'renderer/features/train/network-words.ts',
    '  texts: {',
    "planted: { name: 'Planted', about: { en: 'a network', zh: '一种网络' } },",
  ],
];

const NETWORK_CODE = `
import { completeSettings, readGiven, settingsUsage } from './main/cli/settings-flags.ts';
import { tagger } from './main/engine/models/tagger/model.ts';
import { textClassifier } from './main/engine/models/text-classifier/model.ts';
import { describeModel } from './main/engine/io/describe-model.ts';
import { setUpClassify } from './main/engine/tasks/classify/training.ts';
import { setUpNer } from './main/engine/tasks/ner/training.ts';
import { settingWords } from './renderer/features/train/form/setting-words.ts';
import { gridNetworks } from './renderer/features/train/grid/grid-draft.ts';
import { en, zh } from './renderer/i18n/translations.ts';
import { shapeOf } from './renderer/lib/form-settings.ts';
import { knownSettings } from './shared/experiment-cells.ts';
import { applies } from './shared/run-settings.ts';
import { NETWORK_CASES } from './test/main/engine/models/network-cases.ts';

const noWeights = [Buffer.from('0200000000000000' + '7b7d', 'hex')];
const kinds = (task, network, setUp, build, documents) => {
  const settings = completeSettings(readGiven(task, { network, filters: '7', 'hidden-size': '9' }, undefined));
  const { config, vocabulary } = setUp(settings, documents, {});
  return {
    form: shapeOf(task, 'network').choices[0],
    grid: gridNetworks(task)[0],
    words: [zh, en].map((words) => settingWords(words, task).choice('network', network)),
    settings: ['filters', 'hiddenSize', 'layers', 'residual'].filter((name) => applies(name, settings)),
    network: settings.network,
    config: config.model.middle ?? config.model.body,
    parameters: build(config.model).params.map(({ name }) => name).filter((name) => name.startsWith('planted')),
    card: describeModel({ config, vocabulary, weights: noWeights }).network,
    usage: settingsUsage().some(([syntax]) => syntax.includes(network + '|')),
    cases: NETWORK_CASES.filter(({ name }) => name.startsWith(network + ' ')).length,
  };
};
console.log(JSON.stringify({
  ner: kinds('ner', 'planted-crf', setUpNer, tagger, [{ id: 'a', text: '咳嗽', entities: [{ start: 0, end: 2, type: 's' }] }]),
  texts: kinds('classify', 'planted', setUpClassify, textClassifier, [
    { id: 'a', text: '咳嗽', labels: ['p'] },
    { id: 'b', text: '发热', labels: ['q'] },
  ]),
}));
`;

describe('a network', () => {
  it('is added by its file, its row and its words; its test case follows from the row', () => {
    const shared = {
      settings: ['filters'],
      config: { kind: 'planted', filters: 7, kernel: 3 },
      parameters: ['planted.weight', 'planted.bias'],
      usage: true,
      cases: 1,
    };
    const added = runAdded(
      { 'main/engine/models/networks/planted.ts': NETWORK_FILE },
      NETWORK_CHANGES,
      NETWORK_CODE,
    );
    expect(added).toEqual({
      ner: {
        ...shared,
        form: 'planted-crf',
        grid: 'planted-crf',
        words: ['Planted-CRF', 'Planted-CRF'],
        network: 'planted-crf',
        card: 'planted-crf',
      },
      texts: {
        ...shared,
        form: 'planted',
        grid: 'planted',
        words: ['Planted：一种网络', 'Planted: a network'],
        network: 'planted',
        card: 'planted',
      },
    });
  });

  /** Everyday words, such as `none`, are left out. */
  const names = [...Object.keys(NETWORKS), ...Object.keys(ARCHITECTURES)].filter(
    (name) => !['none', 'cls', 'lstm', 'bert'].includes(name),
  );

  it('is named nowhere else, but where a particular one is chosen', () => {
    const places =
      /^(shared\/domain\/networks|main\/engine\/models\/networks\/.*|renderer\/features\/train\/network-words)\.ts$/;
    expect(filesNaming(names).filter((file) => !places.test(file))).toEqual([
      'main/engine/train/torch-folder.ts', // the one that PyTorch goes on with
      'renderer/features/train/form/preset-words.ts',
      'renderer/features/train/form/presets.ts',
      'renderer/features/train/task-kinds.ts', // what a new experiment begins with
      'shared/domain/classification.ts', // the default of its settings
      'shared/domain/normalisation.ts',
      'shared/domain/pairs.ts',
      'shared/domain/recipes.ts',
      'shared/domain/relations.ts',
      'shared/domain/training.ts',
    ]);
  });
});

const TASK_CHANGES: readonly Change[] = [
  [
    'shared/domain/tasks.ts',
    'export const TASKS = {',
    "planted: { kind: 'pairs', graded: true, measures: ['f1'], compared: ['f1'] },",
  ],
  ['renderer/features/train/form/preset-words.ts', '  task: {', "planted: { en: 'Planted', zh: '植入' },"],
  [
    'renderer/features/train/form/preset-words.ts',
    '  taskHelp: {',
    "planted: { en: 'pairs', zh: '文本对' },",
  ],
  [
    'shared/messages/values.ts',
    'export const values = dictionary({',
    "'value.planted': { en: 'planted', zh: '植入' },",
  ],
];

const TASK_CODE = `
import { dataKind } from './main/cli/data-kind.ts';
import { completeSettings, readGiven, settingsUsage } from './main/cli/settings-flags.ts';
import { checkModel } from './main/engine/io/check-model.ts';
import { describeModel } from './main/engine/io/describe-model.ts';
import { ModelFileConfig } from './main/engine/io/model-files.ts';
import { setUpClassify } from './main/engine/tasks/classify/training.ts';
import { parseClassified } from './main/formats/read-classified.ts';
import { STORED } from './main/services/data/data-store.ts';
import { comparedTask } from './main/services/models/model-comparison.ts';
import { gridNetworks } from './renderer/features/train/grid/grid-draft.ts';
import { en, zh } from './renderer/i18n/translations.ts';
import { startDraft } from './renderer/features/train/run-draft.ts';
import { shapeOf } from './renderer/lib/form-settings.ts';
import { ModelCard, TrainingTask } from './shared/domain/training.ts';
import { TASKS } from './shared/domain/tasks.ts';
import { experimentTable } from './shared/experiment-table.ts';

const settings = completeSettings(readGiven('planted', { network: 'cnn', filters: '7' }, undefined));
const documents = [
  parseClassified({ a: '咳嗽', b: '咳痰', label: '1' }, '1', { text: 'a', second: 'b', label: 'label' }, 'planted'),
  parseClassified({ a: '咳嗽', b: '骨折', label: '0' }, '2', { text: 'a', second: 'b', label: 'label' }, 'planted'),
];
const { config, vocabulary } = setUpClassify(settings, documents, {});
const card = { task: ModelCard.shape.task.parse('planted') };
const plan = { task: 'planted', axes: [{ name: 'n', values: [{ name: 'cnn', settings: {} }] }], baselines: [], seeds: [1] };
console.log(JSON.stringify({
  task: TrainingTask.options[0],
  settings: [settings.task, settings.network, settings.pairReading],
  text: documents[0].text,
  kind: dataKind('planted', { 'text-a': 'a', 'text-b': 'b' }).fields.second,
  usage: settingsUsage().some(([syntax]) => syntax.includes('--task planted|pair')),
  config: [config.task, config.model.pairs, ModelFileConfig.parse(config).task],
  card: describeModel({ config, vocabulary, weights: [Buffer.from('0200000000000000' + '7b7d', 'hex')] }).network,
  stored: STORED[TASKS.planted.kind] === STORED.pairs,
  compared: comparedTask(card, card),
  form: [startDraft('planted').preset, shapeOf('planted', 'pairReading').choices.length > 0, gridNetworks('planted').length > 0],
  words: [zh.texts.task.planted, en.texts.task.planted],
  columns: experimentTable(plan, []).columns,
}));
`;

describe('a task', () => {
  it('of a known kind is added by its row and its words', () => {
    expect(runAdded({}, TASK_CHANGES, TASK_CODE)).toEqual({
      task: 'planted',
      settings: ['planted', 'cnn', 'matched'],
      text: '咳嗽\n咳痰',
      kind: 'b',
      usage: true,
      config: ['planted', 'apart', 'planted'],
      card: 'cnn',
      stored: true,
      compared: 'planted',
      form: ['pairLinear', true, true],
      words: ['植入', 'Planted'],
      columns: ['parameters', 'f1', 'secondsPerEpoch', 'loss', 'devLoss'],
    });
  });

  it('is named nowhere else, but where a particular one is meant', () => {
    const places =
      /^(shared\/domain\/tasks|renderer\/features\/train\/form\/preset-words|shared\/messages\/values)\.ts$/;
    // Everyday words, such as `relation`, are left out.
    const named = new RegExp(
      ['classify', 'diagnose', 'nli', 'normalisation'].map((task) => `'${task}'`).join('|'),
    );
    const files = globSync('{main,renderer,shared}/**/*.{ts,tsx}', { cwd: appRoot })
      .filter((file) => named.test(readFileSync(join(appRoot, file), 'utf8')))
      .filter((file) => !places.test(file))
      .toSorted();
    expect(files).toEqual([
      'main/cli/texts.ts', // a command
      'main/engine/tasks/classify/forward.ts', // a program's name
      'main/engine/tasks/normalise/fit.ts',
      'main/engine/train/normalisation-run.ts',
      'main/formats/annotations/brat-lines.ts', // BRAT's own
      'main/formats/annotations/brat-read.ts',
      'main/services/models/predict.ts', // a request of the inference process
      'main/services/runs/run-data.ts',
      'main/services/runs/run-input.ts',
      'main/services/runs/run-terms.ts',
      'main/starter-models.ts',
      'renderer/features/train/data/guess-task.ts',
      'shared/domain/normalisation.ts',
    ]);
  });
});

const FORMAT_FILE = `
export const planted = {
  id: 'planted',
  title: 'Planted',
  extensions: ['.planted'],
  looksLike: (files) => files.some(({ name }) => name.endsWith('.planted')),
  read: (files) => ({
    documents: files.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes), meta: {}, items: [] })),
    losses: [],
  }),
  write: (documents) => ({
    files: documents.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) })),
    losses: [],
  }),
};
`;

const FORMAT_CHANGES: readonly Change[] = [
  [
    'main/formats/annotations/index.ts',
    "import { meridian } from './meridian.ts';",
    "import { planted } from './planted.ts';",
  ],
  [
    'main/formats/annotations/index.ts',
    'const BY_ID: Readonly<Record<AnnotationFormat, Format>> = {',
    'planted,',
  ],
  [
    'shared/domain/annotation-formats.ts',
    'export const ANNOTATION_FORMATS = {',
    "planted: { en: 'Planted', zh: '植入' },",
  ],
];

const FORMAT_CODE = `
import { formatOf, guessFormat } from './main/formats/annotations/index.ts';
import { readAnnotations } from './main/services/annotation-files/read-annotations.ts';
import { ANNOTATION_FORMATS } from './shared/domain/annotation-formats.ts';
import { AnnotationFormat } from './shared/domain/annotation.ts';

const files = [{ name: 'a.planted', bytes: new TextEncoder().encode('text') }];
console.log(JSON.stringify({
  option: AnnotationFormat.options[0],
  menu: ANNOTATION_FORMATS.planted.zh,
  guessed: guessFormat(files).id,
  read: readAnnotations(files).format,
  written: formatOf('planted').write(formatOf('planted').read(files).documents).files.length,
}));
`;

describe('a format of annotations', () => {
  it('is added by its folder and its row', () => {
    const added = runAdded(
      { 'main/formats/annotations/planted.ts': FORMAT_FILE },
      FORMAT_CHANGES,
      FORMAT_CODE,
    );
    expect(added).toEqual({
      option: 'planted',
      menu: '植入',
      guessed: 'planted',
      read: 'planted',
      written: 1,
    });
  });

  it('is named nowhere else', () => {
    const places = /^(main\/formats\/annotations\/.*|shared\/domain\/annotation-formats\.ts)$/;
    // Data sets give their names to templates of schemas too.
    const names = Object.keys(ANNOTATION_FORMATS).filter(
      (name) => !['meridian', 'cmeee', 'ccks'].includes(name),
    );
    expect(filesNaming(names).filter((file) => !places.test(file))).toEqual([
      'main/cli/convert.ts', // --scheme is CoNLL's
    ]);
  });
});
