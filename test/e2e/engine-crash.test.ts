/** Processes killed at bad moments: the window goes on, what was saved is there, an import is whole or not at all. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Out } from '../../shared/contract/index.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { writeLargeGraph } from '../helpers/graph-file.ts';
import {
  appendText,
  ask,
  highlightsOf,
  mentionCount,
  skipTour,
  visibleText,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

/** Long enough for a kill to come in the middle. */
const ROWS = 100_000;

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`crashes under ${kind}`, { tags }, () => {
    it('the engine, while somebody writes', () => killEngineWhileWriting(kind));
    it('the engine, during an import', { tags: ['long'] }, () => killEngineDuringImport(kind));
    it('the main process, during an import', { tags: ['long'] }, () => killMainDuringImport(kind));
  });
}

async function killEngineWhileWriting(kind: HostKind): Promise<void> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  const before = await mentionCount(page);
  const first = await ask(page, 'engine.status', {});
  await recordEngineStates(page);
  await appendText(page, '\n昨日起');
  process.kill(first.pid ?? 0, 'SIGKILL');
  await page.keyboard.insertText('咳嗽、咳痰，伴呼吸困难。');
  await expect.poll(() => visibleText(page)).toContain('昨日起咳嗽、咳痰，伴呼吸困难。');
  await waitForSaved(page);
  await engineIs(page, 'ready');
  await highlightsOf(page).filter({ hasText: '呼吸困难' }).last().waitFor();
  await expect.poll(() => mentionCount(page)).toBeGreaterThanOrEqual(before + 3);
  const states = await recordedStates(page);
  expect(states).toContain('restarting');
  expect(states).toContain('banner');
  expect(await page.getByTestId('banner').count()).toBe(0);
  const now = await ask(page, 'engine.status', {});
  expect(now).toMatchObject({ state: 'ready', restarts: 1 });
  expect(now.pid).not.toBe(first.pid);
  await page.getByTestId('candidate').first().waitFor();
}

async function killEngineDuringImport(kind: HostKind): Promise<void> {
  const home = usedHome();
  const { page } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  await appendText(page, '\n考虑虚构病77号。');
  await waitForSaved(page);
  await startImport(page, writeLargeGraph(home, ROWS));
  process.kill((await ask(page, 'engine.status', {})).pid ?? 0, 'SIGKILL');
  await page.getByTestId('view-editor').click(); // the window answers meanwhile
  await waitForHighlights(page);
  await page.getByTestId('view-graph').click();
  await page.locator('[data-testid="job"][data-state="done"]').waitFor();
  await page.getByTestId('view-editor').click();
  await highlightsOf(page).filter({ hasText: '虚构病77号' }).waitFor();
  await engineIs(page, 'ready');
  expect(await ask(page, 'engine.status', {})).toMatchObject({ state: 'ready', restarts: 1 });
  expect((await ask(page, 'kg.search', { query: '虚构症99999号', limit: 1 }))[0]?.type).toBe('symptom');
}

async function killMainDuringImport(kind: HostKind): Promise<void> {
  const home = usedHome();
  const file = writeLargeGraph(home, ROWS);
  const app = await startApp(kind, home);
  await waitForHighlights(app.page);
  await skipTour(app.page);
  await appendText(app.page, '\n导入之前写下的话。');
  await waitForSaved(app.page);
  const before = await ask(app.page, 'kg.stats', {});
  await startImport(app.page, file);
  const engine = (await ask(app.page, 'engine.status', {})).pid ?? 0;
  await app.kill();
  await expect.poll(() => isRunning(engine), { message: 'the engine ends with its host' }).toBe(false);

  const { page } = await startApp(kind, home);
  await waitForHighlights(page);
  expect(await ask(page, 'kg.stats', {})).toEqual(before);
  expect(await ask(page, 'kg.search', { query: '虚构病1号', limit: 1 })).toEqual([]);
  expect(await ask(page, 'audit.verify', {})).not.toHaveProperty('brokenAt');
  expect((await ask(page, 'docs.search', { query: '导入之前写下的话', limit: 1 })).hits).toHaveLength(1);
  expect(existsSync(join(home.workspace, 'tmp')), 'the upload is gone').toBe(false);
  // And it can be done again, whole.
  await startImport(page, file);
  await page.locator('[data-testid="job"][data-state="done"]').waitFor();
  expect((await ask(page, 'kg.stats', {})).triples).toBe(before.triples + ROWS);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends the file and returns once some of its rows are in. */
async function startImport(page: Page, file: string): Promise<void> {
  await page.getByTestId('view-graph').click();
  await page.getByTestId('kg-file-input').setInputFiles(file);
  await page.locator('[data-testid="job"][data-state="running"]').waitFor();
  await expect
    .poll(async () => (await ask(page, 'jobs.list', {}))[0]?.done ?? 0, { interval: 20 })
    .toBeGreaterThan(0);
  expect((await ask(page, 'jobs.list', {}))[0]?.state).toBe('running');
}

async function engineIs(page: Page, state: Out<'engine.status'>['state']): Promise<void> {
  await page.locator(`[data-testid="status-engine"][data-state="${state}"]`).waitFor();
}

/** Notes in the page what the status bar says of the engine from now on, and whether the banner was up. */
async function recordEngineStates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Reflect.set(window, 'engineStates', seen);
    new MutationObserver(() => {
      const status = document.querySelector<HTMLElement>('[data-testid="status-engine"]');
      seen.add(status?.dataset.state ?? 'none');
      if (document.querySelector('[data-testid="banner"]') !== null) seen.add('banner');
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

function recordedStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'engineStates');
    return seen instanceof Set ? [...seen].map(String) : [];
  });
}
