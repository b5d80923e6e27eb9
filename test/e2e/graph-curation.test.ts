/** A person curates the graph: adds, links, merges, undoes by key and from the list, also after a restart. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { importCrawl } from '../helpers/graph-file.ts';
import { appendText, ask, highlightsOf, skipTour, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`curation of the graph under ${kind}`, () => {
    const tags = kind === 'browser' ? [] : ['long' as const];
    it('adds, links, merges, removes and undoes; highlights follow', { tags }, async () => {
      const home = usedHome();
      const first = await startApp(kind, home);
      await waitForHighlights(first.page);
      await skipTour(first.page);
      await addEntity(first.page);
      await linkIt(first.page);
      await seeHighlight(first.page);
      await mergeAndUndo(first.page);
      await removeIt(first.page);
      await reviewImport(first.page);
      await queryIt(first.page);
      await first.close();
      const { page } = await startApp(kind, home);
      await waitForHighlights(page);
      await bringItBack(page);
    });
  });
}

const pageOf = (page: Page, name: string) =>
  page.getByTestId('entity-page').getByRole('heading', { level: 1, name, exact: true });

async function addEntity(page: Page): Promise<void> {
  await page.getByTestId('view-graph').click();
  await page.getByTestId('graph-new').click();
  const form = page.getByTestId('entity-dialog');
  await form.getByRole('textbox', { name: '首选名称' }).fill('晨昏综合征');
  await form.getByTestId('entity-names').locator('input').fill('晨昏病');
  await page.keyboard.press('Enter');
  await form.getByTestId('entity-add-fact').click();
  await form.getByRole('combobox', { name: '属性名' }).fill('icd10');
  await form.getByRole('textbox', { name: '属性值' }).fill('F05.8');
  await page.keyboard.press('Enter');
  await pageOf(page, '晨昏综合征').waitFor();
  await page.getByTestId('entity-page').getByText('晨昏病', { exact: true }).waitFor();
}

async function pick(page: Page, testId: string, name: string): Promise<void> {
  await page.getByTestId(testId).click();
  await page.keyboard.insertText(name);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name })
    .first()
    .click();
}

async function linkIt(page: Page): Promise<void> {
  await pick(page, 'edge-relation', '症状');
  await pick(page, 'edge-other', '发热');
  await page.getByTestId('edge-add').click();
  await page.getByTestId('edge').filter({ hasText: '发热' }).waitFor();
}

async function seeHighlight(page: Page): Promise<void> {
  await page.getByTestId('view-editor').click();
  await waitForHighlights(page);
  await appendText(page, '\n既往晨昏病。');
  await highlightsOf(page).filter({ hasText: '晨昏病' }).first().waitFor();
}

const edits = async (page: Page) =>
  (await ask(page, 'kg.edits', { limit: 9 })).map(({ undone, notes }) => [notes[0]?.kind, undone]);

async function mergeAndUndo(page: Page): Promise<void> {
  await page.getByTestId('view-graph').click();
  await pageOf(page, '晨昏综合征').waitFor();
  await page.getByTestId('entity-merge').click();
  await pick(page, 'merge-into', '谵妄');
  await page
    .getByTestId('merge-dialog')
    .getByRole('button', { name: /合\s?并/ })
    .click();
  await pageOf(page, '谵妄').waitFor();
  await page.getByTestId('entity-page').getByText('晨昏综合征', { exact: true }).waitFor();
  await page.getByTestId('entity-edit').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect
    .poll(() => edits(page))
    .toEqual([
      ['merge', true],
      ['addEdge', false],
      ['add', false],
    ]);
  await expect
    .poll(() => page.getByTestId('entity-page').getByText('晨昏综合征', { exact: true }).count())
    .toBe(0);
}

async function removeIt(page: Page): Promise<void> {
  await page.getByTestId('graph-search').fill('晨昏');
  await page.getByTestId('graph-hit').filter({ hasText: '晨昏综合征' }).click();
  await pageOf(page, '晨昏综合征').waitFor();
  await page.getByTestId('entity-remove').click();
  await page.getByTestId('graph-stats').waitFor();
  await page.getByText('没有名称包含“晨昏”的实体').waitFor();
}

const CRAWL = `head\trelation\ttail\thead_type\ttail_type
肺炎\tHasComplication\t3个月\tdisease\tdisease
肺炎\tHasComplication\t2-10天\tdisease\tdisease
肺炎\tHasComplication\t85%\tdisease\tdisease
`;

/** Items of the review are decided by keys, singly and together, and come back by another. */
async function reviewImport(page: Page): Promise<void> {
  await importCrawl(page, CRAWL);
  await page.getByTestId('graph-review').click();
  const list = page.getByTestId('review-items');
  await page.getByTestId('review-item').filter({ hasText: '85%' }).waitFor();
  await list.press('k');
  await page.getByText('这一类没有待处理的条目').waitFor();
  await page.getByText('时长').click();
  await page.getByTestId('review-item').filter({ hasText: '3个月' }).waitFor();
  await list.press('Shift+D');
  await page.getByText('这一类没有待处理的条目').waitFor();
  await page.getByTestId('review-undo').click();
  await page.getByTestId('review-item').filter({ hasText: '2-10天' }).waitFor();
}

/** A query that is refused says why; one that is answered leads to an entity and is there again afterwards. */
async function queryIt(page: Page): Promise<void> {
  await page.getByTestId('graph-query').click();
  const text = page.getByTestId('query-text');
  await text.fill('SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }');
  await text.press('ControlOrMeta+Enter');
  await page.getByTestId('query').getByText('SERVICE 会访问本图谱以外的数据').waitFor();
  await text.fill('SELECT ?d { ?d a t:disease ; rdfs:label "谵妄" }');
  await text.press('ControlOrMeta+Enter');
  const saved = page.waitForEvent('download');
  await page.getByTestId('query-save').click();
  expect((await saved).suggestedFilename()).toBe('graph-query.csv');
  await page.getByTestId('query-row').getByRole('button', { name: '谵妄' }).click();
  await pageOf(page, '谵妄').waitFor();
  await page.getByTestId('graph-query').click();
  await page.getByTestId('query-count').getByText('1 行').waitFor();
}

async function bringItBack(page: Page): Promise<void> {
  await page.getByTestId('view-graph').click();
  await page.getByTestId('graph-edits').click();
  const removed = page.getByTestId('graph-edit').filter({ hasText: '删除“晨昏综合征”' });
  await removed.getByTestId('edit-turn').click();
  await page
    .locator('[data-testid="graph-edit"][data-undone="true"]')
    .filter({ hasText: '删除“晨昏综合征”' })
    .waitFor();
  await page.getByTestId('graph-search').fill('晨昏');
  await page.getByTestId('graph-hit').filter({ hasText: '晨昏综合征' }).waitFor();
}
