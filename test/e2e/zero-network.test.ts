/** Not one attempt to reach the network, from the first start through every page, in both hosts. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WALLED_BROWSER } from '../../main/hosts/open-browser.ts';
import { CHROMIUM, ELECTRON, type Home, type OpenApp, openChromium } from '../helpers/app.ts';
import { deskShows, makeProject } from '../helpers/desk.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import { canTrace, RefusingProxy, remoteAddresses, tracing } from '../helpers/network.ts';
import {
  appendText,
  ask,
  cardByPointing,
  goToEdge,
  openFromList,
  skipTour,
  waitForHighlights,
  waitForSaved,
  waitForSuggestions,
} from '../helpers/screen.ts';
import { runReaches, startSmallRun } from '../helpers/train-in-app.ts';

const traced = canTrace();
const WITHOUT = traced ? '' : ' (system calls not watched: no strace here)';

describe('watching the network', () => {
  it.skipIf(!traced)('sees connections and datagrams of a child process', () => {
    const home = newHome();
    const log = join(home.dir, 'trace');
    const program = join(home.dir, 'call.cjs');
    writeFileSync(
      program,
      `require('net').connect(80, '192.0.2.1').on('error', () => 0);
       require('net').connect(1, '127.0.0.1').on('error', () => 0);
       require('net').connect(443, '2001:db8::1').on('error', () => 0);
       require('dgram').createSocket('udp4').send('x', 53, '127.0.0.1', () => process.exit());`,
    );
    const parent = `require('child_process').spawnSync(process.execPath, [${JSON.stringify(program)}])`;
    const [command = '', ...args] = [...tracing(log), process.execPath, '-e', parent];
    expect(spawnSync(command, args).status).toBe(0);
    expect(remoteAddresses(log).sort()).toEqual([
      '127.0.0.1 port 53',
      '192.0.2.1 port 80',
      '2001:db8::1 port 443',
    ]);
  });

  it.skipIf(CHROMIUM === '')('sees what a browser asks for', async () => {
    const proxy = await startProxy();
    const { browser, page } = await openChromium({ browserFlags: proxy.browserFlags });
    await page.goto('http://canary.example/').catch(() => undefined);
    await browser.close();
    expect(proxy.asked.join()).toContain('canary.example');
  });

  it.skipIf(CHROMIUM === '')('the browser that is opened for people finds no name at all', async () => {
    const { browser, page } = await openChromium({ browserFlags: WALLED_BROWSER });
    await expect(page.goto('http://canary.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    await browser.close();
  });
});

describe.skipIf(CHROMIUM === '')('in Chromium', { tags: ['long'] }, () => {
  it(`asks for nothing but its own files${WITHOUT}`, async () => {
    const home = newHome();
    const log = join(home.dir, 'trace');
    const proxy = await startProxy();
    const urls: string[] = [];
    const app = await startApp('browser', home, {
      ...(traced ? { under: tracing(log) } : {}),
      browserFlags: proxy.browserFlags,
      watch: (page) => {
        page.on('request', (request) => urls.push(request.url()));
        page.on('websocket', (socket) => urls.push(socket.url()));
      },
    });
    await useEverything(app);
    const own = new URL(app.page.url()).host;
    await app.close();
    expect(urls.length).toBeGreaterThan(5);
    expect(urls.filter((url) => !isOwn(url, own))).toEqual([]);
    expect(proxy.asked).toEqual([]);
    expect(remoteAddresses(log)).toEqual([]);
    if (traced) expect(existsSync(log)).toBe(true);
    expectNoCaches(home);
  });
});

describe.skipIf(ELECTRON === '')('in Electron', () => {
  it(`asks for nothing but its own files${WITHOUT}`, async () => {
    const home = newHome();
    const log = join(home.dir, 'trace');
    const urls: string[] = [];
    const app = await startApp('electron', home, {
      ...(traced ? { under: tracing(log) } : {}),
      watch: (page) => page.on('request', (request) => urls.push(request.url())),
    });
    await useEverything(app);
    urls.push(...(await loaded(app.page)));
    await app.close();
    expect(urls.length).toBeGreaterThan(5);
    expect(urls.filter((url) => !isOwn(url, 'meridian'))).toEqual([]);
    expect(remoteAddresses(log)).toEqual([]);
    if (traced) expect(existsSync(log)).toBe(true);
    expectNoCaches(home);
  });
});

async function startProxy(): Promise<RefusingProxy> {
  const proxy = await RefusingProxy.start();
  onTestFinished(() => proxy.stop());
  return proxy;
}

function isOwn(url: string, host: string): boolean {
  const { protocol, host: asked } = new URL(url);
  return protocol === 'data:' || protocol === 'blob:' || asked === host;
}

/** Returns the addresses that the page has loaded since it was opened. */
function loaded(page: Page): Promise<string[]> {
  return page
    .evaluate(() => performance.getEntries().map(({ name }) => name))
    .then((names) => names.filter((name) => /^[a-z]+:/.test(name)));
}

/** Starts for the first time, then opens every screen and what they open; in Electron, the only such walk of `npm test`. */
async function useEverything({ page }: OpenApp): Promise<void> {
  await waitForHighlights(page);
  await waitForSuggestions(page);
  await skipTour(page);
  const card = await cardByPointing(page, '硝酸甘油');
  await card.getByRole('button', { name: '在图谱中打开' }).click();
  await page.getByTestId('entity-page').waitFor();
  await page.getByTestId('neighbourhood').locator('canvas').waitFor();
  await page.getByTestId('graph-overview').click();
  await page.getByTestId('graph-stats').waitFor();
  await page.getByTestId('view-settings').click();
  await page.locator('.settings-page').waitFor();
  const [document = 0] = await makeProject(page, { 标注: '主诉：发热3天。' });
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('start-labelling').click();
  await deskShows(page, document);
  await page.getByTestId('view-train').click();
  await page.getByTestId('train').waitFor();
  await page.getByTestId('view-editor').click();
  await appendText(page, '\n补充：https://example.com/ 咯血、发热。');
  await waitForSaved(page);
  for (const tab of ['mentions', 'history', 'diagnosis']) await page.getByTestId(`tab-${tab}`).click();
  await page.getByTestId('palette-open').click();
  await page.getByTestId('palette-input').fill('脑梗死');
  await page.getByTestId('palette-item').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+F');
  await page.locator('.find-widget.visible').waitFor();
  await page.keyboard.press('Escape');
  await openFromList(page, '样例 肾病综合征');
  await waitForHighlights(page);
  await trainAndUse(page);
  await page.getByTestId('language-switch').click();
  await page.getByTestId('theme-switch').click();
  await goToEdge(page, 'Home');
}

/** A model is trained, and the editor highlights with it. */
async function trainAndUse(page: Page): Promise<void> {
  const id = await startSmallRun(page, 5);
  await runReaches(page, id, 'finished');
  const { modelId = 0 } = await ask(page, 'runs.get', { id });
  await ask(page, 'models.use', { id: modelId, inUse: true });
  const { entities } = await ask(page, 'text.predict', { text: '患者咳嗽三天，服用布洛芬后缓解。' });
  expect(entities.length).toBeGreaterThan(0);
}

/** Libraries keep here what they mean to send. */
function expectNoCaches(home: Home): void {
  expect(existsSync(join(home.dir, '.cache', 'Microsoft'))).toBe(false);
}
