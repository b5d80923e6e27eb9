/** `npm test`: types, lint and layering, build, then every test; ends with one line of counts. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildAll } from '../main/build.ts';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';

const bin = (name: string) => join(appRoot, 'node_modules', '.bin', name);

function step(name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`— ${name}`);
  return (
    spawnSync(command, args, { cwd: appRoot, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
  );
}

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
  success: z.boolean(),
});

let failed = 0;
for (const folder of ['shared', 'main', 'renderer', 'test']) {
  if (!step(`types: ${folder}`, bin('tsc'), ['-p', folder])) failed++;
}
if (!step('lint, layers and format', bin('biome'), ['check', '.'])) failed++;
console.log('— build');
await buildAll();

const found = obtain();
const skipped = [...found.missing];
if (!existsSync(join(appRoot, '..', 'shared', 'data')))
  skipped.push('tests on public data sets: the data are not here');
// Looked for only now: a Chromium that was just installed brings a software GPU.
const { PARITY_SKIPPED } = await import('./parity/projects.ts');
if (PARITY_SKIPPED !== undefined) skipped.push(PARITY_SKIPPED);

const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
const underXvfb =
  process.platform === 'linux' && !process.env.DISPLAY && found.electron !== undefined && found.display;

/** Runs one of vitest's configurations; undefined when it ended without a report. */
function vitest(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): z.infer<typeof Report> | undefined {
  const output = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const whole = [bin('vitest'), 'run', ...args, ...process.argv.slice(2), ...reporters];
  const [command = '', ...rest] = underXvfb ? ['xvfb-run', '-a', ...whole] : whole;
  const passed = step(name, command, rest, { NODE_ENV: 'test', ...env });
  const report = existsSync(output) ? Report.parse(JSON.parse(readFileSync(output, 'utf8'))) : undefined;
  if (report === undefined || (!passed && report.numFailedTests === 0)) failed++;
  failed += report?.numFailedTests ?? 0;
  return report;
}

const reports = [
  vitest('tests', [], {
    MERIDIAN_TEST_CHROMIUM: found.chromium ?? '',
    MERIDIAN_TEST_ELECTRON: found.display ? (found.electron ?? '') : '',
  }),
  vitest('parity', ['--config', 'test/parity/vitest.config.ts', '--passWithNoTests']),
];
rmSync(folder, { recursive: true, force: true });

if (skipped.length > 0) console.log(`skipped: ${skipped.join('; ')}`);
const count = (of: (report: z.infer<typeof Report>) => number) =>
  reports.reduce((sum, report) => sum + (report === undefined ? 0 : of(report)), 0);
console.log(
  `${count((report) => report.numPassedTests)} passed, ${failed} failed, ${count((report) => report.numPendingTests)} skipped`,
);
process.exit(failed === 0 ? 0 : 1);
