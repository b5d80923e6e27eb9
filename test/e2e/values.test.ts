/** Values of a record are listed, marked and drawn as a course. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { appendText, skipTour, waitForHighlights } from '../helpers/screen.ts';

const TYPED = '\n2024-03-01 急查血钾6.8mmol/L。\n2024-03-03 复查血钾4.2mmol/L，尿蛋白(++)。';

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`values in the editor under ${kind}`, { tags: ['long'] }, () => {
    it('are listed with critical ones, and drawn as a course', () => useValues(kind));
  });
}

async function useValues(kind: HostKind): Promise<void> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  await appendText(page, TYPED);
  await page.getByTestId('tab-values').click();
  const critical = page.locator('tr.is-critical[data-analyte="k"]');
  await critical.waitFor();
  expect(await critical.textContent()).toContain('6.8');
  await expect.poll(() => marks(page)).toBeGreaterThan(0);
  await critical.locator('.icon-button').click();
  await page.getByTestId('value-trend').locator('canvas').waitFor();
  await page.locator('.ant-segmented-item').nth(1).click();
  await expect.poll(() => page.locator('tr[data-analyte="k"]').count()).toBe(1);
}

const marks = (page: Page) => page.locator('.measured-value.is-critical').count();
