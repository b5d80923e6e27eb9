/** The training console: models of pairs of texts. */
import type { Page } from 'playwright';
import { type PairRow, pairRows } from '../helpers/pair-documents.ts';
import { ask } from '../helpers/screen.ts';
import { runReaches } from '../helpers/train-in-app.ts';
import type { Views } from './stage.ts';

/** Pairs whose labels the overlap of words does not tell, so that a model errs on some. */
const HARD: readonly PairRow[] = [
  { id: 'h1', text1: '高血压能吃南瓜吗', text2: '血压偏高的人饮食要注意什么', label: '1' },
  { id: 'h2', text1: '肺炎会传染吗', text2: '肺炎怎么办', label: '0' },
];

const linesOf = (rows: readonly PairRow[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

export const pairViews: Views = {
  'pairs-import': async (page) => {
    await page.getByTestId('view-train').click();
    const lacking = Buffer.from('{"text1": "头痛怎么办", "label": 0}\n');
    await page.getByTestId('dataset-file-input').setInputFiles([
      {
        name: '问题对.jsonl',
        mimeType: 'application/json',
        buffer: Buffer.concat([linesOf(pairRows(40)), lacking]),
      },
    ]);
    await page.getByTestId('refused-rows').waitFor();
  },
  'pairs-new': async (page) => {
    await page.getByTestId('view-train').click();
    await page.getByTestId('new-run').click();
    await page.getByTestId('preset-pairBilstm').click();
    await page.getByTestId('setting-pairReading').waitFor({ state: 'attached' });
  },
  'pairs-scores': async (page) => {
    await openRun(page);
    await page.getByTestId('tab-types').click();
    await page.getByTestId('text-summary').waitFor();
  },
  'pairs-errors': async (page) => {
    await openRun(page);
    await page.getByTestId('tab-errors').click();
    await page.getByTestId('error-list').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('error-document').locator('.error-text-body').waitFor();
  },
  'pairs-try': async (page) => {
    await page.getByTestId('view-train').click();
    await page.getByTestId('train-nav-models').click();
    const card = page.getByTestId('model-card').filter({ hasText: 'questions' }).first();
    await card.getByTestId('model-try').click();
    await card.getByTestId('try-text').fill('高血压能吃南瓜吗');
    await card.getByTestId('try-second').fill('得了高血压吃什么药');
    await card.getByTestId('try-go').click();
    await card.getByTestId('try-answer').waitFor();
    await card.getByTestId('try-answer').scrollIntoViewIfNeeded();
  },
};

async function openRun(page: Page): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('run-row').filter({ hasText: 'questions' }).first().locator('.run-name').click();
  await page.getByTestId('run-page').waitFor();
}

async function importPairs(page: Page, name: string, rows: readonly PairRow[]): Promise<number> {
  const bytes = linesOf(rows);
  const { uploadId } = await ask(page, 'files.open', { name: `${name}.jsonl`, bytes: bytes.length });
  await ask(page, 'files.append', { uploadId, base64: bytes.toString('base64') });
  const fields = { text: 'text1', second: 'text2', label: 'label' };
  return (await ask(page, 'datasets.import', { uploadId, name, task: 'pair', fields })).id;
}

/** A linear model of pairs, for the views whose names begin with `pairs-`. */
export async function trainOnPairs(page: Page): Promise<void> {
  const train = await importPairs(page, 'questions-train', pairRows(200));
  const dev = await importPairs(page, 'questions-dev', [...pairRows(60, 1001), ...HARD]);
  const { id } = await ask(page, 'runs.start', {
    name: 'questions',
    settings: { task: 'pair', network: 'logistic-regression', c: 3, calibration: 'scaling', epochs: 1 },
    train,
    dev,
  });
  await runReaches(page, id, 'finished');
}
