/** One document on the desk of two windows of the browser host: what one does shows in the other, and nothing is lost. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, newWindow } from '../helpers/app.ts';
import { clickWords, deskShows, facts, makeProject, mark, selectWords, stored } from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { skipTour, waitForHighlights } from '../helpers/screen.ts';

const TEXT = '主诉：发热伴咳嗽3天。\n现病史：患者受凉后头痛，乏力，予阿莫西林口服。\n';

describe.skipIf(CHROMIUM === '')('one document in two windows', () => {
  it('is the same in both, and what collides is refused whole, with words', twoWindows);
  it('leaves the project in one and says so in the other, until it is put back', { tags: ['long'] }, removal);
});

/** A network that can be held up, so that both windows change the same thing before they hear of each other. */
interface Line {
  hold(): void;
  release(): void;
}

async function holdable(page: Page): Promise<Line> {
  let held = false;
  const waiting: (() => void)[] = [];
  const pass = (send: () => void): void => {
    if (held) waiting.push(send);
    else send();
  };
  await page.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => pass(() => server.send(message)));
    server.onMessage((message) => pass(() => socket.send(message)));
  });
  return {
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}

/** Returns an empty page in a window of its own, signed in as this one. */
async function besides(page: Page): Promise<Page> {
  const context = page.context();
  const browser = context.browser();
  if (browser === null) throw new Error('the page is in no browser');
  return (await newWindow(browser, { storageState: await context.storageState() })).newPage();
}

async function openDesk(page: Page, id: number): Promise<void> {
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('start-labelling').click();
  await deskShows(page, id);
}

const shows = (page: Page, items: number) =>
  expect.poll(() => facts(page, 'items'), { message: `${items} items on screen` }).toBe(String(items));

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+Z');
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+Z');

async function twoWindows(): Promise<void> {
  const { page: first } = await startApp('browser', usedHome());
  await waitForHighlights(first);
  await skipTour(first);
  const [id = 0] = await makeProject(first, { 两窗: TEXT });
  const second = await besides(first);
  const line = await holdable(second);
  await second.goto(new URL('/', first.url()).href);
  await openDesk(first, id);
  await openDesk(second, id);

  // Edits of one window show in the other. Undo takes back the latest edit of this person, from either window.
  await mark(first, '发热', '2');
  await shows(second, 1);
  await mark(second, '咳嗽', '2');
  await shows(first, 2);
  await expect.poll(() => first.getByTestId('status-items').textContent()).toBe('2 处标注 · 0 条关系');
  await first.getByTestId('annotate-text').locator('.view-line').first().click();
  await undo(first);
  await shows(second, 1);
  expect(await stored(first, id)).toEqual(['症状 3 发热']);
  await second.getByTestId('annotate-text').locator('.view-line').first().click();
  await redo(second);
  await shows(first, 2);

  // Both at once, in different places: both are kept, under numbers of their own.
  line.hold();
  await mark(first, '头痛', '2');
  await mark(second, '乏力', '2');
  line.release();
  await shows(first, 4);
  await shows(second, 4);
  const four = ['症状 21 头痛', '症状 24 乏力', '症状 3 发热', '症状 6 咳嗽'];
  expect(await stored(first, id)).toEqual(four.toSorted());

  await collide(first, second, line, id, /没有保存：改类型 “发热”/);
  await second.getByTestId('language-switch').click();
  await expect.poll(() => second.getByTestId('language-switch').textContent()).toBe('中文');
  await deskShows(second, id);
  await removedMeanwhile(first, second, line, id);

  // Undo under way while the other has done more: both see what is stored, and can do it again.
  const before = await stored(first, id);
  await mark(second, '主诉', '4');
  await shows(first, before.length + 1);
  line.hold();
  await mark(first, '现病史', '4');
  await undo(second);
  line.release();
  await shows(second, before.length + 1);
  await shows(first, before.length + 1);
  const after = await stored(first, id);
  expect(after).toContain('检查 0 主诉');
  await redo(second);
  await shows(first, before.length + 2);
  expect(await stored(first, id)).toContain('检查 12 现病史');
}

/** Both give the same span another type: the slower one is told, and what it did besides is kept. */
async function collide(first: Page, second: Page, line: Line, id: number, words: RegExp): Promise<void> {
  line.hold();
  await clickWords(first, '发热');
  await first.keyboard.press('1');
  await expect.poll(() => stored(first, id)).toContain('疾病 3 发热');
  await clickWords(second, '发热');
  await second.keyboard.press('3');
  await mark(second, '阿莫西林', '7');
  line.release();
  await second.getByText(words).waitFor();
  await shows(second, 5);
  await shows(first, 5);
  expect(await stored(first, id)).toEqual(
    ['疾病 3 发热', '症状 6 咳嗽', '症状 21 头痛', '症状 24 乏力', '药物 28 阿莫西林'].toSorted(),
  );
}

/** One removes a span while the other draws a relation to it, and corrects another one: in English. */
async function removedMeanwhile(first: Page, second: Page, line: Line, id: number): Promise<void> {
  await clickWords(second, '头痛');
  line.hold();
  await clickWords(first, '头痛');
  await first.keyboard.press('Delete');
  await expect.poll(() => stored(first, id)).not.toContain('症状 21 头痛');
  await clickWords(second, '阿莫西林');
  await second.keyboard.press('-');
  await clickWords(second, '头痛');
  await expect.poll(() => facts(second, 'items')).toBe('6');
  await clickWords(second, '乏力');
  await second.keyboard.press('3');
  line.release();
  await second.getByText(/Not stored \(1\): Related “阿莫西林 → 头痛”/).waitFor();
  await shows(second, 4);
  expect(await stored(second, id)).toEqual(
    ['疾病 3 发热', '症状 6 咳嗽', '体征 24 乏力', '药物 28 阿莫西林'].toSorted(),
  );
  await selectWords(second, '头痛');
  await second.keyboard.press('Escape');
}

/** A manager removes the document that the other window has open, and puts it back. */
async function removal(): Promise<void> {
  const { page: first } = await startApp('browser', usedHome());
  await waitForHighlights(first);
  await skipTour(first);
  const [id = 0, other = 0] = await makeProject(first, { 移出: TEXT, 留下: '乏力两天。' });
  const second = await besides(first);
  const line = await holdable(second);
  await second.goto(new URL('/', first.url()).href);
  await openDesk(second, id);
  await mark(second, '发热', '2');

  await first.getByTestId('view-annotate').click();
  await first.getByTestId('open-project').click();
  await first.getByTestId('choose-document').first().click();
  await first.getByTestId('remove-documents').click();
  await first.getByText('有 1 名标注者已在其中标注，共 1 项').waitFor();
  line.hold();
  await mark(second, '咳嗽', '2');
  await first.getByRole('button', { name: '移出', exact: true }).click();
  await first.getByText('已移出 1 篇文档').waitFor();
  expect(await first.getByTestId('project-document').count()).toBe(1);
  line.release();
  await second.getByText(/1 步操作没有保存：标注 “咳嗽”/).waitFor();
  await second.getByText(/“移出”已由 .* 移出项目/).waitFor();
  expect(await second.getByTestId('queue-row').count()).toBe(1);
  await second.getByTestId('queue-row').click();
  await deskShows(second, other);

  await first.getByTestId('removed-documents').click();
  await first.getByTestId('put-back').click();
  await second.getByTestId('queue-row').nth(1).waitFor();
  await second.getByTestId('queue-row').first().click();
  await deskShows(second, id);
  expect(await stored(second, id)).toEqual(['症状 3 发热']);
}
