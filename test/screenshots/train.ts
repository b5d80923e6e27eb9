/** The training console: runs of taggers, and word vectors. */
import type { Page } from 'playwright';
import type { NerSettings } from '../../shared/domain/training.ts';
import { sampleCorpus } from '../helpers/sample-corpus.ts';
import { ask } from '../helpers/screen.ts';
import { importSet, runReaches } from '../helpers/train-in-app.ts';
import type { Views } from './stage.ts';

export const trainViews: Views = {
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
    await page.getByTestId('new-run').click();
    for (const use of ['train', 'dev']) {
      await page.getByTestId(`set-${use}`).locator('.ant-select').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(`samples-${use}`).click();
    }
    await page.getByTestId('leakage').waitFor();
    await page.getByTestId('run-estimate').waitFor();
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
};

const rowsOf = (page: Page, state: string) => page.locator(`[data-testid="run-row"][data-state="${state}"]`);

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

async function openRun(page: Page, state: string): Promise<void> {
  await page.getByTestId('view-train').click();
  await rowsOf(page, state).last().locator('.run-name').click();
  await page.getByTestId('chart-loss').locator('canvas').waitFor();
}

/** Three finished runs on the sample records, and one that goes on for as long as pictures are taken. */
export async function train(page: Page): Promise<void> {
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
