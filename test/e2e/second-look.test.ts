/**
 * Many records before they leave: 200 mixed records are imported, exported strictly, looked at a second time, and what
 * may be left is decided about by keys; the file holds none of the identifiers that were put in.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { mixedRecords } from '../helpers/mixed-records.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

const RECORDS = 200;
/** A clinician whose name is that of a drug: the graph keeps it, the list of staff tells. */
const NAMESAKE = '万托林';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`the second look in ${kind}`, { tags }, () => {
    it('at 200 records is done by keys, and nothing put in leaves', () => journey(kind));
  });
}

async function journey(kind: HostKind): Promise<void> {
  const app = await startApp(kind, usedHome());
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  const { lines, identifiers } = mixedRecords(RECORDS, NAMESAKE);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const imported = { name: '记录.jsonl', base64: base64(lines) };
  expect((await ask(page, 'docs.import', { files: [imported] })).created).toHaveLength(RECORDS);
  const staff = { name: 'staff.csv', base64: base64(`姓名\n${NAMESAKE}\n`) };
  await ask(page, 'deid.loadList', { list: 'staff', file: staff });

  await startExport(page);
  const list = page.getByTestId('look-list');
  await list.waitFor({ timeout: 60_000 });
  const exporting = page.getByTestId('look-export');
  expect(await exporting.isDisabled()).toBe(true);
  await expect.poll(() => focused(page)).toBe('look-list');
  const progress = page.getByTestId('look-progress');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  expect(await page.getByTestId('look-context').textContent()).toContain(NAMESAKE);
  await page.keyboard.press('Delete');
  await expect.poll(() => progress.textContent()).toBe(`已处理 1 / ${RECORDS / 5}`);
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await expect.poll(() => progress.textContent()).toBe(`已处理 1 / ${RECORDS / 5}`);

  // The decision is there again after the dialog was left; then all of the same words are removed at once.
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.getByTestId('export-records-start').click();
  await list.waitFor({ timeout: 60_000 });
  await expect.poll(() => progress.textContent()).toBe(`已处理 1 / ${RECORDS / 5}`);
  await expect.poll(() => focused(page)).toBe('look-list');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => exporting.isDisabled()).toBe(false);
  const [download] = await Promise.all([page.waitForEvent('download'), exporting.click()]);
  const bytes = readFileSync(await download.path());
  expect(bytes.toString('utf8').trim().split('\n').length).toBeGreaterThanOrEqual(RECORDS);
  const leaked = [...identifiers, NAMESAKE].filter((words) => bytes.includes(words));
  expect(leaked).toEqual([]);
  const [entry] = await ask(page, 'audit.list', { limit: 1 });
  expect(entry).toMatchObject({ action: 'document.export', detail: { level: 'strict', leftHigh: 0 } });
  expect(JSON.stringify(entry)).not.toContain(NAMESAKE);
  await app.close();
}

async function startExport(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('导出全部病历');
  await page.getByRole('option', { name: /导出全部病历/ }).click();
  await page.getByTestId('export-records-start').click();
}

const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? null);
