import type { Handlers } from '../../../shared/contract/index.ts';
import * as people from '../../services/accounts/accounts.ts';
import type { SignIn } from '../../services/accounts/sign-in.ts';
import type { SignIns } from '../../services/accounts/sign-ins.ts';
import type { Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `account.${string}` | `accounts.${string}`>>;

/**
 * Every change of people is told at once, since it may concern who is signed in.
 * @param signIn of the client that asks
 */
export function accountHandlers(session: () => Session, signIns: () => SignIns, signIn: () => SignIn): Part {
  const told = <T>(value: T): T => {
    signIns().refresh(true);
    return value;
  };
  return {
    'account.signIn': ({ name, password }) => signIn().signIn(name, password),
    'account.signOut': () => signIn().signOut(),
    'account.lock': () => signIn().lock(),
    'account.activity': ({ ago }) => {
      signIn().active(ago);
      return { done: true };
    },
    'account.changePassword': ({ old, password }) => signIn().changePassword(old, password),
    'accounts.list': () => people.listAccounts(session()),
    'accounts.names': () => people.listNames(session()),
    'accounts.add': async (request) => {
      const { person, first } = await people.addAccount(session(), request);
      if (first) signIn().enterFirst(person.name);
      return told(person);
    },
    'accounts.setRoles': ({ name, roles }) => told(people.setRoles(session(), name, roles)),
    'accounts.resetPassword': async ({ name, password }) =>
      told(await people.resetPassword(session(), name, password)),
    'accounts.setActive': ({ name, active }) => told(people.setActive(session(), name, active)),
    'accounts.setIdleLock': ({ minutes }) => {
      people.setIdleMinutes(session(), minutes);
      signIns().refresh();
      return signIn().status();
    },
    'accounts.sessions': () => signIns().list(signIn()),
    'accounts.endSession': ({ id }) => {
      signIns().end(id, session().actor.name);
      return { done: true };
    },
  };
}
