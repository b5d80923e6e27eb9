/** The app over a throw-away workspace with people, for tests of several clients. */
import { join } from 'node:path';
import { App, type AppOptions } from '../../main/ipc/app.ts';
import type { Client } from '../../main/ipc/client.ts';
import type { SpawnProcess } from '../../main/processes/entries.ts';
import type { SignInOptions } from '../../main/services/accounts/sign-in.ts';
import type { Session } from '../../main/services/session/session.ts';
import { markStarterContent } from '../../main/services/workspace/starter-content.ts';
import type { In, Method, Out } from '../../shared/contract/index.ts';
import { Role } from '../../shared/domain/account.ts';
import { plainText } from '../../shared/messages/message.ts';
import { person } from './accounts.ts';
import { FakeChild } from './fake-child.ts';
import { atEnd } from './lifetime.ts';
import { PASSWORD } from './passwords.ts';
import { openTestSession, openWorkspace, temporaryDir } from './workspace.ts';

/**
 * Starts an app in whose workspace these people have accounts; the first one also administrates.
 * @param prepare is called with the workspace before the app opens it
 */
export async function startedApp(
  people: Readonly<Record<string, readonly Role[]>>,
  spawn: SpawnProcess = refusingChild,
  prepare: (session: Session) => void = () => undefined,
  options: Partial<AppOptions> = {},
): Promise<App> {
  const dir = temporaryDir();
  const workspace = openWorkspace(dir);
  const session = openTestSession(workspace);
  for (const [name, roles] of Object.entries(people)) person(session, name, ...roles);
  workspace.db.run('UPDATE person SET must_change = 0');
  // Without processes nothing is linked: importing the starter graph would take longer than the test.
  if (spawn === refusingChild) markStarterContent(session);
  prepare(session);
  workspace.close();
  const app = new App({
    host: 'browser',
    dir: join(dir, 'workspace'),
    configDir: join(dir, 'config'),
    spawn,
    checkOutput: true,
    ...options,
  });
  await app.start();
  atEnd(() => app.stop());
  return app;
}

/** A child process that refuses every request at once. */
function refusingChild(): FakeChild {
  const child = new FakeChild(1);
  const error = { code: 'internal' as const, message: plainText('no process here') };
  child.onRequest = ({ id }) =>
    queueMicrotask(() => child.say({ kind: 'reply', id, reply: { ok: false, error } }));
  return child;
}

export const EVERY_ROLE = Role.options;

/** Returns the answer; throws the code of a refusal. */
export async function asked<M extends Method>(client: Client, method: M, input: In<M>): Promise<Out<M>> {
  const reply = await client.invoke(method, input);
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value as Out<M>; // safe: checked by the router
}

export async function signedIn(app: App, name: string, options: SignInOptions = {}): Promise<Client> {
  const client = app.connect(options);
  await asked(client, 'account.signIn', { name, password: PASSWORD });
  return client;
}
