/**
 * `npm test [-- FILE…]`: types, lint and layers, build, and every test that has no tag `long`.
 * `npm run test:rest [-- FILE…]`: the tests that have it, and parity with PyTorch on every executor.
 * Each ends with one line of counts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildIsStale } from '../main/build.ts';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';
import { PUBLIC_DATA } from './helpers/public-data.ts';

const Report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const args = process.argv.slice(2);
const rest = args.includes('--rest');
const files = args.filter((arg) => arg !== '--rest');
const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
const count = { passed: 0, failed: 0 };

function run(name: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`— ${name}`);
  const [program = '', ...rest] = command;
  const began = performance.now();
  const { status } = spawnSync(program, rest, {
    cwd: appRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  console.log(`— ${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  return status === 0;
}

/** Runs a step that counts as one failure when it fails. */
function check(script: string): void {
  if (!run(script, ['npm', 'run', '-s', script])) count.failed++;
}

/** Runs one of vitest's configurations and counts its tests; an end without a failed test or a report is a failure too. */
function vitest(name: string, more: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const output = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const command = [join(appRoot, 'node_modules', '.bin', 'vitest'), 'run', ...more, ...reporters];
  const passed = run(name, command, { NODE_ENV: 'test', ...env });
  const report = existsSync(output) ? Report.parse(JSON.parse(readFileSync(output, 'utf8'))) : undefined;
  count.passed += report?.numPassedTests ?? 0;
  count.failed += report?.numFailedTests || (passed ? 0 : 1);
}

/** Returns the files in which the tag can occur; journeys get it from a helper. */
const filesWithTag = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: appRoot }).filter(
    (file) =>
      file.includes('e2e') || /'long'|@module-tag long/.test(readFileSync(join(appRoot, file), 'utf8')),
  );

if (!rest) for (const script of ['types', 'lint']) check(script);
if (!rest || buildIsStale()) check('build');

const found = obtain();
const skipped = [...found.missing];
if (!existsSync(PUBLIC_DATA)) skipped.push('tests on public data sets: the data are not here');

const chosen = files.length > 0 || !rest ? files : filesWithTag();
vitest(rest ? 'long tests' : 'tests', [`--tags-filter=${rest ? '' : '!'}long`, ...chosen], {
  MERIDIAN_TEST_CHROMIUM: found.chromium ?? '',
  MERIDIAN_TEST_ELECTRON: found.display ? (found.electron ?? '') : '',
});
if (rest) {
  // Imported after obtain(): a Chromium that was just installed brings a software GPU.
  const { PARITY_SKIPPED } = await import('./parity/projects.ts');
  if (PARITY_SKIPPED !== undefined) skipped.push(PARITY_SKIPPED);
  vitest('parity', ['--config', 'test/parity/vitest.config.ts', '--passWithNoTests', ...files]);
}
rmSync(folder, { recursive: true, force: true });

if (skipped.length > 0) console.log(`skipped: ${skipped.join('; ')}`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);
