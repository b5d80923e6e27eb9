/** The training console: classifiers of texts. */
import type { Page } from 'playwright';
import type { ClassifiedDocument } from '../../shared/domain/classification.ts';
import { asCsv, diagnosedTexts } from '../helpers/diagnosed-texts.ts';
import { ask } from '../helpers/screen.ts';
import { importSet, runReaches } from '../helpers/train-in-app.ts';
import type { Views } from './stage.ts';

export const textViews: Views = {
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
    await page.getByTestId('new-run').click();
    await page.getByTestId('task-field').locator('.ant-segmented-item').nth(2).click();
    for (const use of ['train', 'dev']) {
      await page.getByTestId(`set-${use}`).locator('.ant-select').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(`diagnoses-${use}`).click();
    }
    await page.getByTestId('leakage').waitFor();
    await page.getByTestId('run-estimate').waitFor();
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
};

async function openPredictor(page: Page, name = 'dx-cnn'): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('run-row').filter({ hasText: name }).first().locator('.run-name').click();
  await page.getByTestId('run-page').waitFor();
}

/** Two predictors of diagnoses and a classifier, for the views whose names begin with `texts-`. */
export async function trainOnTexts(page: Page): Promise<void> {
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
