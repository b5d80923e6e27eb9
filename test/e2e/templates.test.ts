/** Templates: chosen by a slash or a key, filled in by Tab, edited in the settings. */
import { expect, it } from 'vitest';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, editorOf, skipTour, waitForHighlights } from '../helpers/screen.ts';

it('inserts a template by a slash, walks through its places, and takes a phrase of the workspace', async () => {
  const { page } = await startApp('browser', usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  await page.keyboard.press('Alt+N');
  await expect
    .poll(async () => (await ask(page, 'docs.list', { order: 'newest', limit: 1 })).documents[0]?.chars)
    .toBe(0);
  await editorOf(page).click();
  await page.keyboard.type('/');
  const picker = page.getByTestId('template-list');
  await picker.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('日常病程');
  await expect.poll(() => page.getByTestId('template-list').locator('[role="option"]').count()).toBe(1);
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  await page.locator('.view-line').filter({ hasText: '病程记录' }).waitFor();
  await page.keyboard.type('10月8日');
  await page.keyboard.press('Tab');
  await page.keyboard.type('咳嗽减轻');
  const text = () =>
    page.evaluate(() => document.querySelector('.view-lines')?.textContent?.replaceAll('\u00a0', ' ') ?? '');
  await expect.poll(text).toContain('病程记录　10月8日');
  await expect.poll(text).toContain('患者今日咳嗽减轻，');

  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-templates').click();
  await page.getByTestId('template-add').click();
  await expect.poll(() => page.getByTestId('template-name-zh').inputValue()).toBe('新常用语');
  await page.getByTestId('template-name-zh').fill('我的常用语');
  await page.getByTestId('template-text').fill('患者[[某某]]。');
  await page.getByTestId('template-save').click();
  await expect
    .poll(async () => (await ask(page, 'templates.list', {})).templates.at(-1)?.name.zh)
    .toBe('我的常用语');
  await page.getByTestId('view-editor').click();
  await page.keyboard.press('Alt+T');
  await picker.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('我的常用语');
  await expect.poll(() => page.getByTestId('template-list').locator('[role="option"]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-templates').click();
  await page.getByTestId('template-restore').click();
  await page.locator('.ant-modal-confirm-btns button').last().click();
  await expect.poll(async () => (await ask(page, 'templates.list', {})).changed).toBe(false);
});
