/** Runs an import from the first pass to the completed source; undoes everything on failure. */
import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportReport, KgFormat } from '../../../shared/domain/graph.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { WriteDb } from '../../db/connection.ts';
import { removalSteps } from '../../db/repositories/graph-remove.ts';
import { beginSource, finishSource } from '../../db/repositories/graph-write.ts';
import { readChunks, type SourceFile } from '../../reading/files.ts';
import { LIMITS } from '../../reading/limits.ts';
import { type Line, LineSplitter } from '../../reading/lines.ts';
import { Intake } from './intake.ts';
import { type Head, type OpenFormat, type Pass, readHead } from './pass.ts';
import { inSlices, lockGraph, type SliceOptions, throwIfCancelled } from './slices.ts';

export interface ImportProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly rows: number;
}

export interface RunOptions extends SliceOptions {
  readonly signal?: AbortSignal;
  /** Called in the transaction that completes the import, to record it. */
  readonly onDone?: (report: ImportReport) => void;
}

/** Input and format of an import. */
export interface ImportPlan {
  readonly name: string;
  readonly format: Exclude<KgFormat, 'auto'>;
  readonly files: readonly SourceFile[];
  readonly open: OpenFormat;
  readonly ownSynonyms: boolean;
}

/** Runs an import. On cancellation or failure the whole source is removed before the error is thrown. */
export async function* runPlan(
  db: WriteDb,
  plan: ImportPlan,
  options: RunOptions,
): AsyncGenerator<ImportProgress, ImportReport> {
  const started = performance.now();
  const release = lockGraph(db);
  try {
    const heads: Head[] = [];
    for (const file of plan.files) heads.push(await readHead(file));
    throwIfCancelled(options.signal);
    const { sourceId, intake, passes } = db.transaction(() => begin(db, plan, heads));
    let settled = false;
    try {
      const hash = createHash('sha256');
      yield* runPasses(db, passes, intake, hash, options);
      await nextTurn(); // completing the source is a pause of its own
      const report = intake.finish((performance.now() - started) / 1000);
      refuseEmptyImport(plan.name, report);
      db.transaction(() => {
        finishSource(db, sourceId, report, hash.digest('hex'));
        options.onDone?.(report);
      });
      settled = true;
      return report;
    } finally {
      // Runs even when the consumer stops early.
      if (!settled) await removePartialSource(db, sourceId, options);
    }
  } finally {
    release();
  }
}

function begin(db: WriteDb, plan: ImportPlan, heads: readonly Head[]) {
  const sourceId = beginSource(db, { name: plan.name, format: plan.format, sha256: '' });
  const intake = new Intake(db, sourceId, plan.ownSynonyms);
  return { sourceId, intake, passes: plan.open(heads, intake) };
}

async function* runPasses(
  db: WriteDb,
  passes: readonly Pass[],
  intake: Intake,
  hash: Hash,
  options: RunOptions,
): AsyncGenerator<ImportProgress, void> {
  const bytesTotal = passes.reduce((sum, pass) => sum + pass.file.bytes, 0);
  const hashed = new Set<string>();
  const severalFiles = new Set(passes.map((pass) => pass.file.path)).size > 1;
  let bytesBefore = 0;
  for (const pass of passes) {
    if (severalFiles) intake.report.fileLabel = `${pass.file.name}: `;
    let bytesDone = bytesBefore;
    const onRead = (bytes: number) => {
      bytesDone = bytesBefore + bytes;
    };
    const firstTime = hashed.has(pass.file.path) ? undefined : hash;
    const chunks = readChunks(pass.file, { onRead, hash: firstTime });
    hashed.add(pass.file.path);
    for await (const lines of lineBatches(chunks)) {
      for await (const _slice of inSlices(db, options, lineFeeder(pass, lines, intake))) {
        throwIfCancelled(options.signal);
        yield { bytesDone, bytesTotal, rows: intake.report.rows };
      }
    }
    bytesBefore += pass.file.bytes;
  }
  for await (const _slice of inSlices(db, options, () => intake.writeEdge(true))) {
    throwIfCancelled(options.signal);
    yield { bytesDone: bytesBefore, bytesTotal, rows: intake.report.rows };
  }
}

/**
 * Feeds lines to the pass one at a time, then ends the pass; the returned function says whether more is left. Writes
 * collected edges in between.
 */
function lineFeeder(pass: Pass, lines: readonly Line[] | 'end', intake: Intake): () => boolean {
  if (lines === 'end')
    return () => {
      pass.end();
      return false;
    };
  let next = 0;
  return () => {
    if (intake.writeEdge()) return true;
    const line = lines[next++];
    if (line !== undefined) pass.line(line);
    return next < lines.length;
  };
}

async function* lineBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Line[] | 'end'> {
  const splitter = new LineSplitter(LIMITS.graphLineBytes);
  for await (const chunk of chunks) {
    yield splitter.push(chunk); // yields even without a complete line, so that cancellation is noticed
  }
  yield splitter.end();
  yield 'end';
}

function refuseEmptyImport(name: string, report: ImportReport): void {
  const refused = report.refused.reduce((sum, group) => sum + group.count, 0);
  if (report.triples + report.merged + report.newEntities + report.newNames > 0) return;
  const [group] = report.refused;
  const example = group?.examples[0];
  throw new AppError(
    'bad-input',
    group === undefined
      ? message('graph.no-rows', { name })
      : message('graph.nothing-imported', {
          name,
          refused,
          count: group.count,
          reason: group.reason,
          line: example?.line ?? 0,
          text: example?.text ?? '',
        }),
    { kept: 'kept.graph' },
  );
}

async function removePartialSource(db: WriteDb, sourceId: number, options: SliceOptions): Promise<void> {
  try {
    const steps = removalSteps(db, sourceId);
    for await (const _slice of inSlices(db, options, () => steps.next().done !== true));
  } catch {
    // A full disk, for instance. The original error matters more, and the next start completes the removal.
  }
}
