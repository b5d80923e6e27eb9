/**
 * `npm test [-- FILE…]`: build, then types, lint and layers beside every test that has no tag `long`: journeys leave half
 * of the processor idle.
 * `npm run test:rest [-- FILE…]`: the tests that have it, and parity with PyTorch on every executor.
 * Each ends with one line of counts.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isBuilt } from '../main/bundle.ts';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';
import { PUBLIC_DATA } from './helpers/public-data.ts';

const Report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const args = process.argv.slice(2);
const rest = args.includes('--rest');
const files = args.filter((arg) => arg !== '--rest');
const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
const count = { passed: 0, failed: 0 };

function logDuration(name: string, began: number): void {
  console.log(`— ${name}: ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Runs a script and prints its output when it has ended. A script that fails counts as one failure. */
async function check(script: string): Promise<void> {
  const began = performance.now();
  const { failed, stdout, stderr } = await promisify(execFile)('npm', ['run', '-s', script], {
    cwd: appRoot,
    maxBuffer: Number.POSITIVE_INFINITY,
  }).then(
    (output) => ({ ...output, failed: false }),
    (error: { stdout: string; stderr: string }) => ({ ...error, failed: true }),
  );
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  logDuration(script, began);
  if (failed) count.failed++;
}

/** Runs one of vitest's configurations and counts its tests; an end without a failed test or a report is a failure too. */
async function vitest(name: string, more: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log(`— ${name}`);
  const began = performance.now();
  const output = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const program = join(appRoot, 'node_modules', '.bin', 'vitest');
  const child = spawn(program, ['run', ...more, ...reporters], {
    cwd: appRoot,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  const [status] = await once(child, 'exit');
  logDuration(name, began);
  const report = existsSync(output) ? Report.parse(JSON.parse(readFileSync(output, 'utf8'))) : undefined;
  count.passed += report?.numPassedTests ?? 0;
  count.failed += report?.numFailedTests || (status === 0 ? 0 : 1);
}

/** Returns the files in which the tag can occur; journeys get it from a helper. */
const filesWithTag = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: appRoot }).filter(
    (file) =>
      file.includes('e2e') || /'long'|@module-tag long/.test(readFileSync(join(appRoot, file), 'utf8')),
  );

if (!rest || !isBuilt('all')) await check('build');
const checks = rest ? [] : ['types', 'lint'].map(check);

const found = obtain();
const skipped = [...found.missing];
if (!existsSync(PUBLIC_DATA)) skipped.push('tests on public data sets: the data are not here');

/** Builds dist/ anew, which the other end-to-end tests use. */
const PACKAGED = 'test/e2e/packaged.test.ts';
const chosen = files.length > 0 || !rest ? files : filesWithTag().filter((file) => file !== PACKAGED);
const programs = {
  MERIDIAN_TEST_CHROMIUM: found.chromium ?? '',
  MERIDIAN_TEST_ELECTRON: found.display ? (found.electron ?? '') : '',
};
await vitest(rest ? 'long tests' : 'tests', [`--tags-filter=${rest ? '' : '!'}long`, ...chosen], programs);
await Promise.all(checks);
if (rest) {
  if (files.length === 0) await vitest('packaged app', ['--tags-filter=long', PACKAGED], programs);
  // Imported after obtain(): a Chromium that was just installed brings a software GPU.
  const { PARITY_SKIPPED } = await import('./parity/projects.ts');
  if (PARITY_SKIPPED !== undefined) skipped.push(PARITY_SKIPPED);
  await vitest('parity', ['--config', 'test/parity/vitest.config.ts', '--passWithNoTests', ...files]);
}
rmSync(folder, { recursive: true, force: true });

if (skipped.length > 0) console.log(`skipped: ${skipped.join('; ')}`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);
