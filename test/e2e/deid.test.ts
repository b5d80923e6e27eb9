/** A record before it leaves: what identifies the patient is looked through by keys, added to, seen as it will be, exported. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForFrontTab, waitForHighlights } from '../helpers/screen.ts';

const TEXT =
  '姓名：王建国　性别：男　住院号：00123456　联系电话：15400001234\n' +
  '入院时间：2024-03-05 14:20\n主诉：胸痛3小时。\n现病史：患者由阿木送来，王建国诉胸痛，阿木陪护，3月8日好转。';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`de-identification in ${kind}`, { tags }, () => {
    it('is reviewed, previewed and exported', () => review(kind));
  });
}

async function review(kind: HostKind): Promise<void> {
  const app = await startApp(kind, usedHome());
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  await ask(page, 'docs.create', { title: '王建国-入院记录', text: TEXT, origin: 'typed' });
  await page.getByTestId('doc-item').filter({ hasText: '王建国' }).click();
  await waitForFrontTab(page, '王建国-入院记录');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('去标识化');
  await page.getByRole('option', { name: /去标识化并导出当前病历/ }).click();

  const list = page.getByTestId('deid-list');
  await list.waitFor();
  const count = page.getByTestId('deid-count');
  const open = '找到 6 处，其中 6 处将被替换，另有 2 处可能是身份信息';
  await expect.poll(() => count.textContent()).toBe('找到 8 处，其中 8 处将被替换');
  await page.getByTestId('deid-level').getByText('常规', { exact: true }).click();
  await expect.poll(() => count.textContent()).toBe(open);
  await expect.poll(() => list.locator('.is-possible').allTextContents()).toHaveLength(2);
  await list.focus();
  await keys(page, list);
  await addByKeys(page, '阿木');
  await expect.poll(() => page.getByTestId('deid-count').textContent()).toBe('找到 8 处，其中 7 处将被替换');

  await page.getByText('替换结果', { exact: true }).click();
  const result = page.getByTestId('deid-result');
  await expect.poll(() => result.textContent()).toContain('患者由【姓名】送来');
  const shown = (await result.textContent()) ?? '';
  expect(shown).toContain('【姓名】-入院记录');
  expect(shown).toContain('住院号：00123456'); // rejected by key
  expect(shown).not.toMatch(/王建国|阿木|15400001234|2024-03-05/);

  // The number that was kept is seen at the second look, and accepted.
  await page.getByTestId('deid-export').click();
  await page.getByTestId('look-list').waitFor();
  expect(await page.getByTestId('look-context').textContent()).toContain('00123456');
  await page.getByTestId('look-accept-row').click();
  const file = await exported(page, 'look-export');
  expect(file.name).toBe('【姓名】-入院记录.txt');
  expect(shown.endsWith(file.text)).toBe(true);
  const [entry] = await ask(page, 'audit.list', { limit: 1 });
  expect(entry).toMatchObject({
    action: 'document.export',
    detail: { deidentified: 'shift', replaced: 7, reviewed: true },
  });

  // The clear switch.
  await page.getByTestId('doc-item').filter({ hasText: '王建国' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '去标识化与导出…' }).click();
  await page.getByTestId('deid-identified').click();
  await expect.poll(() => page.getByTestId('deid-export').textContent()).toContain('含身份信息');
  await addSelected(page, '胸痛');
  await expect.poll(() => page.getByTestId('deid-count').textContent()).toContain('找到 10 处');
  expect((await exported(page)).text).toBe(TEXT);
  expect((await ask(page, 'audit.list', { limit: 1 }))[0]).toMatchObject({ detail: { deidentified: false } });
  await app.close();
}

/** The second one is kept as it is, the third taken back and forth; all by keys. */
async function keys(page: Page, list: ReturnType<Page['getByTestId']>): Promise<void> {
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect.poll(() => list.locator('.is-kept').count()).toBe(1);
  expect(await list.locator('.is-kept').textContent()).toContain('00123456');
  expect(await list.locator('[aria-selected=true]').textContent()).toContain('15400001234');
}

/** Goes from the list into the text, selects the words there and adds them; then back to the list, all by keys. */
async function addByKeys(page: Page, words: string): Promise<void> {
  const focused = (id: string) =>
    page.getByTestId(id).evaluate((element) => element === document.activeElement);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused('deid-text')).toBe(true);
  await page.keyboard.press('Control+Home');
  for (let n = TEXT.indexOf(words); n > 0; n--) await page.keyboard.press('ArrowRight');
  for (const _ of words) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => page.locator('.deid-add-words').textContent()).toBe(words);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.deid-add-words').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused('deid-list')).toBe(true);
}

/** Selects the first occurrence of the words in the review's text and adds them. */
async function addSelected(page: Page, words: string): Promise<void> {
  await page.getByTestId('deid-text').evaluate((box, wanted) => {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at >= 0) return document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, words);
  await page.getByTestId('deid-add').click();
}

async function exported(page: Page, button = 'deid-export'): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(button).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}
