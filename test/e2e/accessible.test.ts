/** Every screen of annotation, in both languages and themes: what acts has a name, and text can be read. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../helpers/accessible.ts';
import { CHROMIUM } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { annotateViews, openProject, openWindow } from '../screenshots/annotate.ts';
import { prepareTeam } from '../screenshots/annotate-team.ts';
import { deidViews } from '../screenshots/deid.ts';
import type { Views } from '../screenshots/stage.ts';

/** Documents finished by both annotators, so that some can be adjudicated. */
const FINISHED = 6;

const { 'annotate-learning': _trained, ...untrained } = annotateViews;
const VIEWS: Views = {
  ...untrained,
  'learning before any round': (page) => openProject(page, 'learning'),
  ...deidViews,
};

// The same window in Electron.
describe.skipIf(CHROMIUM === '')('annotation for everybody', () => {
  it('has names on what acts, and text that stands out', walk);
});

async function walk(): Promise<void> {
  const { page } = await startApp('browser', newHome());
  await waitForHighlights(page);
  await skipTour(page);
  await expectFaultsFound(page);
  await prepareTeam(page, [FINISHED], false);
  const faults: string[] = [];
  for (const [language, theme] of [
    ['zh', 'light'],
    ['en', 'dark'],
  ] as const) {
    await ask(page, 'settings.set', { language, theme });
    for (const [name, show] of Object.entries(VIEWS)) {
      await openWindow(page);
      await show(page);
      for (const fault of await faultsOf(page)) faults.push(`${name}, ${language}, ${theme}: ${fault}`);
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(language);
  }
  expect(faults).toEqual([]);
}

/** What is looked for is found where it is. */
async function expectFaultsFound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const box = document.createElement('div');
    box.id = 'faulty';
    box.innerHTML =
      '<button class="planted"></button><input class="planted"><button>named</button>' +
      '<p class="planted" style="color:#999;background:#aaa">x</p>';
    document.body.append(box);
  });
  const found = (await faultsOf(page)).filter((fault) => fault.includes('planted'));
  expect(found.map((fault) => fault.split(/[ :]/)[0])).toEqual(['no', 'no', 'contrast']);
  await page.evaluate(() => document.getElementById('faulty')?.remove());
}
