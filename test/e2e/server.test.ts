/**
 * Three browsers and one Electron on one server: two annotate the same document, one loses the network and goes on; in
 * Electron what they differ in is decided and exported. Nothing is lost.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appRoot } from '../../main/resources.ts';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import { CHROMIUM, ELECTRON, type Home, newWindow, openChromium, Program } from '../helpers/app.ts';
import { cli, cliProcess } from '../helpers/cli.ts';
import { deskShows, facts, mark, stored } from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { LOOPBACK, listening } from '../helpers/proc.ts';
import {
  appendText,
  ask,
  openFromList,
  skipTour,
  visibleText,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

const GIVEN = 'given-by-an-administrator';
const TEXT = '主诉：发热伴咳嗽3天。\n现病史：患者受凉后头痛，乏力，予阿莫西林口服。\n';
const PEOPLE = {
  王医生: 'clinician,adjudicator,administrator',
  李标注: 'clinician,annotator',
  赵标注: 'clinician,annotator',
  陈审核: 'adjudicator',
};

describe.skipIf(CHROMIUM === '')('three browsers on one server', () => {
  it('see what the others do, and lose nothing when the network goes away', () => journey(false));

  it.skipIf(ELECTRON === '')('with one Electron that decides and exports', { tags: ['long'] }, () =>
    journey(true),
  );

  it('are refused by a workspace without accounts', () => {
    const command = ['serve', '--address', '127.0.0.1', '--port', '0', '--lang', 'en'];
    const { code, err } = cliProcess(usedHome(), command);
    expect([code, err]).toEqual([1, expect.stringMatching(/has no accounts.*Add people first/s)]);
  });
});

async function journey(withElectron: boolean): Promise<void> {
  const home = usedHome();
  for (const [name, roles] of Object.entries(PEOPLE)) {
    const added = cli(home, ['people', 'add', name, '--roles', roles], { input: `${GIVEN}\n` });
    expect(added.code, added.err).toBe(0);
  }
  const { origin, fingerprint, server } = await serve(home);
  const { browser } = await openChromium();
  onTestFinished(() => browser.close());
  const lead = await besides(browser, origin, '王医生', true);
  const first = await besides(browser, origin, '李标注');
  const second = await besides(browser, origin, '赵标注');

  const { id: record } = await ask(lead, 'docs.create', { title: '共用病历', text: TEXT, origin: 'typed' });
  const members = ['李标注', '赵标注'];
  const project = await ask(lead, 'projects.create', {
    ...{ name: '三人', schema: TEMPLATES.emr, settings: { overlap: 2 }, members },
  });
  await ask(lead, 'projects.addDocuments', { projectId: project.id, documents: [record] });
  const [document] = await ask(lead, 'annotation.queue', { projectId: project.id });
  const id = document?.id ?? 0;

  // Both annotate at once, each in a layer that the other does not see; the lead sees both.
  for (const page of [first, second]) await openDesk(page, id);
  if (process.platform === 'linux') expect(listening(server.pid)).toEqual([LOOPBACK]);
  await second.getByTestId('also-here').filter({ hasText: '李标注' }).waitFor();
  await Promise.all([mark(first, '发热', '2'), mark(second, '咳嗽', '2')]);
  await expect.poll(() => facts(first, 'items')).toBe('1');
  await expect.poll(() => facts(second, 'items')).toBe('1');
  const marked = async () =>
    (await ask(lead, 'annotation.layers', { documentId: id })).map(
      ({ person, items }) => `${person} ${items.length}`,
    );
  await expect.poll(marked).toEqual(['李标注 1', '赵标注 1']);

  // One loses the network, goes on, and comes back.
  second.line.lose();
  await second.getByTestId('banner').waitFor();
  await mark(second, '头痛', '2');
  await expect.poll(() => facts(second, 'items')).toBe('2');
  await mark(first, '乏力', '2');
  await expect.poll(marked).toEqual(['李标注 2', '赵标注 1']);
  second.line.find();
  await expect.poll(marked).toEqual(['李标注 2', '赵标注 2']);
  const words = (await stored(second, id)).map((item) => item.split(' ').at(-1));
  expect(words.sort()).toEqual(['咳嗽', '头痛']);

  // A question about a place reaches the lead at once, and nobody who works blindly.
  await first.getByTestId('tab-threads').click();
  await first.getByTestId('new-thread-text').fill('算症状吗？');
  await first.getByTestId('new-thread').click();
  await first.getByTestId('comment').filter({ hasText: '算症状吗？' }).waitFor();
  expect(await ask(second, 'threads.list', { documentId: id })).toEqual([]);
  await lead.getByTestId('view-annotate').click();
  await lead.getByTestId('open-project').click();
  await lead.getByTestId('thread-mark').waitFor();

  // The lead sees everybody's work, reminds one, reads what another has finished, and sends it back.
  await lead.getByTestId('tab-board').click();
  await lead.getByTestId('board-person').filter({ hasText: '赵标注' }).getByTestId('remind').click();
  await lead.getByTestId('reminded').waitFor();
  expect((await ask(second, 'projects.list', {}))[0]?.reminded?.by).toBe('王医生');
  await first.getByTestId('finish').click();
  await lead.getByTestId('board-person').filter({ hasText: '李标注' }).getByText('1 / 1').waitFor();
  await lead.getByTestId('tab-documents').click();
  await lead.getByTestId('project-document').click();
  await lead.getByTestId('layer-choice').waitFor();
  await lead.getByTestId('tab-threads').click();
  await lead.getByTestId('comment').waitFor();
  await lead.getByTestId('reply-text').fill('算。');
  await lead.getByTestId('reply').click();
  await first.getByTestId('comment').filter({ hasText: '算。' }).waitFor();
  await lead.getByTestId('send-back').click();
  await lead.getByRole('dialog').getByRole('textbox').fill('漏标“咳嗽”');
  await lead.getByRole('dialog').getByRole('textbox').press('Enter');
  await first.getByTestId('comment').filter({ hasText: '漏标“咳嗽”' }).waitFor();
  await expect.poll(() => first.getByTestId('finish').getAttribute('data-done')).toBe('false');

  if (withElectron) {
    for (const page of [first, second]) await page.getByTestId('finish').click();
    await decideInElectron(origin, fingerprint, project.id);
    // The screens of the others show it.
    await lead.getByTestId('view-annotate').click();
    await expect
      .poll(async () => (await ask(lead, 'annotation.queue', { projectId: project.id }))[0]?.layers.length)
      .toBe(3);
  }

  // One record in two editors: what one types, the other sees.
  for (const page of [first, second]) {
    await page.getByTestId('view-editor').click();
    await openFromList(page, '共用病历');
  }
  await appendText(first, '李写的一句。');
  await waitForSaved(first);
  await expect.poll(() => visibleText(second)).toContain('李写的一句');
  await appendText(second, '赵接着写。');
  await waitForSaved(second);
  await expect.poll(() => visibleText(first)).toContain('赵接着写');

  // The lead sees who is in, and ends one session: its window asks for the password, and keeps what it shows.
  await lead.getByTestId('view-settings').click();
  await lead.getByTestId('settings-nav-people').click();
  await lead.getByTestId('session-row').nth(2).waitFor();
  await lead.getByTestId('session-row').filter({ hasText: '赵标注' }).getByTestId('end-session').click();
  await second.getByTestId('sign-in-form').waitFor();
  const { text } = await ask(lead, 'docs.get', { id: record });
  expect(text).toContain('李写的一句。');
  expect(text).toContain('赵接着写。');
  await server.end('SIGTERM');
  expect(server.child.exitCode).toBe(0);
  expect(cli(home, ['audit', 'list', '--verify']).code).toBe(0);
}

/** Starts the command as its own program, on a free port. */
async function serve(
  home: Home,
): Promise<{ readonly origin: string; readonly fingerprint: string; readonly server: Program }> {
  const command = [process.execPath, join(appRoot, 'main', 'cli.ts'), 'serve', '--lang', 'en'];
  const server = new Program([...command, '--address', '127.0.0.1', '--port', '0'], home.env);
  onTestFinished(() => server.end('SIGKILL'));
  const origin = await server.printed(/serves this workspace at (https:\/\/127\.0\.0\.1:\d+)\//);
  const fingerprint = await server.printed(/SHA-256.* ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})/);
  return { origin, fingerprint, server };
}

/** Connects an Electron with a workspace of its own, decides the differences there, exports, and goes back. */
async function decideInElectron(origin: string, fingerprint: string, projectId: number): Promise<void> {
  const { page, close } = await startApp('electron', usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  const own = (await ask(page, 'app.info', {})).workspace.path;
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-network').click();
  await page.getByTestId('server-choose').click();
  await page.getByTestId('server-address').fill(origin);
  await page.getByTestId('server-address').press('Enter');
  await page.getByTestId('fingerprint').waitFor();
  expect(await page.getByTestId('fingerprint').getAttribute('data-value')).toBe(fingerprint);
  expect(await page.getByTestId('server-connect').isDisabled()).toBe(true);
  await page.getByTestId('server-compared').click();
  await page.getByTestId('server-connect').click();
  await page.getByTestId('sign-in-form').waitFor();
  await page.getByTestId('server-current').filter({ hasText: origin }).waitFor();
  await signIn(page, '陈审核');
  await page.getByTestId('status-server').waitFor();
  expect((await ask(page, 'app.info', {})).workspace.path).not.toBe(own);
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('open-project').click();
  await page.getByTestId('project-document').click();
  await page.getByTestId('tab-threads').waitFor();
  const decided = await ask(page, 'adjudication.majority', { projectId, annotator: '赵标注' });
  expect(decided.open).toBe(0);
  const exported = await ask(page, 'projects.export', {
    ...{ projectId, format: 'meridian', person: '', deidentify: false },
  });
  const text = Buffer.from(exported.file.base64, 'base64').toString();
  expect(text).toContain('头痛');
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-network').click();
  await page.getByTestId('server-leave').click();
  await waitForHighlights(page);
  expect((await ask(page, 'app.info', {})).workspace.path).toBe(own);
  await close();
}

interface Line {
  /** Ends the connection and refuses further ones. */
  lose(): void;
  find(): void;
}

/** Signs somebody in, in a browser of their own. @param slow the code of the editor comes only after that */
async function besides(
  browser: Browser,
  origin: string,
  name: string,
  slow = false,
): Promise<Page & { line: Line }> {
  const context = await newWindow(browser, { ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const line = await losable(page);
  const came = Promise.withResolvers<void>();
  if (slow) await page.route(/editor-page-.*\.js/, (route) => came.promise.then(() => route.continue()));
  await page.goto(origin);
  await signIn(page, name);
  if (slow) await page.getByTestId('view-opening').waitFor(); // never an empty window
  came.resolve();
  await waitForHighlights(page);
  await skipTour(page);
  return Object.assign(page, { line });
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByTestId('sign-in-name').fill(name);
  await page.getByTestId('sign-in-password').fill(GIVEN);
  await page.getByTestId('sign-in-password').press('Enter');
  await page.getByTestId('person-menu').or(page.getByTestId('choose-password')).first().waitFor();
  if (await page.getByTestId('choose-password').isVisible())
    await choosePassword(page, `${name}-own-password`);
  await page.getByTestId('person-menu').filter({ hasText: name }).waitFor();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByTestId('new-password').fill(password);
  await page.getByTestId('repeat-password').fill(password);
  await page.getByTestId('repeat-password').press('Enter');
  await page.getByTestId('choose-password').waitFor({ state: 'detached' });
}

async function losable(page: Page): Promise<Line> {
  let lost = false;
  const open = new Set<() => void>();
  await page.routeWebSocket(/\/ws/, (socket) => {
    if (lost) return void socket.close();
    const server = socket.connectToServer();
    const close = () => {
      void socket.close();
      void server.close();
    };
    open.add(close);
    server.onClose(() => {
      open.delete(close);
      void socket.close();
    });
  });
  return {
    lose: () => {
      lost = true;
      for (const close of open) close();
      open.clear();
    },
    find: () => {
      lost = false;
    },
  };
}

async function openDesk(page: Page, id: number): Promise<void> {
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('start-labelling').click();
  await deskShows(page, id);
}
