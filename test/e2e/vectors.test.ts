/** Word vectors as people make and look at them: train on the records, walk through neighbours, draw, select. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, HOSTS, type Home } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { classCorpus } from '../main/engine/embeddings/corpora.ts';

/** The app trains below normal priority: on a busy machine that takes a while. */

describe.skipIf(CHROMIUM === '')('word vectors in the console', () => {
  it('are trained, walked through, drawn, selected, exported, imported and deleted', async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await page.keyboard.press('Alt+3');
    await page.getByTestId('train-nav-vectors').click();
    await page.getByTestId('vectors-page').filter({ hasText: '还没有词向量' }).waitFor();
    await fillForm(page, home);
    await watchTraining(page);
    await walk(page);
    await draw(page);
    await select(page);
    await exchange(page);
  });
});

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`training of word vectors under ${kind}`, () => {
    it('outlasts the death of the app', { tags: ['long'] }, async () => {
      const home = usedHome();
      const first = await startApp(kind, home);
      await waitForHighlights(first.page);
      const { id } = await ask(first.page, 'vectors.train', {
        name: 'v',
        settings: { method: 'word2vec', minCount: 1, threads: 1, epochs: 400 },
        documents: true,
        uploadIds: [],
        graphNames: false,
      });
      const training = async (page: Page) =>
        (await ask(page, 'vectors.trainings', {})).find((t) => t.id === id);
      await expect
        .poll(async () => (await training(first.page))?.progress?.training?.done ?? 0)
        .toBeGreaterThan(0);
      await first.kill();

      const { page } = await startApp(kind, home);
      await waitForHighlights(page);
      await skipTour(page);
      await page.keyboard.press('Alt+3');
      await page.getByTestId('train-nav-vectors').click();
      const card = page.getByTestId('vector-training');
      await card.filter({ hasText: '已中断' }).waitFor();
      await page.getByTestId('vectors-resume').click();
      await page.getByTestId('vectors-card').waitFor();
      expect(await card.count()).toBe(0);
    });
  });
}

/** Messages first, then a form that holds. */
async function fillForm(page: Page, home: Home): Promise<void> {
  const file = join(home.dir, '讲义.txt');
  writeFileSync(file, classCorpus(3000));
  await page.getByTestId('train-vectors').click();
  const form = page.getByTestId('vectors-form');
  const field = (name: string) => page.getByTestId(`vector-${name}`).getByRole('textbox');
  await page.getByTestId('vector-documents').getByRole('checkbox').uncheck();
  await field('dimension').fill('0');
  await page.getByTestId('start-vectors').click();
  await page.getByTestId('vector-dimension').getByRole('alert').filter({ hasText: '1–1024' }).waitFor();
  await page.getByTestId('vector-documents').getByRole('alert').filter({ hasText: '请选择病历' }).waitFor();
  expect(await ask(page, 'vectors.trainings', {})).toEqual([]);
  await field('dimension').fill('16');
  await page.getByTestId('vector-files-input').setInputFiles([file]);
  await form.getByText('讲义.txt').waitFor();
  await field('minCount').fill('1');
  await field('epochs').fill('200');
  await page.getByTestId('vectors-advanced').locator('summary').click();
  await field('threads').fill('1');
  await field('sample').fill('0');
  await page.getByTestId('vector-name').getByRole('textbox').fill('讲义字向量');
  await page.getByTestId('start-vectors').click();
}

/** Numbers come, a pause holds, the end brings a card. */
async function watchTraining(page: Page): Promise<void> {
  const card = page.getByTestId('vector-training');
  await page.getByTestId('vector-numbers').filter({ hasText: '词/秒' }).waitFor();
  await page.getByTestId('vectors-pause').click();
  await page.locator('[data-testid="vector-training"][data-state="paused"]').waitFor();
  // A button that still waits for the answer to the pause takes no click.
  await page.locator('[data-testid="vectors-resume"]:not(.ant-btn-loading)').click();
  const done = page.getByTestId('vectors-card');
  await done.waitFor();
  await card.waitFor({ state: 'detached' });
  expect(await done.textContent()).toMatch(/讲义字向量.*字.*CBOW.*16 维.*42 个字词.*讲义\.txt：1 份文本/);
}

/** From a typed word to its neighbours, on to theirs, and back. */
async function walk(page: Page): Promise<void> {
  await page.getByTestId('vectors-open').click();
  const search = page.getByTestId('vectors-search').locator('input');
  await search.fill('糖');
  await page.getByTestId('vectors-caption').filter({ hasText: '1 个词含“糖”' }).waitFor();
  await search.press('Enter');
  const near = page.getByTestId('vectors-near');
  await page.locator('[data-testid="vectors-near"][data-token="糖"]').waitFor();
  const second = await near.locator('.near-token').first().textContent();
  await page.getByTestId('vectors-neighbour').first().click();
  await page.locator(`[data-testid="vectors-near"][data-token="${second}"]`).waitFor();
  await page.getByTestId('vectors-back').click();
  await page.locator('[data-testid="vectors-near"][data-token="糖"]').waitFor();
  await search.fill('龘');
  await search.press('Enter');
  await page.getByText('没有“龘”的向量').waitFor();
}

/** Both projections; a click on a point shows its word. */
async function draw(page: Page): Promise<void> {
  const scatter = page.locator('[data-testid="vector-scatter"][data-points="42"]');
  await scatter.waitFor();
  await page.getByTestId('vectors-caption').filter({ hasText: '方差' }).waitFor();
  await page.getByTestId('vectors-method').getByText('UMAP').click();
  await page.getByTestId('vectors-caption').filter({ hasNotText: '方差' }).waitFor();
  const [set] = await ask(page, 'vectors.list', {});
  const request = { id: set!.id, method: 'umap', count: 2000, typed: false, seed: 1 } as const;
  const { tokens, types } = await ask(page, 'vectors.points', request);
  const legend = page.getByTestId('legend-none');
  const outside = types.filter((type) => type === null).length;
  expect(await legend.textContent()).toContain(String(outside));
  await legend.click();
  expect(await legend.getAttribute('aria-pressed')).toBe('false');
  await legend.click();
  const token = await clickSomePoint(page);
  expect(tokens).toContain(token);
}

/** Finds a point by the cursor that the drawing shows there, clicks it and returns its word. */
async function clickSomePoint(page: Page): Promise<string> {
  const at = await page.getByTestId('vector-scatter').evaluate((scatter) => {
    const [drawing, canvas] = [scatter.querySelector('div'), scatter.querySelector('canvas')];
    const { left, top, width, height } = scatter.getBoundingClientRect();
    for (let y = top + 20; y < top + height - 20; y += 7)
      for (let x = left + 20; x < left + width - 20; x += 7) {
        canvas?.dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: y, bubbles: true }));
        if (drawing?.style.cursor === 'pointer') return { x, y };
      }
    throw new Error('no point was found');
  });
  await page.mouse.click(at.x, at.y);
  const near = page.getByTestId('vectors-near');
  await near.waitFor();
  return (await near.getAttribute('data-token')) ?? '';
}

/** A lasso around everything gives all words, as a file too. */
async function select(page: Page): Promise<void> {
  await page.getByTestId('vectors-lasso').click();
  const box = (await page.getByTestId('vector-scatter').boundingBox())!;
  const corners = [
    [0.01, 0.01],
    [0.99, 0.01],
    [0.99, 0.99],
    [0.01, 0.99],
    [0.01, 0.02],
  ] as const;
  const to = ([x, y]: readonly [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...to(corners[0]));
  await page.mouse.down();
  for (const corner of corners) await page.mouse.move(...to(corner), { steps: 6 });
  await page.mouse.up();
  await page.locator('[data-testid="vectors-selected"][data-count="42"]').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByTestId('vectors-csv').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('讲义字向量.csv');
  const lines = readFileSync((await download.path())!, 'utf8').split('\r\n');
  expect(lines[0]).toBe('\ufeffword,type,x,y');
  expect(lines).toHaveLength(44); // the last line ends too
  await page.getByTestId('vectors-lasso').click();
}

/** Out as a file, in again under another name, and away. */
async function exchange(page: Page): Promise<void> {
  await page.getByTestId('vectors-export').click();
  await page.getByText('GloVe 文本 (.glove.txt)').click();
  const path = (await page.getByTestId('vectors-exported').locator('code').textContent())!;
  expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toHaveLength(42);
  await page.getByTestId('back').click();
  await page.getByTestId('vectors-file-input').setInputFiles([path]);
  await page.getByTestId('vectors-import').getByRole('textbox').fill('外来');
  await page.getByTestId('vectors-import').getByRole('button', { name: '导入' }).click();
  const cards = page.getByTestId('vectors-card');
  await expect.poll(() => cards.count()).toBe(2);
  expect(await cards.first().textContent()).toMatch(/外来.*外部导入.*16 维/);
  await cards.first().getByTestId('vectors-delete').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.poll(() => cards.count()).toBe(1);
}
