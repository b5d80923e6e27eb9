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

const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
const output = join(folder, 'report.json');
const vitest = [
  bin('vitest'),
  'run',
  ...process.argv.slice(2),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${output}`,
];
const underXvfb =
  process.platform === 'linux' && !process.env.DISPLAY && found.electron !== undefined && found.display;
const [command, ...args] = underXvfb ? ['xvfb-run', '-a', ...vitest] : vitest;
const passedAll = step('tests', command ?? '', args, {
  NODE_ENV: 'test',
  MERIDIAN_TEST_CHROMIUM: found.chromium ?? '',
  MERIDIAN_TEST_ELECTRON: found.display ? (found.electron ?? '') : '',
});
const report = existsSync(output) ? Report.parse(JSON.parse(readFileSync(output, 'utf8'))) : undefined;
rmSync(folder, { recursive: true, force: true });

if (report === undefined || (!passedAll && report.numFailedTests === 0)) failed++;
failed += report?.numFailedTests ?? 0;
if (skipped.length > 0) console.log(`skipped: ${skipped.join('; ')}`);
console.log(
  `${report?.numPassedTests ?? 0} passed, ${failed} failed, ${report?.numPendingTests ?? 0} skipped`,
);
process.exit(failed === 0 && report !== undefined ? 0 : 1);
