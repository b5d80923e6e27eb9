import { describe, expect, it } from 'vitest';
import { findAccount, hasAccounts } from '../../../../main/db/repositories/accounts.ts';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import * as people from '../../../../main/services/accounts/accounts.ts';
import { authorizedActor } from '../../../../main/services/accounts/requester.ts';
import { changeSettings, settingsOf } from '../../../../main/services/accounts/settings.ts';
import { createRecord } from '../../../../main/services/records/records.ts';
import { requester, runAs } from '../../../../main/services/session/request.ts';
import { dbOf, type Session, systemActor } from '../../../../main/services/session/session.ts';
import { backupWorkspace, restoreWorkspace } from '../../../../main/services/workspace/backup-and-key.ts';
import { PersonName } from '../../../../shared/domain/account.ts';
import { cheapenScrypt, codeOf, openSignIn, person, TestClocks } from '../../../helpers/accounts.ts';
import { PASSWORD } from '../../../helpers/passwords.ts';
import { verifyAudit } from '../../../helpers/verify.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

cheapenScrypt();

const MINUTE = 60_000;

/** `action object actor`, oldest first. */
const trail = (session: Session) =>
  listAudit(dbOf(session), { limit: 100 })
    .reverse()
    .map(({ action, object, actor }) => `${action} ${object} ${actor}`);

const add = (session: Session, name: string) =>
  people.addAccount(session, { name, roles: ['annotator'], password: PASSWORD });

/** A session whose actor is who is signed in, as the app has it. */
function openApp(clocks = new TestClocks(), session: Session = openTestSession()) {
  const signIn = openSignIn(session, clocks);
  const live: Session = {
    ...session,
    get actor() {
      return requester() ?? signIn.present;
    },
  };
  return { session: live, signIn, clocks, workspace: session.workspace };
}

describe('names of people', () => {
  it('are trimmed, have no colon or control character, and never name the gold layer', () => {
    expect(PersonName.parse('  王 小明 ')).toBe('王 小明');
    for (const bad of ['', '   ', 'cli:root', 'app:x', 'a\nb', 'a\u0000', 'a\u202eb', 'x'.repeat(61)])
      expect(PersonName.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  });

  it('are one person whatever their case and width, and stay taken', async () => {
    const session = openTestSession();
    person(session, 'Zhang');
    person(session, 'li4', 'annotator');
    for (const same of ['zhang', 'ＺＨＡＮＧ', 'LI4'])
      expect(await codeOf(() => add(session, same))).toBe('conflict');
    people.setActive(session, 'li4', false);
    expect(await codeOf(() => add(session, 'Li4'))).toBe('conflict');
    expect(people.listAccounts(session).map(({ name }) => name)).toEqual(['Zhang', 'li4']);
  });
});

describe('people', () => {
  it('begin with an administrator; others are to replace their password', async () => {
    const session = openTestSession();
    expect(hasAccounts(dbOf(session))).toBe(false);
    const first = await people.addAccount(session, { name: '甲', roles: ['clinician'], password: PASSWORD });
    const second = await people.addAccount(session, { name: '乙', roles: ['annotator'], password: PASSWORD });
    expect(first).toMatchObject({
      first: true,
      person: { roles: ['clinician', 'administrator'], mustChange: false },
    });
    expect(second).toMatchObject({ first: false, person: { roles: ['annotator'], mustChange: true } });
    expect(JSON.stringify(people.listAccounts(session))).not.toMatch(/salt|hash|scrypt/);
  });

  it('keep an administrator who can sign in, whatever is asked for', async () => {
    const session = openTestSession();
    person(session, '甲');
    person(session, '乙', 'administrator');
    people.setRoles(session, '乙', ['annotator']);
    expect(await codeOf(() => people.setRoles(session, '甲', ['clinician']))).toBe('conflict');
    expect(await codeOf(() => people.setActive(session, '甲', false))).toBe('conflict');
    people.setRoles(session, '乙', ['administrator']);
    people.setActive(session, '乙', false);
    expect(await codeOf(() => people.setActive(session, '甲', false))).toBe('conflict');
    people.setActive(session, '乙', true);
    people.setActive(session, '甲', false);
    expect(await codeOf(() => people.setRoles(session, '乙', []))).toBe('conflict');
    expect(people.listAccounts(session)).toMatchObject([
      { name: '甲', active: false, roles: ['administrator'] },
      { name: '乙', active: true, roles: ['administrator'] },
    ]);
    expect(await codeOf(() => people.setRoles(session, '丙', []))).toBe('not-found');
  });

  it('cannot be deleted or renamed, not even in the database', async () => {
    const session = openTestSession();
    person(session, '甲');
    const db = dbOf(session);
    expect(() => db.run('DELETE FROM person')).toThrow(/never deleted/);
    expect(() => db.run("UPDATE person SET name = '乙'")).toThrow(/never renamed/);
  });

  it('are what they are now after a restore, and so is the trail', async () => {
    const session = openTestSession();
    createRecord(session, { title: 't', text: '一', origin: 'typed' });
    const { file } = backupWorkspace(session); // nobody has an account yet
    person(session, '甲');
    person(session, '乙', 'clinician');
    people.setActive(session, '乙', false);
    const before = people.listAccounts(session);
    await restoreWorkspace(session, file).catch((error: unknown) => {
      if (!/no engine/.test(String(error))) throw error; // it is started again afterwards
    });
    expect(people.listAccounts(session)).toEqual(before);
    expect(findAccount(dbOf(session), '甲')?.active).toBe(true);
    expect(trail(session)).toContain('person.deactivate person:乙 tester');
  });

  it('have keys of their own, which a restart and a restore leave alone', async () => {
    const { session, signIn, workspace } = openApp();
    const keys = () => settingsOf(session).shortcuts;
    changeSettings(session, { shortcuts: { save: 'Mod+J' }, theme: 'dark' });
    await add(session, '甲');
    expect(keys()).toEqual({}); // nobody is in
    signIn.enterFirst('甲');
    expect(keys()).toEqual({ save: 'Mod+J' }); // the window was theirs
    person(session, '乙@甲', 'annotator');
    const { file } = workspace.backup();
    changeSettings(session, { shortcuts: { find: 'Mod+J' }, fontSize: 20 });
    signIn.signOut();
    expect(keys()).toEqual({});
    signIn.enterFirst('乙@甲');
    expect(settingsOf(session)).toMatchObject({ shortcuts: {}, theme: 'dark', fontSize: 14 });
    changeSettings(session, { shortcuts: { undo: '' } });
    workspace.restore(file);
    expect(settingsOf(session)).toMatchObject({ shortcuts: { undo: '' }, theme: 'dark', fontSize: 14 });
    signIn.signOut();
    const again = openApp(new TestClocks(), openTestSession(workspace));
    expect(settingsOf(again.session).shortcuts).toEqual({});
    again.signIn.enterFirst('甲');
    expect(settingsOf(again.session).shortcuts).toEqual({ find: 'Mod+J' });
  });

  it('begin without the tabs of the person before, which the first account takes over', async () => {
    const { session, signIn } = openApp();
    const tabs = () => settingsOf(session).openDocuments;
    changeSettings(session, { openDocuments: [1, 2], activeDocument: 2 });
    await add(session, '甲');
    signIn.enterFirst('甲');
    expect(tabs()).toEqual([1, 2]);
    person(session, '乙', 'clinician');
    signIn.signOut();
    signIn.enterFirst('乙');
    expect(settingsOf(session)).toMatchObject({ openDocuments: [], activeDocument: null });
  });

  it('are named in the trail with every change, and never a password', async () => {
    const { session, signIn } = openApp();
    await add(session, '甲');
    signIn.enterFirst('甲');
    await add(session, '乙');
    people.setRoles(session, '乙', ['annotator', 'adjudicator']);
    people.setRoles(session, '乙', ['adjudicator', 'annotator']); // the same
    await people.resetPassword(session, '乙', 'another password');
    people.setActive(session, '乙', false);
    people.setActive(session, '乙', true);
    people.setIdleMinutes(session, 3);
    signIn.lock();
    await signIn.signIn('甲', PASSWORD);
    await signIn.changePassword(PASSWORD, 'third password');
    signIn.signOut();
    expect(await codeOf(() => signIn.signIn('甲', 'no password'))).toBe('wrong-key');
    expect(await codeOf(() => signIn.signIn('secret typed here', 'no password'))).toBe('wrong-key');
    const { name } = systemActor();
    expect(trail(session)).toEqual([
      `person.add person:甲 ${name}`,
      'account.sign-in person:甲 甲',
      'person.add person:乙 甲',
      'person.roles person:乙 甲',
      'person.reset-password person:乙 甲',
      'person.deactivate person:乙 甲',
      'person.activate person:乙 甲',
      'account.idle-lock workspace 甲',
      'account.lock person:甲 甲',
      'account.unlock person:甲 甲',
      'account.change-password person:甲 甲',
      'account.sign-out person:甲 甲',
      `account.failure person:甲 app:${name}`,
      `account.failure person app:${name}`,
    ]);
    const whole = JSON.stringify(listAudit(dbOf(session), { limit: 100 }));
    expect(whole).not.toMatch(/third password|another|secret|no password|啼鸟|scrypt/);
    expect(verifyAudit(dbOf(session))).toEqual({ entries: 14 });
  });
});

describe('signing in', () => {
  it('is not asked for until there is somebody; a restart asks again', async () => {
    const dir = temporaryDir();
    const { session, signIn, workspace } = openApp(new TestClocks(), openTestSession(openWorkspace(dir)));
    expect(signIn.status()).toMatchObject({ state: 'none', person: null, refused: [] });
    expect(signIn.present).toEqual(systemActor());
    expect(authorizedActor(session).everything).toBe(true);
    person(session, '甲', 'clinician');
    expect(signIn.status().state).toBe('signed-out');
    signIn.enterFirst('甲');
    expect(signIn.status()).toMatchObject({ state: 'signed-in', person: { name: '甲' } });
    expect(session.actor).toEqual({ name: '甲' });
    workspace.close();

    const again = openApp(new TestClocks(), openTestSession(openWorkspace(dir)));
    expect(again.signIn.status().state).toBe('signed-out');
    expect(again.signIn.acting).toBeNull();
    expect(again.session.actor.name).toBe(`app:${systemActor().name}`);
    expect(await codeOf(() => authorizedActor(again.session))).toBe('locked');
    expect(await codeOf(() => again.signIn.signIn('甲', 'not that'))).toBe('wrong-key');
    expect(again.signIn.status().state).toBe('signed-out');
    await again.signIn.signIn(' 甲', PASSWORD);
    expect(again.signIn.status().state).toBe('signed-in');
    expect(authorizedActor(again.session)).toEqual({
      name: '甲',
      roles: ['clinician', 'administrator'],
      everything: false,
    });
  });

  it('asks for a new password after one that somebody else gave', async () => {
    const { session, signIn } = openApp();
    person(session, '甲');
    person(session, '乙', 'annotator');
    expect(await signIn.signIn('乙', PASSWORD)).toMatchObject({
      state: 'new-password',
      person: { name: '乙' },
    });
    expect(signIn.acting).toBeNull();
    expect(await codeOf(() => signIn.admit('kg.stats'))).toBe('locked');
    expect(await codeOf(() => signIn.admit('account.changePassword'))).toBe('none');
    expect(await codeOf(() => signIn.changePassword(PASSWORD, PASSWORD))).toBe('bad-request');
    expect(await codeOf(() => signIn.changePassword('wrong one', 'my own password'))).toBe('wrong-key');
    expect(await signIn.changePassword(PASSWORD, 'my own password')).toMatchObject({ state: 'signed-in' });
    signIn.signOut();
    expect(await codeOf(() => signIn.signIn('乙', PASSWORD))).toBe('wrong-key');
    expect((await signIn.signIn('乙', 'my own password')).state).toBe('signed-in');
    await people.resetPassword(session, '乙', 'given by 甲'); // takes effect at once
    expect(signIn.status().state).toBe('new-password');
    expect(await codeOf(() => signIn.changePassword('given by 甲', '乙'.repeat(8)))).toBe('none');
  });

  it('refuses a password that is the name', async () => {
    const session = openTestSession();
    const request = { name: 'Administrator', roles: [], password: 'ADMINISTRATOR' };
    expect(await codeOf(() => people.addAccount(session, request))).toBe('bad-request');
    expect(hasAccounts(dbOf(session))).toBe(false);
  });

  it('is for one person at a time; a locked session gives way to somebody else', async () => {
    const { session, signIn } = openApp();
    person(session, '甲');
    person(session, '乙', 'annotator');
    await signIn.signIn('甲', PASSWORD);
    expect(await codeOf(() => signIn.signIn('乙', PASSWORD))).toBe('conflict');
    expect(signIn.status().person?.name).toBe('甲');
    signIn.lock();
    expect(await codeOf(() => signIn.signIn('乙', 'wrong'))).toBe('wrong-key');
    expect(signIn.status()).toMatchObject({ state: 'locked', person: { name: '甲' } });
    await signIn.signIn('乙', PASSWORD);
    expect(signIn.status()).toMatchObject({ state: 'new-password', person: { name: '乙' } });
    expect(trail(session).slice(-2)).toEqual([
      'account.sign-out person:甲 甲',
      'account.sign-in person:乙 乙',
    ]);
  });

  it('ends at once for who is deactivated, and says so only to who knows the password', async () => {
    const { session, signIn } = openApp();
    person(session, '甲');
    person(session, '乙', 'administrator');
    await signIn.signIn('甲', PASSWORD);
    people.setActive(session, '甲', false);
    expect(signIn.status()).toMatchObject({ state: 'signed-out', person: null });
    expect(await codeOf(() => signIn.admit('kg.stats'))).toBe('locked');
    expect(await codeOf(() => signIn.signIn('甲', 'wrong'))).toBe('wrong-key');
    expect(await codeOf(() => signIn.signIn('甲', PASSWORD))).toBe('forbidden');
    expect(signIn.status().state).toBe('signed-out');
  });

  it('slows down after failures, for names that nobody bears too, until an administrator helps', async () => {
    const { session, signIn, clocks } = openApp();
    person(session, '甲');
    const attempt = (name: string, password: string) => codeOf(() => signIn.signIn(name, password));
    for (let i = 0; i < 5; i++) expect(await attempt('甲', `wrong ${i}`)).toBe('wrong-key');
    expect(await attempt('甲', PASSWORD)).toBe('forbidden'); // not even tried
    for (let i = 0; i < 5; i++) expect(await attempt(`nobody ${i}`, 'x')).toBe('wrong-key');
    expect(await attempt('nobody else', 'x')).toBe('forbidden');
    const restarted = clocks.restarted();
    restarted.set(-9 * 3_600_000);
    const later = openSignIn(session, restarted);
    expect(await codeOf(() => later.signIn('甲', PASSWORD))).toBe('forbidden');
    restarted.pass(15_000);
    expect(await codeOf(() => later.signIn('甲', PASSWORD))).toBe('none');
    expect(await attempt('甲', 'wrong again')).toBe('wrong-key');
    for (let i = 0; i < 4; i++) await attempt('甲', `wrong ${i}`);
    expect(await attempt('甲', PASSWORD)).toBe('forbidden');
    await people.resetPassword(session, '甲', 'a fresh one');
    expect(await attempt('甲', 'a fresh one')).toBe('none');
    expect(trail(session).filter((line) => line.startsWith('account.failure person:甲'))).toHaveLength(13);
  });

  it('counts attempts made at the same time one after the other', async () => {
    const { session, signIn } = openApp();
    person(session, '甲');
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => codeOf(() => signIn.signIn('甲', `guess ${i}`))),
    );
    expect(codes).toEqual([...Array(5).fill('wrong-key'), ...Array(3).fill('forbidden')]);
  });
});

describe('a window left alone', () => {
  it('locks when the time is up, by whatever clock, and opens with the password of the same person', async () => {
    for (const leave of [
      (clocks: TestClocks) => clocks.pass(15 * MINUTE),
      (clocks: TestClocks) => clocks.set(15 * MINUTE), // the machine slept: only the wall clock went on
    ]) {
      const { session, signIn, clocks } = openApp();
      person(session, '甲');
      await signIn.signIn('甲', PASSWORD);
      clocks.pass(10 * MINUTE);
      signIn.active(MINUTE); // 9 minutes after signing in
      clocks.pass(14 * MINUTE - 1);
      expect(signIn.status().state).toBe('signed-in');
      signIn.active(0);
      leave(clocks);
      expect(await codeOf(() => signIn.admit('kg.stats'))).toBe('locked');
      signIn.active(0); // too late
      expect(signIn.status()).toMatchObject({ state: 'locked', person: { name: '甲' } });
      expect(trail(session).at(-1)).toBe('account.lock person:甲 甲');
      await signIn.signIn('甲', PASSWORD);
      expect(signIn.status().state).toBe('signed-in');
      expect(trail(session).at(-1)).toBe('account.unlock person:甲 甲');
    }
  });

  it('is not kept open by a clock that goes back', async () => {
    const { session, signIn, clocks } = openApp();
    person(session, '甲');
    await signIn.signIn('甲', PASSWORD);
    clocks.set(-5 * 3_600_000);
    clocks.pass(14 * MINUTE);
    expect(signIn.status().state).toBe('signed-in');
    clocks.pass(MINUTE);
    expect(signIn.status().state).toBe('locked');
  });

  it('stays open as long as an administrator says, or for ever; nobody without an account is locked out', async () => {
    const { session, signIn, clocks } = openApp();
    clocks.pass(999 * MINUTE);
    expect(signIn.status().state).toBe('none');
    expect(signIn.lock().state).toBe('none');
    person(session, '甲');
    await signIn.signIn('甲', PASSWORD);
    people.setIdleMinutes(session, 0);
    clocks.pass(999 * MINUTE);
    expect(signIn.status()).toMatchObject({ state: 'signed-in', idleMinutes: 0 });
    people.setIdleMinutes(session, 30);
    expect(signIn.status().state).toBe('locked');
  });

  it('tells every window once', async () => {
    const events: unknown[] = [];
    const session: Session = { ...openTestSession(), emit: (event, data) => events.push([event, data]) };
    const { session: live, signIn, clocks } = openApp(new TestClocks(), session);
    person(live, '甲');
    signIn.refresh();
    await signIn.signIn('甲', PASSWORD);
    signIn.refresh();
    clocks.pass(15 * MINUTE);
    signIn.refresh();
    signIn.refresh();
    expect(events).toMatchObject([
      ['account.changed', { state: 'signed-out' }],
      ['account.changed', { state: 'signed-in' }],
      ['account.changed', { state: 'locked' }],
    ]);
  });
});

describe('who acts', () => {
  it('is who asked, also when they have signed out before the work is done', async () => {
    const { session, signIn } = openApp();
    person(session, '甲');
    person(session, '乙', 'administrator');
    await signIn.signIn('甲', PASSWORD);
    const slow = runAs(signIn.present, async () => {
      await new Promise((later) => setTimeout(later, 20));
      return createRecord(session, { title: 't', text: '一', origin: 'typed' });
    });
    signIn.signOut();
    await signIn.signIn('乙', PASSWORD);
    const { id } = await slow;
    expect(trail(session)).toContain(`document.create document:${id} 甲`);
    expect(session.actor.name).toBe('乙');
  });
});
