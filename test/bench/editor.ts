/**
 * The editor with a document of 50,000 characters and some 5,000 mentions: from the click to text and highlights on
 * screen, and from a key press to its letter on screen, measured in the window itself.
 */
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Home, OpenApp } from '../helpers/app.ts';
import { inEveryHost, timesRow } from '../helpers/bench-windows.ts';
import { cli } from '../helpers/cli.ts';
import { largeText } from '../helpers/large-document.ts';
import {
  ask,
  editorOf,
  goToEdge,
  mentionCount,
  openFromList,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';
import { taggerFiles, writeModelFolder } from '../helpers/tagger.ts';

const CHARS = 50_000;
const TITLE = '长病历';
const KEYS = 60;
/** Pauses between keys: quick typing, and slow enough for new mentions to arrive in between. */
const PAUSES_MS = [60, 400];
const OPENINGS = 5;

export const run = (): Promise<string> =>
  inEveryHost(
    `A document of ${CHARS} characters; time until the second frame after the event, so up to one frame (17 ms) too much.`,
    measure,
  );

async function measure({ kind, page }: OpenApp, home: Home): Promise<string[]> {
  await addLargeDocument(page);
  const openings: number[] = [];
  for (let n = 0; n < OPENINGS; n++) openings.push(await timeToOpen(page));
  const mentions = await mentionCount(page);
  const rows = [timesRow(kind, `open (${mentions} mentions)`, openings, 'median < 1000')];
  for (const pause of PAUSES_MS) {
    const keys = await timeKeys(page, pause);
    rows.push(timesRow(kind, `key in the middle, every ${pause} ms`, keys, 'p95 < 50'));
  }
  const found = await turnModelOn(home, page);
  for (const pause of PAUSES_MS) {
    const keys = await timeKeys(page, pause);
    const what = `key in the middle, every ${pause} ms, with a model (${found} mentions more)`;
    rows.push(timesRow(kind, what, keys, 'p95 < 50'));
  }
  await waitForSaved(page);
  return rows;
}

/** A tagger of the usual size with random weights, which finds something nearly everywhere; returns how much. */
async function turnModelOn(home: Home, page: Page): Promise<number> {
  const folder = join(home.dir, 'model');
  writeModelFolder(folder, taggerFiles('bilstm-crf', { hiddenSize: 128 }));
  const imported = cli(home, ['models', 'import', folder, '--name', 'random']);
  if (imported.code !== 0) throw new Error(imported.err);
  const [model] = await ask(page, 'models.list', {});
  await ask(page, 'models.use', { id: model?.id ?? 0, inUse: true });
  const predicted = async () => Number(await editorOf(page).getAttribute('data-predicted'));
  while ((await predicted()) === 0) await page.waitForTimeout(100);
  return predicted();
}

async function addLargeDocument(page: Page): Promise<void> {
  await page.getByTestId('doc-file-input').setInputFiles({
    name: `${TITLE}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(largeText(CHARS)),
  });
  await page.waitForFunction(() => {
    const editor = document.querySelector<HTMLElement>('[data-testid="editor"]');
    return Number(editor?.dataset.mentions) > 1000;
  });
}

/** Closes the document's tab and opens it from the list: a fresh model, fresh mentions. */
async function timeToOpen(page: Page): Promise<number> {
  await page.getByTestId('doc-tab').filter({ hasText: TITLE }).getByRole('button').last().click();
  await page.getByTestId('doc-tab').filter({ hasText: TITLE }).waitFor({ state: 'detached' });
  await waitForHighlights(page);
  const measured = page.evaluate(
    () =>
      new Promise<number>((done) => {
        document.addEventListener(
          'click',
          (event) => {
            const shown = () => {
              const editor = document.querySelector<HTMLElement>('[data-testid="editor"]');
              const drawn = editor?.querySelector('.view-lines .mention') !== null;
              if (Number(editor?.dataset.mentions) > 1000 && drawn)
                requestAnimationFrame(() => done(performance.now() - event.timeStamp));
              else requestAnimationFrame(shown);
            };
            requestAnimationFrame(shown);
          },
          { capture: true, once: true },
        );
      }),
  );
  await openFromList(page, TITLE);
  return measured;
}

/** Types letters in the middle of the document; milliseconds from each key press to its frame. */
async function timeKeys(page: Page, pauseMs: number): Promise<number[]> {
  await goToEdge(page, 'Home');
  for (let n = 0; n < 12; n++) await page.keyboard.press('PageDown');
  await editorOf(page).locator('.view-line').nth(10).click();
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, 'keyTimes', times);
    const measure = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - timeStamp)));
    document.addEventListener('keydown', measure, { capture: true });
    Reflect.set(window, 'stopMeasuring', () =>
      document.removeEventListener('keydown', measure, { capture: true }),
    );
  });
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press('abcdefghij'.charAt(n % 10));
    await page.waitForTimeout(pauseMs);
  }
  return page.evaluate(() => {
    const stop: unknown = Reflect.get(window, 'stopMeasuring');
    if (typeof stop === 'function') stop();
    // safe: filled above
    return Reflect.get(window, 'keyTimes') as number[];
  });
}
