/** The graph view: what is near an entity and where records name it; predicted relations, reviewed by keys and mouse. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, editorOf, skipTour, waitForHighlights } from '../helpers/screen.ts';

const TRAINING = ['--dim', '16', '--epochs', '3', '--held-out', '0', '--threads', '1'];

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`the graph view under ${kind}`, () => {
    const tags = kind === 'browser' ? [] : ['long' as const];
    it('leads from an entity to its neighbours, paths and records, and reviews predictions', {
      tags,
    }, async () => {
      const home = usedHome();
      expect(cli(home, ['embed', 'transe', '--name', '图谱', ...TRAINING]).code).toBe(0);
      const { page } = await startApp(kind, home);
      await waitForHighlights(page);
      await skipTour(page);
      await openEntity(page, '肺炎');
      await seeRelated(page);
      await findPath(page, '肺结核');
      await review(page);
      await segment(page);
      await openRecord(page);
      await mapOfEntities(page);
    });
  });
}

async function openEntity(page: Page, name: string): Promise<void> {
  await page.getByTestId('view-graph').click();
  await page.getByTestId('graph-search').fill(name);
  await page.getByTestId('graph-hit').filter({ hasText: name }).first().click();
  await page.getByTestId('entity-page').getByRole('heading', { level: 1, name }).waitFor();
}

async function seeRelated(page: Page): Promise<void> {
  const near = page.getByTestId('pepr-neighbours').getByRole('listitem');
  await expect.poll(() => near.count()).toBeGreaterThan(3);
  await page.getByTestId('nearest-entities').filter({ hasText: '按向量“图谱”' }).waitFor();
  expect(await page.getByTestId('nearest-entities').getByRole('listitem').count()).toBe(12);
}

async function findPath(page: Page, name: string): Promise<void> {
  const end = page.getByTestId('path-to');
  await end.click();
  await page.keyboard.insertText(name);
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await page.getByTestId('path').filter({ hasText: name }).waitFor();
}

const shown = (page: Page, state: 'waiting' | 'accepted' | 'rejected') =>
  expect.poll(async () => (await ask(page, 'kg.predictions', { state, limit: 9 })).counts[state]);

async function review(page: Page): Promise<void> {
  await page.getByTestId('graph-completion').click();
  await page.getByText('这里没有预测').waitFor();
  await page.getByTestId('predict').click();
  const list = page.getByTestId('predictions');
  await list.waitFor();
  const first = await page.getByTestId('prediction').first().innerText();
  await page
    .getByTestId('prediction-detail')
    .getByTestId('path')
    .first()
    .or(page.getByText('没有两三步的路径'))
    .first()
    .waitFor();
  await list.press('a');
  await shown(page, 'accepted').toBe(1);
  await expect.poll(() => page.getByTestId('prediction').first().innerText()).not.toBe(first);
  await list.press('z');
  await shown(page, 'accepted').toBe(0);
  await expect.poll(() => page.getByTestId('prediction').first().innerText()).toBe(first);
  await page.getByTestId('decide-rejected').click();
  await shown(page, 'rejected').toBe(1);
  await page.getByTestId('decide-accepted').click();
  await shown(page, 'accepted').toBe(1);
  const [accepted] = (await ask(page, 'kg.predictions', { state: 'accepted', limit: 1 })).predictions;
  await openEntity(page, accepted!.head.name);
  await page.getByTestId('edge').filter({ hasText: '预测' }).first().waitFor();
}

/** Phrases are mined from the records, cut and decided about by keys, found, and turned by a cut point. */
async function segment(page: Page): Promise<void> {
  await ask(page, 'datasets.ofRecords', { name: '病历' });
  await page.getByTestId('graph-phrases').click();
  await page.getByTestId('phrases').getByRole('spinbutton').first().fill('3');
  await page.getByTestId('mine').click();
  const items = page.getByTestId('phrase-items');
  await items.waitFor();
  const [list] = await ask(page, 'phrases.lists', {});
  expect(list).toMatchObject({ name: '病历', card: { settings: { minCount: 3 } } });
  const find = async (query: string) =>
    (await ask(page, 'phrases.page', { list: list!.id, filter: { query } })).phrases[0]!;
  await page.getByTestId('phrase-query').fill('体格检查');
  const only = (text: string) =>
    expect.poll(() => page.getByTestId('phrase').allInnerTexts()).toEqual([expect.stringContaining(text)]);
  await only('体格 | 检查');
  await items.press('ArrowRight');
  await items.press(' ');
  await expect.poll(async () => (await find('体格检查')).cuts).toEqual([]);
  // a phrase without parts has left the list
  await page.getByRole('checkbox').uncheck();
  await only('体格检查');
  await page.getByTestId('cut-1').click();
  await expect.poll(async () => (await find('体格检查')).cuts).toEqual([1]);
  await items.press('z');
  await items.press('a');
  await expect.poll(async () => (await find('体格检查')).state).toBe('accepted');
  expect(await find('体格检查')).toMatchObject({ cuts: [], edited: true });
  await page.getByTestId('phrase-query').fill('新冠肺炎');
  await page.getByTestId('phrase-add').filter({ hasText: '新冠肺炎' }).click();
  await expect.poll(async () => (await find('新冠肺炎')).origin).toBe('added');
  await page.getByText('切分字', { exact: true }).click();
  const point = page.getByTestId('cut-point').filter({ hasText: '性' }).first();
  await point.getByRole('switch').click();
  await page.getByText(/个名称的切分已改变/).waitFor();
  const { cutPoints } = await ask(page, 'phrases.page', { list: list!.id, filter: {} });
  expect(cutPoints.find(({ character, side }) => character === '性' && side === 'end')?.active).toBe(false);
}

/** The picture of the graph's vectors leads from an entity to its page. */
async function mapOfEntities(page: Page): Promise<void> {
  await page.getByTestId('view-train').click();
  await page.getByTestId('train-nav-vectors').click();
  await page.getByTestId('vectors-open').click();
  await page.getByTestId('vector-scatter').waitFor();
  await page.getByTestId('vectors-search').locator('input').fill('胸痛');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid="vectors-near"][data-token="胸痛"]').waitFor();
  await page.getByTestId('vectors-entity').click();
  await page.getByTestId('entity-page').getByRole('heading', { level: 1, name: '胸痛' }).waitFor();
}

async function openRecord(page: Page): Promise<void> {
  await openEntity(page, '胸痛');
  const record = page.getByTestId('naming-record').first();
  await record.click();
  await editorOf(page).filter({ hasText: '胸痛' }).waitFor();
}
