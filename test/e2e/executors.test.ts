/** The table of executors in Settings: measured while one watches, one pinned, and kept. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`executors under ${kind}`, { tags: ['long'] }, () => {
    it('are measured, pinned and remembered', () => measureAndPin(kind));
  });
}

async function measureAndPin(kind: HostKind): Promise<void> {
  const home = newHome();
  const first = await startApp(kind, home);
  await waitForHighlights(first.page);
  await skipTour(first.page);
  await openSettings(first.page);
  await measure(first.page);
  await pinWasm(first.page);
  await first.close();

  const second = await startApp(kind, home);
  await openSettings(second.page);
  await expect.poll(() => chosen(second.page)).toBe('wasm');
  expect(await row(second.page, 'wasm').getByRole('radio').isChecked()).toBe(true);
  await second.page.getByTestId('executor-auto').click();
  const { chosen: fastest } = await ask(second.page, 'engine.calibration', {});
  await expect.poll(() => chosen(second.page)).toBe(fastest);
  expect(fastest).not.toBe('cpu');
}

async function openSettings(page: Page): Promise<void> {
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-engine').click();
  await page.getByTestId('executors').waitFor();
}

const row = (page: Page, name: string) => page.getByTestId(`executor-${name}`);
const chosen = (page: Page) => page.getByTestId('executor-chosen').textContent();
const state = (page: Page) => page.getByTestId('executors-state').textContent();

async function measure(page: Page): Promise<void> {
  expect(await chosen(page)).toBe('onnx:cpu');
  expect(await state(page)).toContain('尚未');
  await page.getByTestId('executors-measure').click();
  await expect.poll(() => state(page)).toMatch(/正在测量 \S+…（\d\/\d）/);
  await expect.poll(() => state(page)).toContain('测量于');
  for (const name of ['onnx:cpu', 'wasm', 'cpu']) {
    expect(await row(page, name).getAttribute('data-state'), name).toBe('works');
    expect(await row(page, name).textContent()).toMatch(/[\d.]+ ms/);
  }
  const tensorflow = row(page, 'tensorflow');
  expect(await tensorflow.getAttribute('data-state')).toBe('absent');
  expect(await tensorflow.textContent()).toContain('未安装');
  expect(await tensorflow.getByRole('radio').isDisabled()).toBe(true);
}

async function pinWasm(page: Page): Promise<void> {
  await row(page, 'wasm').getByRole('radio').click();
  await expect.poll(() => chosen(page)).toBe('wasm');
  expect(await ask(page, 'engine.calibration', {})).toMatchObject({ chosen: 'wasm', pinned: 'wasm' });
}
