/** Batch runs as an administrator makes them: submitted, watched, fetched, deleted, with the keyboard where it matters. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HOSTS } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

describe.each(HOSTS)('batch runs in the console under $kind', ({ kind, here, tags }) => {
  it.skipIf(!here)(
    'are submitted over chosen records, finish by themselves, and leave a file',
    { tags: [...tags] },
    async () => {
      const { page } = await startApp(kind, usedHome());
      await waitForHighlights(page);
      await skipTour(page);
      await page.keyboard.press('Alt+3');
      await page.getByTestId('train-nav-batch').click();
      await page.getByTestId('batch-page').filter({ hasText: '还没有批处理任务' }).waitFor();

      await page.getByTestId('batch-new').click();
      await page.getByTestId('batch-name').fill('夜间/标记');
      await page
        .getByTestId('batch-count')
        .filter({ hasText: /[1-9]\d* 份病历/ })
        .waitFor();
      await page.getByTestId('batch-name').press('Enter');
      const run = page.getByTestId('batch-run').filter({ hasText: '夜间/标记' });
      await run.and(page.locator('[data-state="finished"]')).waitFor({ timeout: 120_000 });
      const total = await ask(page, 'docs.totals', {});
      await run
        .getByTestId('batch-counts')
        .filter({ hasText: `${total.documents} / ${total.documents}` })
        .waitFor();

      await run.getByTestId('batch-results').click();
      const path = await run.getByTestId('batch-written').locator('code').textContent();
      const lines = readFileSync(path ?? '', 'utf8')
        .trimEnd()
        .split('\n');
      expect(lines).toHaveLength(total.documents);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: '1', entities: expect.any(Array) });

      await page.getByTestId('batch-new').click();
      await page.getByTestId('batch-name').fill('夜间/标记');
      await page.getByTestId('batch-name').press('Enter');
      await page.getByRole('alert').filter({ hasText: '已有名为' }).waitFor();
      await page.keyboard.press('Escape');

      await run.getByTestId('batch-delete').click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await expect.poll(async () => (await ask(page, 'batch.list', {})).here.length).toBe(0);
      await page.getByTestId('batch-page').filter({ hasText: '还没有批处理任务' }).waitFor();
    },
  );
});
