/** Batch runs whose workers and whose server are killed in the middle, again and again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appRoot } from '../../../../main/resources.ts';
import { type OwnedBatches, withBatchQueue } from '../../../../main/services/batch/batch.ts';
import { LocalBatches } from '../../../../main/services/batch/local-batches.ts';
import { batchRecords, batchRequest, batchSession, outcomes } from '../../../helpers/batch.ts';
import { Postgres, withoutPostgres } from '../../../helpers/postgres.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';

const RECORDS = 5000;
/** Results after which a worker is killed, and those after which the server is. */
const KILLS = { worker: [400, 1200, 2600, 3900], server: [800, 3000] };

if (withoutPostgres !== undefined) it.skip(`killed batch runs: ${withoutPostgres}`, () => undefined);

describe.skipIf(withoutPostgres !== undefined)('a batch run', () => {
  it('has one result a record, those of one process, whatever is killed', { tags: ['long'] }, async () => {
    const server = await Postgres.start();
    onTestFinished(() => server.close());
    const session = await batchSession();
    const records = batchRecords(RECORDS).map((one) => ({ ...one, text: one.text.repeat(20) }));
    const request = batchRequest('one', { block: 25 });
    const local = new LocalBatches(session);
    await local.submit(request, records);
    const start = await workers(
      server.url,
      (body) => withBatchQueue(session, server.url, body),
      async (batches) => {
        await batches.submit(request, records);
        return batches.invite('one');
      },
    );
    const running = [start(), start(), start()];
    onTestFinished(() => {
      for (const { child } of running) child.kill('SIGKILL');
    });
    const plan = [
      ...KILLS.worker.map((at) => ({ at, what: 'worker' as const })),
      ...KILLS.server.map((at) => ({ at, what: 'server' as const })),
    ].sort((a, b) => a.at - b.at);
    const done = () => Number(server.query('SELECT coalesce(sum(records), 0) FROM meridian_batch_worker'));
    const seen: number[] = [];
    for (const { at, what } of plan) {
      while (done() < at) await later(50);
      seen.push(done());
      if (what === 'server') {
        server.kill();
        await later(1500);
        server.resume();
      } else {
        running.shift()?.child.kill('SIGKILL');
        const next = start();
        running.push(next);
        await next.ready; // a server that is away when a worker starts ends it
      }
    }
    expect(seen.every((at) => at < RECORDS)).toBe(true); // each kill was in the middle
    await Promise.all(running.map(({ ended }) => ended));
    expect(done()).toBe(RECORDS);
    expect(
      server.query('SELECT count(*), count(DISTINCT seq), min(seq), max(seq) FROM meridian_batch_result'),
    ).toBe(`${RECORDS}|${RECORDS}|0|${RECORDS - 1}`);
    await withBatchQueue(session, server.url, async (batches) => {
      const found = await outcomes((await batches.results('one')).results);
      expect(found).toEqual(await outcomes(local.results('one').results));
      expect((await batches.list())[0]).toMatchObject({
        state: 'finished',
        done: RECORDS,
        refused: 0,
        dead: 0,
      });
    });
  });
});

interface Worker {
  readonly child: ChildProcess;
  /** Resolves once it has said anything. */
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

/** Submits, and returns what starts a worker as a process of its own. */
async function workers(
  url: string,
  connect: (body: (batches: OwnedBatches) => Promise<void>) => Promise<void>,
  submit: (batches: OwnedBatches) => Promise<{ readonly file: string; readonly passphrase: string }>,
): Promise<() => Worker> {
  const folder = temporaryDir();
  const invitation = join(folder, 'invitation');
  let secret = '';
  await connect(async (batches) => {
    const { file, passphrase } = await submit(batches);
    writeFileSync(invitation, file);
    secret = passphrase;
  });
  const args = ['--queue', url, '--invitation', invitation, '--folder', join(folder, 'files'), '--drain'];
  return () => {
    const child = spawn(process.execPath, [join(appRoot, 'main', 'cli.ts'), 'worker', ...args], {
      env: { ...process.env, HOME: folder, MERIDIAN_PASSPHRASE: secret },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return { child, ready: once(child.stderr, 'data'), ended: once(child, 'close') };
  };
}
