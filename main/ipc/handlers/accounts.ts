import type { Handlers } from '../../../shared/contract/index.ts';
import * as people from '../../services/accounts/accounts.ts';
import type { SignIn } from '../../services/accounts/sign-in.ts';
import type { Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `account.${string}` | `people.${string}`>>;

/** Every change of people is told at once, since it may concern who is signed in. */
export function accountHandlers(session: () => Session, signIn: () => SignIn): Part {
  const told = <T>(value: T): T => {
    signIn().refresh(true);
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
    'people.list': () => people.listAccounts(session()),
    'people.names': () => people.listNames(session()),
    'people.add': async (request) => {
      const { person, first } = await people.addAccount(session(), request);
      if (first) signIn().enterFirst(person.name);
      return told(person);
    },
    'people.setRoles': ({ name, roles }) => told(people.setRoles(session(), name, roles)),
    'people.resetPassword': async ({ name, password }) =>
      told(await people.resetPassword(session(), name, password)),
    'people.setActive': ({ name, active }) => told(people.setActive(session(), name, active)),
    'people.setIdleLock': ({ minutes }) => {
      people.setIdleMinutes(session(), minutes);
      signIn().refresh();
      return signIn().status();
    },
  };
}
