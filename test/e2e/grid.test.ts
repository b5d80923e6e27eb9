/** Experiments as people do them: choose vectors and networks, watch, pause, read the table, take it away. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { importSet } from '../helpers/train-in-app.ts';
import { DEV_DOCUMENTS, TRAIN_DOCUMENTS } from '../helpers/training.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';

/** The app trains below normal priority: on a busy machine that takes a while. */
/** Folder for pictures of the screens. */
const PICTURES = process.env.MERIDIAN_TEST_PICTURES;

/** Vectors of the characters of the template documents, in the text format of word2vec. */
async function importVectors(page: Page): Promise<void> {
  const characters = [...new Set(TRAIN_DOCUMENTS.flatMap(({ text }) => [...text]))].filter((c) =>
    /\S/.test(c),
  );
  const rows = characters.map(
    (character, i) =>
      `${character} ${Array.from({ length: 8 }, (_, k) => Math.sin(i * 8 + k).toFixed(4)).join(' ')}`,
  );
  const bytes = Buffer.from(`${rows.length} 8\n${rows.join('\n')}\n`, 'utf8');
  const { uploadId } = await ask(page, 'files.open', { name: 'vectors.txt', bytes: bytes.length });
  await ask(page, 'files.append', { uploadId, base64: bytes.toString('base64') });
  await ask(page, 'vectors.import', { uploadId, name: 'CMed char', unit: 'character' });
}

async function choose(page: Page, testId: string, words: string): Promise<void> {
  await page.getByTestId(testId).locator('.ant-select').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(words).click();
}

/** In both languages and themes, where somebody wants to see them. */
async function pictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const language of ['zh', 'en'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(PICTURES, `${name}-${language}-${theme}.png`) });
      await page.getByTestId('theme-switch').click(); // back to where it began after the second
    }
    await page.getByTestId('language-switch').click();
  }
}

describe.skipIf(CHROMIUM === '')('experiments in the training console', () => {
  it('train every combination with every seed and show one table', async () => {
    const page = await openExperiments();
    await page.getByTestId('grid-list').getByRole('button', { name: '新建对比实验' }).last().click();
    await fillForm(page);
    await watch(page);
    await readTable(page);
    await lookAround(page);
    await removeIt(page);
  });

  it('search for settings, and judge some by folds', { tags: ['long'] }, async () => {
    const page = await openExperiments();
    await search(page);
    await crossValidate(page);
  });
});

/** Opens the page of experiments in a new workspace with data sets and vectors. */
async function openExperiments(): Promise<Page> {
  const { page } = await startApp('browser', usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  await importSet(page, '训练', TRAIN_DOCUMENTS);
  await importSet(page, '验证', DEV_DOCUMENTS);
  await importSet(page, '测试', nerDocuments(14, 7000));
  await importVectors(page);
  await page.reload();
  await waitForHighlights(page);
  await page.keyboard.press('Alt+3');
  await page.getByTestId('train-nav-grids').click();
  return page;
}

/** Settings of one network are searched, and the best ones fill the form of a run. */
async function search(page: Page): Promise<void> {
  await page
    .getByTestId('new-grid')
    .or(page.getByRole('button', { name: '新建对比实验' }))
    .last()
    .click();
  await page.getByTestId('grid-kind').getByText('搜索设置').click();
  await page.getByTestId('grid-name').fill('搜索');
  await choose(page, 'set-train', '训练');
  await choose(page, 'set-dev', '验证');
  await page.getByTestId('grid-minutes').fill('0');
  await page.getByText('大于 0 的数').waitFor();
  await page.getByTestId('grid-minutes').fill('0.1');
  await page.getByTestId('grid-setting-epochs').getByRole('textbox').fill('6');
  await page.getByTestId('grid-setting-batchSize').getByRole('textbox').fill('4');
  await page.getByTestId('grid-setting-hiddenSize').getByRole('textbox').fill('8');
  await page.getByTestId('grid-size').filter({ hasText: '最多 30 次尝试' }).waitFor();
  await pictures(page, 'search-new');
  await page.getByTestId('start-grid').click();
  await page.locator('[data-testid="grid-page"][data-state="finished"]').waitFor();
  await pictures(page, 'search-table');
  const rows = page.getByTestId('grid-pipeline');
  expect(await rows.first().locator('th').nth(1).textContent()).toBe('6'); // the last stage comes first
  await page.getByTestId('tab-cells').click();
  const stages = await page
    .getByTestId('grid-cell')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-state')));
  expect(stages.length).toBeGreaterThanOrEqual(2);
  expect(stages.every((state) => state === 'finished')).toBe(true);
  await page.getByTestId('best-trial').filter({ hasText: 'F1' }).waitFor();
  await page.getByTestId('use-best').click();
  const epochs = page
    .getByTestId('setting-epochs')
    .getByRole('textbox')
    .or(page.getByRole('textbox', { name: '轮数' }));
  expect(await epochs.first().inputValue()).toBe('6');
}

/** Each fold of the training set is held out once; no dev set is asked for. */
async function crossValidate(page: Page): Promise<void> {
  await page.getByTestId('train-nav-grids').click();
  await page.getByTestId('new-grid').click();
  await page.getByTestId('grid-kind').getByText('比较组合').click();
  await page.getByTestId('grid-name').fill('三折');
  await choose(page, 'set-train', '训练');
  await page.getByTestId('grid-folds').fill('3');
  await page.getByTestId('set-dev').waitFor({ state: 'detached' });
  await page.getByTestId('grid-size').filter({ hasText: '× 3 折 = 3 次训练' }).waitFor();
  await page.getByTestId('start-grid').click();
  await page.locator('[data-testid="grid-page"][data-state="finished"]').waitFor();
  const value = page.getByTestId('grid-pipeline').first().locator('[data-column="f1"]');
  expect(await value.textContent()).toMatch(/^[\d.]+ ± [\d.]+/);
  expect(await value.locator('[title]').getAttribute('title')).toMatch(/第 3 折：/);
  await pictures(page, 'folds-table');
}

async function fillForm(page: Page): Promise<void> {
  await page.getByTestId('start-grid').click(); // nothing is chosen yet
  await page.getByTestId('grid-form').getByRole('alert').filter({ hasText: '2 处' }).waitFor();
  await page.getByTestId('grid-name').fill('词向量 × 网络');
  await choose(page, 'set-train', '训练');
  await choose(page, 'set-dev', '验证');
  await choose(page, 'set-test', '测试');
  const networks = page.getByTestId('grid-networks');
  await networks.locator('[data-key="staresgru-cnn-crf"]').click();
  await networks.locator('[data-key="bigru-crf"]').click();
  await page.getByTestId('grid-fronts').getByText('CMed char').click();
  const seeds = page.getByTestId('grid-seeds');
  await seeds.fill('1, 1');
  await page.getByText('互不相同的整数').waitFor();
  await seeds.fill('1, 2');
  await page.getByTestId('grid-setting-epochs').getByRole('textbox').fill('6');
  await page.getByTestId('grid-setting-batchSize').getByRole('textbox').fill('4');
  await page.getByTestId('grid-setting-hiddenSize').getByRole('textbox').fill('8');
  await page
    .getByTestId('grid-size')
    .filter({ hasText: '2 种词向量 × 2 个网络 × 2 个种子 = 8 次训练' })
    .waitFor();
  await pictures(page, 'grid-new');
  await page.getByTestId('start-grid').click();
}

/** It goes on, rests, and goes on to its end. */
async function watch(page: Page): Promise<void> {
  const grid = page.getByTestId('grid-page');
  await grid.getByRole('heading', { name: '词向量 × 网络' }).waitFor();
  await page.getByTestId('grid-progress').filter({ hasText: '1 / 8' }).waitFor();
  await page.getByTestId('grid-pause').click();
  await page.locator('[data-testid="grid-page"][data-state="paused"]').waitFor();
  await pictures(page, 'grid-paused');
  await page.getByTestId('grid-resume').click();
  await page.locator('[data-testid="grid-page"][data-state="finished"]').waitFor();
}

async function readTable(page: Page): Promise<void> {
  const rows = page.getByTestId('grid-pipeline');
  expect(await rows.count()).toBe(4);
  const [experiment] = await ask(page, 'experiments.list', {});
  const { cells } = await ask(page, 'experiments.get', { id: experiment!.id });
  const means = [0, 1, 2, 3].map((pipeline) => {
    const own = cells.filter((cell) => cell.pipeline === pipeline).map(({ result }) => result?.f1 ?? 0);
    return own.reduce((a, b) => a + b, 0) / own.length;
  });
  const best = (100 * Math.max(...means)).toFixed(2);
  const f1 = (row: number) => rows.nth(row).locator('[data-column="f1"]');
  expect(await f1(0).textContent()).toMatch(new RegExp(`^${best.replace('.', '\\.')} ± \\d`));
  expect(await f1(0).getAttribute('class')).toContain('is-best');
  await page.locator('[data-sort="f1"]').click(); // the worst first
  expect(await f1(3).textContent()).toContain(best);
  expect(await f1(3).locator('[title]').getAttribute('title')).toMatch(/种子 1：\d+\.\d\d\n种子 2：\d/);
  expect(await rows.first().locator('[data-column="testF1"]').textContent()).toMatch(/^[\d.]+ ± [\d.]+/);
  await page.getByTestId('grid-single').click();
  await pictures(page, 'grid-table');
  expect(await ask(page, 'runs.list', {})).toEqual([]); // cells are no single runs
  expect(await ask(page, 'models.list', {})).toEqual([]);

  for (const [format, ending, holds] of [
    ['CSV', 'csv', 'f1_mean'],
    ['Markdown', 'md', `**${best}`],
    ['LaTeX', 'tex', `\\textbf{${best}`],
  ] as const) {
    await page.getByTestId('grid-export').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`词向量 × 网络.${ending}`);
    expect(readFileSync(await file.path(), 'utf8')).toContain(holds);
  }
}

/** Curves, single runs, and a cell's own page, with the way back. */
async function lookAround(page: Page): Promise<void> {
  await page.getByTestId('tab-curves').click();
  await page.getByTestId('grid-chart-dev').locator('canvas').waitFor();
  await pictures(page, 'grid-curves');
  await page.getByTestId('tab-differences').click();
  await page.getByTestId('differences-start').click();
  const differences = page.getByTestId('differences-table').locator('tbody tr');
  await expect.poll(() => differences.count()).toBe(3);
  expect(await page.getByTestId('grid-differences').innerText()).toMatch(/在 测试 上.*14 份文档/s);
  await pictures(page, 'grid-differences');
  await page.getByTestId('tab-cells').click();
  expect(await page.getByTestId('grid-cell').count()).toBe(8);
  await pictures(page, 'grid-cells');
  await page.getByTestId('grid-cell').first().getByRole('button').click();
  await page.locator('[data-testid="run-page"][data-state="finished"]').waitFor();
  await page.getByTestId('back').click();
  await page.getByTestId('grid-page').waitFor();
}

async function removeIt(page: Page): Promise<void> {
  await page.getByTestId('back').click();
  await page.getByTestId('grid-row').filter({ hasText: '8 / 8' }).waitFor();
  await pictures(page, 'grid-list');
  await page.getByTestId('grid-row').getByRole('button').click();
  await page.getByTestId('grid-delete').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByTestId('grid-row').waitFor({ state: 'detached' });
  expect(await ask(page, 'experiments.list', {})).toEqual([]);
}
