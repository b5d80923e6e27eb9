/** Relations in the record editor: found by a model in use, decided on by keys and mouse, kept with the record. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { RELATED_TEXT, trainRelations } from '../helpers/related.ts';
import { ask, editorOf, openFromList, runCommand, skipTour, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here } of HOSTS) {
  const tags = kind === 'browser' ? [] : ['long' as const];
  describe.skipIf(!here)(`relations in the editor under ${kind}`, { tags }, () => {
    it('are found, shown in the text, accepted, rejected, undone and kept', () => decideRelations(kind));
  });
}

const TITLE = '两种关系';
const rowsOf = (page: Page) => page.getByTestId('relation');

async function decideRelations(kind: HostKind): Promise<void> {
  const home = usedHome();
  const app = await startApp(kind, home);
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  const { id } = await ask(page, 'docs.create', { title: TITLE, text: RELATED_TEXT, origin: 'typed' });
  await openFromList(page, TITLE);
  await page.getByTestId('tab-relations').click();
  await page.getByText('没有启用关系抽取模型').waitFor();
  await putToUse(page, await trainRelations(page, '关系'));

  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const [treats, worsens] = [rowsOf(page).nth(0), rowsOf(page).nth(1)];
  expect(await treats.innerText()).toMatch(
    /肺炎[\s\S]*药物治疗[\s\S]*奥美拉唑[\s\S]*%[\s\S]*肺炎患者予奥美拉唑3天。/,
  );
  expect(await worsens.innerText()).toMatch(/胃炎[\s\S]*禁忌[\s\S]*布洛芬/);
  await seeBothEnds(page);
  await decideByKey(page, id);
  await decideByMouse(page, id);
  await page.reload();
  await keptWithTheRecord(page);
  await app.close();
}

/** Puts the model to use on its card. */
async function putToUse(page: Page, id: number): Promise<void> {
  await runCommand(page, '查看模型');
  const card = page.locator(`[data-testid="model-card"][data-id="${id}"]`);
  await card.getByTestId('model-use').click();
  await card.getByText('编辑器正在使用').waitFor();
  await page.getByTestId('view-editor').click();
}

async function seeBothEnds(page: Page): Promise<void> {
  const marked = (role: string) => editorOf(page).locator(`.moved-words.is-${role}`);
  await rowsOf(page).nth(1).hover();
  await marked('head').waitFor();
  await marked('tail').waitFor();
  const box = await marked('head').boundingBox();
  await rowsOf(page).nth(0).hover();
  await expect.poll(async () => (await marked('head').boundingBox())?.y).not.toBe(box?.y);
}

const decided = (page: Page, documentId: number) =>
  expect.poll(async () =>
    (await ask(page, 'relations.list', { documentId })).map(({ type, state }) => `${type} ${state}`).sort(),
  );

async function decideByKey(page: Page, id: number): Promise<void> {
  await rowsOf(page).first().click();
  await page.keyboard.press('a');
  await decided(page, id).toEqual(['药物治疗 accepted']);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByTestId('relations').press('z');
  await decided(page, id).toEqual([]);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByTestId('relations').press('a');
  await decided(page, id).toEqual(['药物治疗 accepted']);
}

async function decideByMouse(page: Page, id: number): Promise<void> {
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await rowsOf(page).first().click();
  await page.getByTestId('relation-rejected').click();
  await decided(page, id).toEqual(['禁忌 rejected', '药物治疗 accepted']);
  await page.getByTestId('relation-undo').click();
  await decided(page, id).toEqual(['药物治疗 accepted']);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByTestId('relation-rejected').click();
  await decided(page, id).toEqual(['禁忌 rejected', '药物治疗 accepted']);
  const audit = await ask(page, 'audit.list', { limit: 100, actions: ['document.relation'] });
  expect(audit).toHaveLength(6);
}

/** Decisions come back with the record; one whose words are edited away says so. */
async function keptWithTheRecord(page: Page): Promise<void> {
  await waitForHighlights(page);
  await openFromList(page, TITLE);
  await page.getByTestId('tab-relations').click();
  await page.getByTestId('relation-list').getByText('已采纳 1').click();
  expect(await rowsOf(page).first().innerText()).toMatch(/肺炎[\s\S]*药物治疗[\s\S]*奥美拉唑/);
  await editorOf(page).locator('.moved-words.is-head').waitFor();
  await editorOf(page).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('头痛三天。');
  await rowsOf(page).first().getByText('这条关系的文字已不在病历中').waitFor();
}
