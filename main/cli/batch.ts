/** `batch submit|list|watch|results|invite|cancel|retry|delete`: one job over many records, here or on a queue. */
import { writeFileSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import { BatchJob, type BatchRun } from '../../shared/domain/batch.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, type AppErrorData } from '../../shared/result.ts';
import type { BatchResult, OwnedBatches } from '../services/batch/batch.ts';
import type { BatchRequest } from '../services/batch/prepare.ts';
import type { BatchRecord, BatchSettings } from '../services/batch/processor.ts';
import { type Evaluated, resultLines } from '../services/batch/results.ts';
import { readLabelledFile } from '../services/data/data-sets.ts';
import type { Session } from '../services/session/session.ts';
import { PendingFile } from '../workspace/atomic-file.ts';
import {
  type Action,
  actions,
  choice,
  deidLevel,
  deidMode,
  expected,
  headed,
  integer,
  needed,
  note,
  noteEverySecond,
  number,
  only,
  print,
  printDeleted,
  printJson,
  printList,
  valueName,
  withSession,
} from './command.ts';
import { removedRisk } from './deid-look.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import type { Options } from './options.ts';
import { evaluationOf, printEvaluation } from './predict.ts';
import { readableRecords } from './readable-records.ts';

type BatchOptions = Options<'batch'>;

/** Runs on the queue named, or on the embedded one. */
interface Batches {
  submit(request: BatchRequest, records: AsyncIterable<BatchRecord>): Promise<void>;
  list(): Promise<BatchRun[]> | BatchRun[];
  cancel(name: string): Promise<void>;
  retry(name: string): Promise<number | undefined>;
  remove(name: string): Promise<void> | void;
  results(name: string): Opened | Promise<Opened>;
  records(name: string): AsyncIterable<BatchRecord> | Iterable<BatchRecord>;
}

interface Opened {
  readonly settings: BatchSettings;
  readonly results: AsyncIterable<BatchResult> | Iterable<BatchResult>;
}

export const batch = actions<BatchOptions>('batch', {
  submit,
  list: withBatches(async (batches, _session, _args, options) => printRuns(await batches.list(), options)),
  watch: withBatches(async (batches, _session, args, options) => watch(batches, only(args, 'RUN'), options)),
  cancel: withBatches(async (batches, _session, args, options) => {
    const name = only(args, 'RUN');
    await batches.cancel(name);
    if (options.json) printJson({ cancelled: name });
    else print(message('batch.cancelled', { name }));
  }),
  retry: withBatches(async (batches, _session, args, options) => {
    const name = only(args, 'RUN');
    const blocks = await batches.retry(name);
    if (typeof blocks === 'number') note(message('batch.retried', { name, blocks }));
    await report(batches, name, options);
  }),
  delete: withBatches(async (batches, _session, args, options) => {
    const name = only(args, 'RUN');
    await batches.remove(name);
    printDeleted(name, options, message('batch.deleted', { name }));
  }),
  results: withBatches(async (batches, session, args, options) =>
    results(batches, session, { name: only(args, 'RUN'), options }),
  ),
  invite: async (args, options) => {
    const name = only(args, 'RUN');
    const out = needed(options.out, 'batch invite', '--out FILE');
    needed(options.queue, 'batch invite', '--queue URL');
    await withOwned(options, async (owned) => {
      const { file, passphrase } = await owned.invite(name);
      writeFileSync(out, file, { mode: 0o600, flag: 'wx' });
      if (options.json) printJson({ invitation: out, passphrase });
      else print(passphrase);
      note(message('batch.invited', { out }));
    });
  },
});

type Body = (
  batches: Batches,
  session: Session,
  args: readonly string[],
  options: BatchOptions,
) => Promise<void>;

function withBatches(body: Body): Action<BatchOptions> {
  return (args, options) =>
    options.queue === undefined
      ? withSession(options, 'starter', async (session) => {
          const { LocalBatches } = await import('../services/batch/local-batches.ts');
          const batches = new LocalBatches(session, tellProgress);
          const release = onInterrupt(() => {
            note(message('cli.pausing-after-step'));
            void batches.close();
          });
          await body(batches, session, args, options).finally(async () => {
            release();
            await batches.close();
          });
        })
      : withOwned(options, (owned, session) => body(owned, session, args, options));
}

/** Runs `body` with the runs of the queue named. */
async function withOwned(
  options: BatchOptions,
  body: (batches: OwnedBatches, session: Session) => Promise<void>,
): Promise<void> {
  const { withBatchQueue } = await import('../services/batch/batch.ts');
  await withSession(options, 'starter', (session) =>
    withBatchQueue(session, options.queue ?? '', (batches) => body(batches, session)),
  );
}

async function submit(args: readonly string[], options: BatchOptions): Promise<void> {
  const [what, input, ...more] = args;
  if (input === undefined || more.length > 0)
    throw expected('batch submit', 'annotate|predict|deid|evaluate INPUT');
  const job = choice('batch submit', what ?? '', BatchJob.options);
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const request: BatchRequest = {
    job,
    name: options.name ?? `${job}-${stamp}`,
    model: options.model,
    int8: options.int8,
    deid: {
      mode: deidMode(options.mode),
      level: deidLevel(options.level === undefined ? {} : { level: options.level }),
    },
    priority: Math.trunc(number(options.priority ?? '0', '--priority')),
    block: integer(options.block, '--block', 100),
  };
  await withBatches(async (batches, session) => {
    await batches.submit(request, job === 'evaluate' ? labelled(session, input) : readable(input));
    if (options.queue !== undefined) note(message('batch.submitted', { name: request.name }));
    await report(batches, request.name, options);
  })(args, options);
}

async function* readable(input: string): AsyncGenerator<BatchRecord> {
  for await (const { id, title, text, composed } of readableRecords(input))
    yield { id, title, text, composed };
}

async function* labelled(session: Session, path: string): AsyncGenerator<BatchRecord> {
  for (const { id, text, entities } of await readLabelledFile(session, path))
    yield { id, title: id, text, composed: false, entities };
}

async function runOf(batches: Batches, name: string): Promise<BatchRun> {
  const found = (await batches.list()).find((run) => run.name === name);
  if (found === undefined) throw new AppError('not-found', 'batch.not-found', { name });
  return found;
}

/** Prints a run as it is; a run that stopped on this machine sets the exit code. */
async function report(batches: Batches, name: string, options: BatchOptions): Promise<void> {
  const run = await runOf(batches, name);
  printRuns([run], options);
  if (!options.json) printWorkers(run);
  if (run.state === 'paused') process.exitCode = INTERRUPTED;
  if (run.state === 'failed') process.exitCode = 1;
}

async function watch(batches: Batches, name: string, options: BatchOptions): Promise<void> {
  let run = await runOf(batches, name);
  while (run.state === 'queued' || run.state === 'running') {
    const now = run;
    tellProgress(() => now);
    await later(1000);
    run = await runOf(batches, name);
  }
  await report(batches, name, options);
}

const speed = ({
  records,
  busySeconds,
}: Pick<BatchRun['workers'][number], 'records' | 'busySeconds'>): string =>
  busySeconds === 0 ? '' : (records / busySeconds).toFixed(1);

const tellProgress = noteEverySecond((now: () => BatchRun | undefined) => {
  const { name = '', done = 0, records = 0, workers = [] } = now() ?? {};
  const rate = workers.reduce((sum, worker) => sum + Number(speed(worker)), 0).toFixed(1);
  return message('batch.progress', { name, done, records, rate, workers: workers.length });
});

function printRuns(runs: readonly BatchRun[], options: BatchOptions): void {
  printList(
    runs,
    options,
    ['name', 'job', 'state', 'done', 'records', 'refused', 'given up', 'priority', 'created'],
    (run) => [
      ...[run.name, run.job, valueName(run.state), run.done, run.records, run.refused, run.dead],
      ...[run.priority, run.createdAt.slice(0, 19)],
    ],
  );
}

function printWorkers({ workers }: BatchRun): void {
  if (workers.length === 0) return;
  print(
    headed(
      ['worker', 'records', 'records/s', 'CPU s'],
      workers.map((worker) => [worker.name, worker.records, speed(worker), worker.cpuSeconds.toFixed(1)]),
    ),
  );
}

interface Asked {
  readonly name: string;
  readonly options: BatchOptions;
}

async function results(batches: Batches, session: Session, { name, options }: Asked): Promise<void> {
  const run = await runOf(batches, name);
  const { done, records } = run;
  const opened = await batches.results(name);
  if (done < records) note(message('batch.unfinished', { name, done, records }));
  const out = options.out === undefined ? undefined : new PendingFile(options.out);
  const write = (line: unknown) =>
    out === undefined ? printJson(line) : out.write(`${JSON.stringify(line)}\n`);
  let refused = 0;
  const found = { run, ...opened, records: batches.records(name) };
  const onRefused = (seq: number, error: AppErrorData) => {
    refused++;
    note(message('cli.refused', { place: `#${seq + 1}`, reason: error.message }));
  };
  try {
    const lines = resultLines(session, found, { removeFrom: removedRisk(options), onRefused });
    for await (const line of lines) {
      if (run.job !== 'evaluate') write(line);
      // safe: the one line of an evaluation
      else tellScores(line as Evaluated, options);
    }
    out?.finish();
  } catch (error) {
    out?.discard();
    throw error;
  }
  note(message('batch.written', { records: done - refused, refused }));
}

function tellScores({ report: scores, documents, seconds }: Evaluated, options: BatchOptions): void {
  if (options.json) printJson(evaluationOf(scores, documents, seconds));
  else printEvaluation(scores);
}
