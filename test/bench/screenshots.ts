/** The pictures of docs/screenshots: every main view in both languages and themes, from a fresh workspace. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { appRoot } from '../../main/resources.ts';
import { Home, openApp } from '../helpers/app.ts';
import { withPalette } from '../helpers/png.ts';
import { PRINT_ONLY } from '../helpers/print-only.ts';
import {
  ask,
  highlightsOf,
  openFromList,
  skipTour,
  waitForHighlights,
  waitForSuggestions,
} from '../helpers/screen.ts';

const folder = join(appRoot, 'docs', 'screenshots');
const SAMPLE = '样例 急性心肌梗死';

/** How to bring a view on screen, from the editor with the sample open. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  editor: async (page) => {
    await page.getByTestId('tab-mentions').click();
    await page.locator('.mention-list, [data-entity]').first().waitFor();
  },
  'hover-card': async (page) => {
    await highlightsOf(page).filter({ hasText: '硝酸甘油' }).first().hover();
    await page.getByTestId('hover-card').locator('.entity-facts').first().waitFor();
  },
  diagnosis: async (page) => {
    await page.getByTestId('candidate').nth(1).getByRole('button').first().click();
    await page.getByTestId('evidence-for').first().hover();
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

export async function run(): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const home = new Home();
  const app = await openApp('browser', home);
  const rows: string[] = [];
  try {
    const { page } = app;
    await waitForHighlights(page);
    await skipTour(page);
    for (const language of ['zh', 'en'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        await ask(page, 'settings.set', { language, theme });
        for (const [name, show] of Object.entries(VIEWS)) {
          await page.reload();
          await page.mouse.move(720, 4);
          await waitForHighlights(page);
          await openFromList(page, SAMPLE);
          await waitForSuggestions(page);
          await show(page);
          rows.push(await shoot(page, `${name}-${language}-${theme}.png`));
        }
      }
    }
  } finally {
    await app.kill();
    home.remove();
  }
  return `${PRINT_ONLY}${['| picture | kB |', '|---|---|', ...rows].join('\n')}`;
}

async function shoot(page: Page, name: string): Promise<string> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400); // what fades in has faded in
  const picture = withPalette(await page.screenshot());
  writeFileSync(join(folder, name), picture);
  return `| ${name} | ${Math.round(picture.length / 1024)} |`;
}
