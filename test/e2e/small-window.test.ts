/** Menus, popovers and dialogs in the smallest usual window, 1366 × 768: each lies within it, and its end can be clicked. */
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { GOLD } from '../../shared/domain/project.ts';
import { CHROMIUM } from '../helpers/app.ts';
import { makeProject } from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

const SIZE = { width: 1366, height: 768 };

/** Opens one, and names what has to be within the window and what stands last in it. */
interface Layer {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly box: string;
  readonly last: string;
}

const menu = { box: '.ant-dropdown:not(.ant-dropdown-hidden)', last: '[role="menuitem"]' };
const list = {
  box: '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  last: '.ant-select-item-option',
};
const dialog = { box: '.ant-modal-container, .ant-modal-content', last: 'button' };
const click = (testId: string) => (page: Page) => page.getByTestId(testId).first().click();
const tab = (name: string) => (page: Page) => page.getByTestId(`tab-${name}`).click();

const PROJECT: readonly Layer[] = [
  { name: 'export menu', open: click('export-project'), ...menu },
  { name: 'leaving identified', open: (page) => page.locator('.switch-row button').click(), ...dialog },
  { name: 'records', open: click('add-records'), ...dialog },
  {
    name: 'removal',
    open: async (page) => {
      await page.getByTestId('choose-document').last().click();
      await page.getByTestId('remove-documents').click();
    },
    ...dialog,
  },
  { name: 'removed documents', open: click('removed-documents'), ...dialog },
  {
    name: 'members',
    open: async (page) => {
      await tab('members')(page);
      await page.getByTestId('members').click();
    },
    ...list,
  },
  { name: 'deletion', open: click('delete-project'), ...dialog },
];

const RECORDS: readonly Layer[] = [
  { name: 'record', open: (page) => page.locator('.document-menu button').last().click(), ...menu },
];

const SETTINGS: readonly Layer[] = [
  {
    name: 'components',
    open: async (page) => {
      await page.getByTestId('settings-nav-about').click();
      await page.getByTestId('show-components').click();
      await page.getByTestId('components').locator('summary').first().waitFor();
    },
    box: dialog.box,
    last: 'summary',
  },
];

const RECORD_TEXTS = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [`文档 ${n}`, `第 ${n} 例：发热伴咳嗽三天。`]),
);

async function openSmall(): Promise<Page> {
  const { page } = await startApp('browser', usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  await page.setViewportSize(SIZE);
  return page;
}

async function measure(page: Page, { name, open, box, last }: Layer): Promise<string> {
  await open(page);
  const shown = page.locator(box).last();
  await shown.waitFor();
  await settled(shown);
  const at = await shown.boundingBox();
  const isWithin =
    at !== null && at.x >= 0 && at.y >= 0 && at.x + at.width <= SIZE.width && at.y + at.height <= SIZE.height;
  const end = shown.locator(last).filter({ visible: true }).last();
  await end.scrollIntoViewIfNeeded();
  // A disabled button would take no click, but is in its place.
  await end.click({ trial: true, force: await end.isDisabled(), timeout: 10_000 });
  await page.keyboard.press('Escape');
  // A menu that was opened with the mouse has no focus and closes with a click beside it.
  if (box === menu.box) await page.mouse.click(2, SIZE.height - 2);
  await shown.waitFor({ state: 'hidden' });
  return `${name}: ${isWithin ? 'within' : JSON.stringify(at)}`;
}

/** Waits until it has stopped moving and growing. */
const settled = (shown: Locator): Promise<unknown> =>
  shown.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => null))),
  );

async function within(page: Page, layers: readonly Layer[]): Promise<void> {
  const found: string[] = [];
  for (const layer of layers) found.push(await measure(page, layer));
  expect(found).toEqual(layers.map(({ name }) => `${name}: within`));
}

/** Finishes a document as its annotator and as gold, so that the project has a gold set; removes another. */
async function workOn(page: Page, [first = 0, second = 0]: readonly number[]): Promise<void> {
  const own = await ask(page, 'annotation.open', { documentId: first });
  await ask(page, 'annotation.setState', { layerId: own.layer.id, state: 'done' });
  await ask(page, 'adjudication.begin', { documentId: first });
  const gold = await ask(page, 'annotation.open', { documentId: first, person: GOLD });
  await ask(page, 'annotation.setState', { layerId: gold.layer.id, state: 'done' });
  await ask(page, 'projects.removeDocuments', { projectId: own.projectId, documents: [second] });
}

describe.skipIf(CHROMIUM === '')('a window of 1366 × 768', { tags: ['long'] }, () => {
  it('holds every menu and dialog of projects and records, in both languages', async () => {
    const page = await openSmall();
    await workOn(page, await makeProject(page, RECORD_TEXTS));
    for (const _language of ['zh', 'en']) {
      await page.getByTestId('view-annotate').click();
      await page.getByTestId('open-project').first().click();
      await page.getByTestId('project-document').first().waitFor();
      await within(page, PROJECT);
      await page.getByTestId('to-projects').click();
      await page.getByTestId('view-editor').click();
      await within(page, RECORDS);
      await page.getByTestId('view-settings').click();
      await within(page, SETTINGS);
      await page.getByTestId('language-switch').click();
    }
  });

  it('keeps the menu of a record while the list moves beneath it', async () => {
    const page = await openSmall();
    await makeProject(page, RECORD_TEXTS);
    const row = page.getByTestId('doc-item').filter({ hasText: '文档 1' }).first();
    await row.click({ button: 'right' });
    const shown = page.locator(menu.box);
    await shown.waitFor();
    await settled(shown);
    await page.getByTestId('doc-list').evaluate(async (list) => {
      const scrolled = new Promise((done) => list.addEventListener('scroll', done, { once: true }));
      list.scrollTop += 200;
      await scrolled;
    });
    await shown.getByRole('menuitem', { name: '重命名' }).click();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('文档 1');
  });
});
