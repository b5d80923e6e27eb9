/** People in the app: the first account, roles, the lock, and what it keeps. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, HOSTS, type HostKind } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  goToEdge,
  skipTour,
  tabOf,
  visibleText,
  waitForFrontTab,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

const CHIEF = { name: '王医生', password: '床前明月光 疑是地上霜' };
const GIVEN = 'given-by-an-administrator';
const SAMPLE = '样例 急性心肌梗死';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`accounts in ${kind}`, { tags }, () => {
    it('begin with an administrator; others have the rights of their roles; a restart asks again', () =>
      fromTheFirst(kind));
  });
}

async function fromTheFirst(kind: HostKind): Promise<void> {
  const home = usedHome();
  const { page, close } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  await appendText(page, '建账户前写的一句。');
  expect(await page.getByTestId('person-menu').count()).toBe(0);
  await makeFirstAccount(page);
  await page.getByTestId('view-editor').click();
  await expect.poll(() => visibleText(page)).toContain('建账户前写的一句'); // the window is still the same
  await addAnnotator(page, '李标注');
  await page.reload();
  await page.getByTestId('person-menu').filter({ hasText: CHIEF.name }).waitFor(); // not the main side's restart

  await signOut(page);
  await signIn(page, '李标注', 'a wrong password');
  await page.getByTestId('sign-in-error').filter({ hasText: '姓名或密码不正确' }).waitFor();
  await signIn(page, '李标注', GIVEN);
  await choosePassword(page, 'my own password 1');
  await annotatorSees(page);
  await close();

  const again = await startApp(kind, home);
  await again.page.getByTestId('sign-in-form').waitFor();
  expect(await again.page.getByTestId('editor').count()).toBe(0);
  await expect(ask(again.page, 'docs.list', {})).rejects.toThrow(/locked/);
  await expect(
    ask(again.page, 'accounts.add', { name: 'x', roles: [], password: '12345678' }),
  ).rejects.toThrow(/locked/);
  await signIn(again.page, CHIEF.name, CHIEF.password);
  await waitForHighlights(again.page);
  const trail = await ask(again.page, 'audit.list', { limit: 1000 });
  const told = trail.map(({ action, object, actor }) => `${action} ${object} ${actor}`);
  expect(told).toEqual(
    expect.arrayContaining([
      'person.add person:李标注 王医生',
      'account.change-password person:李标注 李标注',
      'account.sign-in person:王医生 王医生',
    ]),
  );
  expect(told.some((line) => line.startsWith('account.failure person:李标注'))).toBe(true);
  expect(await ask(again.page, 'audit.verify', {})).not.toHaveProperty('brokenAt');
  await again.close();
}

/** The dialog offers every role; the first account always is an administrator. */
async function makeFirstAccount(page: Page): Promise<void> {
  await openPeople(page);
  await page.getByTestId('people-none').waitFor();
  await page.getByTestId('add-person').click();
  await page.getByTestId('person-name').fill(CHIEF.name);
  await page.getByTestId('new-password').fill('short');
  await page.getByText('密码至少 8 个字符').waitFor();
  await page.getByTestId('new-password').fill(CHIEF.password);
  await page.getByTestId('repeat-password').fill(CHIEF.password);
  await page.getByTestId('repeat-password').press('Enter');
  await page.getByTestId('person-menu').filter({ hasText: CHIEF.name }).waitFor();
  const row = page.getByTestId('person-row').filter({ hasText: CHIEF.name });
  await row.filter({ hasText: '管理员' }).waitFor();
  expect(await row.getByTestId('set-active').isDisabled()).toBe(true); // the only administrator
}

async function addAnnotator(page: Page, name: string): Promise<void> {
  await openPeople(page);
  await page.getByTestId('add-person').click();
  await page.getByTestId('person-name').fill(name);
  await page.getByTestId('new-password').fill(GIVEN);
  await page.getByTestId('repeat-password').fill(GIVEN);
  await page.getByTestId('role-annotator').click();
  await page.getByTestId('repeat-password').press('Enter');
  await page.getByTestId('person-row').filter({ hasText: name }).filter({ hasText: '标注员' }).waitFor();
}

/** Neither records nor anything of an administrator, on screen or past it. */
async function annotatorSees(page: Page): Promise<void> {
  await page.getByTestId('person-menu').filter({ hasText: '李标注' }).waitFor();
  expect(await page.getByTestId('view-editor').count()).toBe(0);
  expect(await page.getByTestId('view-train').count()).toBe(0);
  await page.getByTestId('view-graph').waitFor();
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-appearance').waitFor();
  for (const section of ['people', 'audit', 'workspace'])
    expect(await page.getByTestId(`settings-nav-${section}`).count(), section).toBe(0);
  await expect(ask(page, 'docs.list', {})).rejects.toThrow(/forbidden/);
  await expect(ask(page, 'accounts.list', {})).rejects.toThrow(/forbidden/);
  await expect(ask(page, 'accounts.setRoles', { name: '李标注', roles: ['administrator'] })).rejects.toThrow(
    /forbidden/,
  );
  await expect(ask(page, 'workspace.backup', {})).rejects.toThrow(/forbidden/);
  await expect(ask(page, 'accounts.resetPassword', { name: CHIEF.name, password: GIVEN })).rejects.toThrow(
    /forbidden/,
  );
  expect(await ask(page, 'kg.stats', {})).toHaveProperty('entities');
}

describe.skipIf(CHROMIUM === '')('a locked window', () => {
  it('locks when nobody uses it, and gives back what was typed', { tags: ['long'] }, async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await ask(page, 'accounts.add', { ...CHIEF, roles: ['clinician'] });
    await page.getByTestId('person-menu').waitFor();
    await ask(page, 'accounts.setIdleLock', { minutes: 1 });
    await page.getByTestId('doc-paste').click();
    const typed = '主诉：写到一半就离开了。';
    await page.getByRole('dialog').locator('textarea').fill(typed);
    await page.getByTestId('sign-in-form').waitFor();
    expect(await page.getByRole('dialog').locator('textarea').isVisible()).toBe(false);
    await page.getByTestId('locked-person').filter({ hasText: CHIEF.name }).waitFor();
    await expect(ask(page, 'docs.list', {})).rejects.toThrow(/locked/);
    await page.keyboard.press('Alt+5'); // the window's keys do not act behind the lock
    await unlock(page, 'not the password');
    await page.getByTestId('sign-in-error').waitFor();
    await unlock(page, CHIEF.password);
    await page.getByTestId('sign-in-form').waitFor({ state: 'detached' });
    const field = page.getByRole('dialog').locator('textarea');
    await field.waitFor();
    expect(await field.inputValue()).toBe(typed);
    expect((await ask(page, 'audit.list', { limit: 20 })).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.lock', 'account.failure', 'account.unlock']),
    );
  });

  it('keeps text that was typed just before, for its author only', { tags: ['long'] }, async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await ask(page, 'accounts.add', { ...CHIEF, roles: ['clinician'] });
    await ask(page, 'accounts.add', { name: '赵医生', roles: ['clinician'], password: GIVEN });
    await page.getByTestId('person-menu').waitFor();
    await waitForFrontTab(page, SAMPLE);
    await goToEdge(page, 'End');
    await page.clock.install(); // the window saves half a second after the last key; that moment must come later
    await page.clock.pauseAt(Date.now() + 5000);
    await page.keyboard.insertText('锁定前的最后一句。');
    expect((await ask(page, 'account.lock', {})).state).toBe('locked');
    await page.clock.resume();
    await page.getByTestId('sign-in-form').waitFor();

    await page.getByTestId('sign-in-other').click();
    await signIn(page, '赵医生', GIVEN);
    await choosePassword(page, 'my own password 2');
    await page.getByTestId('held-sign-out').waitFor();
    const { documents: stored } = await ask(page, 'docs.list', {});
    const id = stored.find(({ title }) => title === SAMPLE)?.id ?? 0;
    expect((await ask(page, 'docs.get', { id })).text).not.toContain('最后一句');
    await page.getByTestId('held-sign-out').click();
    await signIn(page, CHIEF.name, CHIEF.password);
    await tabOf(page, SAMPLE).waitFor();
    await expect.poll(async () => (await ask(page, 'docs.get', { id })).text).toContain('锁定前的最后一句');
    await waitForSaved(page);
    await goToEdge(page, 'End');
    await expect.poll(() => visibleText(page)).toContain('锁定前的最后一句');

    // With everything saved, the window simply becomes the other person's, with tabs of their own.
    await signOut(page);
    await signIn(page, '赵医生', 'my own password 2');
    await page.getByTestId('person-menu').filter({ hasText: '赵医生' }).waitFor();
    await tabOf(page, SAMPLE).waitFor({ state: 'detached' });
  });

  it('follows what the command line changes', { tags: ['long'] }, async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    const password = { input: `${CHIEF.password}\n` };
    expect(cli(home, ['people', 'add', CHIEF.name], password).code).toBe(0);
    await page.getByTestId('sign-in-form').waitFor(); // by itself
    await signIn(page, CHIEF.name, CHIEF.password);
    await page.getByTestId('person-menu').waitFor();
    expect(cli(home, ['people', 'add', '孙', '--roles', 'administrator'], password).code).toBe(0);
    expect(cli(home, ['people', 'deactivate', CHIEF.name]).code).toBe(0);
    await page.getByTestId('sign-in-form').waitFor();
    await signIn(page, CHIEF.name, CHIEF.password);
    await page.getByTestId('sign-in-error').filter({ hasText: '已停用' }).waitFor();
  });
});

async function openPeople(page: Page): Promise<void> {
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-people').click();
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByTestId('sign-in-name').fill(name);
  await page.getByTestId('sign-in-password').fill(password);
  await page.getByTestId('sign-in-password').press('Enter');
}

async function unlock(page: Page, password: string): Promise<void> {
  await page.getByTestId('sign-in-password').fill(password);
  await page.getByTestId('sign-in-password').press('Enter');
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByTestId('choose-password').waitFor();
  await page.getByTestId('new-password').fill(password);
  await page.getByTestId('repeat-password').fill(password);
  await page.getByTestId('repeat-password').press('Enter');
  await page.getByTestId('choose-password').waitFor({ state: 'detached' });
}

async function signOut(page: Page): Promise<void> {
  await page.getByTestId('person-menu').click();
  await page.getByTestId('menu-sign-out').click();
  await page.getByTestId('sign-in-form').waitFor();
}
