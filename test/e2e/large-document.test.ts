/** A document of 50,000 characters and some 5,000 mentions: what is drawn is right wherever one looks and types. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Mention } from '../../shared/domain/mention.ts';
import { CHROMIUM } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { largeText } from '../helpers/large-document.ts';
import {
  ask,
  drawnText,
  editorOf,
  goToEdge,
  mentionCount,
  skipTour,
  visibleText,
  waitForFrontTab,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

/** Computes the highlights that the lines on screen should show. */
class Expected {
  /** The text without line ends, as lines on screen have none. */
  readonly #text: string;
  readonly #covered: readonly boolean[];

  constructor(text: string, mentions: readonly Mention[]) {
    const covered = Array.from({ length: text.length }, () => false);
    for (const { start, end, depth } of mentions) if (depth === 0) covered.fill(true, start, end);
    const units = [...text.matchAll(/[^\r\n]/g)];
    this.#text = units.map(([unit]) => unit).join('');
    this.#covered = units.map(({ index }) => covered[index] ?? false);
  }

  /** The characters of `shown`, a piece of the text, that belong to mentions. */
  marked(shown: string): string {
    const at = this.#text.indexOf(shown);
    if (at < 0) return 'not a piece of the text';
    return shown
      .split('')
      .filter((_unit, i) => this.#covered[at + i])
      .join('');
  }
}

describe.skipIf(CHROMIUM === '')('a document of 50,000 characters', { tags: ['long'] }, () => {
  it('opens, scrolls and takes typing with every mention drawn where it belongs', async () => {
    const { page } = await startApp('browser', usedHome());
    await waitForHighlights(page);
    await skipTour(page);
    await ask(page, 'settings.set', { starterTagger: false }); // the mentions below are those of the graph
    const text = largeText(50_000);
    await open(page, text);
    const { mentions } = await ask(page, 'text.annotate', { text });
    expect(mentions.length).toBeGreaterThanOrEqual(5000);
    expect(await mentionCount(page)).toBe(mentions.length);
    const expected = new Expected(text, mentions);
    await compare(page, expected);
    for (const scroll of [wheel, pages, wheel, pages, pages]) {
      const before = await visibleText(page);
      await scroll(page);
      await expect.poll(() => visibleText(page)).not.toBe(before);
      await compare(page, expected);
    }
    await goToEdge(page, 'End');
    await expect.poll(() => visibleText(page)).toContain(text.trim().split('\n').at(-1));
    await compare(page, expected);
    await typeInTheMiddle(page, text);
  });

  it('draws Chinese punctuation at full width and no line past the text area in the English window', async () => {
    const { page } = await startApp('browser', usedHome());
    await waitForHighlights(page);
    await ask(page, 'settings.set', { language: 'en' });
    await page.reload();
    await waitForHighlights(page);
    const { area, lines, widths } = await editorOf(page).evaluate(measureText);
    expect(widths.map(([mark, width]) => [mark, Math.round(width)])).toEqual(
      [...'中，。、：；（）'].map((mark) => [mark, 14]),
    );
    expect(Math.max(...lines)).toBeLessThanOrEqual(area);
  });
});

/** Runs in the page. Returns the right edges of the text area and of the lines, and the widths of characters, in pixels. */
function measureText(editor: Element) {
  const range = document.createRange();
  const boxOf = (node: Node) => {
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const lines = [...editor.querySelectorAll('.view-line')];
  const widths = [...'中，。、：；（）'].map((mark) => {
    const sample = lines[0]!.querySelector('span > span')!.cloneNode();
    sample.textContent = mark;
    lines[0]!.append(sample);
    return [mark, boxOf(sample).width] as const;
  });
  const area = editor.querySelector('.monaco-scrollable-element')!.getBoundingClientRect().right;
  return { area, lines: lines.slice(1).map((line) => boxOf(line).right), widths };
}

async function open(page: Page, text: string): Promise<void> {
  await page.getByTestId('doc-file-input').setInputFiles({
    name: '长病历.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await waitForFrontTab(page, '长病历');
  await expect.poll(() => mentionCount(page)).toBeGreaterThanOrEqual(5000);
}

async function wheel(page: Page): Promise<void> {
  await editorOf(page).hover();
  await page.mouse.wheel(0, 4000);
}

async function pages(page: Page): Promise<void> {
  await editorOf(page).locator('.view-line').nth(5).click();
  for (let n = 0; n < 8; n++) await page.keyboard.press('PageDown');
}

/** The characters drawn as mentions are exactly those of the mentions in the lines on screen. */
async function compare(page: Page, expected: Expected): Promise<void> {
  await expect
    .poll(async () => {
      const { text, marked } = await drawnText(page);
      return marked.length > 20 && marked === expected.marked(text);
    })
    .toBe(true);
}

async function typeInTheMiddle(page: Page, text: string): Promise<void> {
  const line = '第17份记录（患者𠮷某😀）';
  const [hit] = (await ask(page, 'docs.search', { query: '第17份记录', limit: 1 })).hits;
  const id = hit?.document.id ?? 0;
  await page.getByTestId('doc-search').fill('第17份记录');
  await page.getByTestId('doc-hits').getByRole('button').filter({ hasText: '第17份记录' }).last().click();
  await expect.poll(() => visibleText(page)).toContain('第17份记录');
  await page.keyboard.press('End');
  await page.keyboard.insertText('，突发胸痛');
  await page.keyboard.type('BNP');
  await expect.poll(() => visibleText(page)).toContain(`${line}，突发胸痛BNP`);
  await waitForSaved(page);
  const changed = text.replace(line, `${line}，突发胸痛BNP`);
  expect((await ask(page, 'docs.get', { id })).text).toBe(changed);
  const { mentions } = await ask(page, 'text.annotate', { text: changed });
  await expect.poll(() => mentionCount(page)).toBe(mentions.length);
  await compare(page, new Expected(changed, mentions));
}
