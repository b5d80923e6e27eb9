/** A graph file on its way into the graph, into the editor, and out again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { writeLargeGraph } from '../helpers/graph-file.ts';
import {
  appendText,
  ask,
  goToEdge,
  highlightsOf,
  skipTour,
  visibleText,
  waitForHighlights,
} from '../helpers/screen.ts';

const TSV = [
  'head\trelation\ttail\ttail_type',
  '经络测试综合征\tHasSymptom\t胸痛\tsymptom',
  '经络测试综合征\tSameAs\t络测征',
  '坏行只有一列',
  '经络测试综合征\tTreatedByDrug\t经络测试片\tdrug',
].join('\n');

describe.skipIf(CHROMIUM === '')('importing a graph file', () => {
  it('reports the broken line, finds and highlights the new names, and takes all back', async () => {
    const home = usedHome();
    const file = join(home.dir, 'own.tsv');
    writeFileSync(file, TSV);
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await appendText(page, '\n考虑经络测试综合征，予经络测试片口服。');
    const before = await ask(page, 'kg.stats', {});
    expect(await highlighted(page, '经络测试综合征')).toBe(false);

    await page.getByTestId('view-graph').click();
    await page.getByTestId('kg-file-input').setInputFiles(file);
    await seeReport(page);
    await findEntity(page, '络测征', '经络测试综合征');

    await page.getByTestId('view-editor').click();
    await expect.poll(() => highlighted(page, '经络测试综合征')).toBe(true);
    await expect.poll(() => highlighted(page, '经络测试片')).toBe(true);

    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-overview').click();
    await undo(page, 'own.tsv');
    await page.getByTestId('graph-search').fill('经络测试综合征');
    await page.getByTestId('graph-hit').first().waitFor({ state: 'detached' });
    const after = await ask(page, 'kg.stats', {});
    expect({ ...after, sources: after.sources.length }).toEqual({
      ...before,
      sources: before.sources.length,
    });
    await page.getByTestId('view-editor').click();
    await expect.poll(() => highlighted(page, '经络测试综合征')).toBe(false);
  });

  it('shows how far it is, and a cancelled one leaves nothing', { tags: ['long'] }, async () => {
    const home = usedHome();
    const file = writeLargeGraph(home, 150_000);
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    const before = await ask(page, 'kg.stats', {});
    await page.getByTestId('view-graph').click();
    await page.getByTestId('kg-file-input').setInputFiles(file);
    const job = page.getByTestId('job').first();
    await job.and(page.locator('[data-state="running"]')).waitFor();
    await job.getByRole('progressbar').waitFor();
    await page.getByTestId('status-job').waitFor();
    await job.getByTestId('job-cancel').click();
    await job.and(page.locator('[data-state="cancelled"]')).waitFor();
    expect(await ask(page, 'kg.stats', {})).toEqual(before);
    await page.getByTestId('graph-search').fill('虚构病1号');
    await page.getByText('没有名称包含').waitFor();
  });
});

async function seeReport(page: Page): Promise<void> {
  const job = page.locator('[data-testid="job"][data-state="done"]').filter({ hasText: 'own.tsv' });
  await job.waitFor();
  const report = job.getByTestId('import-report');
  expect(await report.textContent()).toMatch(/4 行 → 3 条三元组/);
  const refused = report.getByTestId('refused-rows');
  await refused.locator('summary').click();
  const rows = refused.locator('tbody tr');
  expect(await rows.count()).toBe(1);
  expect(await rows.textContent()).toMatch(/列数不符.*1.*第 4 行.*坏行只有一列/s);
}

async function findEntity(page: Page, query: string, name: string): Promise<void> {
  await page.getByTestId('graph-search').fill(query);
  await page.getByTestId('graph-hit').filter({ hasText: name }).first().click();
  const entity = page.getByTestId('entity-page');
  await entity.getByRole('heading', { name }).waitFor();
  await entity.getByTestId('edge').filter({ hasText: '胸痛' }).waitFor();
  await entity.getByTestId('neighbourhood').locator('canvas').waitFor();
}

async function undo(page: Page, source: string): Promise<void> {
  const row = page.getByTestId('kg-source').filter({ hasText: source });
  await row.getByTestId('kg-undo').click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await row.waitFor({ state: 'detached' });
}

/** Returns whether these words at the end of the text are drawn as one mention. */
async function highlighted(page: Page, words: string): Promise<boolean> {
  await goToEdge(page, 'End');
  await expect.poll(() => visibleText(page)).toContain(words);
  return (await highlightsOf(page).filter({ hasText: words }).count()) > 0;
}
