/** Archived records, revisions side by side, and the audit trail: asked, verified, exported, tampered with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { configDir } from '../../main/workspace/paths.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import { HOSTS, type Home } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  goToEdge,
  openFromList,
  runCommand,
  skipTour,
  visibleText,
  waitForFrontTab,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`archive and audit in ${kind}`, { tags }, () => {
    it('lock a record, show any two revisions, tell everything and notice what was altered', async () => {
      const home = usedHome();
      const app = await startApp(kind, home);
      const { page } = app;
      await waitForHighlights(page);
      await skipTour(page);
      const { id } = await ask(page, 'docs.create', { title: '归档样例', text: '第一版。', origin: 'typed' });
      await openFromList(page, '归档样例');
      for (const [number, words] of [
        [2, '第二版。'],
        [3, '第三版。'],
      ] as const) {
        await appendText(page, words);
        await page.keyboard.press('Control+s');
        await page.getByText(`已保存为第 ${number} 版`).waitFor();
      }

      // Any two revisions, not only one and the text as it is.
      await page.getByTestId('tab-history').click();
      for (const number of [1, 2])
        await page.locator(`[data-testid="revision"][data-number="${number}"]`).getByRole('checkbox').check();
      await page.getByTestId('compare-chosen').click();
      const diff = page.getByTestId('diff-editor');
      await diff.locator('.line-insert, .char-insert').first().waitFor();
      await page.getByText('第 1 版与第 2 版的差别').waitFor();
      expect(await diff.innerText()).not.toContain('第三版');
      await page.keyboard.press('Escape');
      await diff.waitFor({ state: 'hidden' });

      // A draft that is no revision yet is kept by the archive.
      await appendText(page, '草稿。');
      await waitForSaved(page);
      await runCommand(page, '归档当前病历');
      await page.getByRole('dialog').getByRole('textbox').fill('已出院');
      await page.getByRole('dialog').getByRole('button', { name: '归档并锁定' }).click();
      await page.getByTestId('archived-note').waitFor();
      await page.locator(`[data-id="${id}"] .archived-mark`).waitFor();
      await goToEdge(page, 'End');
      await page.keyboard.type('多写的字');
      expect(await visibleText(page)).toBe('第一版。第二版。第三版。草稿。');
      await page.locator('[data-testid="revision"][data-number="4"]').waitFor();
      expect(await page.getByTestId('revision-list').getByRole('button', { name: '恢复此版' }).count()).toBe(
        0,
      );
      await expect(ask(page, 'docs.delete', { id })).rejects.toThrow(/archived/);

      await openAudit(page);
      await page.getByTestId('audit-filter').fill(`document:${id}`);
      await expect
        .poll(() => actionsOf(page))
        .toEqual([
          'document.archive',
          'document.revise',
          'document.revise',
          'document.revise',
          'document.read',
          'document.create',
        ]);
      await page.getByTestId('audit-entry').first().getByText('已出院').waitFor();
      await choose(page, 'audit-actions', '病历 · 打开');
      await expect.poll(() => actionsOf(page)).toEqual(['document.read']);
      await choose(page, 'audit-actions', '病历 · 打开');
      await choose(page, 'audit-actions', '病历 · 归档');
      await expect.poll(() => actionsOf(page)).toEqual(['document.archive']);
      await page.getByTestId('audit-clear').click();
      await page.getByTestId('audit-until').fill('2020-01-01');
      await page.getByText('没有符合条件的记录').waitFor();
      await page.getByTestId('audit-clear').click();

      await page.getByTestId('audit-verify').click();
      await page.locator('[data-testid="audit-verdict"][data-found="0"]').waitFor();

      // Unlocking wants a reason, and editing goes on.
      await page.getByTestId('view-editor').click();
      await page.getByTestId('archived-unlock').click();
      const unlock = page.getByRole('dialog').getByRole('button', { name: '解除归档' });
      expect(await unlock.isDisabled()).toBe(true);
      await page.getByRole('dialog').getByRole('textbox').fill('补录检验结果');
      await unlock.click();
      await page.getByTestId('archived-note').waitFor({ state: 'detached' });
      await appendText(page, '补录。');
      await page.keyboard.press('Control+s');
      await page.getByText('已保存为第 5 版').waitFor();
      await openAudit(page);
      await page.getByTestId('audit-filter').fill(`document:${id}`);
      await expect.poll(() => actionsOf(page)).toHaveLength(8);
      expect(await actionsOf(page)).toContain('document.unarchive');

      if (kind === 'browser') {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByTestId('audit-export-jsonl').click(),
        ]);
        const file = join(home.dir, 'audit.jsonl');
        await download.saveAs(file);
        const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
        const first: { action: string; object: string } = JSON.parse(lines[0] ?? '');
        expect(first).toMatchObject({ action: 'document.create', object: `document:${id}` });
      }
      await app.close();

      const verified = cli(home, ['audit', 'verify']);
      expect(verified.out).toMatch(/entries, chain intact/);
      const listed = cli(home, ['audit', 'list', '--object', `document:${id}`, '--json']);
      expect(listed.out).toContain('补录检验结果');

      alterPastMeridian(home, id);
      const altered = cli(home, ['audit', 'verify']);
      expect(altered.code).toBe(1);
      expect(altered.out).toMatch(/2 problems/);
      expect(altered.out).toMatch(/entry \d+ was altered/);
      expect(altered.out).toContain('revision 1');
      const again = await startApp(kind, home);
      await waitForFrontTab(again.page, '归档样例'); // in which nothing is highlighted
      await openAudit(again.page);
      await again.page.getByTestId('audit-verify').click();
      const problems = again.page.getByTestId('audit-problems').locator('li');
      await expect
        .poll(() => problems.allInnerTexts())
        .toEqual([expect.stringMatching(/第 \d+ 条被改动/), expect.stringMatching(/第 1 版被篡改/)]);
    });
  });
}

/** Somebody who has the key writes into the database. */
function alterPastMeridian(home: Home, id: number): void {
  const workspace = Workspace.open(home.workspace, { configDir: configDir(home.env) });
  try {
    workspace.db.raw.exec('DROP TRIGGER audit_no_update');
    workspace.db.run("UPDATE audit SET actor = '别人' WHERE action = 'document.archive'");
    workspace.db.run("UPDATE revision SET text = '改过。' WHERE document_id = ? AND number = 1", id);
  } finally {
    workspace.close();
  }
}

async function openAudit(page: Page): Promise<void> {
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-audit').click();
  await page.getByTestId('audit-table').waitFor();
}

const actionsOf = (page: Page): Promise<(string | null)[]> =>
  page.getByTestId('audit-entry').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-action')));

/** Picks one of a list's names. */
async function choose(page: Page, list: string, name: string): Promise<void> {
  await page.getByTestId(list).click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await page.keyboard.press('Escape');
}
