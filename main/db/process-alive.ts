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
