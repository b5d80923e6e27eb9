/** Batch runs as windows see them: on this machine in a process of their own, and on a server that the workspace keeps. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { insertRecord } from '../../../../main/db/repositories/records.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { Batches } from '../../../../main/services/batch/batches.ts';
import { LocalBatches } from '../../../../main/services/batch/local-batches.ts';
import { loadLinker } from '../../../../main/services/graph/linker.ts';
import { linkedLine } from '../../../../main/services/records/finding-lines.ts';
import { createRecord } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { type BatchRun, BatchSubmission } from '../../../../shared/domain/batch.ts';
import { batchRecords, batchSession, invitedBy, workInHere } from '../../../helpers/batch.ts';
import { Postgres, withoutPostgres } from '../../../helpers/postgres.ts';

/** Returns batch runs of a workspace with records, and the processes that they start. */
async function opened(records: number) {
  const session = await batchSession();
  for (const { title, text } of batchRecords(records)) createRecord(session, { title, text, origin: 'test' });
  const processes: ReturnType<typeof spawnNode>[] = [];
  const batches = new Batches(session, () => {
    const process = spawnNode('batch');
    processes.push(process);
    return process;
  });
  onTestFinished(() => batches.close());
  return { session, batches, processes };
}

const submission = (name: string, more: Partial<BatchSubmission> = {}): BatchSubmission =>
  BatchSubmission.parse({
    ...{ place: 'here', name, job: 'annotate', source: { kind: 'records', filter: {} }, block: 10 },
    ...more,
  });

async function runOf(batches: Batches, name: string): Promise<BatchRun | undefined> {
  const { here, queue } = await batches.list();
  return [...here, ...(queue?.runs ?? [])].find((run) => run.name === name);
}

const ends = (batches: Batches, name: string, state: BatchRun['state']) =>
  expect.poll(async () => (await runOf(batches, name))?.state, { timeout: 120_000 }).toBe(state);

const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const annotated = (session: Session, count: number): unknown[] => {
  const linker = loadLinker(session);
  return batchRecords(count).map(({ text }, i) =>
    JSON.parse(JSON.stringify(linkedLine({ id: `${i + 1}`, text, composed: false }, linker.annotate(text)))),
  );
};

describe('batch runs of this machine', () => {
  it('find in another process what the linker finds here, into a file of the exports', async () => {
    const { session, batches, processes } = await opened(25);
    const name = '../../夜间/run';
    await batches.submit(submission(name));
    await ends(batches, name, 'finished');
    expect(processes).toHaveLength(1);
    const { path, written, refused } = await batches.results({ place: 'here', name });
    expect({ written, refused }).toEqual({ written: 25, refused: 0 });
    expect(dirname(path)).toBe(join(session.workspace.dir, 'exports'));
    expect(basename(path)).toMatch(/^[^/\\]+\.jsonl$/);
    expect(linesOf(path)).toEqual(annotated(session, 25));
    expect(await batches.failures({ place: 'here', name })).toEqual([]);
    await expect(batches.results({ place: 'here', name: 'nothing' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('cost the processor time of the process that works', async () => {
    const session = await batchSession();
    let taken = 1000;
    const here = new LocalBatches(session, undefined, async () => ({
      process: async (records) => records.map(() => ({ value: null })),
      cpuMs: async () => {
        taken += 250;
        return taken;
      },
      close: async () => undefined,
    }));
    const { place, source, ...request } = submission('costly');
    await here.submit(
      request,
      batchRecords(25).map((record) => ({ ...record, composed: false })),
    );
    expect(here.list()[0]?.workers[0]).toMatchObject({ records: 25, cpuSeconds: 0.75 }); // three blocks
  });

  it('take the records whose title matches, and their priority into account', async () => {
    const { session, batches } = await opened(40);
    const some = { kind: 'records', filter: { words: '病历 3' } } as const;
    await batches.submit(submission('first'));
    await batches.submit(submission('low', { source: some, priority: -1 }));
    await batches.submit(submission('high', { source: some, priority: -2 }));
    await batches.prioritise({ place: 'here', name: 'high', priority: 3 });
    await ends(batches, 'low', 'finished');
    expect(
      (await batches.list()).here.map(({ name, records, priority }) => [name, records, priority]),
    ).toEqual([
      ['high', 11, 3],
      ['low', 11, -1],
      ['first', 40, 0],
    ]);
    const rows = dbOf(session).rows('SELECT name FROM batch_run ORDER BY ended_at');
    expect(rows.map(([name]) => name)).toEqual(['first', 'high', 'low']);
    const actions = listAudit(dbOf(session), { limit: 50 }).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('batch.'))).toEqual(
      expect.arrayContaining(['batch.submit', 'batch.prioritise']),
    );
  });

  it('go on after the process that works on them was killed, and after a pause', async () => {
    const { session, batches, processes } = await opened(200);
    await batches.submit(submission('one'));
    await expect
      .poll(async () => (await runOf(batches, 'one'))?.done ?? 0, { timeout: 120_000 })
      .toBeGreaterThan(0);
    processes[0]?.kill();
    await ends(batches, 'one', 'interrupted');
    await batches.control({ place: 'here', name: 'one', action: 'retry' });
    await batches.control({ place: 'here', name: 'one', action: 'pause' });
    await expect
      .poll(async () => (await runOf(batches, 'one'))?.state, { timeout: 120_000 })
      .toMatch(/^(paused|finished)$/);
    await batches.control({ place: 'here', name: 'one', action: 'retry' });
    await ends(batches, 'one', 'finished');
    const { path } = await batches.results({ place: 'here', name: 'one' });
    expect(linesOf(path)).toEqual(annotated(session, 200));
    await batches.control({ place: 'here', name: 'one', action: 'delete' });
    expect((await batches.list()).here).toEqual([]);
  });

  it('are no lost work while their records are being stored', async () => {
    const { session, batches } = await opened(0);
    const db = dbOf(session);
    db.transaction(() => {
      for (let i = 0; i < 2500; i++)
        insertRecord(db, { name: 'a' }, { title: `${i}`, text: '发热', origin: 'test' });
    });
    const stored = batches.submit(submission('long', { block: 1000 }));
    const seen = new Set<string>();
    for (let open = true; open; ) {
      const run = await runOf(batches, 'long');
      if (run !== undefined) seen.add(run.state);
      open = await Promise.race([
        stored.then(() => false),
        new Promise<boolean>((go) => setImmediate(go, true)),
      ]);
    }
    expect([...seen]).not.toContain('interrupted');
    expect(seen).toContain('queued');
    await ends(batches, 'long', 'finished');
    expect(await runOf(batches, 'long')).toMatchObject({ records: 2500, done: 2500 });
  });

  it('refuse what no job can do', async () => {
    const { batches } = await opened(1);
    const wrong = submission('x', { job: 'evaluate', model: 'none' });
    await expect(batches.submit(wrong)).rejects.toMatchObject({
      localized: { id: 'batch.evaluate-data-set' },
    });
    await expect(batches.submit(submission('x', { place: 'queue' }))).rejects.toMatchObject({
      localized: { id: 'batch.no-queue' },
    });
    expect((await batches.list()).here).toEqual([]);
  });
});

describe.skipIf(withoutPostgres !== undefined)('batch runs of a server', () => {
  it('wait for invited workers; failures come with their reason, and the address is kept without its password', async () => {
    const server = await Postgres.start();
    onTestFinished(() => server.close());
    const { session, batches } = await opened(30);
    await expect(batches.setQueue('http://example.org')).rejects.toMatchObject({ code: 'bad-request' });
    await expect(batches.setQueue('postgresql://a@127.0.0.1:1/x')).rejects.toMatchObject({ code: 'io' });
    expect((await batches.list()).queue).toBeNull();
    const url = server.url.replace('meridian@', 'meridian:secret@');
    await batches.setQueue(url);
    expect(JSON.stringify(await batches.list())).not.toContain('secret');
    expect(JSON.stringify(listAudit(dbOf(session), { limit: 50 }))).not.toContain('secret');

    await batches.submit(submission('far', { place: 'queue' }));
    await expect(batches.control({ place: 'queue', name: 'far', action: 'pause' })).rejects.toMatchObject({
      code: 'bad-request',
    });
    server.query('UPDATE meridian_boss.job SET retry_limit = 0');
    server.query('ALTER TABLE meridian_batch_result ADD CONSTRAINT broken CHECK (seq <> 15) NOT VALID');
    const of = `run = (SELECT id FROM meridian_batch_run WHERE name = 'far')`;
    server.query(`UPDATE meridian_batch_record SET content = content || '\\x00' WHERE seq = 3 AND ${of}`);
    const worker = invitedBy(await batches.invite('far'));
    await workInHere(server.url, [worker]);
    expect(await runOf(batches, 'far')).toMatchObject({ done: 20, refused: 1, dead: 1 });
    expect(await batches.failures({ place: 'queue', name: 'far' })).toMatchObject([
      { from: 11, to: 20, dead: true, reason: { id: 'batch.worker-failed' } },
      { from: 4, to: 4, dead: false, reason: { id: 'batch.damaged' } },
    ]);
    server.query('ALTER TABLE meridian_batch_result DROP CONSTRAINT broken');
    await batches.control({ place: 'queue', name: 'far', action: 'retry' });
    await workInHere(server.url, [worker]);
    const { path, written, refused } = await batches.results({ place: 'queue', name: 'far' });
    expect({ written, refused }).toEqual({ written: 29, refused: 1 });
    expect(linesOf(path)).toEqual(annotated(session, 30).toSpliced(3, 1));

    server.kill();
    expect((await batches.list()).queue).toMatchObject({ runs: [], error: { code: 'io' } });
    server.resume();
    await batches.control({ place: 'queue', name: 'far', action: 'delete' });
    expect((await batches.list()).queue).toMatchObject({ runs: [], error: null });
    await batches.setQueue(null);
    expect((await batches.list()).queue).toBeNull();
  });
});
