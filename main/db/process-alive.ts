import { uptime } from 'node:os';

/** Tolerance for changes of the clock since the machine started, in milliseconds. */
const CLOCK_SLACK_MS = 120_000;

/** Returns whether another process with this id is running. The own process id counts as gone. */
export function isOtherProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns the latest time at which this machine can have started, in ms. */
export const bootedAt = (): number => Date.now() - uptime() * 1000 - CLOCK_SLACK_MS;
