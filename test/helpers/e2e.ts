/** Apps and homes that go away with the test that opened them. */
import { onTestFinished } from 'vitest';
import { Home, type HostKind, type OpenApp, type OpenOptions, openApp } from './app.ts';

export function newHome(): Home {
  const home = new Home();
  onTestFinished(() => home.remove());
  return home;
}

export async function startApp(kind: HostKind, home: Home, options: OpenOptions = {}): Promise<OpenApp> {
  const app = await openApp(kind, home, options);
  onTestFinished(() => app.kill());
  return app;
}
