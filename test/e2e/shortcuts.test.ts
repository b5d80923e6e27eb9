/** Keys that a person chooses: captured, refused, in conflict, in force while the record is being written, on paper. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  goToEdge,
  runCommand,
  skipTour,
  visibleText,
  waitForHighlights,
} from '../helpers/screen.ts';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`shortcuts in ${kind}`, { tags }, () => {
    it('are changed by pressing keys, act in the record at once, and last', async () => {
      const home = usedHome();
      let app = await startApp(kind, home);
      let { page } = app;
      await waitForHighlights(page);
      await skipTour(page);
      await openShortcuts(page);

      await capture(page, 'find');
      await page.keyboard.press('Alt+Q');
      await expect.poll(() => keysOf(page, 'find')).toBe('Alt+Q');

      // Escape leaves things as they are; Backspace takes the keys away.
      await capture(page, 'save');
      await page.keyboard.press('Escape');
      await page.getByTestId('key-capture').waitFor({ state: 'detached' });
      expect(await keysOf(page, 'save')).toBe('Mod+S');
      await capture(page, 'undo');
      await page.keyboard.press('Backspace');
      await expect.poll(() => keysOf(page, 'undo')).toBe('');
      await capture(page, 'redo');
      await page.keyboard.press('Alt+Y');
      await expect.poll(() => keysOf(page, 'redo')).toBe('Alt+Y');

      await page.getByTestId('view-editor').click();
      await goToEdge(page, 'End');
      await page.keyboard.press('Control+f'); // given up: nothing may find by it any more
      await page.keyboard.press('Alt+q');
      await page.locator('.find-widget.visible').waitFor();
      await page.keyboard.press('Escape');

      await appendText(page, '甲乙丙');
      await expect.poll(() => visibleText(page)).toContain('甲乙丙');
      await page.keyboard.press('Control+z'); // has no command now, and Monaco must not undo by itself
      expect(await visibleText(page)).toContain('甲乙丙');

      await app.kill();
      app = await startApp(kind, home);
      page = app.page;
      await waitForHighlights(page);
      expect((await ask(page, 'settings.get', {})).shortcuts).toEqual({
        find: 'Alt+Q',
        undo: '',
        redo: 'Alt+Y',
      });
      await goToEdge(page, 'End');
      await page.keyboard.press('Alt+q');
      await page.locator('.find-widget.visible').waitFor();
    });

    it('in conflict or kept by others are said so and sorted out', { tags: ['long'] }, async () => {
      const { page } = await startApp(kind, usedHome());
      await waitForHighlights(page);
      await skipTour(page);
      await openShortcuts(page);

      await capture(page, 'find');
      for (const keys of ['Control+w', 'Control+c', 'Control+z', 'a', 'ArrowLeft']) {
        await page.keyboard.press(keys);
        await page.getByTestId('key-refused').waitFor();
      }
      await page.keyboard.press('Control+s');
      await page.getByTestId('key-taken').filter({ hasText: '保存修订版' }).waitFor();
      await page.getByTestId('key-swap').click();
      await expect.poll(() => keysOf(page, 'find')).toBe('Mod+S');
      expect(await keysOf(page, 'save')).toBe('Mod+F');

      await capture(page, 'entityCard');
      await page.keyboard.press('Control+s');
      await page.getByTestId('key-take').click();
      await expect.poll(() => keysOf(page, 'entityCard')).toBe('Mod+S');
      expect(await keysOf(page, 'find')).toBe('');

      await row(page, 'find').getByTestId('shortcut-reset').click();
      await row(page, 'find').getByTestId('shortcut-conflict').waitFor(); // save has Ctrl F now
      await page.getByTestId('shortcuts-reset-all').click();
      await page.getByRole('dialog').getByRole('button', { name: '全部恢复默认' }).click();
      await expect.poll(() => keysOf(page, 'save')).toBe('Mod+S');
      expect((await ask(page, 'settings.get', {})).shortcuts).toEqual({});
    });
  });
}

const [browser] = HOSTS;

describe.skipIf(browser?.here !== true)('shortcuts', () => {
  const kind: HostKind = 'browser';

  it('go to a file and come back, and a file with other things in it says what was left out', {
    tags: ['long'],
  }, async () => {
    const home = usedHome();
    const { page } = await startApp(kind, home);
    await waitForHighlights(page);
    await skipTour(page);
    await openShortcuts(page);
    await capture(page, 'paste');
    await page.keyboard.press('Alt+Shift+V');
    await expect.poll(() => keysOf(page, 'paste')).toBe('Alt+Shift+V');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('shortcuts-export').click(),
    ]);
    const file = join(home.dir, 'shortcuts.json');
    await download.saveAs(file);
    await page.getByTestId('shortcuts-reset-all').click();
    await page.getByRole('dialog').getByRole('button', { name: '全部恢复默认' }).click();
    await expect.poll(() => keysOf(page, 'paste')).toBe('');
    await page.getByTestId('shortcuts-file').setInputFiles(file);
    await expect.poll(() => keysOf(page, 'paste')).toBe('Alt+Shift+V');

    const written: { shortcuts: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
    written.shortcuts.save = 'Mod+W';
    written.shortcuts.nothing = 'F2';
    writeFileSync(file, JSON.stringify(written));
    await page.getByTestId('shortcuts-file').setInputFiles(file);
    const left = page.getByTestId('shortcuts-left').locator('li');
    await expect
      .poll(() => left.allInnerTexts())
      .toEqual([expect.stringContaining('Mod+W'), expect.stringContaining('没有此命令')]);
    await page.keyboard.press('Escape');

    writeFileSync(file, '不是快捷键');
    await page.getByTestId('shortcuts-file').setInputFiles(file);
    await page.getByText('这不是快捷键文件').waitFor();
    expect(await keysOf(page, 'paste')).toBe('Alt+Shift+V');
  });

  it('are shown by ? where nothing is typed, and printed on A4 in both languages', {
    tags: ['long'],
  }, async () => {
    const { page } = await startApp(kind, usedHome());
    await waitForHighlights(page);
    await skipTour(page);
    await appendText(page, '?'); // text in the record
    await goToEdge(page, 'End');
    await page.keyboard.press('?');
    expect(await page.getByTestId('cheat-sheet').count()).toBe(0);
    await expect.poll(() => visibleText(page)).toContain('??');

    await page.getByTestId('view-graph').click();
    await page.keyboard.press('?');
    const sheet = page.locator('.ant-modal.cheat-sheet');
    await sheet.waitFor();
    await sheet.getByText('保存修订版').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    for (const [command, words] of [
      ['打印快捷键一览', '通用'],
      ['Print the shortcuts', 'General'],
    ] as const) {
      await runCommand(page, command);
      await page.locator('body[data-printed="yes"]').waitFor();
      await page.emulateMedia({ media: 'print' });
      await page.getByTestId('print-sheet').getByText(words, { exact: true }).waitFor();
      expect(await page.locator('#root').isVisible()).toBe(false);
      expect(await sheet.isVisible()).toBe(false);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(mediaBox(pdf)).toEqual([595, 842]);
      await page.emulateMedia({ media: 'screen' });
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await page.evaluate(() => document.body.removeAttribute('data-printed'));
      const language = page.getByTestId('language-switch');
      const before = await language.innerText();
      await language.click();
      await expect.poll(() => language.innerText()).not.toBe(before);
    }
  });
});

async function openShortcuts(page: Page): Promise<void> {
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-shortcuts').click();
  await page.getByTestId('shortcut-filter').waitFor();
}

const row = (page: Page, name: string): Locator => page.getByTestId(`shortcut-${name}`);
const keysOf = (page: Page, name: string): Promise<string | null> =>
  row(page, name).getAttribute('data-keys');

async function capture(page: Page, name: string): Promise<void> {
  await row(page, name).getByTestId('shortcut-change').click();
  await row(page, name).getByTestId('key-field').waitFor();
}

/** Width and height of the first page, in points. */
function mediaBox(pdf: Buffer): number[] {
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
  return [Math.round(Number(width)), Math.round(Number(height))];
}
