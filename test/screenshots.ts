/** `npm run screenshots`: takes the pictures of docs/screenshots from a fresh workspace: every screen, both languages, both themes. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';

const LANGUAGES = ['zh', 'en'] as const;
const THEMES = ['light', 'dark'] as const;

async function run(): Promise<string> {
  const { chromium } = obtain();
  if (chromium === undefined) return 'skipped: no Chromium here';
  process.env.MERIDIAN_TEST_CHROMIUM = chromium;
  const { Home, openApp } = await import('./helpers/app.ts'); // reads the variable when it is loaded
  const { ask, skipTour, waitForSuggestions } = await import('./helpers/screen.ts');
  const dir = join(appRoot, 'docs', 'screenshots');
  mkdirSync(dir, { recursive: true });
  const home = new Home();
  const app = await openApp('browser', home);
  const rows: string[] = [];
  try {
    await waitForSuggestions(app.page);
    await skipTour(app.page);
    for (const language of LANGUAGES) {
      for (const theme of THEMES) {
        await ask(app.page, 'settings.set', { language, theme });
        await app.page.reload();
        await waitForSuggestions(app.page);
        await takeAll(app.page, async (name) => {
          const file = `${name}-${language}-${theme}.png`;
          await app.page.screenshot({ path: join(dir, file) });
          rows.push(`| ${file} | ${Math.round(statSync(join(dir, file)).size / 1024)} |`);
        });
      }
    }
    await app.close();
  } finally {
    home.remove();
  }
  return ['| picture | KiB |', '|---|---:|', ...rows].join('\n');
}

async function takeAll(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.getByTestId('editor').locator('.mention').first().waitFor();
  await take('editor');
  await page.getByTestId('editor').locator('.mention').filter({ hasText: '硝酸甘油' }).first().hover();
  await page.getByTestId('hover-card').waitFor();
  await take('hover-card');
  await page.mouse.move(5, 5);
  await page.getByTestId('view-graph').click();
  await page
    .getByTestId('graph-search')
    .locator('input')
    .or(page.locator('input[data-testid="graph-search"]'))
    .first()
    .fill('急性心肌梗死');
  await page.getByTestId('graph-hit').first().click();
  await page.getByTestId('entity-page').waitFor();
  await page.getByTestId('neighbourhood').locator('canvas, svg').first().waitFor();
  await take('graph');
  await page.getByTestId('view-settings').click();
  await take('settings');
  await page.getByTestId('view-editor').click();
}

console.log(await run());
