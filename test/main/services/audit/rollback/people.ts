/** Accounts, people and tokens: audited actions, each prepared in a workspace. */
import { expect } from 'vitest';
import * as accounts from '../../../../../main/services/accounts/accounts.ts';
import { createToken, revokeToken } from '../../../../../main/services/accounts/api-tokens.ts';
import type { SignIn } from '../../../../../main/services/accounts/sign-in.ts';
import type { AuditAction } from '../../../../../shared/domain/audit.ts';
import { openSignIn, person } from '../../../../helpers/accounts.ts';
import { PASSWORD } from '../../../../helpers/passwords.ts';
import { type Case, refuseUnless, type Session } from './fixtures.ts';

const signedIn = async (session: Session) => {
  person(session, 'anna');
  const signIn = openSignIn(session);
  await signIn.signIn('anna', PASSWORD);
  return signIn;
};

/** Signs in if need be, and ends access, which nobody has afterwards whatever becomes of the entry. */
async function ends(signIn: SignIn, work: () => unknown): Promise<void> {
  if (signIn.acting === null) await signIn.signIn('anna', PASSWORD);
  try {
    work();
  } finally {
    expect(signIn.acting).toBeNull();
  }
}

const twoPeople = (session: Session) => {
  person(session, 'anna');
  person(session, 'bo', 'annotator');
};

export const PEOPLE = {
  'account.change-password': async (session) => {
    const signIn = await signedIn(session);
    return () => signIn.changePassword(PASSWORD, `${PASSWORD}2`);
  },
  'account.failure': (session) => {
    person(session, 'anna');
    const signIn = openSignIn(session);
    return () => signIn.signIn('anna', 'wrong').catch(refuseUnless(/ended/));
  },
  'account.idle-lock': (session) => () => accounts.setIdleMinutes(session, 7),
  'account.lock': async (session) => {
    const signIn = await signedIn(session);
    return () => ends(signIn, () => signIn.lock());
  },
  'account.sign-in': (session) => {
    person(session, 'anna');
    const signIn = openSignIn(session);
    return () => signIn.signIn('anna', PASSWORD);
  },
  'account.sign-out': async (session) => {
    const signIn = await signedIn(session);
    return () => ends(signIn, () => signIn.signOut());
  },
  'account.unlock': async (session) => {
    const signIn = await signedIn(session);
    signIn.lock();
    return () => signIn.signIn('anna', PASSWORD);
  },
  'person.activate': (session) => {
    twoPeople(session);
    accounts.setActive(session, 'bo', false);
    return () => accounts.setActive(session, 'bo', true);
  },
  'person.add': (session) => () =>
    accounts.addAccount(session, { name: 'anna', roles: [], password: PASSWORD }),
  'person.deactivate': (session) => {
    twoPeople(session);
    return () => accounts.setActive(session, 'bo', false);
  },
  'person.reset-password': (session) => {
    twoPeople(session);
    return () => accounts.resetPassword(session, 'bo', `${PASSWORD}2`);
  },
  'person.roles': (session) => {
    twoPeople(session);
    return () => accounts.setRoles(session, 'bo', ['adjudicator']);
  },
  'token.create': (session) => {
    twoPeople(session);
    return () => createToken(session, { person: 'bo', label: 'HIS', days: 1 });
  },
  'token.revoke': (session) => {
    twoPeople(session);
    const { info } = createToken(session, { person: 'bo', label: 'HIS', days: 1 });
    return () => revokeToken(session, info.id);
  },
} satisfies Partial<Record<AuditAction, Case>>;
