import type { Job } from '../../shared/domain/system.ts';

/** The jobs with one of them in its newest state, newest first. */
export function mergeJob(jobs: readonly Job[] | undefined, job: Job): Job[] {
  return [job, ...(jobs ?? []).filter((other) => other.id !== job.id)].sort((a, b) =>
    b.startedAt.localeCompare(a.startedAt),
  );
}
