/** `npm run screenshots`: the pictures of docs/screenshots, every main view in both languages and themes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';
import { withPalette } from './helpers/png.ts';

const { chromium } = obtain();
process.env.MERIDIAN_TEST_CHROMIUM ??= chromium ?? '';
// These read the variable when they are loaded.
const { Home, openApp } = await import('./helpers/app.ts');
const screen = await import('./helpers/screen.ts');

const folder = join(appRoot, 'docs', 'screenshots');
const SAMPLE = '样例 急性心肌梗死';

/** How to bring a view on screen, from the editor with the sample open. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  editor: async (page) => {
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('mention-list').locator('[data-entity]').first().waitFor();
  },
  'hover-card': async (page) => {
    await screen.highlightsOf(page).filter({ hasText: '硝酸甘油' }).first().hover();
    await page.getByTestId('hover-card').locator('.entity-facts').first().waitFor();
  },
  diagnosis: async (page) => {
    await page.getByTestId('candidate').nth(1).getByRole('button').first().click();
    await page.getByTestId('evidence-for').filter({ hasText: '胸痛' }).first().hover();
    await page.getByRole('tooltip').waitFor();
  },
  graph: async (page) => {
    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-search').fill('心肌梗死');
    await page.getByTestId('graph-hit').filter({ hasText: '急性心肌梗死' }).first().click();
    await page.getByTestId('neighbourhood').locator('canvas').waitFor();
  },
  settings: async (page) => {
    await page.getByTestId('view-settings').click();
    await page.locator('.settings-section').first().waitFor();
  },
};

/** Takes them all in a fresh workspace; returns their names and sizes. */
export async function run(): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const home = new Home();
  const app = await openApp('browser', home);
  const rows: string[] = [];
  try {
    const { page } = app;
    await screen.waitForHighlights(page);
    await screen.skipTour(page);
    for (const language of ['zh', 'en'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        await screen.ask(page, 'settings.set', { language, theme });
        for (const [name, show] of Object.entries(VIEWS)) {
          await openSample(page);
          await show(page);
          rows.push(await shoot(page, `${name}-${language}-${theme}.png`));
        }
      }
    }
  } finally {
    await app.kill();
    home.remove();
  }
  return ['| picture | kB |', '|---|---|', ...rows].join('\n');
}

async function openSample(page: Page): Promise<void> {
  await page.reload();
  await page.mouse.move(720, 4);
  await screen.waitForHighlights(page);
  await screen.openFromList(page, SAMPLE);
  await screen.waitForSuggestions(page);
}

async function shoot(page: Page, name: string): Promise<string> {
  await page.waitForTimeout(400); // what fades in has faded in
  const picture = withPalette(await page.screenshot());
  writeFileSync(join(folder, name), picture);
  return `| ${name} | ${Math.round(picture.length / 1024)} |`;
}

if (import.meta.main) {
  console.log(chromium === undefined ? 'skipped: no Chromium here' : await run());
}
