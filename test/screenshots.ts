/**
 * `npm run screenshots [-- VIEW…]`: the pictures of docs/screenshots, every main view, or those named, in both languages
 * and themes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { appRoot } from '../main/resources.ts';
import type { ClassifiedDocument } from '../shared/domain/classification.ts';
import type { NerSettings } from '../shared/domain/training.ts';
import { obtain } from './helpers/obtain.ts';
import { withPalette } from './helpers/png.ts';

const { chromium } = obtain();
process.env.MERIDIAN_TEST_CHROMIUM ??= chromium ?? '';
// These read the variable when they are loaded.
const { Home, openApp } = await import('./helpers/app.ts');
const screen = await import('./helpers/screen.ts');
const { ask } = screen;
const { asCsv, diagnosedTexts } = await import('./helpers/diagnosed-texts.ts');
const { sampleCorpus } = await import('./helpers/sample-corpus.ts');
const { DULL_RECORD, trainPredictor } = await import('./helpers/diagnoses.ts');
const { labelledItems } = await import('./helpers/labelled-items.ts');
const { TEMPLATES } = await import('../renderer/lib/annotation/templates.ts');
const { importSet, runReaches } = await import('./helpers/train-in-app.ts');

const folder = join(appRoot, 'docs', 'screenshots');
const SAMPLE = '样例 急性心肌梗死';
/** The model of the views whose names begin with `panel-`. */
const PREDICTOR = 'dx-cnn-demo';

/** Of a man who does not exist, at places that are on no map. */
const IDENTIFIED_RECORD = `入院记录
姓名：王建国　性别：男　年龄：58岁　科室：心血管内科　床号：12　住院号：00123456
身份证号：990000196603050019　联系电话：15400001234
现住址：云岚省雾溪市东篱区和悦路88号3栋2单元501室　邮编：001234
工作单位：雾溪市恒通机械厂　籍贯：云岚雾溪
联系人：李桂芳（妻子）　入院时间：2024-03-12 04:20　记录时间：2024年3月12日
主诉：突发胸骨后压榨样疼痛3小时。
现病史：患者3小时前于睡眠中突发胸骨后压榨样疼痛，3月10日曾就诊于雾溪市第一人民医院，今年2月体检发现高脂血症。王建国自行含服硝酸甘油1片，无缓解。家属李桂芳呼叫120，由邻居阿木送来我院。张主任查房：考虑急性心肌梗死。
医师签名：周海涛/冯雪
2024年3月12日`;

/** How to bring a view on screen, from the editor with the sample open. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  editor: async (page) => {
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('mention-list').locator('[data-entity]').first().waitFor();
  },
  'hover-card': async (page) => {
    await screen.highlightsOf(page).filter({ hasText: '硝酸甘油' }).first().hover();
    await page.getByTestId('hover-card').locator('.entity-facts').first().waitFor();
  },
  'editor-model': async (page) => {
    await switchModel(page, true);
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('source-filter').waitFor();
  },
  'hover-card-model': async (page) => {
    await switchModel(page, true);
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('source-filter').locator('.ant-segmented-item').nth(2).click();
    await page.getByTestId('mention-list').locator('.mention-entity').first().click();
    await page.keyboard.press('Control+i');
    await page.getByTestId('card-model').waitFor();
  },
  diagnosis: async (page) => {
    await page.getByTestId('candidate').nth(1).getByRole('button').first().click();
    await page.getByTestId('evidence-for').filter({ hasText: '胸痛' }).first().hover();
    await page.getByRole('tooltip').waitFor();
  },
  graph: async (page) => {
    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-search').fill('心肌梗死');
    await page.getByTestId('graph-hit').filter({ hasText: '急性心肌梗死' }).first().click();
    await page.getByTestId('neighbourhood').locator('canvas').waitFor();
  },
  'train-run': async (page) => {
    await openRun(page, 'running');
    await page.getByTestId('chart-dev').locator('canvas').waitFor();
  },
  'train-errors': async (page) => {
    await openRun(page, 'finished');
    await page.getByTestId('tab-errors').click();
    await page.getByTestId('error-list').focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    await page.getByTestId('error-document').locator('.is-chosen').first().waitFor();
  },
  'train-confusion': async (page) => {
    await openRun(page, 'finished');
    await page.getByTestId('tab-confusion').click();
  },
  'train-compare': async (page) => {
    await page.getByTestId('view-train').click();
    await rowsOf(page, 'finished').first().waitFor();
    for (const box of await rowsOf(page, 'finished').getByRole('checkbox').all()) await box.check();
    await page.getByTestId('compare').click();
    await page.getByTestId('compare-dev').locator('canvas').waitFor();
  },
  'train-new': async (page) => {
    await page.getByTestId('view-train').click();
    await page.getByTestId('recipe-bilstm').click();
    for (const use of ['train', 'dev']) {
      await page.getByTestId(`set-${use}`).locator('.ant-select').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(`samples-${use}`).click();
    }
    await page.getByTestId('leakage').waitFor();
  },
  'texts-import': async (page) => {
    await page.getByTestId('view-train').click();
    const content = `${asCsv(diagnosedTexts(400))}P-401,,肺炎\r\nP-402,夜间咳嗽两天,\r\n`;
    await page.getByTestId('dataset-file-input').setInputFiles([
      { name: '出院记录.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
      { name: '验证.csv', mimeType: 'text/csv', buffer: Buffer.from(asCsv(diagnosedTexts(80, 10_000))) },
    ]);
    await page.getByTestId('refused-rows').waitFor();
  },
  'texts-new': async (page) => {
    await page.getByTestId('view-train').click();
    await page.getByTestId('recipe-textStares').click();
    await page.getByTestId('task-field').locator('.ant-segmented-item').nth(2).click();
    for (const use of ['train', 'dev']) {
      await page.getByTestId(`set-${use}`).locator('.ant-select').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(`diagnoses-${use}`).click();
    }
    await page.getByTestId('leakage').waitFor();
  },
  'texts-labels': async (page) => {
    await openPredictor(page);
    await page.getByTestId('tab-types').click();
    await page.getByTestId('label-row').first().waitFor();
  },
  'texts-curves': async (page) => {
    await openPredictor(page);
    await page.getByTestId('chart-dev').locator('canvas').waitFor();
  },
  'texts-calibration': async (page) => {
    await openPredictor(page);
    await page.getByTestId('tab-calibration').click();
    await page.getByTestId('reliability').waitFor();
  },
  'texts-confusion': async (page) => {
    await openPredictor(page, 'department');
    await page.getByTestId('tab-confusion').click();
    await page.getByTestId('label-confusion').waitFor();
  },
  'texts-errors': async (page) => {
    await openPredictor(page);
    await page.getByTestId('tab-errors').click();
    await page.getByTestId('error-list').focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    await page.getByTestId('error-document').locator('.error-text-body').waitFor();
  },
  'texts-compare': async (page) => {
    await page.getByTestId('view-train').click();
    for (const name of ['dx-cnn', 'dx-avcnn'])
      await page.getByTestId('run-row').filter({ hasText: name }).first().getByRole('checkbox').check();
    await page.getByTestId('compare').click();
    await page.getByTestId('compare-dev').locator('canvas').waitFor();
    await page.getByTestId('tab-types').click();
  },
  'texts-try': async (page) => {
    await page.getByTestId('view-train').click();
    await page.getByTestId('train-nav-models').click();
    const card = page.getByTestId('model-card').filter({ hasText: 'dx-cnn' }).first();
    await card.getByTestId('model-try').click();
    await card
      .getByTestId('try-text')
      .fill('患者因夜间不能平卧，双下肢凹陷性水肿，活动后气促加重，伴阵发性心悸，门诊以此收入院。');
    await card.getByTestId('try-go').click();
    await card.getByTestId('try-answer').waitFor();
    await card.getByTestId('try-answer').scrollIntoViewIfNeeded();
  },
  'train-vectors': async (page) => {
    await trainVectors(page);
    await page.getByTestId('view-train').click();
    await page.getByTestId('train-nav-vectors').click();
    await page.getByTestId('vectors-open').click();
    await page.getByTestId('vectors-typed').click();
    await page.getByTestId('vectors-method').getByText('UMAP').click();
    const search = page.getByTestId('vectors-search').locator('input');
    await search.fill('胸痛');
    await search.press('Enter');
    await page.locator('[data-testid="vectors-near"][data-token="胸痛"]').waitFor();
    await page.getByTestId('vectors-computing').waitFor({ state: 'detached' });
    await page.mouse.move(720, 4);
  },
  'panel-model': async (page) => {
    await switchPredictor(page, true);
    const label = page.getByTestId('model-label').first();
    await label.getByRole('button').first().click();
    await label.getByTestId('moved-word').first().waitFor();
    await screen.editorOf(page).locator('.moved-words').first().waitFor();
    await page.mouse.move(720, 4);
  },
  'panel-abstains': async (page) => {
    await switchPredictor(page, true);
    const title = '复诊';
    const listed = await ask(page, 'docs.list', {});
    if (!listed.some((one) => one.title === title))
      await ask(page, 'docs.create', { title, text: DULL_RECORD, origin: 'typed' });
    await screen.openFromList(page, title);
    await page.getByTestId('model-abstained').waitFor();
  },
  deid: async (page) => {
    const title = '王建国-入院记录';
    const listed = await ask(page, 'docs.list', {});
    if (!listed.some((one) => one.title === title))
      await ask(page, 'docs.create', { title, text: IDENTIFIED_RECORD, origin: 'typed' });
    await screen.openFromList(page, title);
    await page.getByTestId('doc-item').filter({ hasText: title }).click({ button: 'right' });
    await page.getByRole('menuitem').filter({ hasText: '…' }).first().click();
    await page.getByTestId('deid-list').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
  },
  'annotate-desk': async (page) => {
    await openDesk(page);
    await page.keyboard.press('ControlOrMeta+Home');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
    await page.getByTestId('provenance').waitFor();
  },
  'annotate-review': async (page) => {
    await openDesk(page);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('F7');
    await page.locator('[data-testid="mode-line"][data-mode="review"]').waitFor();
  },
  'annotate-project': async (page) => {
    await makeProject(page);
    await page.getByTestId('view-annotate').click();
    await page.getByTestId('open-project').first().click();
    await page.getByTestId('project-document').first().waitFor();
  },
  'annotate-schema': async (page) => {
    await page.getByTestId('view-annotate').click();
    await page.getByTestId('new-project').click();
    await page.getByTestId('project-name').fill('入院记录');
  },
  settings: async (page) => {
    await page.getByTestId('view-settings').click();
    await page.locator('.settings-section').first().waitFor();
  },
};

const rowsOf = (page: Page, state: string) => page.locator(`[data-testid="run-row"][data-state="${state}"]`);

/** A project on the sample records, its first document labelled from what the dictionary finds, unless it is there. */
async function makeProject(page: Page): Promise<void> {
  if ((await ask(page, 'projects.list', {})).length > 0) return;
  const { actor } = await ask(page, 'app.info', {});
  const samples = await ask(page, 'docs.list', {});
  const { id: projectId } = await ask(page, 'projects.create', {
    name: '入院记录',
    schema: TEMPLATES.emr,
    members: [actor],
  });
  await ask(page, 'projects.addDocuments', { projectId, documents: samples.map(({ id }) => id) });
  const queue = await ask(page, 'annotation.queue', { projectId });
  const first = queue.find(({ name }) => name === SAMPLE) ?? queue[0];
  const { text, layer } = await ask(page, 'annotation.open', { documentId: first?.id ?? 0 });
  const { mentions } = await ask(page, 'text.annotate', { text });
  const changes = labelledItems(mentions, layer.nextItem, actor).map((after) => ({
    id: after.id,
    before: null,
    after,
  }));
  await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.mark-all', detail: {}, changes });
}

async function openDesk(page: Page): Promise<void> {
  await makeProject(page);
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('start-labelling').first().click();
  await page.getByTestId('queue-row').filter({ hasText: SAMPLE }).click();
  await page.getByTestId('annotate-text').locator('.ann-piece').first().waitFor();
  await page.getByTestId('annotate-text').locator('.view-line').first().click();
}

/** Vectors of the words of the sample records, unless they are there. */
async function trainVectors(page: Page): Promise<void> {
  if ((await ask(page, 'vectors.list', {})).length > 0) return;
  await ask(page, 'vectors.train', {
    name: '病历词向量',
    settings: { method: 'word2vec', unit: 'word', minCount: 1, epochs: 200, threads: 1, negative: 10 },
    documents: true,
    uploadIds: [],
    graphNames: true,
  });
  while ((await ask(page, 'vectors.list', {})).length === 0) await page.waitForTimeout(300);
}

/** Makes the editor highlight with a trained model, or with none. */
async function switchModel(page: Page, on: boolean): Promise<void> {
  const model = (await ask(page, 'models.list', {})).find(({ task }) => task === 'ner');
  if (model === undefined) return;
  await ask(page, 'models.use', { id: model.id, inEditor: on });
  if (on) await page.locator('[data-testid="editor"][data-predicted]:not([data-predicted="0"])').waitFor();
}

/** Makes the diagnosis panel use the predictor, or none. */
async function switchPredictor(page: Page, on: boolean): Promise<void> {
  const model = (await ask(page, 'models.list', {})).find(({ name }) => name === PREDICTOR);
  if (model === undefined) return;
  await ask(page, 'models.use', { id: model.id, inEditor: on });
  if (on) await page.getByTestId('model-opinion').waitFor();
}

async function openRun(page: Page, state: string): Promise<void> {
  await page.getByTestId('view-train').click();
  await rowsOf(page, state).last().locator('.run-name').click();
  await page.getByTestId('chart-loss').locator('canvas').waitFor();
}

async function openPredictor(page: Page, name = 'dx-cnn'): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('run-row').filter({ hasText: name }).first().locator('.run-name').click();
  await page.getByTestId('run-page').waitFor();
}

/** Two predictors of diagnoses and a classifier, for the views whose names begin with `texts-`. */
async function trainOnTexts(page: Page): Promise<void> {
  const train = await importSet(page, 'diagnoses-train', diagnosedTexts(800), 'diagnose');
  const known = new Set(diagnosedTexts(800).map(({ text }) => text));
  const fresh = diagnosedTexts(330, 10_000).filter(({ text }) => !known.has(text));
  const dev = await importSet(page, 'diagnoses-dev', fresh, 'diagnose');
  const first = (documents: readonly ClassifiedDocument[]) =>
    documents.map((document) => ({ ...document, labels: document.labels.slice(0, 1) }));
  const single = {
    train: await importSet(page, 'department-train', first(diagnosedTexts(800)), 'classify'),
    dev: await importSet(page, 'department-dev', first(fresh), 'classify'),
  };
  const small = {
    embeddingSize: 48,
    filters: 64,
    epochs: 14,
    batchSize: 16,
    learningRate: 0.006,
    length: 64,
    dropout: 0.2,
  } as const;
  const runs = [
    await ask(page, 'runs.start', {
      name: 'dx-cnn',
      settings: { ...small, task: 'diagnose', network: 'cnn' },
      train,
      dev,
    }),
    await ask(page, 'runs.start', {
      name: 'dx-avcnn',
      settings: { ...small, task: 'diagnose', network: 'avcnn', weighting: 'balanced' },
      train,
      dev,
    }),
    await ask(page, 'runs.start', {
      name: 'department',
      settings: { ...small, task: 'classify', network: 'cnn', epochs: 8 },
      ...single,
    }),
  ];
  for (const { id } of runs) await runReaches(page, id, 'finished');
}

/** Three finished runs on the sample records, and one that goes on for as long as pictures are taken. */
async function train(page: Page): Promise<void> {
  const { train, dev } = await sampleCorpus(page);
  const sets = {
    train: await importSet(page, 'samples-train', train),
    dev: await importSet(page, 'samples-dev', dev),
  };
  const small = {
    task: 'ner',
    embeddingSize: 64,
    hiddenSize: 64,
    layers: 1,
    batchSize: 8,
    epochs: 16,
  } as const;
  const start = (name: string, settings: Partial<NerSettings>) =>
    ask(page, 'runs.start', { name, settings: { ...small, ...settings }, ...sets });
  const runs = [
    await start('bilstm-crf-1', {}),
    await start('bigru-crf-1', { network: 'bigru-crf' }),
    await start('bilstm-crf-2', { hiddenSize: 128, learningRate: 2e-3, dropout: 0.5 }),
  ];
  for (const { id } of runs) await runReaches(page, id, 'finished');
  const { id } = await start('bilstm-crf-3', { hiddenSize: 128, layers: 2, epochs: 150 });
  while (((await ask(page, 'runs.get', { id })).progress?.epoch ?? 0) < 6) await page.waitForTimeout(500);
}

/** Takes those named, or all, in a fresh workspace; returns their names and sizes. */
export async function run(wanted: readonly string[]): Promise<string> {
  const views = Object.entries(VIEWS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  mkdirSync(folder, { recursive: true });
  const home = new Home();
  const app = await openApp('browser', home);
  const rows: string[] = [];
  try {
    const { page } = app;
    await screen.waitForHighlights(page);
    await screen.skipTour(page);
    const names = views.map(([name]) => name);
    if (names.some((name) => name.startsWith('texts-'))) await trainOnTexts(page);
    if (names.some((name) => name.startsWith('panel-'))) await trainPredictor(page, PREDICTOR);
    if (names.some((name) => !/^(texts|panel|annotate)-|^deid$/.test(name))) await train(page);
    for (const language of ['zh', 'en'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        await screen.ask(page, 'settings.set', { language, theme });
        for (const [name, show] of views) {
          await openSample(page);
          await show(page);
          rows.push(await shoot(page, `${name}-${language}-${theme}.png`));
        }
      }
    }
  } finally {
    await app.kill();
    home.remove();
  }
  return ['| picture | kB |', '|---|---|', ...rows].join('\n');
}

async function openSample(page: Page): Promise<void> {
  await switchModel(page, false);
  await switchPredictor(page, false);
  await page.reload();
  await page.mouse.move(720, 4);
  await screen.waitForHighlights(page);
  await screen.openFromList(page, SAMPLE);
  await screen.waitForSuggestions(page);
}

async function shoot(page: Page, name: string): Promise<string> {
  await page.waitForTimeout(400); // what fades in has faded in
  const picture = withPalette(await page.screenshot());
  writeFileSync(join(folder, name), picture);
  return `| ${name} | ${Math.round(picture.length / 1024)} |`;
}

if (import.meta.main) {
  console.log(chromium === undefined ? 'skipped: no Chromium here' : await run(process.argv.slice(2)));
}
