/**
 * Ends a process at its changes of files, one after the other, and checks what it leaves, as SQLite's crash tests do.
 * Bytes that were written but not flushed survive, since only the process ends, not the machine.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecord } from '../../main/services/records/records.ts';
import type { Session } from '../../main/services/session/session.ts';
import { SCENARIOS, type State } from './scenarios.ts';
import { damageOf, openBelow, stateOf } from './session.ts';

type Scenario = (typeof SCENARIOS)[number];

interface Failure {
  readonly scenario: string;
  readonly promise: string;
  /** Number of the change before which the process ended; `½` where half of its bytes were written. */
  readonly at: string;
  readonly problem: string;
}

export interface Kills {
  /** Number of changes of each scenario. */
  readonly changes: Map<string, number>;
  readonly tries: Map<string, number>;
  readonly failures: Failure[];
}

/** Returns whether processes can be ended at their changes here: on Linux with a C compiler. */
export const canKill = (): boolean =>
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** Tries at most `count` kills of every scenario given, evenly over its changes, whole and torn. */
export async function kills(names: readonly string[], count: number): Promise<Kills> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-torture-'));
  const found: Kills = { changes: new Map(), tries: new Map(), failures: [] };
  try {
    const library = join(folder, 'end-at.so');
    const source = join(import.meta.dirname, 'end-at.c');
    const { status, stderr } = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl']);
    if (status !== 0) throw new Error(stderr.toString());
    for (const scenario of SCENARIOS.filter(({ name }) => names.includes(name)))
      await killScenario(scenario, { folder, library }, count, found);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

interface Place {
  readonly folder: string;
  readonly library: string;
}

async function killScenario(scenario: Scenario, place: Place, count: number, found: Kills): Promise<void> {
  const template = join(place.folder, 'template');
  const dir = join(place.folder, 'tried');
  const renew = (): void => {
    rmSync(dir, { recursive: true, force: true });
    cpSync(template, dir, { recursive: true, preserveTimestamps: true });
  };
  rmSync(template, { recursive: true, force: true });
  mkdirSync(template);
  // Key files are named in workspace.json by their whole path: the workspace is made where it is tried.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  await scenario.prepare(dir);
  cpSync(dir, template, { recursive: true });
  const whole = run(scenario, dir, place.library, 0, false);
  const changes = Number(/steps (\d+)/.exec(whole.error)?.[1]);
  if (whole.status !== 0 || !(changes > 0)) throw new Error(`${scenario.name}: ${whole.error}`);
  found.changes.set(scenario.name, changes);
  const tries = Math.min(count, 2 * changes);
  for (let n = 0; n < tries; n++) {
    const which = Math.floor((n * 2 * changes) / tries);
    const [at, torn] = [1 + (which >> 1), which % 2 === 1];
    renew();
    const { status, states, error } = run(scenario, dir, place.library, at, torn);
    if (status !== 137 && status !== 0) throw new Error(`${scenario.name} at ${at}: ${error}`);
    const report = (promise: string, problem: string | undefined): void => {
      found.tries.set(promise, (found.tries.get(promise) ?? 0) + 1);
      if (problem === undefined) return;
      found.failures.push({ scenario: scenario.name, promise, at: `${at}${torn ? '½' : ''}`, problem });
    };
    await check(scenario, dir, { expected: whole.states, acknowledged: states }, report);
  }
}

function run(scenario: Scenario, dir: string, library: string, at: number, torn: boolean) {
  const script = join(import.meta.dirname, 'scenario-and-die.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, scenario.name, dir], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
      LD_PRELOAD: library,
      TORTURE_ROOT: `${dir}/`,
      TORTURE_AT: String(at),
      ...(torn ? { TORTURE_TORN: '1' } : {}),
    },
  });
  return { status, states: stdout.split('\n').slice(0, -1), error: stderr };
}

interface Course {
  /** States before the first step and after each, without an end. */
  readonly expected: readonly string[];
  readonly acknowledged: readonly string[];
}

type Report = (promise: string, problem: string | undefined) => void;

async function check(scenario: Scenario, dir: string, course: Course, report: Report): Promise<void> {
  let session: Session;
  try {
    session = openBelow(dir, [undefined, ...(scenario.passphrases ?? [])]);
  } catch (error) {
    report('the workspace opens', String(error));
    return;
  }
  report('the workspace opens', undefined);
  try {
    for (const [promise, problem] of Object.entries(await damageOf(session, dir))) report(promise, problem);
    const state = stateOf(session);
    const acknowledged = Math.max(1, course.acknowledged.length) - 1;
    const now = course.expected.indexOf(state, acknowledged);
    const between = scenario.between?.(JSON.parse(state) as State) === true; // safe: `stateOf` wrote it
    const isWhole = course.expected.includes(state) || between;
    report('nothing acknowledged is missing', now >= 0 || (between && isWhole) ? undefined : state);
    report('change and audit entry: both or neither', isWhole ? undefined : state);
    createRecord(session, { title: 'after', text: '咳嗽', origin: 'test' });
    report('work goes on', undefined);
  } catch (error) {
    report('work goes on', String(error));
  } finally {
    session.workspace.close();
  }
}
