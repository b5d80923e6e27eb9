/** The first start: starter models highlight and suggest at once, are turned off in settings, and stay off. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  editorOf,
  openFromList,
  skipTour,
  waitForHighlights,
  waitForSuggestions,
} from '../helpers/screen.ts';

const SAMPLE = '样例 社区获得性肺炎';
/** The starter graph has neither of these names. */
const PASTED = '\n近日服用氨酚黄那敏颗粒和小儿豉翘清热颗粒。';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`the first start under ${kind}`, { tags }, () => {
    it('highlights beyond the dictionary until it is turned off', () => firstStart(kind));
  });
}

async function firstStart(kind: HostKind): Promise<void> {
  const home = newHome();
  const first = await startApp(kind, home);
  const { page } = first;
  await waitForHighlights(page);
  await skipTour(page);
  await openFromList(page, SAMPLE);
  await expect.poll(() => predictedCount(page)).toBeGreaterThan(3);
  expect(await page.getByTestId('status-model').textContent()).toContain('starter');
  const before = await predictedCount(page);
  await appendText(page, PASTED);
  await expect.poll(() => predictedCount(page)).toBeGreaterThan(before);
  const { model, entities } = await ask(page, 'text.predict', { text: PASTED });
  expect(model).toMatchObject({ name: 'starter' });
  expect(entities).toContainEqual(expect.objectContaining({ text: '氨酚黄那敏颗粒', type: 'drug' }));

  await waitForSuggestions(page);
  const opinion = page.getByTestId('model-opinion');
  await opinion.waitFor();
  await expect.poll(() => opinion.textContent()).toContain('starter-departments');
  const label = page.locator('[data-testid="model-label"][data-label="呼吸内科"]');
  await expect.poll(() => label.getAttribute('data-verdict')).toBe('agree');

  await openModels(page);
  await page.getByTestId('starter-tagger').click();
  await page.getByTestId('starter-classifier').click();
  await page.getByTestId('view-editor').click();
  await expect.poll(() => predictedCount(page)).toBe(0);
  await expect.poll(() => opinion.count()).toBe(0);
  await first.close();

  const { page: again } = await startApp(kind, home);
  await waitForHighlights(again);
  expect(await again.getByTestId('status-model').count()).toBe(0);
  await openModels(again);
  const tagger = again.getByTestId('starter-tagger');
  expect(await tagger.getAttribute('aria-checked')).toBe('false');
  await tagger.click();
  await expect.poll(() => ask(again, 'settings.get', {})).toMatchObject({ starterTagger: true });
  await again.getByTestId('view-editor').click();
  await expect.poll(() => predictedCount(again)).toBeGreaterThan(3);
}

async function openModels(page: Page): Promise<void> {
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-engine').click();
  await page.getByTestId('starter-models').waitFor();
}

const predictedCount = async (page: Page): Promise<number> =>
  Number(await editorOf(page).getAttribute('data-predicted'));
