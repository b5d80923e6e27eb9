import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedSignIns } from '../../../../main/db/repositories/accounts.ts';
import {
  FREE_FAILURES,
  LONGEST_WAIT_MS,
  SignInDelay,
  waitAfter,
} from '../../../../main/services/accounts/sign-in-delay.ts';
import { TestClocks } from '../../../helpers/accounts.ts';
import { openWorkspace } from '../../../helpers/workspace.ts';

const HOUR = 3_600_000;

/** A person who has failed so often; `seen` as the audit table's newest time. */
function failed(times: number, clocks = new TestClocks()) {
  const db = failedSignIns(openWorkspace().db);
  const patience = new SignInDelay(clocks);
  const fail = (seen = 0) => patience.fail(db, 'a', seen);
  for (let i = 0; i < times; i++) fail();
  return { db, clocks, patience, fail, remaining: () => patience.remaining(db, 'a') };
}

describe('waits after failures', () => {
  it('begin after a few, double, and have an end', () => {
    const waits = [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1000].map((failures) => waitAfter(failures));
    const seconds = [0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900];
    expect(waits).toEqual(seconds.map((s) => s * 1000));
  });

  it('pass with time, are for one person only, and end with a success', () => {
    const { db, clocks, patience, remaining } = failed(5);
    expect(remaining()).toBe(15_000);
    expect(patience.remaining(db, 'b')).toBe(0);
    clocks.pass(14_999);
    expect(remaining()).toBe(1);
    clocks.pass(1);
    expect(remaining()).toBe(0);
    patience.fail(db, 'a', 0);
    expect(remaining()).toBe(30_000);
    patience.succeed(db, 'a');
    expect(remaining()).toBe(0);
    patience.fail(db, 'a', 0);
    expect(remaining()).toBe(0); // counts from the beginning again
  });

  it('do not care for the system clock while the process runs', () => {
    for (const jump of [-24 * HOUR, 24 * HOUR, 1, -1]) {
      const { clocks, remaining } = failed(5);
      expect(remaining()).toBe(15_000);
      clocks.set(jump);
      expect(remaining()).toBe(15_000);
      clocks.pass(15_000);
      expect(remaining()).toBe(0);
    }
  });

  it('survive a restart, and what has passed meanwhile counts', () => {
    const { db, clocks } = failed(6);
    const same = clocks.restarted();
    expect(new SignInDelay(same).remaining(db, 'a')).toBe(30_000);
    same.pass(10_000);
    expect(new SignInDelay(same.restarted()).remaining(db, 'a')).toBe(20_000);
    same.pass(HOUR);
    expect(new SignInDelay(same.restarted()).remaining(db, 'a')).toBe(0);
  });

  it('begin anew when the clock went back over a restart: neither shorter nor without end', () => {
    const { db, clocks } = failed(6);
    const back = clocks.restarted();
    back.set(-365 * 24 * HOUR);
    const patience = new SignInDelay(back);
    expect(patience.remaining(db, 'a')).toBe(30_000);
    back.pass(29_999);
    expect(patience.remaining(db, 'a')).toBe(1);
    back.pass(1);
    expect(patience.remaining(db, 'a')).toBe(0);
  });

  it('are not got round by a clock set back for the failures and forward afterwards', () => {
    const clocks = new TestClocks();
    const truth = clocks.wall();
    clocks.set(-24 * HOUR);
    const { db, fail } = failed(5, clocks);
    fail(truth); // the audit table knows a later time
    const forward = clocks.restarted();
    forward.set(24 * HOUR);
    expect(new SignInDelay(forward).remaining(db, 'a')).toBe(30_000);
  });

  it('never last longer than the longest wait after a start, whatever clocks do', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: HOUR }) }),
      fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -99 * HOUR, max: 99 * HOUR }) }),
      fc.record({ kind: fc.constant('restart' as const), ms: fc.constant(0) }),
      fc.record({ kind: fc.constant('fail' as const), ms: fc.constant(0) }),
    );
    const db = failedSignIns(openWorkspace().db);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let clocks = new TestClocks();
        let patience = new SignInDelay(clocks);
        patience.succeed(db, 'a');
        /** Milliseconds that steady clocks must have counted since the last failure or restart. */
        let truly = 0;
        let failures = 0;
        let restarted = false;
        for (const { kind, ms } of steps) {
          const before = patience.remaining(db, 'a');
          expect(before).toBeLessThanOrEqual(waitAfter(failures));
          expect(before).toBeGreaterThanOrEqual(0);
          if (truly >= waitAfter(failures)) expect(before).toBe(0);
          // Within one process the wait is exact.
          if (!restarted) expect(before).toBe(Math.max(0, waitAfter(failures) - truly));
          if (kind === 'pass') clocks.pass(ms);
          if (kind === 'set') clocks.set(ms);
          if (kind === 'pass') truly += ms;
          if (kind === 'restart') {
            clocks = clocks.restarted();
            patience = new SignInDelay(clocks);
            [truly, restarted] = [0, true];
          }
          if (kind === 'fail') {
            patience.fail(db, 'a', 0);
            failures++;
            [truly, restarted] = [0, false];
          }
        }
        clocks.pass(LONGEST_WAIT_MS);
        patience.remaining(db, 'a');
        clocks.pass(LONGEST_WAIT_MS);
        expect(patience.remaining(db, 'a')).toBe(0);
      }),
      { numRuns: 60 },
    );
    expect(FREE_FAILURES).toBeGreaterThan(2); // people mistype
  });
});
