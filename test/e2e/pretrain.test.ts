/** Pre-training as people use it: a corpus is imported, the form filled, the run looked at, the encoder used. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { HOSTS, type Home } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { importSet, runReaches } from '../helpers/train-in-app.ts';
import { TRAIN_DOCUMENTS } from '../helpers/training.ts';
import { corpusDocuments, SMALL_PRETRAINING } from '../main/engine/train/pretrain-runs.ts';

it.runIf(HOSTS.some(({ kind, here }) => kind === 'browser' && here))(
  'an encoder is pre-trained on an imported corpus, and its run says how it went',
  async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await page.getByTestId('view-train').click();
    await importCorpus(page, home);
    await fillForm(page);
    const run = (await ask(page, 'runs.list', {})).find(({ name }) => name === 'bert-tiny-1');
    await runReaches(page, run!.id, 'finished');
    const { report } = await ask(page, 'runs.get', { id: run!.id });
    if (report?.task !== 'pretrain') throw new Error('no report of pre-training');

    await page.getByTestId('chart-perplexity').locator('canvas').waitFor();
    await page.locator('.evaluations summary').click();
    const evaluations = page.locator('.evaluations tbody tr');
    await expect.poll(() => evaluations.count()).toBe(5); // before training, then twice an epoch
    expect(await page.locator('.evaluations tr.is-best').count()).toBe(1);
    await page.getByRole('tab', { name: '预训练' }).click();
    const tab = page.getByTestId('pretraining');
    expect(await tab.innerText()).toContain(report.perplexity.toFixed(3));
    expect(await tab.innerText()).toMatch(/文本\s*60/);
    await page.getByRole('tab', { name: '设置' }).click();
    expect(await page.locator('.train-main').innerText()).toContain('两段是否颠倒');
    await page.getByTestId('train-nav-models').click();
    const card = page.getByTestId('model-card').filter({ hasText: 'bert-tiny-1' });
    expect(await card.innerText()).toMatch(/困惑度/);

    // The preset for encoders goes on from the encoder just trained.
    await page.getByTestId('preset-pretrainFurther').click();
    expect(await page.getByTestId('setting-encoder').innerText()).toContain('bert-tiny-1');
    expect(await page.getByTestId('run-name').inputValue()).toBe('bert-tiny-1-1');
    await augment(page);
  },
);

/** A tagger's texts are filled by the encoder; a copy is rejected by key, and not learnt from. */
async function augment(page: Page): Promise<void> {
  await importSet(page, '病历-train', TRAIN_DOCUMENTS.slice(0, 12));
  await page.getByTestId('preset-bilstm').click();
  for (const [field, name] of [
    ['set-train', '病历-train'],
    ['set-dev', '病历-train'],
    ['setting-augment', 'bert-tiny-1'],
  ] as const) {
    await page.getByTestId(field).getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(name).click();
  }
  await page.getByTestId('setting-augmentShare').getByRole('textbox').fill('0.5');
  await page.getByTestId('augment-preview').click();
  const rows = page.getByTestId('augment-list').getByRole('option');
  await expect.poll(() => rows.count()).toBe(12);
  for (const key of ['Enter', 'Delete', ' ', ' ', 'ArrowUp']) await page.keyboard.press(key);
  expect(await rows.nth(1).innerText()).toContain('弃用');
  expect(await page.locator('.augment-row.is-rejected').count()).toBe(1);
  await page.getByTestId('back').click();
  expect(await page.getByTestId('augment-preview').innerText()).toContain('1');
  await page.getByTestId('setting-epochs').getByRole('textbox').fill('1');
  await page.getByTestId('start-run').click();
  await page.getByTestId('run-page').waitFor();
  const [run] = await ask(page, 'runs.list', {});
  await runReaches(page, run!.id, 'finished');
  const { warnings } = await ask(page, 'runs.get', { id: run!.id });
  expect(warnings.find(({ id }) => id === 'training.augmented')?.params).toMatchObject({ texts: 11 });
}

/** A line a text, without labels: the dialog sees what it is for. */
async function importCorpus(page: Page, home: Home): Promise<void> {
  const file = join(home.dir, '病历语料.jsonl');
  writeFileSync(
    file,
    corpusDocuments(60)
      .map((document) => `${JSON.stringify(document)}\n`)
      .join(''),
  );
  await page.getByTestId('empty-import').waitFor();
  await page.getByTestId('dataset-file-input').setInputFiles([file]);
  const dialog = page.getByTestId('dataset-import');
  await dialog.getByText('不需要标注：').waitFor();
  await page.getByTestId('dataset-import-go').click();
  await dialog.waitFor({ state: 'hidden' });
  const row = page.getByTestId('dataset-row').filter({ hasText: '病历语料' });
  expect(await row.innerText()).toContain('编码器预训练');
}

async function fillForm(page: Page): Promise<void> {
  await page.getByTestId('preset-pretrainNew').click();
  const form = page.getByTestId('run-form');
  expect(await form.getByTestId('setting-network').count()).toBe(0);
  await form.getByTestId('paste-settings').click();
  const settings = { ...SMALL_PRETRAINING, pair: 'sop', evaluations: 2 };
  const dialog = page.getByTestId('settings-json');
  await dialog.getByRole('textbox').fill(JSON.stringify(settings));
  await dialog.locator('.ant-btn-primary').click();
  await dialog.waitFor({ state: 'hidden' });

  await form.getByTestId('start-run').click();
  expect(await form.getByTestId('set-train').locator('.field-error').count()).toBe(1);
  expect(await form.getByTestId('set-dev').locator('.field-error').count()).toBe(0); // a share of the corpus
  await form.getByTestId('set-train').getByRole('combobox').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '病历语料' }).click();
  await setLengthByHours(page);
  await lookAtSamples(page);
  await ablate(page);
  await form.getByTestId('start-run').click();
  await page.getByTestId('run-page').waitFor();
}

/** The sequences of the run, drawn anew in another epoch. */
async function lookAtSamples(page: Page): Promise<void> {
  await page.getByTestId('look-at-samples').click();
  const samples = page.getByTestId('samples-list').locator('.sample');
  await expect.poll(() => samples.count()).toBe(20);
  expect(await samples.first().innerText()).toMatch(/^\[CLS\].*\[SEP\].*两段与原文/s);
  const masked = () => page.getByTestId('samples-list').locator('.is-masked').allInnerTexts();
  const first = await masked();
  expect(first.length).toBeGreaterThan(20);
  await page.getByTestId('samples-epoch').fill('2');
  await expect.poll(masked).not.toEqual(first);
  await page.getByTestId('back').click();
}

/** An experiment without the pairs begins from the same form. */
async function ablate(page: Page): Promise<void> {
  await page.getByTestId('ablate').click();
  const dialog = page.getByTestId('ablation-dialog');
  await dialog.getByText('各去掉下列一项：句对目标。').waitFor();
  await dialog.getByTestId('ablation-seeds').fill('1 1');
  expect(await dialog.locator('.ant-btn-primary').isDisabled()).toBe(true);
  await dialog.getByTestId('ablation-seeds').fill('4');
  await dialog.getByText('共 2 次训练').waitFor();
  await dialog.locator('.ant-btn-primary').click();
  await page.getByTestId('grid-page').waitFor();
  const [experiment] = await ask(page, 'experiments.list', {});
  expect(experiment).toMatchObject({ name: 'ablation-1', plan: { seeds: [4], task: 'pretrain' } });
  await ask(page, 'experiments.control', { id: experiment?.id ?? 0, action: 'cancel' });
  await page.getByTestId('new-run').click();
}

/** An hour fills updates and epochs; the run goes on with those that it had. */
async function setLengthByHours(page: Page): Promise<void> {
  const number = (key: string) => page.getByTestId(`setting-${key}`).getByRole('textbox');
  const estimate = page.getByTestId('run-estimate');
  const short = await estimate.innerText();
  const before = { steps: await number('steps').inputValue(), epochs: await number('epochs').inputValue() };
  await page.getByTestId('budget-hours').fill('0.1');
  await page.getByTestId('budget-set').click();
  await expect.poll(async () => Number(await number('steps').inputValue())).toBeGreaterThan(1);
  expect(Number(await number('epochs').inputValue())).toBeGreaterThan(0);
  await expect.poll(() => estimate.innerText()).not.toBe(short);
  for (const key of ['steps', 'epochs'] as const) await number(key).fill(before[key]);
}
