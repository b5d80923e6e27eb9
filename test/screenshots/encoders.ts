/** Previews of a training's input: copies of texts that an encoder filled, sequences of pre-training. */
import type { Page } from 'playwright';
import { ablationAxis } from '../../shared/experiment-cells.ts';
import { sampleCorpus } from '../helpers/sample-corpus.ts';
import { ask } from '../helpers/screen.ts';
import { importSet, runReaches } from '../helpers/train-in-app.ts';
import { SMALL_PRETRAINING } from '../main/engine/train/pretrain-runs.ts';
import type { Views } from './stage.ts';

const ENCODER = 'bert-tiny';

export const encoderViews: Views = {
  'train-augment': async (page) => {
    await newTagger(page);
    await page.getByTestId('augment-preview').click();
    await page.getByTestId('augment-list').waitFor();
    for (const key of ['Enter', 'Delete', 'Enter']) await page.keyboard.press(key);
  },
  'train-augment-form': newTagger,
  'train-ablation': ablation,
  'train-ablation-form': ablationForm,
  'train-samples': (page) => samples(page, { pair: 'sop' }),
  'train-samples-embert': (page) => samples(page, { model: 'embert', pair: 'nsp', corruptionRate: 0.5 }),
};

/** The form of a tagger on the sample records that an encoder augments. */
async function newTagger(page: Page): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('preset-bilstm').click();
  const form = page.getByTestId('run-form');
  await form.getByTestId('set-train').locator('.ant-select').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('samples-train').click();
  await form.getByTestId('setting-augment').getByRole('combobox').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(ENCODER).click();
  await form.getByTestId('setting-augmentShare').getByRole('textbox').fill('0.4');
  await form.getByTestId('augment-preview').scrollIntoViewIfNeeded();
}

/** The form of pre-training on the sample records with these settings. */
async function pretrainingForm(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('preset-pretrainNew').click();
  await page.getByTestId('paste-settings').click();
  const dialog = page.getByTestId('settings-json');
  await dialog
    .getByRole('textbox')
    .fill(JSON.stringify({ ...SMALL_PRETRAINING, encoder: 'tiny', length: 64, ...settings }));
  await dialog.locator('.ant-btn-primary').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByTestId('set-train').locator('.ant-select').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('records').click();
}

/** Sequences of the sample records, made by these settings. */
async function samples(page: Page, settings: Record<string, unknown>): Promise<void> {
  await pretrainingForm(page, settings);
  await page.getByTestId('look-at-samples').click();
  await page.getByTestId('samples-list').waitFor();
}

/** The dialog that begins an experiment on the objectives. */
async function ablationForm(page: Page): Promise<void> {
  await pretrainingForm(page, { pair: 'sop', masking: 'word' });
  await page.getByTestId('ablate').click();
  await page.getByTestId('ablation-seeds').waitFor();
}

/** An experiment on the objectives of pre-training. */
async function ablation(page: Page): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('train-nav-grids').click();
  await page.getByTestId('grid-row').getByRole('button').click();
  await page.getByTestId('grid-table').waitFor();
}

/** A small encoder of the sample records, and a data set of them. */
export async function trainEncoder(page: Page): Promise<void> {
  const { train } = await sampleCorpus(page);
  await importSet(page, 'samples-train', train);
  const { id } = await ask(page, 'datasets.ofRecords', { name: 'records' });
  const settings = { ...SMALL_PRETRAINING, task: 'pretrain', encoder: 'tiny', epochs: 10 } as const;
  const run = await ask(page, 'runs.start', { name: ENCODER, settings, train: id, dev: id });
  await runReaches(page, run.id, 'finished');
  const { task, ...small } = { ...settings, epochs: 1, pair: 'sop', masking: 'word' } as const;
  const plan = { task, settings: small, axes: [ablationAxis(small)], seeds: [1, 2] };
  await ask(page, 'experiments.start', { name: 'ablation', plan, train: id, dev: id });
  while ((await ask(page, 'experiments.list', {}))[0]!.state !== 'finished') await page.waitForTimeout(300);
}
