/** Apps and homes that go away with the test that opened them. */
import { inject, onTestFinished } from 'vitest';
import { Home, type HostKind, type OpenApp, type OpenOptions, openApp } from './app.ts';

export function newHome(): Home {
  const home = new Home();
  onTestFinished(() => home.remove());
  return home;
}

/** Returns a home in which the app was started before: its workspace holds the starter graph and the sample records. */
export function usedHome(): Home {
  const home = newHome();
  home.copyFrom(inject('usedHome'));
  return home;
}

export async function startApp(kind: HostKind, home: Home, options: OpenOptions = {}): Promise<OpenApp> {
  const app = await openApp(kind, home, options);
  onTestFinished(() => app.kill());
  return app;
}
