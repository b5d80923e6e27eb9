/** Curation of the graph: forms, journal, review and queries. */
import type { Page } from 'playwright';
import { importCrawl } from '../helpers/graph-file.ts';
import { ask } from '../helpers/screen.ts';
import type { Views } from './stage.ts';

async function openEntity(page: Page, name: string): Promise<void> {
  await page.getByTestId('view-graph').click();
  await page.getByTestId('graph-search').fill(name);
  await page.getByTestId('graph-hit').filter({ hasText: name }).first().click();
  await page.getByTestId('neighbourhood').locator('canvas').waitFor();
}

export const graphViews: Views = {
  'graph-unfold': async (page) => {
    await openEntity(page, '社区获得性肺炎');
    await page
      .getByTestId('neighbourhood-click')
      .getByText(/展开|unfold/)
      .click();
    await unfoldNeighbour(page);
  },
  'graph-edit': async (page) => {
    await openEntity(page, '社区获得性肺炎');
    await page.getByTestId('entity-edit').click();
    await page.getByTestId('entity-dialog').getByRole('button').first().waitFor();
  },
  'graph-split': async (page) => {
    await openEntity(page, '社区获得性肺炎');
    await page.getByTestId('entity-split').click();
    await page.getByTestId('split-dialog').getByRole('button').first().waitFor();
  },
  'graph-relations': async (page) => {
    await openEntity(page, '社区获得性肺炎');
    await page.getByTestId('edge-form').scrollIntoViewIfNeeded();
    await page.getByTestId('edge').first().hover();
  },
  'graph-review': async (page) => {
    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-review').click();
    await page.locator('.review-kinds label').nth(4).click();
    await page.getByTestId('review-item').first().waitFor();
  },
  'graph-query': async (page) => {
    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-query').click();
    await page.getByTestId('query-text').press('ControlOrMeta+Enter');
    await page.getByTestId('query-row').first().waitFor();
  },
  'graph-edits': async (page) => {
    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-edits').click();
    await page.getByTestId('graph-edit').first().waitFor();
  },
  phrases: async (page) => {
    await minePhrases(page);
    await page.getByTestId('phrase').nth(3).click();
    await page.getByTestId('cutter').waitFor();
  },
  'cut-points': async (page) => {
    await minePhrases(page);
    await page.getByText(/^(切分字|Cut points)$/).click();
    await page.getByTestId('cut-point').first().waitFor();
  },
};

/** Mines phrases from all records, unless that was done. */
async function minePhrases(page: Page): Promise<void> {
  if ((await ask(page, 'phrases.lists', {})).length === 0) {
    const { id } = await ask(page, 'datasets.ofRecords', { name: '全部病历' });
    await ask(page, 'phrases.mine', { dataSet: id, name: '病历短语', settings: { minCount: 3 } });
    while ((await ask(page, 'phrases.lists', {})).length === 0) await page.waitForTimeout(300);
  }
  await page.getByTestId('view-graph').click();
  await page.getByTestId('graph-phrases').click();
  await page.getByTestId('phrase').first().waitFor();
}

const CRAWL = `head\trelation\ttail\thead_type\ttail_type
肺炎\tTreatedByDrug\t咳嗽\tdisease\tdrug
肺炎\tTreatedByDrug\t阵发性腹痛\tdisease\tdrug
肺炎\tNeedsExam\t支气管炎\tdisease\texam
肺炎\tHasComplication\t3个月\tdisease\tdisease
肺炎\tHasSymptom\t肺炎\tdisease\tsymptom
`;

export async function prepareGraph(page: Page): Promise<void> {
  await importCrawl(page, CRAWL);
  const [one] = await ask(page, 'kg.search', { query: '肺结核', limit: 1 });
  const { id, name, type } = one!;
  const edit = (changes: Parameters<typeof ask<'kg.edit'>>[2]['changes']) =>
    ask(page, 'kg.edit', { changes });
  await edit([
    { kind: 'addName', id, name: '肺痨症' },
    { kind: 'fact', id, key: 'note', from: null, to: '乙类传染病' },
  ]);
  await edit([{ kind: 'rename', id, from: name, to: `${name}病` }]);
  await edit([{ kind: 'retype', id, from: type, to: 'cause' }]);
  await ask(page, 'kg.turnEdit', { redo: false });
  await edit([{ kind: 'add', type: 'disease', name: '晨昏综合征', names: ['晨昏病'], facts: {} }]);
}

/** Clicks the first neighbour that the pointer meets on the right of the picture. */
async function unfoldNeighbour(page: Page): Promise<void> {
  const canvas = page.getByTestId('neighbourhood').locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  for (let x = box.x + box.width * 0.77; x < box.x + box.width; x += 6)
    for (let y = box.y + 10; y < box.y + box.height; y += 6) {
      await page.mouse.move(x, y);
      const cursor = await canvas.evaluate(({ parentElement }) => parentElement?.style.cursor);
      if (cursor !== 'pointer') continue;
      await page.mouse.click(x, y);
      await page.mouse.move(0, 0);
      return;
    }
}
