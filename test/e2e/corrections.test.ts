/** Correcting highlights in the record editor: by mouse and keys, undone, kept, respected by everything behind it. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import {
  ask,
  cardByPointing,
  editorOf,
  goToEdge,
  openFromList,
  runCommand,
  skipTour,
  tabOf,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

for (const { kind, here } of HOSTS)
  describe.skipIf(!here)(`corrections under ${kind}`, { tags: kind === 'browser' ? [] : ['long'] }, () => {
    it('are made, moved, kept and undone; words are never marked again in any record', () => correct(kind));
  });

const FIRST = '左肩放射痛';
const TEXT = '胸痛3小时，大汗。\n否认高血压，服用阿司匹林。';
const SECOND = '第二份';
const OTHER = '长期服用阿司匹林。';

async function correct(kind: HostKind): Promise<void> {
  const app = await startApp(kind, usedHome());
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  const { id } = await ask(page, 'docs.create', { title: FIRST, text: TEXT, origin: 'typed' });
  await ask(page, 'docs.create', { title: SECOND, text: OTHER, origin: 'typed' });
  await openFromList(page, FIRST);
  await changeByMouse(page, id);
  await addByKeys(page, id);
  await removeByKey(page, id);
  await followTheText(page, id);
  await neverAgain(page);
  await page.reload();
  await keptWithTheRecord(page, id);
  const audit = await ask(page, 'audit.list', { limit: 100, actions: ['document.correct', 'rule.set'] });
  expect(JSON.stringify(audit.filter(({ action }) => action === 'document.correct'))).not.toMatch(
    /胸痛|高血压/,
  );
  expect(audit.map(({ action }) => action).sort()).toEqual([
    ...Array.from({ length: 6 }, () => 'document.correct'),
    ...Array.from({ length: 4 }, () => 'rule.set'),
  ]);
  await app.close();
}

/** The record's highlights as everything behind the editor reads them: `words type assertion`. */
const marked = async (page: Page, documentId: number): Promise<string[]> => {
  const { text } = await ask(page, 'docs.get', { id: documentId });
  const { mentions } = await ask(page, 'text.annotate', { text, documentId });
  return mentions
    .filter(({ depth }) => depth === 0)
    .map(({ text: words, type, assertion }) => `${words} ${type} ${assertion}`);
};
const reads = (page: Page, id: number) => expect.poll(() => marked(page, id));

async function changeByMouse(page: Page, id: number): Promise<void> {
  const { text } = await ask(page, 'docs.get', { id });
  const evidence = async () =>
    (await ask(page, 'diagnosis.rank', { text, top: 5, documentId: id })).candidates
      .flatMap((candidate) => candidate.for)
      .map(({ entity }) => entity.name);
  expect(await evidence()).toContain('胸痛');
  const card = await cardByPointing(page, '胸痛');
  await card.getByTestId('card-correct').click();
  const form = page.getByTestId('correction');
  await form.getByText('体征', { exact: true }).click();
  await form.getByTestId('correction-assertion').getByText('否认', { exact: true }).click();
  await page.getByTestId('correction-save').click();
  await form.waitFor({ state: 'hidden' });
  await reads(page, id).toContain('胸痛 sign negated');
  await editorOf(page).locator('.corrected-mention').waitFor();
  expect(await evidence()).not.toContain('胸痛');
  const { base64 } = await ask(page, 'docs.export', { ids: [id], format: 'jsonl' });
  const { entities } = JSON.parse(Buffer.from(base64, 'base64').toString()) as {
    entities: { text: string; type: string; assertion: string }[]; // safe: a line of the export
  };
  expect(entities.find(({ text: words }) => words === '胸痛')).toMatchObject({
    type: 'sign',
    assertion: 'negated',
  });
}

/** Selects the first characters of the text, widens them in the form, and saves with Enter. */
async function addByKeys(page: Page, id: number): Promise<void> {
  await goToEdge(page, 'Home');
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Alt+c');
  const form = page.getByTestId('correction');
  await form.getByLabel('结尾加一字').click();
  expect(await form.locator('mark').innerText()).toBe('3小时');
  await form.getByTestId('correction-type').getByText('其他', { exact: true }).click();
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'hidden' });
  await reads(page, id).toContain('3小时 other present');
}

/** Removes a highlight by key, undoes that by key, removes it again. */
async function removeByKey(page: Page, id: number): Promise<void> {
  await page.getByTestId('tab-mentions').click();
  await page.getByTestId('mention-list').getByText('高血压').first().click();
  await page.keyboard.press('Alt+x');
  await reads(page, id).not.toContain('高血压 disease negated');
  await page.keyboard.press('Alt+z');
  await reads(page, id).toContain('高血压 disease negated');
  await page.getByTestId('mention-list').getByText('高血压').first().click();
  await page.keyboard.press('Alt+x');
  await reads(page, id).not.toContain('高血压 disease negated');
}

const rows = (page: Page) => page.getByTestId('correction-row');
const openList = (page: Page) => page.getByText(/^已更正 \d/).click();

/** Corrections move with the text; one whose words are edited away is shown as gone, and comes back with them. */
async function followTheText(page: Page, id: number): Promise<void> {
  await openList(page);
  await expect.poll(() => rows(page).count()).toBe(3);
  await goToEdge(page, 'Home');
  await page.keyboard.insertText('急诊入院。');
  await waitForSaved(page);
  await reads(page, id).toEqual(expect.arrayContaining(['胸痛 sign negated', '3小时 other present']));
  await goToEdge(page, 'Home');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('部疼');
  await waitForSaved(page);
  await expect.poll(() => rows(page).first().getAttribute('data-gone')).toBe('true');
  await rows(page).first().getByText('文字已被改动').waitFor();
  for (let i = 0; i < 2; i++) await page.keyboard.press('Backspace');
  await waitForSaved(page);
  await expect.poll(() => rows(page).first().getAttribute('data-gone')).toBe('false');
}

async function neverAgain(page: Page): Promise<void> {
  const inSecond = async () =>
    (await ask(page, 'text.annotate', { text: OTHER })).mentions.map(({ text }) => text);
  expect(await inSecond()).toContain('阿司匹林');
  const card = await cardByPointing(page, '阿司匹林');
  await card.getByTestId('card-never').click();
  await expect.poll(inSecond).not.toContain('阿司匹林');
  await openFromList(page, SECOND);
  await waitForNone(page, '阿司匹林');
  await tabOf(page, FIRST).click();
  await runCommand(page, '撤销上一次标注更正');
  await expect.poll(inSecond).toContain('阿司匹林');
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-rules').click();
  const rule = page.getByTestId('rule').filter({ hasText: '阿司匹林' });
  expect(await rule.getAttribute('data-active')).toBe('false');
  await rule.getByRole('switch').click();
  await expect.poll(inSecond).not.toContain('阿司匹林');
  await rule.getByRole('switch').click();
  await expect.poll(inSecond).toContain('阿司匹林');
  await page.getByTestId('view-editor').click();
}

const waitForNone = (page: Page, words: string) =>
  expect.poll(() => editorOf(page).locator('.view-lines .mention').allInnerTexts()).not.toContain(words);

async function keptWithTheRecord(page: Page, id: number): Promise<void> {
  await waitForHighlights(page);
  await openFromList(page, FIRST);
  await page.getByTestId('tab-mentions').click();
  await openList(page);
  await expect.poll(() => rows(page).count()).toBe(3);
  await rows(page).first().click();
  await page.getByTestId('correction-take-back').click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await reads(page, id).toContain('胸痛 symptom present');
}
