/** Plays the first day of a clinician in both hosts: look, decide, write, close, come back. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  cardByPointing,
  goToEdge,
  highlightsOf,
  hoverTimersOver,
  mentionCount,
  openFromList,
  skipTour,
  tabOf,
  visibleText,
  waitForFrontTab,
  waitForHighlights,
  waitForSaved,
  waitForSuggestions,
} from '../helpers/screen.ts';

const FIRST = '\n补充：今晨出现咯血，无晕厥。';
const SECOND = '\n再补充：夜间突发呼吸困难。';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`first day in ${kind}`, { tags }, () => {
    it('shows, explains, records decisions and keeps what was typed', () => firstDay(kind));
  });
}

async function firstDay(kind: HostKind): Promise<void> {
  const home = newHome();
  const app = await startApp(kind, home);
  const { page } = app;
  await waitForHighlights(page);
  await waitForSuggestions(page);
  await skipTour(page);
  await cardByPointer(page);
  await cardByKey(page);
  const accepted = await acceptFirst(page);
  const before = await mentionCount(page);
  await appendText(page, FIRST);
  await waitForSaved(page);
  await expect.poll(() => mentionCount(page)).toBeGreaterThan(before);
  await app.close();

  const again = await startApp(kind, home);
  await backAsItWas(again.page, FIRST, accepted);
  await openFromList(again.page, '样例 脑梗死');
  await waitForHighlights(again.page);
  await expect.poll(async () => (await ask(again.page, 'settings.get', {})).openDocuments.length).toBe(2);
  await openFromList(again.page, '样例 急性心肌梗死');
  await appendText(again.page, SECOND);
  await waitForSaved(again.page);
  await again.kill(); // right after the save was shown

  const third = await startApp(kind, home);
  await tabOf(third.page, '样例 脑梗死').waitFor();
  await openFromList(third.page, '样例 急性心肌梗死');
  await backAsItWas(third.page, FIRST + SECOND, accepted);
  expect(await ask(third.page, 'audit.verify', {})).not.toHaveProperty('brokenAt');
  await third.close();
}

async function cardByPointer(page: Page): Promise<void> {
  const card = await cardByPointing(page, '硝酸甘油');
  expect(await card.textContent()).toContain('硝酸甘油');
  await page.mouse.move(5, 5);
  await card.waitFor({ state: 'detached' });
}

/** Returns the middle of the lowest mention on screen; no card of another one reaches there. */
async function lowestHighlight(page: Page): Promise<{ x: number; y: number }> {
  const middles = await highlightsOf(page).evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter(({ bottom }) => bottom < window.innerHeight - 60)
      .map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 })),
  );
  return middles.reduce((lowest, one) => (one.y > lowest.y ? one : lowest));
}

/** F8 goes to the next mention, Mod+I shows its card, Escape gives the focus back to the text. */
async function cardByKey(page: Page): Promise<void> {
  const card = page.getByTestId('hover-card');
  await goToEdge(page, 'Home');
  await page.keyboard.press('F8');
  // Neither a pointer that has come to lie on another mention nor one that moves there takes the card away.
  const other = await lowestHighlight(page);
  await page.mouse.move(other.x, other.y);
  await page.keyboard.press('ControlOrMeta+I');
  await expect.poll(() => card.textContent()).toContain('心血管内科');
  await page.mouse.move(other.x + 1, other.y);
  await hoverTimersOver(page);
  expect(await card.textContent()).toContain('心血管内科');
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid="editor"]') !== null))
    .toBe(true);
}

/** Accepts the first suggestion; returns its name. */
async function acceptFirst(page: Page): Promise<string> {
  const candidate = page.getByTestId('candidate').first();
  const name = (await candidate.getAttribute('data-name')) ?? '';
  expect(name).toContain('心肌梗死');
  await candidate.getByTestId('accept').click();
  await candidate.locator('[data-testid="decision"][data-decision="accepted"]').waitFor();
  const audit = await ask(page, 'audit.list', { limit: 50 });
  expect(audit.map(({ action }) => action)).toContain('diagnosis.accepted');
  return name;
}

/** The tab is there without a tour, with its text, its mentions and its decision. */
async function backAsItWas(page: Page, ending: string, accepted: string): Promise<void> {
  await waitForFrontTab(page, '样例 急性心肌梗死');
  await waitForHighlights(page);
  expect(await page.getByTestId('tour-skip').count()).toBe(0);
  await goToEdge(page, 'End');
  await expect.poll(() => visibleText(page)).toContain(ending.trim().split('\n').at(-1));
  const [hit] = (await ask(page, 'docs.search', { query: FIRST.trim(), limit: 1 })).hits;
  const stored = await ask(page, 'docs.get', { id: hit?.document.id ?? 0 });
  expect(stored.text.endsWith(ending)).toBe(true);
  const candidate = page.locator(`[data-testid="candidate"][data-name="${accepted}"]`);
  await candidate.locator('[data-testid="decision"][data-decision="accepted"]').waitFor();
}
