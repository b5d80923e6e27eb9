/** Starts the app once a run, in a home that journeys copy: importing the starter graph takes longer than most of them. */
import type { TestProject } from 'vitest/node';
import { Home, HostProcess } from './app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    usedHome: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const home = new Home();
  const host = await HostProcess.start(home);
  await host.stop();
  project.provide('usedHome', home.dir);
  return () => home.remove();
}
