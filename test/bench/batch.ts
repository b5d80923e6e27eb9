/** Batch runs by 1, 2 and 4 workers on one machine against one process, with workers and server killed in the middle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { writeSettings } from '../../main/db/repositories/settings.ts';
import { appRoot } from '../../main/resources.ts';
import { withBatchQueue } from '../../main/services/batch/batch.ts';
import { LocalBatches } from '../../main/services/batch/local-batches.ts';
import type { BatchRecord } from '../../main/services/batch/processor.ts';
import { dbOf, type Session } from '../../main/services/session/session.ts';
import { addStarterGraph, readSamples } from '../../main/services/workspace/starter-content.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import type { BatchRun } from '../../shared/domain/batch.ts';
import { Postgres, withoutPostgres } from '../helpers/postgres.ts';
import { sessionOf } from '../helpers/session.ts';

const RECORDS = Number(process.env.MERIDIAN_BENCH_RECORDS ?? 20_000);
const WORKERS = [1, 2, 4];

export async function run(): Promise<string> {
  if (withoutPostgres !== undefined) return `Skipped: ${withoutPostgres}.`;
  const dir = mkdtempSync(join(tmpdir(), 'meridian-bench-'));
  const session = sessionOf(Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') }));
  const server = await Postgres.start();
  const load = loadavg()[0]?.toFixed(1);
  try {
    await addStarterGraph(session);
    writeSettings(dbOf(session), { starterTagger: false }, null); // the linker alone: a tagger hides the queue's cost
    const rows: Row[] = [];
    const keep = (row: Row) => {
      rows.push(row);
      console.error(`${row.name}: ${row.seconds.toFixed(1)} s`);
    };
    keep(await inOneProcess(session));
    for (const count of WORKERS) keep(await byWorkers(session, server, { dir, count, kills: false }));
    keep(await byWorkers(session, server, { dir, count: 4, kills: true }));
    const bytes = (table: string) =>
      Number(server.query(`SELECT pg_total_relation_size('meridian_batch_${table}')`));
    const stored = bytes('record') + bytes('result'); // of the last run: each is deleted after it
    return report(rows, { load, stored });
  } finally {
    server.close();
    session.workspace.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly run: BatchRun;
}

/** Sample records, each with another number in front. */
function* variations(): Generator<BatchRecord> {
  const samples = readSamples();
  for (let i = 0; i < RECORDS; i++) {
    const { title, text } = samples[i % samples.length]!;
    yield { id: `${i}`, title, text: `第${i}号病历。${text}`, composed: false };
  }
}

const REQUEST = {
  job: 'annotate',
  priority: 0,
  block: 100,
  deid: { mode: 'mask', level: 'strict' },
} as const;

async function inOneProcess(session: Session): Promise<Row> {
  const batches = new LocalBatches(session);
  const begun = performance.now();
  await batches.submit({ ...REQUEST, name: 'local' }, variations());
  const seconds = (performance.now() - begun) / 1000;
  const [run] = batches.list();
  batches.remove('local');
  return { name: 'one process, embedded queue', seconds, run: run! };
}

async function byWorkers(
  session: Session,
  server: Postgres,
  { dir, count, kills }: { dir: string; count: number; kills: boolean },
): Promise<Row> {
  const name = `${count} worker${count > 1 ? 's' : ''}${kills ? ', 3 workers and the server killed' : ''}`;
  const invitation = join(dir, 'invitation');
  let passphrase = '';
  await withBatchQueue(session, server.url, async (batches) => {
    for (const { name: old } of await batches.list()) await batches.remove(old);
    await batches.submit({ ...REQUEST, name }, variations());
    const invited = await batches.invite(name);
    writeFileSync(invitation, invited.file);
    passphrase = invited.passphrase;
  });
  server.query('VACUUM FULL meridian_batch_record');
  server.query('VACUUM FULL meridian_batch_result');
  const args = ['--queue', server.url, '--invitation', invitation, '--folder', join(dir, 'files'), '--drain'];
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(appRoot, 'main', 'cli.ts'), 'worker', ...args], {
      env: { ...process.env, HOME: dir, MERIDIAN_PASSPHRASE: passphrase },
      stdio: 'ignore',
    });
  const begun = performance.now();
  const children = Array.from({ length: count }, start);
  const ended = children.map((child) => once(child, 'close'));
  const done = () => Number(server.query('SELECT coalesce(sum(records), 0) FROM meridian_batch_worker'));
  if (kills)
    for (const part of [0.2, 0.4, 0.6, 0.8]) {
      while (done() < part * RECORDS) await later(200);
      if (part === 0.6) {
        server.kill();
        server.resume();
        continue;
      }
      children.shift()?.kill('SIGKILL');
      const child = start();
      children.push(child);
      ended.push(once(child, 'close'));
    }
  await Promise.all(ended);
  const seconds = (performance.now() - begun) / 1000;
  let run: BatchRun | undefined;
  await withBatchQueue(session, server.url, async (batches) => {
    [run] = await batches.list();
  });
  const counted = server.query('SELECT count(*), count(DISTINCT seq) FROM meridian_batch_result');
  if (counted !== `${RECORDS}|${RECORDS}`) throw new Error(`${name}: ${counted} results`);
  return { name, seconds, run: run! };
}

function report(
  rows: readonly Row[],
  { load, stored }: { load: string | undefined; stored: number },
): string {
  const costs = rows.map(({ run: { workers } }) => ({
    cpu: workers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    busy: workers.reduce((sum, { busySeconds }) => sum + busySeconds, 0),
  }));
  const alone = costs[0]!;
  const table = rows.map(({ name, seconds }, i) => {
    const { cpu, busy } = costs[i]!;
    const perMillion = (cpu / RECORDS) * 1e6;
    return `| ${name} | ${(RECORDS / seconds).toFixed(0)} | ${(RECORDS / busy).toFixed(0)} | ${((100 * alone.cpu) / cpu).toFixed(0)} % | ${perMillion.toFixed(0)} |`;
  });
  const queued = costs[1]!.cpu / RECORDS;
  const size = stored / RECORDS;
  const days = (records: number, machines: number) => ((records * queued) / machines / 86_400).toPrecision(2);
  const terabytes = (records: number) => ((records * size) / 1e12).toPrecision(2);
  return [
    `${RECORDS.toLocaleString('en')} records (sample records with a number in front; linker over the starter graph, no tagger), blocks of 100. ${cpus().length} cores for workers, PostgreSQL and this bench together; load average before it ${load} from other work, so wall times are those of a busy machine and processor time is what compares; each worker's includes its start. Every row has one result a record, none twice.`,
    '',
    '| by | records/s, wall | records/s of a busy worker | processor time of one process ÷ of workers | CPU s per million |',
    '|---|---:|---:|---:|---:|',
    ...table,
    '',
    `Records and results take ${(size / 1024).toFixed(1)} KiB each in the database, sealed. From these numbers, not measured: 10 M records are ${((1e7 * queued) / 3600).toFixed(1)} core hours and ${terabytes(1e7)} TB; 1 G records ${days(1e9, 1)} core days, ${days(1e9, 100)} days on 100 cores, and ${terabytes(1e9)} TB. The server's disk and many workers on one server were not measured.`,
  ].join('\n');
}
