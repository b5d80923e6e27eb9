/** Actions and queries of end-to-end tests, in a user's terms. */
import type { Locator, Page } from 'playwright';
import { contract, type In, type Method, type Out } from '../../shared/contract/index.ts';

/** The text area of the document in front. */
export const editorOf = (page: Page): Locator => page.getByTestId('editor');

/** Words drawn as mentions, as far as they are on screen. */
export const highlightsOf = (page: Page): Locator => editorOf(page).locator('.view-lines .mention');

/** Waits until the document in front shows its mentions. */
export async function waitForHighlights(page: Page): Promise<void> {
  await page.locator('[data-testid="editor"][data-mentions]:not([data-mentions="0"])').waitFor();
  await highlightsOf(page).first().waitFor();
}

/** Waits until every timer that hovering has started has gone off: the page's timers keep their order. */
export const hoverTimersOver = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((over) => setTimeout(over, 250)));

/** Points at a mention until its card opens: findings that arrive meanwhile may move the words from under the pointer. */
export async function cardByPointing(page: Page, text: string): Promise<Locator> {
  const card = page.getByTestId('hover-card');
  do {
    await page.mouse.move(5, 5);
    const at = await highlightsOf(page).evaluateAll(placeOfWords, text);
    if (at >= 0) await highlightsOf(page).nth(at).hover();
    await hoverTimersOver(page);
  } while (!(await card.isVisible()));
  return card;
}

/** Returns the first drawn piece of these words, which may go on in the next line, or -1. */
function placeOfWords(pieces: readonly Element[], text: string): number {
  const words = pieces.map(({ textContent }) => textContent ?? '');
  const whole = words.findIndex((piece) => piece.includes(text));
  return whole >= 0 ? whole : words.findIndex((piece, i) => piece + words[i + 1] === text);
}

export async function waitForSuggestions(page: Page): Promise<void> {
  await page.getByTestId('candidate').first().waitFor();
}

/** Mentions found in the document in front; 0 before the first answer. */
export async function mentionCount(page: Page): Promise<number> {
  return Number(await editorOf(page).getAttribute('data-mentions'));
}

/** The text of the lines that are drawn, from the top, and the part of it that is drawn as mentions. */
export async function drawnText(page: Page): Promise<{ readonly text: string; readonly marked: string }> {
  const pieces = await editorOf(page)
    .locator('.view-line')
    .evaluateAll((lines) =>
      lines
        .map((line) => ({ top: line.getBoundingClientRect().top, line }))
        .sort((a, b) => a.top - b.top)
        .flatMap(({ line }) => [...line.querySelectorAll('span > span')])
        .map((span) => ({
          words: (span.textContent ?? '').replaceAll('\u00a0', ' '),
          mention: span.classList.contains('mention'),
        })),
    );
  const join = (chosen: typeof pieces) => chosen.map(({ words }) => words).join('');
  return { text: join(pieces), marked: join(pieces.filter(({ mention }) => mention)) };
}

export const visibleText = async (page: Page): Promise<string> => (await drawnText(page)).text;

/** Puts the cursor at the start or the end of the text. */
export async function goToEdge(page: Page, edge: 'Home' | 'End'): Promise<void> {
  await editorOf(page).locator('.view-lines').click();
  await page.keyboard.press(`ControlOrMeta+${edge}`);
}

/** Waits until everything typed is in the workspace. */
export async function waitForSaved(page: Page): Promise<void> {
  await page.locator('[data-testid="status-saved"][data-state="saved"]').waitFor();
}

/** Types at the end of the text, as with an input method: the words arrive at once. */
export async function appendText(page: Page, text: string): Promise<void> {
  await goToEdge(page, 'End');
  await page.keyboard.insertText(text);
}

export async function skipTour(page: Page): Promise<void> {
  await page.getByTestId('tour-skip').click();
  await page.getByTestId('tour-skip').waitFor({ state: 'detached' });
}

/** Tab of an open document. */
export const tabOf = (page: Page, title: string): Locator =>
  page.getByTestId('doc-tab').filter({ hasText: title });

export async function waitForFrontTab(page: Page, title: string): Promise<void> {
  await tabOf(page, title).locator('[aria-current="true"]').waitFor();
}

/** Opens the palette by its keys, and runs the command with these words in its name. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByTestId('palette-input').fill(`>${words}`);
  await page.getByTestId('palette-item').first().filter({ hasText: words }).waitFor();
  await page.keyboard.press('Enter');
}

export async function openFromList(page: Page, title: string): Promise<void> {
  await page.getByTestId('doc-item').filter({ hasText: title }).click();
  await waitForFrontTab(page, title);
}

/** Asks main as the window does, and parses the answer by the contract. Throws what main refused. */
export async function ask<M extends Method>(page: Page, method: M, input: In<M>): Promise<Out<M>> {
  await page.waitForFunction(() => 'meridian' in window || localStorage.getItem('session-secret') !== null);
  const reply = await page.evaluate(callMain, { method, input });
  if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
  // safe: parsed by this method's own schema
  return contract[method].output.parse(reply.value) as Out<M>;
}

type Answer = { ok: true; value: unknown } | { ok: false; error: unknown };

/** Runs in the page: over the preload's bridge, or over a socket of its own in a plain browser. */
function callMain({ method, input }: { method: string; input: unknown }): Promise<Answer> {
  const bridge: unknown = Reflect.get(window, 'meridian');
  // safe: what the preload exposes
  if (bridge) return (bridge as { invoke(m: string, i: unknown): Promise<Answer> }).invoke(method, input);
  const address = new URL('/ws', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, ['meridian', localStorage.getItem('session-secret') ?? '']);
  return new Promise<Answer>((answered, failed) => {
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method, input }));
    socket.onerror = () => failed(new Error('no connection'));
    socket.onmessage = (message) => {
      const frame: unknown = JSON.parse(String(message.data));
      if (typeof frame !== 'object' || frame === null || !('reply' in frame)) return; // a push
      socket.close();
      answered(frame.reply as Answer); // safe: checked by the caller's schema
    };
  });
}
