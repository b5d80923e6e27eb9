/** Benches that measure in real windows of every host that is on this machine. */
import { HOSTS, Home, type HostKind, type OpenApp, openApp } from './app.ts';
import { obtain } from './obtain.ts';
import { skipTour, waitForHighlights } from './screen.ts';

/** Returns a table of what `measure` finds in a new window of each host, below `head`. */
export async function inEveryHost(
  head: string,
  measure: (app: OpenApp, home: Home) => Promise<string[]>,
): Promise<string> {
  const here = HOSTS.filter(({ here: found }) => found).map(({ kind }) => kind);
  if (here.length === 0)
    return `Not measured: set MERIDIAN_TEST_CHROMIUM and MERIDIAN_TEST_ELECTRON (found: ${JSON.stringify(obtain())}).`;
  const rows: string[] = [];
  for (const kind of here) rows.push(...(await inHost(kind, measure)));
  return [
    head,
    '',
    '| host | what | n | median ms | p95 ms | worst ms | bar |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

async function inHost(kind: HostKind, measure: (app: OpenApp, home: Home) => Promise<string[]>) {
  const home = new Home();
  const app = await openApp(kind, home);
  try {
    await waitForHighlights(app.page);
    await skipTour(app.page);
    return await measure(app, home);
  } finally {
    await app.kill();
    home.remove();
  }
}

/** Returns a row of times in milliseconds. */
export function timesRow(kind: HostKind, what: string, values: readonly number[], bar: string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(1);
  return `| ${kind} | ${what} | ${values.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${bar} |`;
}
