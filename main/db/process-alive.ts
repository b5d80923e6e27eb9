import { uptime } from 'node:os';

/** How far the clock may have been set since the machine started. */
const CLOCK_SLACK_MS = 120_000;

/** Whether another process that left its number somewhere is still there. Its own number counts as gone. */
export function isOtherProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // No permission to signal it means that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns the latest time at which this machine can have started, in ms. */
export function bootedAt(): number {
  return Date.now() - uptime() * 1000 - CLOCK_SLACK_MS;
}
