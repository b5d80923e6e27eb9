/** The annotator's desk as tests use it: what is stored, and the mouse on words. */
import type { Page } from 'playwright';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import { type Item, wordsOf } from '../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { ask } from './screen.ts';

/** A project with these texts, for the person at the window; the ids of its documents. */
export async function makeProject(
  page: Page,
  texts: Readonly<Record<string, string>>,
  schema: AnnotationSchema = TEMPLATES.emr,
): Promise<readonly number[]> {
  const records: number[] = [];
  for (const [title, text] of Object.entries(texts))
    records.push((await ask(page, 'docs.create', { title, text, origin: 'typed' })).id);
  const { actor } = await ask(page, 'app.info', {});
  const project = await ask(page, 'projects.create', { name: '标注', schema, members: [actor] });
  await ask(page, 'projects.addDocuments', { projectId: project.id, documents: records });
  return (await ask(page, 'annotation.queue', { projectId: project.id })).map(({ id }) => id);
}

/** Describes the stored items of a document, sorted. */
export async function stored(page: Page, documentId: number): Promise<string[]> {
  const { layer, text } = await ask(page, 'annotation.open', { documentId });
  const byId = new Map(layer.items.map((item) => [item.id, item]));
  const words = (item: Item | undefined): string => (item?.kind === 'span' ? wordsOf(text, item) : '?');
  return layer.items
    .map((item) => {
      const more = [
        ...Object.entries(item.attributes).map(([name, value]) => `${name}=${value}`),
        ...(item.note === '' ? [] : [`note=${item.note}`]),
        ...(item.kind === 'span' && item.link !== undefined ? [`link=${item.link.system}`] : []),
        ...(item.status === 'suggested' ? ['suggested'] : []),
      ];
      const what =
        item.kind === 'span'
          ? `${item.fragments[0]?.start} ${words(item)}`
          : item.kind === 'relation'
            ? `${words(byId.get(item.from))} → ${words(byId.get(item.to))}`
            : 'document';
      return [item.type, what, ...more].join(' ');
    })
    .sort();
}

/** A number of `desk-facts`, as text: `items`, `chosen`. */
export const facts = (page: Page, name: string): Promise<string | null> =>
  page.getByTestId('desk-facts').getAttribute(`data-${name}`);

export async function deskShows(page: Page, documentId: number): Promise<void> {
  await page
    .locator(`[data-testid="desk-facts"][data-document="${documentId}"]`)
    .waitFor({ state: 'attached' });
  await page.getByTestId('annotate-text').locator('.view-line').first().waitFor();
}

/** Words on screen, in client pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the place of words that are drawn in one row; `nth` counts occurrences on screen, from the top. */
export async function boxOf(page: Page, words: string, nth = 0): Promise<Box> {
  const box = await page.evaluate(
    ({ words: wanted, nth: index }) => {
      const top = (line: Element): number => line.getBoundingClientRect().top;
      const found = [...document.querySelectorAll('[data-testid="annotate-text"] .view-line')]
        .sort((a, b) => top(a) - top(b))
        .flatMap((line) => {
          const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          const letters: { node: Node; at: number }[] = [];
          let text = '';
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const content = (node.textContent ?? '').replaceAll('\u00a0', ' ');
            for (let at = 0; at < content.length; at++) letters.push({ node, at });
            text += content;
          }
          const boxes: { left: number; right: number; top: number; bottom: number }[] = [];
          for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
            const range = document.createRange();
            const [first, last] = [letters[at], letters[at + wanted.length - 1]];
            if (first === undefined || last === undefined) continue;
            range.setStart(first.node, first.at);
            range.setEnd(last.node, last.at + 1);
            const rects = [...range.getClientRects()];
            boxes.push({
              left: Math.min(...rects.map(({ left }) => left)),
              right: Math.max(...rects.map(({ right }) => right)),
              top: Math.min(...rects.map((rect) => rect.top)),
              bottom: Math.max(...rects.map(({ bottom }) => bottom)),
            });
          }
          return boxes;
        });
      return found[index] ?? null;
    },
    { words, nth },
  );
  if (box === null) throw new Error(`“${words}” (${nth}) is not on screen`);
  return box;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const middle = ({ top, bottom }: Box): number => (top + bottom) / 2;
export const centre = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: middle(box) });

/** Moves in small steps, as a hand does. */
export async function dragTo(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y, { steps: 12 });
}

export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await dragTo(page, to);
  await page.mouse.up();
}

/** Drags over words from their first to their last character. */
export async function selectWords(page: Page, words: string, nth = 0): Promise<void> {
  const box = await boxOf(page, words, nth);
  await drag(page, { x: box.left + 1, y: middle(box) }, { x: box.right - 1, y: middle(box) });
  await page.getByTestId('mode-line').filter({ hasText: words }).waitFor();
}

/** Finds words with the keys of the search and leaves them selected. */
export async function selectByKeys(page: Page, words: string): Promise<void> {
  const search = page.getByTestId('annotate-text').locator('.find-widget');
  await page.keyboard.press('ControlOrMeta+F');
  await search.locator(':focus').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(words);
  await search.locator('.matchesCount').filter({ hasText: /\d/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('mode-line').filter({ hasText: words }).waitFor();
}

/** Drags over words and gives them a type by its key. */
export async function mark(page: Page, words: string, key: string, nth = 0): Promise<void> {
  const before = Number(await facts(page, 'items'));
  await selectWords(page, words, nth);
  await page.keyboard.press(key);
  await page.locator(`[data-testid="desk-facts"][data-items="${before + 1}"]`).waitFor({ state: 'attached' });
}

export async function clickWords(page: Page, words: string, nth = 0): Promise<void> {
  const { x, y } = centre(await boxOf(page, words, nth));
  await page.mouse.click(x, y);
}
